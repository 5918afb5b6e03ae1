// The lines to the server: HTTP for what is asked once, a WebSocket for tables. What was sent is sent again until it is
// accepted or denied, by an id under which it happens once; who comes back says what they have and gets the rest.

import { applied } from "./scene.js";

/** A refusal of the server, in a sentence that can be shown. */
export class Refused extends Error {
  /**
   * @param {string} says
   * @param {number} [status]
   */
  constructor(says, status = 0) {
    super(says);
    this.status = status;
  }
}

/** What came with the page. @type {Map<string, any>} */
const told = new Map(Object.entries(JSON.parse(document.getElementById("told")?.textContent ?? "{}")));

const AWAY = "The card room cannot be reached just now.";

/**
 * Ask the server: without a body it is a GET, with one a POST.
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function api(path, body) {
  if (body === undefined && told.has(path)) {
    const said = told.get(path);
    told.delete(path); // it is as old as the page: whoever asks again asks the server
    return said;
  }
  /** @type {RequestInit} */
  const request = { headers: { accept: "application/json" }, credentials: "same-origin" };
  if (body !== undefined) {
    request.method = "POST";
    request.headers = { ...request.headers, "content-type": "application/json", "x-csrftoken": cookie("csrftoken") };
    request.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Refused(AWAY);
  }
  const said = answer.headers.get("content-type")?.includes("json") ? await answer.json() : null;
  if (!answer.ok) throw new Refused(said?.detail ?? `The card room answered ${answer.status}.`, answer.status);
  return said;
}

/** @param {string} name */
function cookie(name) {
  const found = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}

/** Who somebody is; a guest is made of whoever is nobody yet. */
export async function whoAmI() {
  const me = await api("/api/me");
  return me.name ? me : await api("/api/guest", {});
}

/**
 * @typedef {{ epoch: string, seq: number, scene: any }} Seen
 * @typedef {"opening" | "open" | "lost"} State
 * @typedef {{ message: any, settle: { accept: () => void, deny: (why: Error) => void }, sent: number }} Pending
 */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
const ASK_AGAIN = 4000;

/** A line to the tables of a hall. */
export class Line {
  /** @param {string} hall */
  constructor(hall) {
    this.hall = hall;
    /** @type {State} */
    this.state = "opening";
    /** @type {Map<string, Seen>} */
    this.tables = new Map();
    /** Called with a table's scene, and whether it is shown anew and not by what changed.
     * @type {(table: string, scene: any, anew: boolean) => void} */
    this.onscene = () => {};
    /** @type {(state: State) => void} */
    this.onstate = () => {};
    /** A seat is free, for so many seconds.
     * @type {(table: string, seconds: number) => void} */
    this.onoffered = () => {};
    /** The card room ends the line, and says why.
     * @type {(why: string) => void} */
    this.onbye = () => {};
    /** Something was denied that nobody waits for.
     * @type {(why: string) => void} */
    this.ondenied = () => {};
    /** @type {Map<string, Pending>} */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.wait = FIRST_WAIT;
    this.clock = 0;
    this.closed = false;
    this.timer = 0;
    addEventListener("online", () => this.open());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.open());
    setInterval(() => this.again(), 1000);
    this.open();
  }

  /** The server's time, in seconds. */
  now() {
    return this.clock + performance.now() / 1000;
  }

  /** @param {string} table */
  watch(table) {
    if (!this.tables.has(table)) this.tables.set(table, { epoch: "", seq: 0, scene: null });
    this.catchUp(table);
  }

  /** @param {string} table */
  unwatch(table) {
    this.tables.delete(table);
    this.say({ type: "unwatch", table });
  }

  /**
   * Say something that needs no answer; it is lost with the line.
   * @param {any} message
   */
  say(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Ask for something that is kept: it is asked again until it is accepted, or denied with the reason.
   * @param {any} message
   * @returns {Promise<void>}
   */
  ask(message) {
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    return new Promise((accept, deny) => {
      this.pending.set(id, { message: { ...message, id }, settle: { accept, deny }, sent: performance.now() });
      this.say({ ...message, id });
    });
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }

  // -- the socket -------------------------------------------------------------------------------------------------

  open() {
    clearTimeout(this.timer);
    if (this.closed || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    const where = new URL(`/socket/${encodeURIComponent(this.hall)}`, location.href);
    where.protocol = where.protocol.replace("http", "ws");
    const socket = new WebSocket(where);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      for (const table of this.tables.keys()) this.catchUp(table);
      for (const each of this.pending.values()) this.send(each);
      this.tell("open");
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.socket !== socket || this.closed) return;
      this.socket = null;
      this.tell("lost");
      this.timer = setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  /** @param {State} state */
  tell(state) {
    if (this.state === state) return;
    this.state = state;
    this.onstate(state);
  }

  again() {
    for (const each of this.pending.values()) if (performance.now() - each.sent > ASK_AGAIN) this.send(each);
  }

  /** @param {Pending} pending */
  send(pending) {
    pending.sent = performance.now();
    this.say(pending.message);
  }

  /** @param {string} table */
  catchUp(table) {
    const seen = this.tables.get(table);
    if (seen) this.say({ type: "watch", table, epoch: seen.epoch, seq: seen.seq });
  }

  /** @param {any} said */
  hear(said) {
    const seen = this.tables.get(said.table);
    switch (said.type) {
      case "hello":
        this.clock = said.now - performance.now() / 1000;
        break;
      case "scene":
        if (!seen) return;
        this.tables.set(said.table, { epoch: said.epoch, seq: said.seq, scene: said.scene });
        this.onscene(said.table, said.scene, true);
        break;
      case "changed":
        if (!seen || said.epoch !== seen.epoch || said.seq <= seen.seq) return;
        if (said.after !== seen.seq) return this.catchUp(said.table);
        seen.scene = applied(seen.scene, said);
        seen.seq = said.seq;
        this.onscene(said.table, seen.scene, false);
        break;
      case "accepted":
      case "denied": {
        const asked = this.pending.get(said.id);
        this.pending.delete(said.id);
        if (said.type === "accepted") asked?.settle.accept();
        else if (asked) asked.settle.deny(new Refused(said.why));
        else this.ondenied(said.why);
        break;
      }
      case "offered":
        this.onoffered(said.table, said.seconds);
        break;
      case "bye":
        this.onbye(said.why);
    }
  }
}
