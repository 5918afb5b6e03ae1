import { Page } from "./site.js"; const page = new Page("rules", () => null); await page.open();
