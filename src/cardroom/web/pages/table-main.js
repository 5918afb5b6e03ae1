// Opens the table that the address names.

import { installWorker } from "./install.js";
import { api } from "./net.js";
import { notice } from "./notice.js";
import { TablePage } from "./table.js";
import { hall, started, table } from "./table-start.js";

const tables = `/api/v1/halls/${encodeURIComponent(hall)}/tables`;

try {
  const { me, connection } = await started;
  const root = /** @type {Element} */ (document.getElementById("root"));
  const page = new TablePage(root, {
    table,
    connection,
    me,
    loadRules: (game, set) => api(`/api/v1/games/${encodeURIComponent(game)}/${encodeURIComponent(set)}`),
    loadShoe: () => api(`${tables}/${encodeURIComponent(table)}/shoe`),
    loadMe: () => api("/api/v1/me"),
  });
  Object.assign(window, { table: page }); // for the browser's developer tools, and for tests
  const listed = await api(tables);
  installWorker();
  page.wantsSeat = new URLSearchParams(location.search).has("sit");
  page.wantsLink = new URLSearchParams(location.search).has("invite");
  page.setListing(listed.find((/** @type {any} */ each) => each.name === table) ?? null);
} catch (error) {
  notice(/** @type {Error} */ (error).message, "bad", true);
}
