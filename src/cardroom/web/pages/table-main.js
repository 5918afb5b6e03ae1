// Opens the table that the address names.

import { api } from "./net.js";
import { notice } from "./notice.js";
import { TablePage } from "./table.js";
import { began, hall, table } from "./table-start.js";

const there = encodeURIComponent(hall);

try {
  const { me, line } = await began;
  const root = /** @type {Element} */ (document.getElementById("root"));
  const page = new TablePage(root, {
    table,
    line,
    me,
    rules: (game, set) => api(`/api/games/${encodeURIComponent(game)}/${encodeURIComponent(set)}`),
    shoe: () => api(`/api/halls/${there}/tables/${encodeURIComponent(table)}/shoe`),
    who: () => api("/api/me"),
  });
  Object.assign(window, { table: page }); // for whoever looks at the page with the browser's own tools
  const listed = await api(`/api/halls/${there}/tables`);
  page.wantsSeat = new URLSearchParams(location.search).has("sit");
  page.knows(listed.find((/** @type {any} */ each) => each.name === table) ?? null);
} catch (error) {
  notice(/** @type {Error} */ (error).message, "bad", true);
}
