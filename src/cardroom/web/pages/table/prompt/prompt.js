// The prompt bar: the question, its default, the clock, and controls for each kind of option. All choices look alike,
// so none is suggested; only a button that confirms the player's own entry is filled.

import { h, keyHint } from "../../parts/dom.js";
import { dollars, signed } from "../../parts/money.js";
import { TAGS } from "../../parts/tags.js";
import { capitalize, displayText, joinWords } from "../../parts/words.js";
import { isShowdown } from "../felt/showdown.js";
import { inviting, waitsForFriends } from "../friends.js";
import { BANKING, nextButtons } from "../pace.js";
import { endResults, pointsTable, resultList } from "../results.js";
import { seatStatus, sitOut } from "../sit.js";
import { plainName, statusText } from "../view.js";
import { litSwitch } from "../why.js";
import { switchQuestion } from "./answers.js";
import { buttons, isRange, questionTitle, sizer, splitLabel, spokenLabel } from "./buttons.js";
import { coachButton, coachPanel } from "./coach.js";
import { betControls, layControls, nameControls, pickControls, question, sentClass } from "./controls.js";
import { chosenSplit, draftProblem, isLaidOut, total } from "./draft.js";

/**
 * @typedef {import("../table.js").TablePage} TablePage
 * @typedef {import("../../parts/types.js").Offer} Offer
 * @typedef {import("../../parts/types.js").Prompt} Prompt
 * @typedef {import("./buttons.js").Button} Button
 */

/** @param {TablePage} t */
export function promptBar(t) {
  const body = t.prompt ? questionBody(t, t.prompt) : waitingBody(t);
  const kind = t.betting ? "bets" : t.laying ? "lays" : "";
  return h(
    "section.prompt",
    { key: "prompt", id: "prompt", tabindex: "-1", "aria-label": "Your options", "data-moment": t.moment },
    coachPanel(t),
    h("div.prompt-in", { class: kind }, body),
  );
}

// -- with a question -------------------------------------------------------------------------------------------------

/** @param {TablePage} t @param {Prompt} it */
function questionBody(t, it) {
  const several = t.picture?.prompts ?? [];
  const hint = t.ui.refused || hintOf(t, it);
  return [
    several.length > 1 &&
      h(
        "div.seg",
        { key: "which", role: "group", "aria-label": "Your questions" },
        several.map((each) =>
          h(
            "button.btn.small",
            { key: each.spot, "aria-pressed": String(each === it), onclick: () => switchQuestion(t, each.spot) },
            each.title,
          ),
        ),
      ),
    question(
      t,
      t.ui.slow ? "Sent, not confirmed yet" : questionTitle(t, it),
      t.ui.slow ? "Sending again until the table confirms it." : hint,
      {
        due: t.scene.clock[it.spot],
        mine: true,
        more: coachButton(t),
        kind: t.ui.slow || wrongDraft(t) ? "stays" : "",
      },
    ),
    controls(t, it),
  ];
}

/** Whether chips lie on the felt that cannot be bet as they are. @param {TablePage} t */
const wrongDraft = (t) => Boolean(t.betting && total(t.ui.wagers) && draftProblem(t.betting.option, t.ui.wagers));

/** The last bettor and the bet, if there is something to call. @param {TablePage} t @param {Prompt} it */
function lastBettor(t, it) {
  if (!it.offers.some((offer) => offer.action === "call")) return "";
  const most = [...t.places].filter((place) => !place.you && place.bet).sort((one, other) => other.bet - one.bet)[0];
  return most && /^(bets|raises|all-in|brings)/.test(most.did) ? `${most.name} ${most.did}. ` : "";
}

/** @param {TablePage} t @param {Prompt} it */
function hintOf(t, it) {
  const without = `If time runs out, you ${it.otherwise}.`;
  if (t.betting) return draftProblem(t.betting.option, t.ui.wagers) || without;
  const split = t.picking?.splits?.length ? chosenSplit(t, t.picking) : null;
  if (split?.warns) return split.warns;
  const way = it.offers.find((offer) => offer.kind === TAGS.Choice && offer.splits?.length);
  if (way && isLaidOut(t, way)) return `This is the ${way.label}. Set it, or move cards first. ${without}`;
  if (t.picking && !t.picking.splits?.length && !t.ui.picked.length) {
    const { least, most } = t.picking.option;
    return `Choose the ${most === 1 ? "card" : "cards"} to throw away${least ? "" : ", or stand pat"}. ${without}`;
  }
  const bank = it.offers.find((offer) => offer.action === "bank");
  if (bank) return `${BANKING} Put up ${dollars(bank.option.least)} to ${dollars(bank.option.most)}. ${without}`;
  return it.why ? `${capitalize(it.why)}. ${without}` : lastBettor(t, it) + without;
}

/** @param {TablePage} t @param {Prompt} it */
function controls(t, it) {
  const disabled = t.connection.state === "lost" || t.ui.sent;
  const bets = it.offers.find((offer) => offer.kind === TAGS.Bets);
  if (bets) return betControls(t, it, bets, disabled);
  const lay = it.offers.find((offer) => offer.kind === TAGS.Lay);
  if (lay) return layControls(t, lay, disabled);
  const pick = it.offers.find((offer) => offer.kind === TAGS.Pick);
  if (pick) return pickControls(t, it, pick, disabled);
  const name = it.offers.find((offer) => offer.kind === TAGS.Name);
  if (name) return nameControls(t, name, disabled);
  const ranged = it.offers.find((offer) => isRange(offer));
  return [
    ranged && sizer(t, ranged),
    h(
      "div.choices",
      { key: "choices", role: "group", "aria-label": it.title, "data-many": buttons(t, it).length },
      buttons(t, it).map((each) => optionButton(t, each, disabled)),
    ),
  ];
}

/**
 * @param {TablePage} t
 * @param {Button} button
 * @param {boolean} disabled
 */
function optionButton(t, button, disabled) {
  const [word, under] = splitLabel(button.label);
  return h(
    "button.btn.opt",
    {
      key: `${t.question} ${button.offer.action} ${button.key} ${button.value ?? ""}`, // no option moves to another place
      "aria-label": spokenLabel(button.label),
      "aria-keyshortcuts": button.key.toUpperCase(),
      disabled: disabled || Boolean(button.problem),
      onclick: button.press,
      class: sentClass(t, button.offer.action),
    },
    word,
    " ",
    under ? h("small", null, under) : null,
    keyHint(button.key),
  );
}

// -- without one -----------------------------------------------------------------------------------------------------

/** @param {TablePage} t */
function waitingBody(t) {
  const apart = seatStatus(t);
  if (apart) return apart;
  if (t.moment === "over") return roundOver(t);
  if (t.moment === "idle" && waitsForFriends(t)) return inviting(t);
  const quiet = [
    !t.ui.leaving && h("button.btn.h", { key: "out", onclick: () => sitOut(t, true) }, "Sit out"),
    t.size === "phone" && h("button.btn.h", { key: "more", onclick: () => t.openDrawer() }, "About this round"),
  ];
  if (t.moment === "idle")
    return [
      question(
        t,
        t.scene.starts ? "The next round starts soon" : "Waiting for players",
        t.scene.starts ? "You are dealt in when it starts." : "A round starts when enough players are seated.",
        { due: t.scene.starts, kind: "calm" },
      ),
      h("div.acts.row", { key: "rest" }, quiet),
    ];
  const waits = t.places.filter((place) => place.asked && !place.you);
  const names = (t.picture?.waits_for ?? []).map(plainName);
  const due = Object.values(t.scene.clock).sort((one, other) => one - other)[0];
  const verb = names.length > 1 ? "are" : "is";
  const timeout = t.ui.timeout;
  const title = timeout || (names.length ? `${joinWords(names)} ${verb} deciding` : "The round continues");
  const me = t.places.find((place) => place.you);
  if (timeout && t.ui.missed > 1)
    return [
      question(t, timeout, "You ran out of time twice in a row. Sit out for a while?", { due, kind: "timeout" }),
      h("div.acts.row", { key: "rest" }, quiet),
    ];
  const hint = timeout
    ? names.length
      ? `${joinWords(names)} ${verb} deciding.`
      : ""
    : me && statusText(me, t.picture)
      ? `You: ${statusText(me, t.picture)}`
      : waits.length
        ? ""
        : "";
  return [question(t, title, hint, { due, kind: timeout ? "timeout" : "" }), h("div.acts.row", { key: "rest" }, quiet)];
}

/** @param {TablePage} t */
function roundOver(t) {
  const net = t.picture?.chairs.find((chair) => chair.you)?.net ?? null;
  const mine = (t.picture?.results ?? []).filter((each) => each.mine);
  const word =
    net === null || (!net && !mine.length)
      ? "The round is over"
      : net > 0
        ? "You win"
        : net < 0
          ? "You lose"
          : "You break even";
  const points = t.size === "phone" ? pointsTable(t) : null;
  const lines = t.size === "phone" && !points ? endResults(t) : [];
  return [
    question(
      t,
      [word, " ", net ? h("span.net.num", { class: net > 0 ? "win" : "" }, signed(net)) : ""],
      t.ui.refused || !isShowdown(t)
        ? (t.scene.waits && "The next round starts when you are ready.") ||
            (t.scene.starts && "The next round starts soon.") ||
            t.ui.refused
        : h("span.sd-says", null, displayText(t.picture?.showdown?.says ?? "")),
      { due: t.scene.starts, kind: "calm", more: isShowdown(t) ? null : litSwitch(t) },
    ),
    points ? h("div.res", { key: "points" }, points) : null,
    lines.length ? resultList(t, lines) : null,
    nextButtons(t),
  ];
}
