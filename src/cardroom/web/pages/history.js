import { Page } from "./site.js"; const page = new Page("history", () => null); await page.open();
