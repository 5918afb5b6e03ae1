// A countdown as a custom element: a ring and a figure, first for the time to answer, then for the player's time bank.
// The viewer's own clock is announced at ten and five seconds, and heard at ten.

import { warn } from "../../parts/notice.js";
import { playSound } from "../sound.js";

const ROUND = 81.7;

/**
 * `spare`: the seconds at the end that come from the time bank.
 * @typedef {{ due: number, now: () => number, mine: boolean, spare?: number }} Runs
 */

class Clock extends HTMLElement {
  constructor() {
    super();
    /** @type {Runs | undefined} */
    this.runs = undefined;
    this.full = 1;
    this.timer = 0;
    this.left = -1;
  }

  /** @param {Runs | undefined} runs */
  set data(runs) {
    const fresh = runs?.due !== this.runs?.due;
    this.runs = runs;
    if (fresh) {
      this.full = Math.max(1, (runs?.due ?? 0) - (runs?.now() ?? 0));
      this.left = -1;
    }
    if (this.isConnected) this.tick();
  }

  get data() {
    return this.runs;
  }

  connectedCallback() {
    this.className = "clock";
    this.setAttribute("role", "timer");
    if (!this.firstChild)
      this.innerHTML = `<svg viewBox="0 0 32 32" aria-hidden="true"><circle class="tr" cx="16" cy="16" r="13"/><circle class="rm" cx="16" cy="16" r="13"/></svg><span></span><small></small>`;
    this.tick();
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
  }

  tick() {
    clearTimeout(this.timer);
    if (!this.runs) return;
    const rest = Math.max(0, this.runs.due - this.runs.now());
    const left = Math.ceil(rest);
    const spare = Math.round(this.runs.spare ?? 0);
    const banked = spare > 0 && left <= spare;
    const [figure, ring, bank] = [this.querySelector("span"), this.querySelector(".rm"), this.querySelector("small")];
    const share = banked ? rest / spare : (rest - spare) / Math.max(1, this.full - spare);
    ring?.setAttribute("stroke-dasharray", `${(ROUND * Math.max(0, Math.min(1, share))).toFixed(1)} ${ROUND}`);
    if (left !== this.left && figure && bank) {
      figure.textContent = minutesText(banked ? left : left - spare);
      bank.textContent = banked ? "time bank" : spare ? `+${minutesText(spare)}` : "";
      bank.title = spare ? "Your time bank" : "";
      this.setAttribute(
        "aria-label",
        banked
          ? `${left} seconds left of your time bank`
          : `${left - spare} seconds left${spare ? `, and ${spare} of your time bank` : ""}`,
      );
      this.classList.toggle("low", left <= 10);
      this.classList.toggle("banked", banked);
      if (this.runs.mine && this.left > spare && banked) warn("Your time bank is running.");
      if (this.runs.mine && this.left > 0 && (left === 10 || left === 5))
        warn(left === 10 ? "Ten seconds." : "Five seconds.");
      if (this.runs.mine && this.left > 0 && left === 10) playSound("ten");
      this.left = left;
    }
    if (rest > 0) this.timer = setTimeout(() => this.tick(), 200);
  }
}

/** @param {number} seconds */
const minutesText = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

if (!customElements.get("table-clock")) customElements.define("table-clock", Clock);
