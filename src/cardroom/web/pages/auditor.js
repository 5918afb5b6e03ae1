import { Page } from "./site.js"; const page = new Page("auditor", () => null); await page.open();
