// Opens the table that the address names.

import { api, Line, whoAmI } from "./net.js";
import { notice } from "./notice.js";
import { TablePage } from "./table.js";

const where = new URLSearchParams(location.search);
const hall = where.get("hall") ?? "play";
const table = where.get("table") ?? "";
const there = encodeURIComponent(hall);

try {
  const me = await whoAmI();
  const root = /** @type {Element} */ (document.getElementById("root"));
  const page = new TablePage(root, {
    table, line: new Line(hall), me,
    rules: (game, set) => api(`/api/games/${encodeURIComponent(game)}/${encodeURIComponent(set)}`),
    shoe: () => api(`/api/halls/${there}/tables/${encodeURIComponent(table)}/shoe`),
  });
  Object.assign(window, { table: page }); // for whoever looks at the page with the browser's own tools
  const listed = await api(`/api/halls/${there}/tables`);
  page.wantsSeat = where.has("sit");
  page.knows(listed.find((/** @type {any} */ each) => each.name === table) ?? null);
} catch (error) {
  notice(/** @type {Error} */ (error).message, "bad", true);
}
