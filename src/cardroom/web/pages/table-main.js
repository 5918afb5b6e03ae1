// Opens the table that the address names.

import { api, Line, whoAmI } from "./net.js";
import { notice } from "./notice.js";
import { TablePage } from "./table.js";

const where = new URLSearchParams(location.search);
const hall = where.get("hall") ?? "play";
const table = where.get("table") ?? "";
const root = document.getElementById("root");

try {
  const me = await whoAmI();
  const listed = await api(`/api/halls/${encodeURIComponent(hall)}/tables`).catch(() => []);
  const about = listed.find((/** @type {any} */ each) => each.name === table) ?? null;
  if (root) Object.assign(window, { table: new TablePage(root, { table, line: new Line(hall), me, about, rules: (game, set) => api(`/api/games/${encodeURIComponent(game)}/${encodeURIComponent(set)}`) }) });
  document.title = `${about?.title ?? table} · cardroom`;
} catch (error) {
  notice(/** @type {Error} */ (error).message, "bad", true);
}
