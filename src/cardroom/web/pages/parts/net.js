// Requests to the server by HTTP. Tables are watched over a WebSocket: see table/connection.js.

import { sentence } from "./words.js";

/** The server refused a request, or could not be reached. The message is a sentence that can be shown. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {number} [status] 0 if the server could not be reached
   * @param {boolean} [code] whether the password was right and the code of the second factor is missing
   * @param {{ code: string, warning: string }} [confirm] the code that confirms the order, and what it confirms
   */
  constructor(message, status = 0, code = false, confirm) {
    super(sentence(message));
    this.status = status;
    this.code = code;
    this.confirm = confirm;
  }
}

const preloadedBlock = document.getElementById("preloaded");
/** Answers that came with the page, by path. @type {Map<string, any>} */
const preloaded = new Map(Object.entries(JSON.parse(preloadedBlock?.textContent ?? "{}")));
preloadedBlock?.remove(); // a module that is loaded later asks again

/** Forget the answers that came with the page, because something changed since. */
export const forgetPreloaded = () => preloaded.clear();

const UNREACHABLE = "Can't reach the card room. Check your connection and try again.";

/**
 * Send a request: a POST if there is a body, otherwise a GET.
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function api(path, body) {
  if (body === undefined && preloaded.has(path)) {
    const answer = preloaded.get(path);
    preloaded.delete(path); // it is as old as the page, so it is used once
    return answer;
  }
  /** @type {RequestInit} */
  const request = { headers: { accept: "application/json" }, credentials: "same-origin" };
  if (body !== undefined) {
    request.method = "POST";
    request.headers = { ...request.headers, "content-type": "application/json", "x-csrftoken": cookie("csrftoken") };
    request.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, request);
  } catch {
    const known = body === undefined ? await storedRules(path) : null;
    if (known) return known;
    throw new Refused(UNREACHABLE);
  }
  const answer = response.headers.get("content-type")?.includes("json") ? await response.json() : null;
  if (!response.ok)
    throw new Refused(
      answer?.detail ?? `The card room answered with error ${response.status}. Try again in a moment.`,
      response.status,
      answer?.code === true,
      answer?.confirm ? { code: answer.confirm, warning: answer.warning } : undefined,
    );
  return answer;
}

/** The answer to a request for rules from the stored copy, which the service worker has without a connection; or null.
 * @param {string} path */
async function storedRules(path) {
  if (!path.startsWith("/api/v1/games")) return null;
  try {
    const { answers } = await (await fetch("/public/rules.json")).json();
    return answers[decodeURIComponent(path)] ?? null;
  } catch {
    return null; // nothing is stored
  }
}

/** @param {string} name */
function cookie(name) {
  const pair = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : "";
}

/** The user of this session. A visitor without a session becomes a guest. */
export async function signedIn() {
  const me = await api("/api/v1/me");
  return me.name ? me : await api("/api/v1/guest", {});
}

/**
 * The address of a table for friends. The key follows a #, so browsers do not send it and no log has it.
 * @param {string} table
 * @param {string} key
 */
export const friendsAddress = (table, key) => `table?hall=play&table=${encodeURIComponent(table)}&sit=1#key=${key}`;
