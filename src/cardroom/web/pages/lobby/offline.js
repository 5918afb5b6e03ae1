// The page that is shown without a connection, in place of pages that need the card room.

import { h } from "../parts/dom.js";
import { Page } from "../parts/site.js";

const page = new Page("offline", () =>
  h(
    "div.wrap.narrow",
    null,
    h(
      "section.panel.card-panel",
      null,
      h("h1.big", null, "You are offline"),
      h(
        "p",
        null,
        "This page needs the card room, which cannot be reached now. Your chips and seats are as you left them.",
      ),
      h(
        "p",
        null,
        "Without a connection you can read the rules and strategy cards, answer today’s deal if you opened it before, and practise decisions that you have answered before.",
      ),
      h(
        "div.go",
        null,
        h("button.btn.act", { onclick: () => location.reload() }, "Try again"),
        h("a.btn", { href: "rules" }, "Rules"),
        h("a.btn", { href: "daily" }, "Daily deal"),
        h("a.btn", { href: "trainer" }, "Trainer"),
      ),
    ),
  ),
);
page.draw();
addEventListener("online", () => location.pathname !== "/offline" && location.reload());
