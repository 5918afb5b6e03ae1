import { Page } from "./site.js"; const page = new Page("operator", () => null); await page.open();
