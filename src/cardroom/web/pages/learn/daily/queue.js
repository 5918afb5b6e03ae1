// Today's deal in this browser, for times without a connection, and answers that wait to be sent. The deal has no values:
// the score of a waiting answer arrives when it is sent.

import { api, Refused } from "../../parts/net.js";
import { load, save } from "../stored.js";

/**
 * @typedef {import("../../parts/types.js").ShownDeal} Deal
 * @typedef {{ day: string, id: string, action: string, value: any,
 *   who: string | null }} Waiting an answer that waits to be sent, and whose it is, as far as that is known
 */

const DEAL = "cardroom.daily.deal";
const QUEUE = "cardroom.daily.queue";

/** Whether the server could not be reached. @param {unknown} error */
export const unreachable = (error) => error instanceof Refused && error.status === 0;

/** Answers that wait to be sent, the first one first. @returns {Waiting[]} */
export const waiting = () => load(QUEUE) ?? [];

/** @param {{ day: string, id: string, action: string, value: any }} answer */
export const keep = (answer) => save(QUEUE, [...waiting(), { ...answer, who: load(DEAL)?.who ?? null }]);

/**
 * The deal of the day from the server, or without a connection the stored one.
 * @param {string | null} who the user
 * @returns {Promise<Deal>}
 */
export async function todaysDeal(who) {
  try {
    const deal = await api("/api/v1/daily/deal");
    save(DEAL, { ...deal, who });
    return deal;
  } catch (error) {
    const stored = /** @type {Deal | null} */ (load(DEAL));
    const today = new Date().toISOString().slice(0, 10);
    if (!unreachable(error) || stored?.day !== today) throw error;
    return stored;
  }
}

/**
 * Send the waiting answers, and forget those of another user. A guest may have signed up since. Returns why some were
 * refused.
 * @param {string | null} me
 * @returns {Promise<string[]>}
 */
export async function sendWaiting(me) {
  /** @type {string[]} */
  const refused = [];
  save(
    QUEUE,
    waiting().filter(({ who }) => !who || who === me || who.startsWith("guest ")),
  );
  for (let first = waiting()[0]; first; first = waiting()[0]) {
    try {
      await sendAnswer(first);
    } catch (error) {
      if (unreachable(error) || !(error instanceof Refused) || error.status >= 500 || error.status === 429) break;
      refused.push(error.message);
    }
    save(QUEUE, waiting().slice(1));
  }
  return refused;
}

/** @param {{ day: string, id: string, action: string, value: any }} answer @returns {Promise<import("../../parts/types.js").PracticeVerdict>} */
export const sendAnswer = ({ day, id, action, value }) => api(`/api/v1/daily/deal/${day}/${id}`, { action, value });
