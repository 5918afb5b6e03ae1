// The near side of the felt: the viewer's betting areas and cards.

import { card, cards, playClass } from "../../parts/card.js";
import { h, keyHint } from "../../parts/dom.js";
import { dollars } from "../../parts/money.js";
import { capitalize, cardName, cardNames } from "../../parts/words.js";
import { togglePick } from "../prompt/answers.js";
import { total } from "../prompt/draft.js";
import { remark, sharedCard } from "../view.js";
import { myAreas } from "./areas.js";
import { arrangement } from "./set-hands.js";
import { emptyPlaces } from "./cards.js";
import { isFoul, litClass } from "./lit.js";
import { drawDots, markerTag } from "./seats.js";
import { chipAmount } from "./stack.js";

/**
 * @typedef {import("../table.js").TablePage} TablePage
 * @typedef {import("../../parts/types.js").Spread} Spread
 */

/** The viewer's areas and cards. While setting or discarding, the cards can be chosen. @param {TablePage} t */
export function myZone(t) {
  const own = (t.picture?.spreads ?? []).filter(
    (spread) => spread.mine && spread.place[2] !== "discards" && (spread.cards.length || spread.slots),
  );
  const several = new Set(own.map((spread) => spread.place[1])).size > 1;
  const setting = arrangement(t);
  const shared = sharedCard(t.picture);
  const me = t.places.find((place) => place.you);
  const foul = isFoul(t, me?.seat);
  return h(
    "div.zone.mine",
    { key: "mine", class: setting ? "setting" : "" },
    t.cloth?.seating === "rim" && myAreas(t),
    setting ??
      (own.length
        ? h(
            "div.myhands",
            { key: "hands", class: several ? "several" : "" },
            own.map((spread) => myHand(spread, t, several)),
          )
        : shared
          ? h(
              "div.myhands",
              { key: "hands" },
              h("figure.hand.my", null, cards(shared.cards, { name: `Shared: ${cardNames(shared.cards)}` })),
            )
          : t.seated && t.moment !== "wait"
            ? h("div.myhands", { key: "hands" }, emptyPlaces(t, "my", t.cloth?.cards?.hand ?? 0))
            : null),
    foul && h("p.hand-name.foul", { key: "foul" }, h("b", null, "Foul:"), " the front is higher than the back"),
    t.seated &&
      me &&
      !foul &&
      h(
        "p.hand-name.me",
        { key: "me" },
        h("span", null, "You, ", h("b.num", null, dollars(me.stack))),
        h(
          "span.with",
          null,
          me.markers.map((marker) => markerTag(marker)),
          drawDots(me, t),
          me.bet
            ? ["in front ", chipAmount(me.bet)]
            : chipsOnFelt(t)
              ? h("span.laid", null, `${dollars(chipsOnFelt(t))} on the felt`)
              : "",
        ),
      ),
  );
}

/** The viewer's chips on the felt, the draft included. @param {TablePage} t */
const chipsOnFelt = (t) =>
  t.betting ? total(t.ui.wagers) : (t.picture?.boxes ?? []).reduce((sum, box) => sum + (box.mine ? box.amount : 0), 0);

/** The viewer's three rows while no card is to be placed. @param {TablePage} t */
export function myRows(t) {
  const rows = (t.picture?.spreads ?? []).filter((spread) => spread.mine && spread.slots);
  if (!rows.length) return myZone(t);
  const me = t.places.find((place) => place.you);
  const foul = remark(me, "a foul hand");
  const land = remark(me, "the next hand is in Fantasy Land") || remark(me, "in Fantasy Land");
  return h(
    "div.zone.mine",
    { key: "mine" },
    h(
      "div.rows",
      { role: "group", "aria-label": "Your rows" },
      rows.map((spread) =>
        h(
          "div.crow",
          { key: spread.place[2] ?? "" },
          h("span.rn", null, h("b", null, capitalize(spread.place[2] ?? "")), h("span", null, spread.says ?? "")),
          cards(spread.cards, {
            slots: spread.slots,
            states: () => (foul ? "foul" : ""),
            name: `${capitalize(spread.place[2] ?? "")}: ${cardNames(spread.cards) || "empty"}. ${spread.says ?? ""}`,
          }),
        ),
      ),
    ),
    foul || land ? h("p.order", { key: "order", class: foul ? "bad" : "" }, foul ? "Foul hand" : `You: ${land}`) : null,
  );
}

/** @param {TablePage} t @param {Spread | null} shared @param {number} each */
const sharedState = (t, shared, each) => ["shared", shared && litClass(t, shared, each)].filter(Boolean).join(" ");

/**
 * @param {Spread} spread
 * @param {TablePage} t
 * @param {boolean} several
 */
function myHand(spread, t, several) {
  const spot = spread.place[1] ?? "";
  const picking = t.picking && t.prompt?.spot === spot ? t.picking : null;
  const box = several ? t.picture?.boxes?.find((each) => each.spot === spot && each.amount) : null;
  const states = (/** @type {number} */ each, /** @type {number} */ at) =>
    spread.folded
      ? "out"
      : litClass(t, spread, each) || playClass(spread.plays, each) || (spread.up?.includes(at) ? "up" : "");
  const shared = sharedCard(t.picture);
  const faces = picking
    ? h(
        "span.cards.pks",
        { role: "group", "aria-label": `Your cards. ${t.prompt?.title}`, style: { "--n": spread.cards.length } },
        spread.cards.map((each, at) => {
          const chosen = t.ui.picked.includes(each);
          return h(
            "button.pk",
            {
              key: each,
              "aria-pressed": String(chosen),
              "aria-label": cardName(each),
              onclick: () => togglePick(t, each),
            },
            card(each, chosen ? "sel" : "", t.bonus.has(each), ""),
            keyHint(at + 1),
          );
        }),
      )
    : cards([...spread.cards, ...(shared?.cards ?? [])], {
        states: (each, at) => (at < spread.cards.length ? states(each, at) : sharedState(t, shared, each)),
        bonus: t.bonus,
        fan: spread.cards.length > (several ? 2 : 6),
        slots: spread.slots ?? 0,
        name: `Your cards: ${cardNames(spread.cards)}. ${shared ? `Shared: ${cardNames(shared.cards)}. ` : ""}${spread.says ?? ""}`,
      });
  const part = spread.place[2] && spread.place[2] !== "up";
  const title = several || part ? capitalize(spread.title.replace(/^You, /, "").replace(/^You$/, "")) : "";
  const says = capitalize(spread.says ?? "");
  return h(
    "figure.hand.my",
    {
      key: spread.place.join(" "),
      class: [several && spread.active && "live", several && "boxed", part && "part"].filter(Boolean).join(" "),
    },
    faces,
    h(
      "figcaption.hand-name",
      { key: title + says }, // other words: nothing moves, they are new
      title ? [title, says ? ": " : ""] : "",
      h("b", null, says),
      box ? [" · ", dollars(box.amount)] : null,
    ),
  );
}
