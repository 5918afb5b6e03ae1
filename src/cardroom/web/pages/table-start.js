// Goes to the table while the page's other files are still on their way.

import { Line, whoAmI } from "./net.js";

const where = new URLSearchParams(location.search);
export const hall = where.get("hall") ?? "play";
export const table = where.get("table") ?? "";

/** Who looks, and their line, on which the table comes. */
export const began = (async () => {
  const me = await whoAmI();
  const line = new Line(hall);
  line.watch(table);
  return { me, line };
})();
began.catch(() => {}); // the page says it when it is there
