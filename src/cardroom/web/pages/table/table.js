// The live table page: receives scenes, draws them, and sends what the player does.

import { EvidenceKeeper } from "../fair/keeper.js";
import { h, patch } from "../parts/dom.js";
import { installWorker } from "../parts/install.js";
import { api } from "../parts/net.js";
import { notice, warn } from "../parts/notice.js";
import { sheet } from "../parts/sheet.js";
import { sentence } from "../parts/words.js";
import { announceChanges, announceQuestion } from "./announce.js";
import { openMenu, tableBar } from "./bar.js";
import { changesOf } from "./changes.js";
import { closedWords } from "./connection.js";
import { drawer, drawerTabs } from "./drawer.js";
import { felt } from "./felt/felt.js";
import { fitFelt } from "./felt/place.js";
import { countOf, handOf, withNewHand } from "./felt/roads.js";
import { announceArrivals, hear, loadLink, nextToGiveWay } from "./friends.js";
import { listenToKeys } from "./keys.js";
import { noteFelt, playMoves, skipMotion } from "./motion.js";
import { passTheBank } from "./pace.js";
import { bet, nextToHold } from "./prompt/answers.js";
import { leastWagers, repeatable, storedWagers, total } from "./prompt/draft.js";
import { promptBar } from "./prompt/prompt.js";
import { resultList } from "./results.js";
import { freeSeats, passWhenLeaving, sitAtOnce, sitDown } from "./sit.js";
import { playSound } from "./sound.js";
import { hall, started, table } from "./start.js";
import { touring } from "./tour.js";
import { emptyDraft, onResize, TableView } from "./view.js";

/**
 * @typedef {import("../parts/types.js").TableScene} Scene
 * @typedef {import("../parts/types.js").Picture} Picture
 * @typedef {import("./connection.js").Connection} Connection
 */

/** Milliseconds before an empty table is drawn: the first scene usually comes earlier. */
const DRAW_EMPTY_AFTER = 400;

export class TablePage extends TableView {
  /**
   * @param {Element} root
   * @param {object} how
   * @param {string} how.table
   * @param {Connection} how.connection
   * @param {import("../parts/bar.js").Me | null} how.me
   * @param {(game: string, set: string) => Promise<any>} how.loadRules
   * @param {() => Promise<any>} how.loadShoe
   * @param {() => Promise<any>} how.loadMe
   */
  constructor(root, how) {
    super(how.table, how.connection.hall, how.me);
    this.root = root;
    this.connection = how.connection;
    this.loadRules = how.loadRules;
    this.loadShoe = how.loadShoe;
    this.loadMe = how.loadMe;
    /** The number of hands in the shoe that was last requested. */
    this.shoeRequested = -1;
    /** The wagers that the player bet last. @type {import("./prompt/draft.js").Wagers | undefined} */
    this.lastWagers = undefined;
    /** The picture of the last round that ended. @type {Picture | null} */
    this.lastPicture = null;
    this.rulesCache = { key: "", rules: /** @type {any} */ (null) };
    /** Whether a scene has come. */
    this.loaded = false;
    /** Whether the first scene is taking long. */
    this.slowStart = false;
    /** Whether the player followed a link to sit down. */
    this.wantsSeat = false;
    /** The link of a private table and its host. @type {import("../parts/types.js").PrivateTable | null} */
    this.invitation = null;
    this.drawing = false;
    /** The picture that is drawn, if a newer one should move into its place. @type {{ old: Picture | null } | null} */
    this.moving = null;
    /** @type {(() => void) | null} */
    this.redrawSheet = null;
    /** Mixes this player's seeds and notes what is shown. @type {EvidenceKeeper | null} */
    this.keeper = how.me?.name
      ? new EvidenceKeeper({ hall: how.connection.hall, table: how.table, viewer: how.me.name }, (command) =>
          this.mix(command),
        )
      : null;
    /** Removes the notice that the connection is closing. @type {(() => void) | undefined} */
    this.closeNotice = undefined;
    setTimeout(() => {
      this.slowStart = true;
      this.draw();
    }, DRAW_EMPTY_AFTER);
    listenToKeys(this);
    onResize(() => this.draw());
    this.listen();
    const scene = this.connection.tables.get(this.table)?.scene; // it may have come before this page was ready
    if (scene) this.see(scene, true);
    else this.draw();
  }

  listen() {
    const { connection } = this;
    connection.onscene = (table, scene, whole) => table === this.table && this.see(scene, whole);
    connection.onstate = (state) => this.connectionChanged(state);
    connection.onbye = (why) => {
      this.closeNotice?.();
      this.closeNotice = notice(closedWords(why).join(" "), "warn", true);
    };
    connection.onotheruser = () => location.reload();
    connection.ondenied = (why) => notice(sentence(why), "warn");
    connection.onoffered = (table, seconds) => table === this.table && this.seatOffered(seconds);
    connection.onword = (table, who, word) => table === this.table && hear(this, who, word);
    for (const again of connection.missed.splice(0)) again();
  }

  /** Take in what the lobby lists about this table. @param {import("../parts/types.js").ListedTable | null} about */
  setListing(about) {
    this.about = about;
    document.title = `${about?.title ?? this.table} · cardroom`;
    if (!about && !this.loaded)
      notice("This table does not exist or has closed. Choose another in the lobby.", "warn", true);
    this.draw();
    this.offerSeat();
    if (about?.private) loadLink(this).catch(() => {}); // a table that has closed has none
  }

  /** Seat a player who came for a seat, once the table is known. Where money is played, ask for the chips first. */
  offerSeat() {
    if (!this.wantsSeat || !this.loaded || !this.about) return;
    this.wantsSeat = false;
    if (this.seated || !(freeSeats(this).length || nextToGiveWay(this))) return;
    if (this.hall === "play") sitAtOnce(this);
    else sitDown(this);
  }

  // -- scenes -----------------------------------------------------------------------------------------------------

  /**
   * Take in a scene.
   * @param {Scene} scene
   * @param {boolean} whole whether it is unrelated to the scene before, so that nothing should move
   */
  see(scene, whole) {
    this.keeper?.see(scene);
    const before = this.loaded ? this.scene : null;
    const question = this.question;
    const starts = before?.picture?.over && scene.picture && !scene.picture.over;
    const [shoe, shoeBefore] = [scene.picture?.display?.["this shoe"], before?.picture?.display?.["this shoe"]];
    const marks = scene.picture?.cloth.roads;
    this.hands = before && shoe && marks ? withNewHand(this.hands, shoeBefore, shoe, marks) : [];
    this.scene = scene;
    this.followed = scene.picture?.over ? Boolean(before) && this.followed : Boolean(scene.picture);
    this.cachedPlaces = this.cachedBonus = undefined;
    this.completeShoe();
    if (scene.picture?.over) this.lastPicture = scene.picture;
    if (starts) this.ui.timeout = this.ui.litResult = "";
    if (starts) this.ui.verdict = null;
    if (before?.people[this.me?.name ?? ""] && !this.seated && !this.ui.leaving) this.explainLostSeat();
    if (before?.picture && !before.picture.over && !scene.picture)
      notice("The floor voided this round. All wagers were returned.", "warn", true);
    if (scene.draining && !before?.draining)
      notice("The card room is closing. The round is played to its end, and your chips are safe.", "warn", true);
    if (before?.game && before.game !== scene.game) notice(`The game is now ${scene.title}.`);
    this.ui.seatRequested &&= !this.seated;
    if (whole || !before) {
      this.moving = null;
      skipMotion();
    } else this.moving ??= { old: before.picture };
    this.loaded = true;
    const asked = this.question !== question;
    if (asked) this.startDraft();
    announceChanges(this, before);
    if (before && !whole) announceArrivals(this, before);
    if (!whole && before && asked && this.prompt) playSound("turn");
    if (this.ui.repeatBets && this.betting) bet(this, repeatable(this.betting.option, this.lastWagers));
    this.draw();
    this.offerSeat();
  }

  /** Send an anchor or a link of the seed chain. @param {import("../fair/keeper.js").Command} command */
  mix(command) {
    this.connection.request({ table: this.table, ...command }).catch(() => this.keeper?.refused());
  }

  /** Start another seed chain with words of the player in it. @param {string} words */
  startChain(words) {
    if (this.keeper) this.mix(this.keeper.start(words));
  }

  /** Load the hands of this shoe that were dealt before the page was opened, or while the connection was lost. */
  completeShoe() {
    const marks = this.picture?.cloth.roads;
    if (!marks) return;
    const dealt = () => countOf(this.picture?.display?.["this shoe"], "hands");
    if (this.shoeRequested === dealt() || this.hands.length === dealt()) return;
    const requested = dealt();
    this.shoeRequested = requested;
    this.loadShoe().then(
      (/** @type {string[][]} */ shoe) => {
        const hands = shoe.flatMap((names) => handOf(names, marks));
        if (hands.length !== dealt()) return;
        this.hands = hands;
        this.draw();
      },
      () => {
        if (this.shoeRequested === requested) this.shoeRequested = -1;
      },
    );
  }

  /** Load the user again: the balance changes when chips are bought. */
  async refreshMe() {
    this.me = await this.loadMe().catch(() => this.me);
  }

  /** Explain that the player lost the seat: staff ended it, or the player was away for too long. */
  async explainLostSeat() {
    await this.refreshMe();
    const why = this.me?.barred ? ` You are barred from playing: ${this.me.barred}.` : "";
    notice(`You no longer have a seat here. Your chips were returned to your balance.${why}`, "warn", true);
  }

  /** Start an empty draft for a question that was just asked. */
  startDraft() {
    const before = this.ui;
    this.ui = { ...before, ...emptyDraft(), chip: before.chip, question: this.question };
    const bets = this.betting?.option;
    if (bets) {
      const least = Math.max(
        ...bets.areas.map((area) => (area.required ? area.least : 0)),
        Math.min(...bets.areas.map((area) => area.least)),
      );
      this.ui.wagers = repeatable(bets, before.editBets ? this.lastWagers : storedWagers(this));
      this.ui.editBets = false;
      if (touring(this) && !total(this.ui.wagers)) this.ui.wagers = leastWagers(bets); // a first bet is one press
      if (!before.chip) this.ui.chip = [50000, 10000, 2500, 500, 100].find((each) => each <= least) ?? 100;
    }
    if (this.laying) this.ui.holding = nextToHold(this);
    if (this.prompt) {
      this.ui.timeout = "";
      announceQuestion(this);
      passWhenLeaving(this);
      passTheBank(this);
    }
  }

  /** @param {string} state */
  connectionChanged(state) {
    if (state === "lost" && !this.connection.reason) warn(closedWords("")[0]);
    else if (this.loaded && state === "open") warn("Reconnected. Nothing was lost.");
    if (state === "open") this.closeNotice?.();
    this.draw();
  }

  /** @param {number} seconds */
  seatOffered(seconds) {
    this.ui.seatOffered = true;
    this.ui.queued = false;
    notice(`A seat is free. It is reserved for you for ${Math.round(seconds)} seconds.`, "good", true);
    this.draw();
  }

  // -- drawing ----------------------------------------------------------------------------------------------------

  /** The rules of the game that is played, or null while they load. */
  rules() {
    const set = this.picture?.rules ?? this.about?.set;
    const key = `${this.scene.game} ${set}`;
    if (set && this.rulesCache.key !== key && this.scene.game) {
      this.rulesCache = { key, rules: null };
      this.loadRules(this.scene.game, set).then(
        (rules) => {
          this.rulesCache = { key, rules };
          this.draw();
        },
        () => {},
      );
    }
    return this.rulesCache.rules;
  }

  /** @param {string} tab */
  showTab(tab) {
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
          return h("div.drawer.insheet", null, drawerTabs(this));
        },
        {
          closed: () => {
            this.redrawSheet = null;
          },
        },
      );
    this.draw();
  }

  openMenu() {
    openMenu(this);
  }

  /** Results of the last round that ended. */
  get lastResults() {
    return this.lastPicture?.results ?? [];
  }

  /** Show why each wager won or lost. */
  openResults() {
    const before = !this.picture?.results?.length && this.lastResults.length > 0;
    const picture = before ? this.lastPicture : this.picture;
    const results = picture?.results ?? [];
    const mine = picture?.sums ? [] : results.filter((each) => each.mine);
    sheet(
      before ? "Why? The last round" : "Why?",
      results.length
        ? resultList(this, mine.length ? mine : results, picture)
        : h("p", null, "No wager has been settled yet."),
    );
  }

  skipMotion() {
    skipMotion();
  }

  draw() {
    // Before the first scene there is nothing worth drawing, unless it takes long.
    if (this.drawing || !(this.loaded || this.slowStart)) return;
    this.drawing = true;
    queueMicrotask(() => {
      this.drawing = false;
      this.drawNow();
    });
  }

  drawNow() {
    const { moving } = this;
    const changes = moving && !this.newcomer ? changesOf(moving.old, this.picture) : null;
    const before = changes && noteFelt(this.root, changes);
    this.moving = null;
    const acted = document.activeElement?.closest("#prompt, .felt");
    patch(this.root, [
      h("a.skip", { key: "skip", href: "#prompt" }, "Skip to your options"),
      h(
        "div.table-page",
        {
          key: "page",
          class: [touring(this) && "touring", this.cloth?.banked && "banked", this.cloth?.roads && "shoe"]
            .filter(Boolean)
            .join(" "),
          "data-game": this.cloth?.felt ?? "",
          "data-seating": this.cloth?.seating ?? "",
          "data-moment": this.moment,
          "data-size": this.size,
          "data-prompt": this.promptKind,
        },
        tableBar(this),
        felt(this),
        promptBar(this),
        drawer(this),
      ),
    ]);
    fitFelt(this.root, this);
    reachable(this.root.querySelector(".prompt-in > .ask"));
    if (changes && before) playMoves(this.root, before, changes, this.mine?.seat ?? 0);
    this.redrawSheet?.();
    // The pressed button or circle is gone or disabled. Without this, the keyboard would start again at the top of the
    // page.
    if (acted && document.activeElement?.matches("body, :disabled")) document.getElementById("prompt")?.focus();
  }
}

// -- open the table that the address names ----------------------------------------------------------------------------

const tables = `/api/v1/halls/${encodeURIComponent(hall)}/tables`;

try {
  const { me, connection } = await started;
  const root = /** @type {Element} */ (document.getElementById("root"));
  const page = new TablePage(root, {
    table,
    connection,
    me,
    loadRules: (game, set) => api(`/api/v1/games/${encodeURIComponent(game)}/${encodeURIComponent(set)}`),
    loadShoe: () => api(`${tables}/${encodeURIComponent(table)}/shoe`),
    loadMe: () => api("/api/v1/me"),
  });
  Object.assign(window, { table: page }); // for the browser's developer tools, and for tests
  const listed = await api(tables);
  installWorker();
  page.wantsSeat = new URLSearchParams(location.search).has("sit");
  page.setListing(listed.find((/** @type {any} */ each) => each.name === table) ?? null);
} catch (error) {
  const { message } = /** @type {Error} */ (error);
  notice(message, "bad", true);
  const root = /** @type {Element} */ (document.getElementById("root"));
  if (!root.children.length)
    patch(
      root,
      h(
        "main.unopened",
        null,
        h("h1", null, "This table cannot be opened"),
        h("p", null, message),
        h("a.btn", { href: "./" }, "Back to the lobby"),
      ),
    );
}

/** Let the keyboard scroll words that are too long for the prompt. @param {Element | null} words */
function reachable(words) {
  if (!words) return;
  if (words.scrollHeight > words.clientHeight) words.setAttribute("tabindex", "0");
  else words.removeAttribute("tabindex");
}
