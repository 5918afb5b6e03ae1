import { Page } from "./site.js"; const page = new Page("floor", () => null); await page.open();
