// Connects to the table while the page's other modules are still loading.

import { Connection } from "./connection.js";
import { signedIn } from "./net.js";

const query = new URLSearchParams(location.search);
export const hall = query.get("hall") ?? "play";
export const table = query.get("table") ?? "";

/** The user and the connection, on which the table's first scene will arrive. */
export const started = (async () => {
  const me = await signedIn();
  const connection = new Connection(hall);
  connection.watch(table);
  return { me, connection };
})();
started.catch(() => {}); // table-main.js reports the error
