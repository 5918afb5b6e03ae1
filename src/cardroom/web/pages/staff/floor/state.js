// What the floor page knows: tables, games, stops and users, loaded again every few seconds.

import { api } from "../../parts/net.js";
import { Page, showError } from "../../parts/site.js";

/** @typedef {import("../../lobby/rows.js").Table} Table */

export const floor = {
  hall: "play",
  /** @type {Table[]} */
  tables: [],
  /** @type {any[]} */
  games: [],
  /** Games that are stopped, or "all". @type {{ what: string, why: string, who: string }[]} */
  stops: [],
  /** @type {import("./people.js").User[]} */
  people: [],
  /** Orders that wait for a second person. @type {import("./requests.js").Request[]} */
  requests: [],
  /** How many people play in the hall. @type {import("../../parts/types.js").Presence | null} */
  presence: null,
  ready: false,
};

/** The page. floor.js says what is in it. */
export const page = new Page("floor", () => null);

/** The roles that see the page. */
export const FLOOR_ROLES = ["cashier", "floor", "operator"];

/** Whether the user has a role in this hall. With play money, operators have the others' rights. @param {string} role */
export const mayHere = (role) => page.may(role, ...(floor.hall === "play" ? ["operator"] : []));

export const hallName = () => (floor.hall === "play" ? "play-money hall" : "money hall");

/** @param {string} slug */
export const gameName = (slug) => floor.games.find((game) => game.game === slug)?.name ?? slug;

/** @param {string} hall */
export async function changeHall(hall) {
  floor.hall = hall;
  floor.tables = [];
  page.draw();
  await refresh().catch(showError);
}

export async function loadPeople() {
  floor.people = await api("/api/v1/people");
  page.draw();
}

export async function refresh() {
  if (!page.may(...FLOOR_ROLES)) return;
  const requested = floor.hall;
  const at = `/api/v1/halls/${requested}`;
  const paths = [`${at}/tables`, "/api/v1/stops", "/api/v1/requests", `${at}/presence`];
  const [tables, stops, requests, presence] = await Promise.all(paths.map((path) => api(path)));
  if (requested !== floor.hall) return;
  Object.assign(floor, { tables, stops, requests, presence, ready: true });
  page.draw();
}
