// Sitting down, the waiting list, adding chips, sitting out and leaving; and the prompt for players who are not in a
// round.

import { avatar } from "../parts/avatar.js";
import { h } from "../parts/dom.js";
import { changeName } from "../parts/guest-name.js";
import { cents, dollars } from "../parts/money.js";
import { notice } from "../parts/notice.js";
import { confirmSheet, sheet } from "../parts/sheet.js";
import { TAGS } from "../parts/tags.js";
import { plainName } from "../parts/words.js";
import { nextToGiveWay } from "./friends.js";
import { answer, showRefusal } from "./prompt/answers.js";
import { question } from "./prompt/controls.js";

/** @typedef {import("./table.js").TablePage} TablePage */

const STATES = /** @type {Record<string, string>} */ ({
  opening: "This table is opening.",
  paused: "The floor has paused this table. Your wagers stand.",
  closing: "This table closes after this round.",
  closed: "This table is closed.",
  broken: "This round is interrupted. Your wagers stand, and the floor has been alerted.",
});

/**
 * The prompt for a viewer who is not seated, away, sitting out or without chips, or whose table is not dealing.
 * @param {TablePage} t
 */
export function seatStatus(t) {
  const idle = t.scene.state === "paused" && (!t.picture || t.picture.over);
  const state = idle ? "The floor has paused this table. No rounds are dealt until it resumes." : STATES[t.scene.state];
  const me = t.me ? t.scene.people[t.me.name ?? ""] : undefined;
  if (!t.loaded) return [question(t, t.slowStart ? "Loading the table" : "", "")];
  const back = h("div.acts", { key: "back" }, h("a.btn", { href: "./" }, "Back to the lobby"));
  if (t.scene.state === "closed") return [question(t, state, "Choose another in the lobby."), back];
  if (!me) return visitorStatus(t, state);
  if (me.away)
    return [
      question(
        t,
        t.ui.missed > 1 ? "You ran out of time twice and are now away" : "You are away",
        'Choose "I\'m back" to be dealt in.',
      ),
      h(
        "div.acts.row",
        { key: "acts" },
        h(
          `button.btn.act.${me.out ? "h" : "t"}`,
          { key: "back", onclick: () => request(t, { type: TAGS.Return }) },
          "I'm back",
        ),
        me.out ? null : h("button.btn.t", { key: "out", onclick: () => sitOut(t, true) }, "Sit out"),
        h(`button.btn.${me.out ? "h" : "t"}`, { key: "leave", onclick: () => leave(t) }, "Leave"),
      ),
    ];
  if (me.out && t.moment !== "act" && t.moment !== "wait")
    return [
      question(t, "You are sitting out", t.scene.starts ? "The next round starts without you." : ""),
      h(
        "div.acts.row",
        { key: "acts" },
        h("button.btn.act.h", { onclick: () => sitOut(t, false) }, "Deal me in"),
        h("button.btn.h", { onclick: () => leave(t) }, "Leave"),
      ),
    ];
  if (!me.stack && t.moment !== "wait")
    return [
      question(t, "You have no chips at this table", t.ui.refused || "Add chips to be dealt in."),
      h(
        "div.acts.row",
        { key: "acts" },
        h("button.btn.act.h", { onclick: () => addChips(t) }, "Add chips"),
        h("button.btn.h", { onclick: () => leave(t) }, "Leave"),
      ),
    ];
  if (state && t.moment !== "wait") return [question(t, state, ""), back];
  return null;
}

/** @param {TablePage} t @param {string | undefined} state */
function visitorStatus(t, state) {
  const free = t.seats - Object.values(t.scene.people).filter((each) => !each.behind).length;
  const hint = t.ui.refused || (t.ui.seatOffered ? "A seat is reserved for you." : "");
  if (state) return [question(t, state, hint)];
  const bot = nextToGiveWay(t);
  const way = bot ? `${bot}, a bot, gives up the seat.` : "";
  if (t.ui.seatRequested) return [question(t, "You will be seated when this round ends", hint || way)];
  if (free > 0 || bot || t.ui.seatOffered)
    return [
      question(
        t,
        t.picture ? "You are watching" : "Take a seat",
        hint || (bot ? way : `${free} of ${t.seats} seats are free.${botsWaitHint(t)}`),
      ),
      h("div.acts.row", { key: "sit" }, h("button.btn.act", { onclick: () => sitDown(t) }, "Sit down")),
    ];
  const waits = t.ui.queued;
  return [
    question(
      t,
      "All seats are taken",
      hint ||
        (waits
          ? `You are on the waiting list (${t.scene.waiting} waiting).`
          : `${t.scene.waiting || "No one is"} waiting.`),
    ),
    h(
      "div.acts.row",
      { key: "sit" },
      h(
        "button.btn",
        { class: waits ? "" : "act", onclick: () => setQueued(t, !waits) },
        waits ? "Leave the waiting list" : "Wait for a seat",
      ),
    ),
  ];
}

/** Bots do not play without a player, so say what they wait for. @param {TablePage} t */
const botsWaitHint = (t) =>
  !t.picture && t.places.every((place) => place.bot) ? " A round starts when a player sits down." : "";

/**
 * The least, most and usual buy-in. A player with chips here may add less than a buy-in.
 * @param {TablePage} t
 * @param {number} has
 */
function buyInBounds(t, has) {
  const [buyIn, limit, chip] = t.about?.buy_in ?? [];
  const balance = t.me?.halls?.[t.connection.hall]?.balance ?? 0;
  const least = has ? Math.max(chip ?? 0, 100) : (buyIn ?? 100);
  const top = Math.max(Math.min(limit ? limit - has : balance, balance), 0);
  return { least, most: Math.max(top, least), balance, usual: Math.min(t.about?.usual ?? 20000, top) };
}

/**
 * A sheet that asks for an amount, and for a seat if there is a choice.
 * @param {TablePage} t
 * @param {string} title
 * @param {[string, string][]} where values and names of seats
 * @param {(amount: number, where: string) => void} done
 * @param {number} [has] the chips that the player already has here
 */
function amountSheet(t, title, where, done, has = 0) {
  const { balance, least, most, usual } = buyInBounds(t, has);
  let [text, place, problem] = [dollars(usual), where[0]?.[0] ?? "", ""];
  sheet(
    title,
    (close, redraw) => {
      const go = () => {
        const amount = cents(text);
        problem = amount === null ? "Enter an amount, for example 200." : "";
        if (amount === null) return redraw();
        close();
        done(amount, place);
      };
      return [
        h(
          "label.line",
          null,
          h("span", null, "Chips"),
          h("input.field", {
            value: text,
            inputmode: "decimal",
            autofocus: true,
            oninput: (/** @type {any} */ event) => (text = event.target.value),
            onfocus: (/** @type {any} */ event) => event.target.select(),
            onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && go(),
          }),
        ),
        where.length > 1
          ? h(
              "label.line",
              null,
              h("span", null, "Seat"),
              h(
                "select.field",
                { onchange: (/** @type {any} */ event) => (place = event.target.value) },
                where.map(([value, name]) => h("option", { key: value, value }, name)),
              ),
            )
          : null,
        h(
          "p.small.muted",
          null,
          `You have ${dollars(balance)}. ${has ? "Add" : "Buy in for"} ${dollars(least)} to ${dollars(most)}.`,
        ),
        t.me?.guest && !has ? nameLine(t, close) : null,
        problem ? h("p.small.problem", { role: "alert" }, problem) : null,
        h(
          "div.acts",
          null,
          h("button.btn.h", { onclick: close }, "Cancel"),
          h("button.btn.act.h", { onclick: go }, title),
        ),
      ];
    },
    { plain: true },
  );
}

/** A guest's name, which can be changed before sitting down. @param {TablePage} t @param {() => void} close */
function nameLine(t, close) {
  const name = t.me?.name ?? "";
  const change = () => {
    close();
    changeName(name, () => location.reload());
  };
  return h(
    "p.small.named",
    { key: "name" },
    avatar(plainName(name)),
    `You play as ${plainName(name)}.`,
    h("button.btn.quiet.small", { onclick: change }, "Change name"),
  );
}

/** Seats that are free. @param {TablePage} t */
export function freeSeats(t) {
  const taken = new Set(
    Object.values(t.scene.people)
      .filter((each) => !each.behind)
      .map((each) => each.seat),
  );
  return Array.from({ length: t.seats }, (_, at) => at + 1).filter((seat) => !taken.has(seat));
}

/** Ask where to sit and with how many chips. A player may also bet behind a seat. @param {TablePage} t */
export function sitDown(t) {
  /** @type {[string, string][]} */
  const where = [
    ["", "Any seat"],
    ...freeSeats(t).map((seat) => /** @type {[string, string]} */ ([String(seat), `Seat ${seat}`])),
  ];
  if (t.cloth?.behind)
    for (const place of t.places)
      if (!place.behind) where.push([`-${place.seat}`, `Behind seat ${place.seat}, ${place.name}`]);
  amountSheet(t, "Sit down", where, (amount, place) =>
    sit(t, amount, place ? Math.abs(Number(place)) : null, place.startsWith("-")),
  );
}

/** Sit down with the usual chips, or ask for them if there are too few. @param {TablePage} t */
export function sitAtOnce(t) {
  const { least, usual } = buyInBounds(t, 0);
  if (usual < least) return sitDown(t);
  const address = new URL(location.href);
  address.searchParams.delete("sit"); // a page that is loaded again does not sit down again
  history.replaceState(null, "", address);
  void sit(t, usual, null);
}

/** @param {TablePage} t */
export async function addChips(t) {
  await t.refreshMe();
  amountSheet(t, "Add chips", [], (amount) => topUp(t, amount), t.scene.people[t.me?.name ?? ""]?.stack ?? 0);
}

/** Take or give up a second circle from the next round on. @param {TablePage} t */
export function takeCircle(t) {
  const mine = new Set((t.picture?.boxes ?? []).filter((box) => box.mine).map((box) => box.seat));
  sheet("Another circle", (close) => [
    h("p", null, "You can bet on free circles from the next round on."),
    h(
      "div.seg",
      null,
      freeSeats(t).map((seat) =>
        h(
          "button.btn",
          {
            key: seat,
            onclick: () => {
              close();
              request(t, { type: TAGS.TakeCircle, seat, taken: !mine.has(seat) });
            },
          },
          `${mine.has(seat) ? "Give up seat" : "Seat"} ${seat}`,
        ),
      ),
    ),
  ]);
}

// -- requests -------------------------------------------------------------------------------------------------------

/** @param {TablePage} t @param {any} message */
export async function request(t, message) {
  try {
    await t.connection.request({ table: t.table, ...message });
    return true;
  } catch (error) {
    showRefusal(t, /** @type {Error} */ (error).message);
    return false;
  }
}

/** @param {TablePage} t @param {number} amount @param {number | null} seat @param {boolean} [behind] */
export async function sit(t, amount, seat, behind = false) {
  t.ui.seatRequested = true;
  t.ui.refused = "";
  t.draw();
  await request(t, { type: TAGS.Join, cents: amount, seat, behind });
  t.ui.seatRequested = t.ui.seatOffered = false;
  t.draw();
}

/** @param {TablePage} t @param {number} amount */
export async function topUp(t, amount) {
  if (t.picture && !t.picture.over) notice("Your chips arrive when this round ends.");
  await request(t, { type: TAGS.TopUp, cents: amount });
}

/** @param {TablePage} t @param {boolean} out */
export function sitOut(t, out) {
  return request(t, { type: TAGS.SitOut, out });
}

/** @param {TablePage} t */
export async function leave(t) {
  if (
    !(await confirmSheet(
      "Leave the table?",
      t.picture && !t.picture.over
        ? "You will leave with your chips when this round ends."
        : "Your chips go back to your balance.",
      "Leave",
    ))
  )
    return;
  t.ui.leaving = true;
  const gone = request(t, { type: TAGS.Leave });
  passWhenLeaving(t);
  t.draw();
  if (await gone)
    location.href = t.about?.private ? `together?hall=${t.hall}&table=${encodeURIComponent(t.table)}` : "./";
  t.ui.leaving = false;
  t.draw();
}

/** Sit out or pass for a player who is leaving, so that the round need not wait. @param {TablePage} t */
export function passWhenLeaving(t) {
  const aside = t.ui.leaving && t.prompt?.offers.find((offer) => offer.action === "sit-out" || offer.action === "pass");
  if (aside) answer(t, aside);
}

/** @param {TablePage} t @param {boolean} wait */
export function setQueued(t, wait) {
  t.connection.send({ type: wait ? TAGS.Queue : TAGS.Unqueue, table: t.table });
  t.ui.queued = wait;
  t.draw();
}
