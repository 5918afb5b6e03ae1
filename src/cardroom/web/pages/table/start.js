// Connects to the table while the page's other modules are still loading.

import { api, forgetPreloaded, signedIn } from "../parts/net.js";
import { Connection } from "./connection.js";

const query = new URLSearchParams(location.search);
export const hall = query.get("hall") ?? "play";
export const table = query.get("table") ?? "";

/** Come to a private table by the key in this page's address, if there is one. */
async function enterByLink() {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (!key) return;
  await api(`/api/v1/halls/${encodeURIComponent(hall)}/tables/${encodeURIComponent(table)}/enter`, { key });
  forgetPreloaded(); // the table was hidden until now
}

/** The user and the connection, on which the table's first scene will arrive. */
export const started = (async () => {
  const me = await signedIn();
  await enterByLink();
  const connection = new Connection(hall);
  connection.watch(table);
  return { me, connection };
})();
started.catch(() => {}); // table.js reports the error
