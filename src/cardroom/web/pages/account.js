import { Page } from "./site.js"; const page = new Page("account", () => null); await page.open();
