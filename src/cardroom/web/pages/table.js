// The table page: one scene, what I am doing about it, and what is drawn from both.

import { bet, nextToHold } from "./answers.js";
import { menu } from "./bar.js";
import { h, patch } from "./dom.js";
import { again } from "./draft.js";
import { chipsLine, drawer, inside, subtitle } from "./drawer.js";
import { felt } from "./felt.js";
import { listen } from "./keys.js";
import { moment, places } from "./model.js";
import { notice, warn } from "./notice.js";
import { prompt } from "./prompt.js";
import { resultLines } from "./results.js";
import { counted, followed, handOf } from "./roads.js";
import { sheet } from "./sheet.js";
import { chips as addChips, circles, freeSeats, leave, rest, sitting, stepAside } from "./sit.js";
import { icon } from "./sprite.js";
import { tell, tellAsked } from "./tell.js";

/**
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {import("./types.js").Prompt} Prompt
 * @typedef {import("./net.js").Line} Line
 * @typedef {import("./draft.js").Wagers} Wagers
 * @typedef {{ question: string, spot: string, wagers: Wagers, undo: any[], chip: number, picked: number[], laid: Record<number, string>,
 *   holding: number | null, amount: number | null, typed: string | null, typedWager: string, sent: boolean, sentAs: string, slow: boolean, missed: number, refused: string,
 *   warns: string, since: number, told: string, tab: string, same: boolean, change: boolean, queued: boolean, offered: boolean, asked: boolean, leaving: boolean }} Ui
 */

const WIDE = matchMedia("(min-width: 1100px) and (min-height: 521px)");
const TABLET = matchMedia("(min-width: 700px) and (min-height: 521px)");

export class TablePage {
  /**
   * @param {Element} root
   * @param {{ table: string, line: Line, me: import("./bar.js").Me | null, rules: (game: string, set: string) => Promise<any>, shoe: () => Promise<any>, who: () => Promise<any> }} how
   */
  constructor(root, how) {
    this.root = root;
    this.table = how.table;
    this.line = how.line;
    this.me = how.me;
    /** @type {import("./types.js").Listed | null} */
    this.about = null;
    this.readRules = how.rules;
    this.askShoe = how.shoe;
    this.askWho = how.who;
    /** For how many hands the shoe was asked for. */
    this.asked = -1;
    /** @type {Scene} */
    this.scene = /** @type {any} */ ({
      name: how.table,
      game: "",
      title: "",
      state: "",
      people: {},
      starts: null,
      clock: {},
      questions: {},
      waiting: 0,
      commitment: "",
      picture: null,
    });
    /** @type {Ui} */
    this.ui = {
      ...fresh(),
      told: "",
      tab: "",
      same: false,
      change: false,
      queued: false,
      offered: false,
      asked: false,
      leaving: false,
      missed: 0,
    };
    /** @type {Wagers | undefined} */
    this.lastWagers = undefined;
    /** @type {import("./roads.js").Hand[]} */
    this.hands = [];
    /** What became of the wagers of the last round that is over. @type {import("./types.js").Result[]} */
    this.last = [];
    this.known = { key: "", rules: /** @type {any} */ (null) };
    /** @type {import("./model.js").Place[] | undefined} */
    this.seen = undefined;
    /** @type {Set<number> | undefined} */
    this.marked = undefined;
    this.loaded = this.late = false;
    /** Whether somebody came to sit down. */
    this.wantsSeat = false;
    setTimeout(() => {
      this.late = true;
      this.draw();
    }, 400);
    this.drawing = false;
    /** @type {(() => void) | null} */
    this.redrawSheet = null;
    listen(this);
    for (const media of [WIDE, TABLET]) media.addEventListener("change", () => this.draw());
    this.line.onscene = (table, scene, anew) => table === this.table && this.see(scene, anew);
    this.line.onstate = (state) => this.lineIs(state);
    /** @type {(() => void) | undefined} */
    this.unsay = undefined;
    this.line.onbye = (why) => (this.unsay = notice(`${why.charAt(0).toUpperCase()}${why.slice(1)}.`, "warn", true));
    this.line.ondenied = (why) => notice(why, "warn");
    this.line.onoffered = (table, seconds) => table === this.table && this.offered(seconds);
    const seen = this.line.tables.get(this.table)?.scene; // it may have come before the page was ready for it
    if (seen) this.see(seen, true);
    else this.draw();
  }

  // -- what is known ---------------------------------------------------------------------------------------------------

  get size() {
    return WIDE.matches ? "wide" : TABLET.matches ? "tablet" : "phone";
  }
  get picture() {
    return this.scene.picture;
  }
  get cloth() {
    return this.picture?.cloth;
  }
  get moment() {
    return moment(this.scene);
  }
  get places() {
    this.seen ??= places(this.scene, this.me?.name ?? null);
    return this.seen;
  }
  get bonus() {
    this.marked ??= new Set(this.cloth?.bonus ?? []);
    return this.marked;
  }
  /** The cards that make my hand, when the round is over, or the winner's where I threw mine away; those that all share
   * among them. */
  get plays() {
    const shown =
      this.picture?.spreads.filter((spread) => spread.place[0] === "hand" && !spread.folded && spread.plays?.length) ??
      [];
    const won = this.picture?.results?.find((each) => each.won)?.spot;
    return (shown.find((spread) => spread.mine) ?? shown.find((spread) => spread.place[1] === won))?.plays;
  }
  get seated() {
    return Boolean(this.me?.name && this.scene.people[this.me.name]);
  }
  get stack() {
    const mine = this.places.find((place) => place.you);
    return mine?.stack ?? this.me?.halls?.[this.line.hall]?.balance ?? 0;
  }
  get seats() {
    return this.cloth?.seats ?? this.about?.seats ?? 0;
  }
  /** The spot where I sit. */
  get mySpot() {
    const mine = this.picture?.boxes?.find((box) => box.mine)?.spot;
    return mine ?? String(this.scene.people[this.me?.name ?? ""]?.seat ?? "");
  }
  /** The question that is answered just now. @returns {Prompt | undefined} */
  get prompt() {
    const all = this.picture?.prompts ?? [];
    return all.find((each) => each.spot === this.ui.spot) ?? all[0];
  }
  /** @param {string} kind */
  offer(kind) {
    return this.prompt?.offers.find((offer) => offer.kind === kind);
  }
  get betting() {
    return this.offer("bets");
  }
  get picking() {
    return this.offer("pick") ?? this.offer("name");
  }
  get laying() {
    return this.offer("lay");
  }

  /** What the lobby tells of this table. @param {import("./types.js").Listed | null} about */
  knows(about) {
    this.about = about;
    document.title = `${about?.title ?? this.table} · cardroom`;
    if (!about && !this.loaded) notice("There is no such table. Find another in the lobby.", "warn", true);
    this.draw();
    this.comeIn();
  }

  /** Open the sheet for who came to sit down, once there is a seat to ask for. */
  comeIn() {
    if (!this.wantsSeat || !this.loaded || !this.about) return;
    this.wantsSeat = false;
    if (!this.seated && freeSeats(this).length) sitting(this);
  }

  // -- what comes ------------------------------------------------------------------------------------------------------

  /**
   * @param {Scene} scene
   * @param {boolean} anew
   */
  see(scene, anew) {
    const before = this.loaded ? this.scene : null;
    const asked = this.question;
    const begins = before?.picture?.over && scene.picture && !scene.picture.over;
    const [shoe, last] = [scene.picture?.display?.["this shoe"], before?.picture?.display?.["this shoe"]];
    this.hands = before && shoe ? followed(this.hands, last, shoe) : [];
    this.scene = scene;
    this.readShoe();
    if (scene.picture?.over) this.last = scene.picture.results ?? [];
    this.seen = this.marked = undefined;
    if (begins) this.ui.told = "";
    if (before?.people[this.me?.name ?? ""] && !this.seated && !this.ui.leaving) this.stoodUp();
    if (before?.picture && !before.picture.over && !scene.picture)
      notice("The floor has called this round off. All wagers went back.", "warn", true);
    if (before?.game && before.game !== scene.game) notice(`From now on: ${scene.title}.`);
    this.ui.asked &&= !this.seated;
    document.documentElement.classList.toggle("still", anew || !this.loaded);
    this.loaded = true;
    if (this.question !== asked) this.newQuestion();
    tell(this, before);
    if (this.ui.same && this.betting) bet(this, again(this.betting.option, this.lastWagers));
    this.draw();
    this.comeIn();
  }

  /** Ask the house's books for the hands of this shoe that were dealt before I came, or while I was away. */
  readShoe() {
    const dealt = () => counted(this.picture?.display?.["this shoe"], "hands");
    if (this.asked === dealt() || this.hands.length === dealt()) return;
    const asked = dealt();
    this.asked = asked;
    this.askShoe().then(
      (/** @type {string[][]} */ shoe) => {
        const hands = shoe.flatMap(handOf);
        if (hands.length !== dealt()) return;
        this.hands = hands;
        this.draw();
      },
      () => {
        if (this.asked === asked) this.asked = -1;
      },
    );
  }

  /** Ask what I have at the cage: it is another amount since I sat down. */
  async readPurse() {
    this.me = await this.askWho().catch(() => this.me);
  }

  /** Somebody else has ended my sitting here: the floor, or the clock of who is away. */
  async stoodUp() {
    await this.readPurse();
    const why = this.me?.barred ? ` You may not play any more: ${this.me.barred}.` : "";
    notice(`You do not sit here any more. Your chips are back in your balance.${why}`, "warn", true);
  }

  /** What marks a question as new: its spot and number. */
  get question() {
    const it = this.prompt;
    return it ? `${it.spot} ${this.scene.questions?.[it.spot] ?? ""}` : "";
  }

  newQuestion() {
    const keep = this.ui;
    this.ui = { ...keep, ...fresh(), chip: keep.chip, question: this.question };
    const bets = this.betting?.option;
    if (bets) {
      const least = Math.max(
        ...bets.areas.map((area) => (area.required ? area.least : 0)),
        Math.min(...bets.areas.map((area) => area.least)),
      );
      if (keep.change) this.ui.wagers = again(bets, this.lastWagers);
      this.ui.change = false;
      if (!keep.chip) this.ui.chip = [50000, 10000, 2500, 500, 100].find((each) => each <= least) ?? 100;
    }
    if (this.laying) this.ui.holding = nextToHold(this);
    if (this.prompt) {
      this.ui.told = "";
      tellAsked(this);
      stepAside(this);
    }
  }

  /** @param {string} state */
  lineIs(state) {
    if (state === "lost") warn("Connection lost. Your wagers stand.");
    else if (this.loaded) warn("Back at the table. Nothing was lost.");
    if (state === "open") this.unsay?.();
    this.draw();
  }

  /** @param {number} seconds */
  offered(seconds) {
    this.ui.offered = true;
    this.ui.queued = false;
    notice(`A seat is free for you, for ${Math.round(seconds)} seconds.`, "good", true);
    this.draw();
  }

  // -- what is shown --------------------------------------------------------------------------------------------------

  rules() {
    const set = this.picture?.rules ?? this.about?.set;
    const key = `${this.scene.game} ${set}`;
    if (set && this.known.key !== key && this.scene.game) {
      this.known = { key, rules: null };
      this.readRules(this.scene.game, set).then(
        (rules) => {
          this.known = { key, rules };
          this.draw();
        },
        () => {},
      );
    }
    return this.known.rules;
  }

  /** @param {string} tab */
  show(tab) {
    this.ui.tab = tab;
    this.draw();
  }

  /** @param {string} [tab] */
  openDrawer(tab = "Round") {
    this.ui.tab = tab;
    if (this.size === "phone")
      sheet(
        "About this round",
        (_, redraw) => {
          this.redrawSheet = redraw;
          return h("div.drawer.insheet", null, inside(this));
        },
        { closed: () => (this.redrawSheet = null) },
      );
    this.draw();
    return true;
  }

  why() {
    const now = this.picture?.results ?? [];
    const before = !now.length && this.last.length > 0;
    const found = before ? this.last : now;
    const mine = found.filter((each) => each.mine);
    sheet(
      before ? "Why? The round before" : "Why?",
      found.length ? resultLines(this, mine.length ? mine : found) : h("p", null, "Nothing has been decided yet."),
    );
    return true;
  }

  skipMotion() {
    document.documentElement.classList.add("still");
  }

  openMenu() {
    const out = this.scene.people[this.me?.name ?? ""]?.out;
    menu((close) => {
      const item = (/** @type {string} */ label, /** @type {() => void} */ act) =>
        h(
          "button.btn.h",
          {
            onclick: () => {
              close();
              act();
            },
          },
          label,
        );
      return h(
        "div.acts",
        null,
        this.seated && item("Add chips", () => addChips(this)),
        this.seated && item(out ? "Deal me in" : "Sit out", () => rest(this, !out)),
        this.seated && this.cloth?.circles && item("Another circle", () => circles(this)),
        this.seated && item("Leave", () => leave(this)),
        !this.seated && item("Sit down", () => sitting(this)),
        item("About this round", () => this.openDrawer("Round")),
      );
    });
  }

  draw() {
    // The table comes in a moment: what is drawn before it would only keep it waiting.
    if (this.drawing || !(this.loaded || this.late)) return;
    this.drawing = true;
    queueMicrotask(() => {
      this.drawing = false;
      this.drawNow();
    });
  }

  drawNow() {
    patch(this.root, [
      h("a.skip", { key: "skip", href: "#prompt" }, "Skip to your options"),
      h(
        "div.table-page",
        { key: "page", "data-seating": this.cloth?.seating ?? "", "data-moment": this.moment, "data-size": this.size },
        bar(this),
        felt(this),
        prompt(this),
        drawer(this),
      ),
    ]);
    this.redrawSheet?.();
  }
}

/** What belongs to one question and goes with it. */
function fresh() {
  return {
    question: "",
    spot: "",
    wagers: {},
    undo: [],
    chip: 0,
    picked: [],
    laid: {},
    holding: null,
    amount: null,
    typed: null,
    typedWager: "",
    sent: false,
    sentAs: "",
    slow: false,
    refused: "",
    warns: "",
    since: performance.now(),
  };
}

/** @param {TablePage} t */
function bar(t) {
  const commitment = t.scene.commitment ? `${t.scene.commitment.slice(0, 4)} ${t.scene.commitment.slice(4, 8)}…` : "";
  return h(
    "header.tbar",
    { key: "bar" },
    h("a.iconbtn", { href: "./", "aria-label": "Back to the lobby" }, icon("back")),
    h("div.ttl", null, h("h1", null, t.scene.title || t.table), h("p", null, subtitle(t))),
    h(
      "div.wide",
      null,
      commitment &&
        h(
          "button.btn.quiet.small",
          { title: "The shuffle is committed to before the bets", onclick: () => t.openDrawer("Fair") },
          icon("seal"),
          h("span.mono", null, commitment),
        ),
      h(
        "a.btn.quiet.small",
        {
          href: `rules?game=${encodeURIComponent(t.scene.game)}&set=${encodeURIComponent(t.picture?.rules ?? t.about?.set ?? "")}`,
        },
        icon("book"),
        "Rules",
      ),
    ),
    chipsLine(t),
    h("button.iconbtn", { "aria-label": "Menu", onclick: () => t.openMenu() }, icon("menu")),
  );
}
