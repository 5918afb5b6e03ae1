// Requests on the floor page: orders that wait for a second person.

import { h } from "../../parts/dom.js";
import { api } from "../../parts/net.js";
import { formSheet, reasonField, timeText } from "../../parts/site.js";
import { icon } from "../../parts/sprite.js";
import { capitalize } from "../../parts/words.js";
import { showCode } from "./people.js";

/**
 * @typedef {import("../../parts/types.js").RequestEntry} Request
 */

/**
 * The reply to an order: what happened, or that it waits for a second person.
 * @param {any} reply
 * @param {string} done
 */
export const doneOrWaits = (reply, done) => (reply.request ? reply.says : done);

/**
 * @param {Request[]} requests
 * @param {() => Promise<void>} reload loads the requests again
 */
export function requestsSection(requests, reload) {
  if (!requests.length) return null;
  return h(
    "section",
    { key: "requests", "aria-label": "Requests" },
    h("div.head", null, h("h2", null, "Requests")),
    h("p.note", null, "These orders wait for a second person. A request expires after 24 hours."),
    requests.map((each) =>
      h(
        "div.notice",
        { key: each.number },
        icon("info"),
        h(
          "div.gr",
          null,
          h("p", null, h("b", null, `${capitalize(each.says)}.`)),
          h(
            "p.small.muted",
            null,
            `${each.who}, ${timeText(each.at / 1e6)}: ${each.why}. Expires ${timeText(each.until / 1e6)}.`,
          ),
        ),
        h(
          "div.do",
          null,
          each.may &&
            h(
              "button.btn.small",
              {
                key: "approve",
                onclick: () => decide(each, "approve", reload),
                "aria-label": `Approve request ${each.number}`,
              },
              "Approve",
            ),
          (each.may || each.mine) &&
            h(
              "button.btn.small.quiet",
              {
                key: "decline",
                onclick: () => decide(each, "decline", reload),
                "aria-label": `${each.mine ? "Take back" : "Decline"} request ${each.number}`,
              },
              each.mine ? "Take back" : "Decline",
            ),
        ),
      ),
    ),
  );
}

/** @param {Request} each @param {"approve" | "decline"} what @param {() => Promise<void>} reload */
function decide(each, what, reload) {
  const approves = what === "approve";
  formSheet(
    approves ? `Approve request ${each.number}?` : each.mine ? "Take the request back?" : "Decline the request?",
    approves ? "Approve" : each.mine ? "Take back" : "Decline",
    () => [
      h("p", null, `${each.who} wants to ${each.says}: ${each.why}.`),
      approves && h("p", null, "The order is carried out immediately. The books keep both names and reasons."),
      reasonField(),
    ],
    async ({ why }) => {
      const done = await api(`/api/v1/requests/${each.number}/${what}`, { why });
      await reload();
      if (done.code) showCode("One-time code", done.code);
      return done.says;
    },
    { danger: !approves },
  );
}
