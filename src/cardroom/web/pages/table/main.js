// Opens the table that the address names.

import { installWorker } from "../parts/install.js";
import { api } from "../parts/net.js";
import { notice } from "../parts/notice.js";
import { hall, started, table } from "./start.js";
import { TablePage } from "./table.js";

const tables = `/api/halls/${encodeURIComponent(hall)}/tables`;

try {
  const { me, connection } = await started;
  const root = /** @type {Element} */ (document.getElementById("root"));
  const page = new TablePage(root, {
    table,
    connection,
    me,
    loadRules: (game, set) => api(`/api/games/${encodeURIComponent(game)}/${encodeURIComponent(set)}`),
    loadShoe: () => api(`${tables}/${encodeURIComponent(table)}/shoe`),
    loadMe: () => api("/api/me"),
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
