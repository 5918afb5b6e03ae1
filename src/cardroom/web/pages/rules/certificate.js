// The certificate section of a rules page: the files for a test lab, made on request.

import { h } from "../parts/dom.js";
import { api } from "../parts/net.js";
import { showError } from "../parts/site.js";

const FILES = /** @type {[string, string][]} */ ([
  ["html", "Read"],
  ["json", "All data (JSON)"],
  ["lines.csv", "Pay lines (CSV)"],
  ["wagers.csv", "Wagers (CSV)"],
]);

export class Certificate {
  /**
   * @param {import("./parts.js").Rules} rules
   * @param {string} path of the rule set in the API
   * @param {{ state: string }} status "none" if no certificate can be made, "in progress" or "made"
   * @param {() => void} redraw
   */
  constructor(rules, path, { state }, redraw) {
    this.rules = rules;
    this.path = `${path}/certificate`;
    this.state = state;
    this.redraw = redraw;
  }

  section() {
    if (this.state === "none") return null;
    return [
      h(
        "p.note",
        null,
        "For test labs: exact figures as fractions, for every wager, pay table and pay line. They are compared with the figures that the document prints. The certificate also has the method and the digest of these rules.",
      ),
      this.state === "made"
        ? h(
            "div.go",
            { key: "files" },
            FILES.map(([kind, name]) =>
              h(
                "a.btn",
                {
                  key: kind,
                  href: `${this.path}/${kind}`,
                  ...(kind === "html" ? { target: "_blank", rel: "noopener" } : { download: "" }),
                },
                name,
              ),
            ),
          )
        : h(
            "div.go",
            { key: "make" },
            h(
              "button.btn",
              { onclick: () => this.make(), disabled: this.state === "in progress" },
              this.state === "in progress" ? "Computing the certificate" : "Create the certificate",
            ),
          ),
      h(
        "p.small.muted",
        { role: "status" },
        this.state === "made"
          ? "Computed by this server."
          : this.state === "in progress"
            ? "This takes from a few seconds to a minute."
            : "Creating it takes from a few seconds to a minute.",
      ),
      h(
        "p.small.muted",
        null,
        "To create the same files on the command line: ",
        h("span.mono", null, `cardroom certify ${this.rules.game} --rules ${this.rules.rules}`),
        ".",
      ),
    ];
  }

  async make() {
    try {
      ({ state: this.state } = await api(this.path, {}));
      while (this.state === "in progress") {
        this.redraw();
        await new Promise((go) => setTimeout(go, 1000));
        ({ state: this.state } = await api(this.path));
      }
    } catch (error) {
      showError(error);
    }
    this.redraw();
  }
}
