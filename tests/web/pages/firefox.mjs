// A walk in Firefox, from the lobby to a first result: node firefox.mjs ADDRESS FIREFOX. It prints what it saw as JSON.
// npx installs puppeteer-core, which drives an installed Firefox by WebDriver BiDi, and puts its folder on PATH.

import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

const [address, executablePath] = process.argv.slice(2);
const folder = process.env.PATH.split(delimiter).find((each) => each.includes("_npx"));
const { default: puppeteer } = await import(createRequire(join(folder, "..", "here.js")).resolve("puppeteer-core"));
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.setViewport({ width: 1280, height: 800 });
  const wrong = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(String(error)));
  await page.goto(address);
  await page.locator('a[href*="sit=1"]').click();
  await page.waitForFunction("window.table?.moment === 'bets'");
  await page.locator("button[data-wager].req").click();
  await page.locator(".betrow .act").click();
  await page.waitForFunction("table.moment === 'act'");
  const options = await page.$$eval(".choices .opt", (all) => all.map((each) => each.textContent.trim()));
  await page.locator(".choices .opt:last-child").click();
  await page.waitForFunction("table.moment === 'over'");
  await page.locator(".why").click();
  await page.waitForSelector("dialog[open]");
  const read = (selector) => page.$eval(selector, (element) => element.textContent);
  const seen = {
    agent: await page.evaluate("navigator.userAgent"),
    options,
    result: await read(".prompt .q"),
    reason: await read("dialog[open]"),
    net: await page.evaluate("table.picture.chairs.find((chair) => chair.you).net"),
    wrong,
  };
  console.log(JSON.stringify(seen));
} finally {
  await browser.close();
}
