// The betting areas: their printed names and chips. They are buttons while the viewer bets. Areas that must hold the
// same amount are joined by "=".

import { h, printedWords } from "../../parts/dom.js";
import { dollars, signed, spoken } from "../../parts/money.js";
import { addChip, setWager } from "../prompt/answers.js";
import { plainName } from "../view.js";
import { markerTag } from "./seats.js";
import { chipAmount } from "./stack.js";

/**
 * @typedef {import("../table.js").TablePage} TablePage
 * @typedef {import("../../parts/types.js").PrintedArea} Printed
 * @typedef {import("../../parts/types.js").PlacedBet} Box
 */

/**
 * The state of one of the viewer's areas.
 * @param {TablePage} t
 * @param {Printed} printed
 * @param {string} spot
 */
function areaState(t, printed, spot) {
  const picture = t.picture;
  const bets = t.betting && t.prompt?.spot === spot ? t.betting.option : null;
  const area = bets?.areas.find((each) => each.wager === printed.wager);
  const box = picture?.boxes?.find((each) => each.mine && each.spot === spot && each.wager === printed.wager);
  const result = picture?.results?.find(
    (each) => each.mine && each.spot === spot && each.label.split(", ")[0] === printed.label,
  );
  const draft = bets ? (t.ui.wagers[printed.wager] ?? 0) : 0;
  const amount = bets ? draft : box?.amount || (result && picture?.over ? result.stake : 0);
  const offer =
    !bets && t.prompt?.spot === spot ? t.prompt.offers.find((offer) => offer.action === printed.wager) : undefined;
  return { bets, area, box, result, amount, offer };
}

/**
 * @param {Printed} printed
 * @param {number} amount
 * @param {string} more
 */
function areaLabel(printed, amount, more) {
  const range = printed.most ? `${spoken(printed.least ?? 0)} to ${spoken(printed.most)}` : "";
  const pays = printed.pays ? `pays ${printed.pays}` : "";
  return [`${printed.label}: ${amount ? spoken(amount) : "empty"}`, printed.required && "required", more || range, pays]
    .filter(Boolean)
    .join(", ");
}

/** @param {Printed} printed */
export const rangeText = (printed) =>
  printed.least === printed.most
    ? dollars(printed.least ?? 0)
    : `${dollars(printed.least ?? 0)}–${dollars(printed.most ?? 0).slice(1)}`;

/**
 * One betting area.
 * @param {TablePage} t
 * @param {Printed} printed
 * @param {string} spot
 */
function bettingArea(t, printed, spot) {
  const { bets, area, box, result, amount, offer } = areaState(t, printed, spot);
  const states = [amount && "on", printed.required && "req"];
  let more = "";
  if (bets && !area) states.push("idle");
  if (offer) {
    states.push("next");
    more = offer.quick?.length
      ? `${dollars(offer.option.least)}–${dollars(offer.option.most).slice(1)}`
      : offer.amount
        ? dollars(offer.amount)
        : "";
  } else if (printed.later && !amount) {
    states.push("idle");
    more = bets || !t.picture?.boxes?.length ? "after deal" : "";
  }
  if (result && t.picture?.over) {
    states.push(result.net > 0 ? "won" : result.net < 0 ? "lost" : "push");
    more = result.net > 0 ? "won" : result.net < 0 ? "lost" : "push";
  }
  const inside = [
    h("span.nm", null, printed.label),
    " ",
    amount
      ? chipAmount(amount)
      : printedWords("span.rng", more || (bets && area ? rangeText({ ...printed, ...area }) : "")),
  ];
  const how = {
    key: `${spot} ${printed.wager}`,
    class: states.filter(Boolean).join(" "),
    "data-wager": printed.wager,
    "aria-label": areaLabel(printed, amount, more),
  };
  if (printed.jackpot) return jackpotSlot(t, printed, amount || box?.dropped || 0, Boolean(bets && area), how);
  if (printed.spots && !(bets && area))
    return ladder(
      printed,
      spotAmounts(t, printed, box, result),
      offer?.option ? offer.option.most / (offer.option.step || offer.option.most) : 0,
      how,
    );
  if (!bets || !area) return h("span.area", { ...how, role: "img" }, inside);
  return h(
    "button.area",
    {
      ...how,
      onclick: () => addChip(t, printed.wager),
      oncontextmenu: (/** @type {Event} */ event) => {
        event.preventDefault();
        addChip(t, printed.wager, -1);
      },
    },
    inside,
  );
}

/**
 * A jackpot's slot with its light. Words say whether a chip is in it.
 * @param {TablePage} t
 * @param {Printed} printed
 * @param {number} amount
 * @param {boolean} open
 * @param {Record<string, any>} how
 */
function jackpotSlot(t, printed, amount, open, how) {
  const inside = [
    h("b", null, dollars(amount || printed.least || 0)),
    " ",
    h("span.nm", null, "Jackpot"),
    " ",
    h("span", null, amount ? "in" : "out"),
  ];
  const all = {
    ...how,
    title: printed.label,
    class: amount ? "in" : "",
    "aria-label": `${dollars(amount || printed.least || 0)} Jackpot, ${amount ? "in" : "out"}: ${printed.label}`,
  };
  if (!open) return h("span.led", { ...all, role: "img" }, inside);
  return h(
    "button.led",
    {
      ...all,
      "aria-pressed": String(amount > 0),
      onclick: () => setWager(t, printed.wager, amount ? 0 : (printed.least ?? 0)),
    },
    inside,
  );
}

/**
 * The amounts on the spots of one wager. After the round, the amounts that were there.
 * @param {TablePage} t
 * @param {Printed} printed
 * @param {Box | undefined} box
 * @param {import("../../parts/types.js").Result | undefined} result
 */
function spotAmounts(t, printed, box, result) {
  const many = printed.spots ?? 0;
  if (!result || !t.picture?.over) return box?.spots ?? Array(many).fill(0);
  const covered = Number(/^(\d+) x /.exec(result.stakes)?.[1] ?? 1);
  return Array.from({ length: many }, (_, at) => (at < covered ? result.stake / covered : 0));
}

/**
 * Several spots for one wager, each of the Ante's size. Spots that may be covered now are marked.
 * @param {Printed} printed
 * @param {number[]} spots
 * @param {number} open
 * @param {Record<string, any>} how
 */
function ladder(printed, spots, open, how) {
  const covered = spots.filter(Boolean).length;
  const label = `${printed.label}: ${covered ? `${covered} of ${spots.length} spots, ${spoken(spots.reduce((sum, each) => sum + each, 0))}` : "empty"}`;
  return h(
    "span.ladder",
    { ...how, role: "img", "aria-label": label },
    spots.map((amount, at) =>
      h(
        "span.area.rung",
        { class: amount ? `on ${how.class.replace("next", "")}` : at < open ? "next" : "idle" },
        h("span.nm", null, at ? String(at + 1) : printed.label),
        amount ? chipAmount(amount) : null,
      ),
    ),
  );
}

/** The viewer's areas, a row for each spot. @param {TablePage} t */
export function myAreas(t) {
  const printed = t.cloth?.areas ?? [];
  if (!printed.length || !t.seated || t.places.some((place) => place.you && place.banks)) return null;
  const spots = t.mySpots;
  return spots.map((spot) => {
    /** @type {Printed[][]} */
    const groups = [];
    for (const each of printed) {
      const last = groups[groups.length - 1];
      if (last && each.equals) last.push(each);
      else groups.push([each]);
    }
    return h(
      "div.spots",
      {
        key: `spots ${spot}`,
        role: "group",
        "aria-label": "Your betting areas",
        class: [printed.length > 4 && "tight", printed.some((each) => each.spots) && "rungs"].filter(Boolean).join(" "),
      },
      spots.length > 1 ? h("span.legend", { key: "seat" }, `Seat ${/\d+/.exec(spot)?.[0] ?? ""}`) : null,
      groups.map((group) =>
        h(
          "span.grp",
          { key: group[0].wager },
          group.map((each) => [
            each.equals ? h("span.eq", { key: `eq ${each.wager}`, "aria-hidden": "true" }, "=") : null,
            bettingArea(t, each, spot),
          ]),
        ),
      ),
    );
  });
}

/**
 * One layout shared by all players, with a column for each seat. On phones: tiles with the viewer's and the others'
 * bets.
 * @param {TablePage} t
 */
export function sharedLayout(t) {
  const printed = [...(t.cloth?.areas ?? [])].reverse();
  const over = Boolean(t.picture?.over);
  // After the round the areas are empty. The results say what was there.
  const lay = over
    ? (t.picture?.results ?? []).map((each) => ({
        ...each,
        wager: printed.find((area) => area.label === each.label.split(", ")[0])?.wager ?? "",
        amount: each.stake,
      }))
    : (t.picture?.boxes ?? []);
  const spot = t.prompt?.spot ?? t.mySpot;
  const laid = (/** @type {string} */ wager, /** @type {(box: { seat: number, mine?: boolean }) => boolean} */ which) =>
    lay.filter((box) => box.wager === wager && which(box)).reduce((sum, box) => sum + box.amount, 0);
  const hit = (/** @type {Printed} */ each) =>
    over && (t.picture?.results ?? []).some((result) => result.label.split(", ")[0] === each.label && result.net > 0);
  const own = (/** @type {Printed} */ each) => (t.seated ? areaState(t, each, spot) : null);
  const mine = (/** @type {Printed} */ each, /** @type {string} */ kind, /** @type {any} */ inside) => {
    const { bets, area, amount, result } = own(each) ?? { bets: null, area: null, amount: 0, result: undefined };
    const how = {
      key: each.wager,
      "data-wager": each.wager,
      "aria-label": areaLabel(each, amount, ""),
      class: [kind, amount && "on", result && over && result.net > 0 && "hit"].filter(Boolean).join(" "),
    };
    const shown = inside(amount, bets && area ? rangeText({ ...each, ...area }) : "");
    return bets && area
      ? h(
          "button",
          {
            ...how,
            onclick: () => addChip(t, each.wager),
            oncontextmenu: (/** @type {Event} */ event) => {
              event.preventDefault();
              addChip(t, each.wager, -1);
            },
          },
          shown,
        )
      : h("div", { ...how, role: "img" }, shown);
  };
  if (t.size === "phone")
    return h(
      "div.tiles",
      { key: "tiles", role: "group", "aria-label": "Betting areas" },
      printed.map((each, at) =>
        mine(
          each,
          `tile ${at >= printed.length - 2 ? "main" : ""}`,
          (/** @type {number} */ amount, /** @type {string} */ bounds) => {
            const rest = laid(each.wager, (box) => !box.mine);
            return [
              h("b", null, each.label),
              " ",
              printedWords("span.pay", each.pays ?? ""),
              amount ? chipAmount(amount) : bounds && printedWords("span.pay", bounds),
              rest ? printedWords("span.oth", `others ${dollars(rest)}`) : null,
            ];
          },
        ),
      ),
    );
  const seats = t.places.filter((place) => !place.behind);
  const columns = { "--columns": seats.length };
  return h(
    "div.layout",
    { key: "bands", style: columns, role: "group", "aria-label": "Betting areas" },
    h(
      "div.band.heads",
      { key: "heads", class: seats.length > 5 ? "many" : "" },
      h("span"),
      seats.map((place) =>
        h(
          "div.cell",
          { class: place.you ? "me" : place.asked ? "turn" : "", key: place.who },
          h("span.nm", { title: place.name }, place.you ? "You" : place.name),
          place.bot && h("span.tag", null, "bot"),
          place.markers.map((marker) => markerTag(marker)),
          over && place.net !== null && place.status !== "not dealt in"
            ? h("span.num", { class: place.net > 0 ? "won" : "" }, signed(place.net))
            : null,
        ),
      ),
    ),
    printed.map((each, at) =>
      h(
        "div.band",
        { key: each.wager, class: [at >= printed.length - 2 && "main", hit(each) && "hit"].filter(Boolean).join(" ") },
        h("div.bn", null, h("b", null, each.label), h("span", null, each.pays || rangeText(each))),
        seats.map((place) => {
          const seat = printedWords("span.sn", place.seat);
          if (place.you)
            return mine(each, "cell me", (/** @type {number} */ amount, /** @type {string} */ bounds) => [
              seat,
              amount ? chipAmount(amount) : bounds && printedWords("span.rng", bounds),
            ]);
          const amount = laid(each.wager, (box) => box.seat === place.seat && !box.mine);
          const behind = t.picture?.boxes?.find((box) => box.seat === place.seat && box.name.includes("behind"));
          return h(
            "div.cell",
            { key: place.who, title: behind ? plainName(behind.name) : null },
            seat,
            amount ? chipAmount(amount) : null,
          );
        }),
      ),
    ),
  );
}
