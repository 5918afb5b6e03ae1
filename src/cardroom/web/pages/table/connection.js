// The WebSocket connection to the tables of a hall. It reconnects by itself. A request is sent again with the same id
// until the server accepts or denies it, so it takes effect once. After a reconnect the client sends the last scene it
// has, and the server sends what changed since. A table's scene is sent whole once and then as patches. Scenes are
// never changed in place: parts that a patch does not touch stay the same objects, so they need not be compared or
// drawn again.

import { Refused } from "../parts/net.js";
import { TAGS } from "../parts/tags.js";
import { sentence } from "../parts/words.js";

/**
 * @typedef {{ epoch: string, seq: number, scene: any }} Watched
 * @typedef {"opening" | "open" | "lost"} State
 * @typedef {{ message: any, settle: { accept: () => void, deny: (why: Error) => void }, sent: number }} Pending
 * @typedef {(string | number)[]} Path
 * @typedef {{ set: [Path, any][], gone: Path[] }} Patch
 */

/** Milliseconds before the first reconnect. Each further attempt waits twice as long. */
const FIRST_WAIT = 250;
/** The longest wait between two attempts to reconnect, in milliseconds. */
const LONGEST_WAIT = 5000;
/** Milliseconds after which a request without a reply is sent again. */
const RETRY_AFTER = 4000;

export class Connection {
  /** @param {string} hall */
  constructor(hall) {
    this.hall = hall;
    /** @type {State} */
    this.state = "opening";
    /** Watched tables by name, with the last scene of each. @type {Map<string, Watched>} */
    this.tables = new Map();
    /** What came before the page listened. @type {(() => void)[]} */
    this.missed = [];
    /** Called with a table's new scene. `whole` is false if it is the previous scene with a patch.
     * @type {(table: string, scene: any, whole: boolean) => void} */
    this.onscene = () => {};
    /** @type {(state: State) => void} */
    this.onstate = () => {};
    /** Called when a seat is free for this player, for the given seconds.
     * @type {(table: string, seconds: number) => void} */
    this.onoffered = (table, seconds) => {
      this.missed.push(() => this.onoffered(table, seconds));
    };
    /** Called when a player has said a word at a table. @type {(table: string, who: string, word: string) => void} */
    this.onword = () => {};
    /** Called before the server closes the connection, with its reason.
     * @type {(why: string) => void} */
    this.onbye = (why) => {
      this.missed.push(() => this.onbye(why));
    };
    /** Called when the server denies a message that expects no reply.
     * @type {(why: string) => void} */
    this.ondenied = (why) => {
      this.missed.push(() => this.ondenied(why));
    };
    /** Requests without a reply, by id. @type {Map<string, Pending>} */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.wait = FIRST_WAIT;
    /** Why the server closed the connection; empty if it broke, and while it is open. */
    this.reason = "";
    /** The user of this connection, as the server knows them. */
    this.user = "";
    /** Called when the connection is another user's than before: the session changed, for example in another tab. */
    this.onotheruser = () => {};
    /** The server's clock minus this page's, in seconds. */
    this.clock = 0;
    this.closed = false;
    this.timer = 0;
    addEventListener("online", () => this.open());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.open());
    setInterval(() => this.retry(), 1000);
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
    this.send({ type: TAGS.Unwatch, table });
  }

  /**
   * Send a message without waiting for a reply. It is lost if the connection is.
   * @param {any} message
   */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Send a request until the server replies: accepted, or denied with the reason.
   * @param {any} message
   * @returns {Promise<void>}
   */
  request(message) {
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    return new Promise((accept, deny) => {
      this.pending.set(id, { message: { ...message, id }, settle: { accept, deny }, sent: performance.now() });
      this.send({ ...message, id });
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
    const address = new URL(`/api/v1/socket/${encodeURIComponent(this.hall)}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      for (const table of this.tables.keys()) this.catchUp(table);
      for (const each of this.pending.values()) this.sendPending(each);
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.socket !== socket || this.closed) return;
      this.socket = null;
      this.setState("lost");
      this.timer = setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  /** @param {State} state */
  setState(state) {
    if (this.state === state) return;
    this.state = state;
    this.onstate(state);
  }

  retry() {
    for (const each of this.pending.values()) if (performance.now() - each.sent > RETRY_AFTER) this.sendPending(each);
  }

  /** @param {Pending} pending */
  sendPending(pending) {
    pending.sent = performance.now();
    this.send(pending.message);
  }

  /** Watch a table, starting after the last scene that is known. @param {string} table */
  catchUp(table) {
    const watched = this.tables.get(table);
    if (watched) this.send({ type: TAGS.Watch, table, epoch: watched.epoch, seq: watched.seq });
  }

  /** @param {any} message */
  receive(message) {
    const watched = this.tables.get(message.table);
    switch (message.type) {
      case TAGS.Hello:
        this.clock = message.now - performance.now() / 1000;
        if (this.user && this.user !== message.name) this.onotheruser();
        this.user = message.name;
        this.wait = FIRST_WAIT;
        this.reason = "";
        this.setState("open"); // not before: the server may also open a connection to say why it refuses it
        break;
      case TAGS.Scene:
        if (!watched) return;
        this.tables.set(message.table, { epoch: message.epoch, seq: message.seq, scene: message.scene });
        this.onscene(message.table, message.scene, true);
        break;
      case TAGS.ScenePatch:
        if (!watched || message.epoch !== watched.epoch || message.seq <= watched.seq) return;
        if (message.after !== watched.seq) return this.catchUp(message.table);
        watched.scene = applyPatch(watched.scene, message);
        watched.seq = message.seq;
        this.onscene(message.table, watched.scene, false);
        break;
      case TAGS.Accepted:
      case TAGS.Denied: {
        const pending = this.pending.get(message.id);
        this.pending.delete(message.id);
        if (message.type === TAGS.Accepted) pending?.settle.accept();
        else if (pending) pending.settle.deny(new Refused(message.why));
        else this.ondenied(message.why);
        break;
      }
      case TAGS.Offered:
        this.onoffered(message.table, message.seconds);
        break;
      case TAGS.WordSaid:
        this.onword(message.table, message.who, message.word);
        break;
      case TAGS.Bye:
        this.reason = message.why;
        this.onbye(message.why);
    }
  }
}

/**
 * What to tell a user whose connection is closed: what happened, and what happens next.
 * @param {string} reason the server's reason; empty if the connection broke
 * @returns {[string, string]}
 */
export function closedWords(reason) {
  if (!reason) return ["Connection lost. Your wagers stand.", "Reconnecting. Your time keeps running."];
  if (reason === "the room closes")
    return ["The card room is closing. Your wagers stand.", "This page reconnects when the card room is open again."];
  if (reason.startsWith("You have too many connections"))
    return ["You have too many pages open.", "Close another page of this card room. This one then connects by itself."];
  return [sentence(reason), "Reconnecting."];
}

/**
 * The scene after a patch.
 * @param {any} scene
 * @param {Patch} patch
 */
export function applyPatch(scene, patch) {
  let next = scene;
  for (const [path, value] of patch.set) next = withValue(next, path, 0, value);
  for (const path of patch.gone) next = without(next, path, 0);
  return next;
}

/**
 * @param {any} node
 * @param {Path} path
 * @param {number} depth
 * @param {any} value
 * @returns {any}
 */
function withValue(node, path, depth, value) {
  if (depth === path.length) return value;
  const copy = Array.isArray(node) ? [...node] : { ...node };
  const child = depth + 1 < path.length ? node[path[depth]] : undefined;
  copy[path[depth]] = withValue(child, path, depth + 1, value);
  return copy;
}

/**
 * @param {any} node
 * @param {Path} path
 * @param {number} depth
 * @returns {any}
 */
function without(node, path, depth) {
  const copy = Array.isArray(node) ? [...node] : { ...node };
  if (depth + 1 === path.length) delete copy[path[depth]];
  else copy[path[depth]] = without(node[path[depth]], path, depth + 1);
  return copy;
}
