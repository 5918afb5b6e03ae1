// A clock that runs by itself: a ring and a figure. It is silent, but for ten and five seconds when it runs for me.

import { warn } from "./notice.js";

const ROUND = 81.7;

/** @typedef {{ due: number, now: () => number, mine: boolean }} Runs */

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
      this.innerHTML = `<svg viewBox="0 0 32 32" aria-hidden="true"><circle class="tr" cx="16" cy="16" r="13"/><circle class="rm" cx="16" cy="16" r="13"/></svg><span></span>`;
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
    const [figure, ring] = [this.querySelector("span"), this.querySelector(".rm")];
    ring?.setAttribute("stroke-dasharray", `${(ROUND * Math.min(1, rest / this.full)).toFixed(1)} ${ROUND}`);
    if (left !== this.left && figure) {
      figure.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      this.setAttribute("aria-label", `${left} seconds left`);
      this.classList.toggle("low", left <= 10);
      if (this.runs.mine && this.left > 0 && (left === 10 || left === 5)) warn(left === 10 ? "Ten seconds." : "Five seconds.");
      this.left = left;
    }
    if (rest > 0) this.timer = setTimeout(() => this.tick(), 200);
  }
}

customElements.define("table-clock", Clock);
