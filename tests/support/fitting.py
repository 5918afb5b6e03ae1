"""What is wrong with a drawn table: the guarantee of the layout, measured in the browser."""

from importlib.resources import files

SIZES = [
    (1366, 650),
    (360, 560),
    (390, 844),
    (844, 390),
    (1024, 600),
    (360, 640),
    (820, 1180),
    (390, 664),
    (1280, 720),
    (1366, 768),
    (1920, 1080),
    (2560, 1300),
]
"""The promised sizes of the page."""
GAMES = sorted(each.name for each in (files("cardroom") / "rulebook" / "games").iterdir() if each.is_dir())
WRONG = """() => {
  const page = document.querySelector(".table-page");
  const cloth = page.querySelector(".felt");
  const [felt, screen] = [cloth.getBoundingClientRect(), new DOMRect(0, 0, innerWidth, innerHeight)];
  const tucked = cloth.dataset.gives.includes("tuck"); // rows of cards lie on each other, their indices are seen
  const found = [];
  const all = (selector) => [...page.querySelectorAll(selector)];
  const boxOf = (element) => element.getBoundingClientRect();
  const seen = (element) => boxOf(element).width > 0 && getComputedStyle(element).visibility !== "hidden";
  const named = (element) => {
    const says = element.getAttribute("aria-label") ?? element.textContent;
    return `${element.className.baseVal ?? element.className} "${says.slice(0, 40)}"`;
  };
  const out = (box, where) =>
    Math.max(where.left - box.left, box.right - where.right, where.top - box.top, box.bottom - where.bottom);
  if (cloth.scrollHeight > cloth.clientHeight + 1) found.push("the felt scrolls");
  if (cloth.dataset.fits !== "true") found.push("there is no layout");

  // inside the felt: my cards and their words, areas, the board, the bank's cards and words, the pots
  const must = {
    card: ".zone.mine .card, .house .card, .hands .card, .boards .card",
    words: ".zone.mine .hand-name:not(.me) b, .zone.mine .rn b, .house .hand-name, .hands .bt",
    area: ".spots .area, .spots .led, .tile, .layout .cell.me",
    pot: ".pots .pot",
    seat: ".seat, .pseat, .srow, .opp",
    shown: ".sd-win .card, .sd-board .card, .sd-mine:not(.spare) .card, .sd-win :is(h2, p)",
  };
  for (const [what, selector] of Object.entries(must))
    for (const each of all(selector)) {
      if (what === "words" && !each.textContent.trim()) continue;
      if (!seen(each)) found.push(`${what} ${named(each)} is not shown`);
      else if (out(boxOf(each), felt) > 1) found.push(`${what} ${named(each)} is outside the felt`);
    }
  for (const each of all(".prompt :is(.opt, .acts button, .betrow button, .hand3 .card, .lit)"))
    if (!seen(each) || out(boxOf(each), screen) > 1) found.push(`option ${named(each)} is outside the screen`);

  // nothing lies on top of the index of a card, an area or an option
  const covers = (each, x, y) => {
    const box = boxOf(each);
    const at = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
    const fan = (element) => element.closest(".cards, .pks, .sd-five"); // its cards may cover each other
    const same = at && (each.contains(at) || at.contains(each) || (fan(at) && fan(at) === fan(each)));
    if (at && !same) found.push(`${named(each)} is covered by ${named(at)}`);
  };
  for (const each of all(`${must.card}, .sd .card`))
    if (seen(each) && !(tucked && each.closest(".rows"))) covers(each, 0.2, 0.2);
  for (const each of all(`${must.area}, .prompt .opt`)) if (seen(each)) covers(each, 0.5, 0.5);

  // least sizes
  const least = (selector, width) => {
    for (const each of all(selector))
      if (seen(each) && (each.clientWidth || boxOf(each).width) < width - 0.6)
        found.push(`${named(each)} is only ${each.clientWidth} wide`);
  };
  least(".zone.mine .card, .hand3 .card", 44);
  least(".house .card, .hands .card, .boards .card, .srow .card, .opp .card, .sd .card", 34);
  const touched = ".layout button.cell, .prompt button:not(.hand13 *), .tour button, .sd button";
  for (const each of all(`.spots :is(.area, .led), .tile, ${touched}`)) {
    const { width, height } = boxOf(each);
    if (seen(each) && !each.closest(".res, .lit") && Math.min(width, height) < 43.4)
      found.push(`${named(each)} is only ${Math.round(width)} x ${Math.round(height)}`);
  }
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const each = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || each.closest("svg, .sr") || !seen(each)) continue;
    const size = Number.parseFloat(getComputedStyle(each).fontSize);
    if (size < 11.9) found.push(`the text ${named(each)} has only ${size} pixels`);
  }
  const texts = ".felt :is(.hand-name, .rn span, .nm, .did, .setter p, .me, .pots p, .bt, .tour-text)";
  const shortened = (each) => each.matches(".nm") && each.textContent.length > 16; // with an ellipsis
  for (const each of all(`.tbar h1, .opt, ${texts}`))
    if (seen(each) && getComputedStyle(each).display !== "inline" && !shortened(each))
      if (each.scrollWidth > each.clientWidth + 1.5 || each.scrollHeight > each.clientHeight + 3)
        found.push(`the text ${named(each)} is cut off`);

  for (const each of all(".srow :is(.nm, .d > *)").filter(seen))
    if (each.textContent && out(boxOf(each), boxOf(each.closest(".srow"))) > 1.5)
      found.push(`the text ${named(each)} is outside its row`);

  // the end of a hand: all of it is in sight, or a button has the beaten hands
  for (const each of all(".sd")) {
    const box = boxOf(each);
    if (each.classList.contains("long")) found.push("the showdown scrolls");
    for (const one of each.querySelectorAll(".card, h2, p, .sd-loser, .sd-more"))
      if (seen(one) && out(boxOf(one), box) > 1) found.push(`${named(one)} is cut off by the showdown`);
    for (const one of each.querySelectorAll(".sd-loser > *"))
      if (seen(one) && out(boxOf(one), boxOf(one.parentElement)) > 1.5) found.push(`${named(one)} is outside its line`);
    const hidden = [...each.querySelectorAll(".sd-loser .card")].some((one) => !seen(one));
    if (hidden && each.querySelector(".own") && !all(".sd-mine .card").some(seen)) found.push("my cards are not shown");
    if (hidden && !seen(each.querySelector(".sd-more"))) found.push("no button has the beaten hands");
  }

  // the note has room around its words, and says where the sentences are that it has no room for
  for (const each of all(".tour").filter(seen)) {
    const words = each.querySelector(".tour-text");
    const [box, written] = [boxOf(each), boxOf(words)];
    if (written.left - box.left < 8 || written.top - box.top < 3 || box.bottom - written.bottom < 3)
      found.push(`the note ${named(words)} has no padding`);
    if (words.querySelector("[hidden]") && !seen(each.querySelector(".more"))) found.push("the note has no More");
    if (!words.innerText.trim()) found.push("the note says nothing");
  }

  // no two boxes overlap; of words, the box of what is written
  const written = ".hand-name, .rn, .me, .order, .bt, .pots p";
  const boxes = all(
    `.house-cards .cards, .hand-name, .bank, .print, .cloth-name :is(p, svg), .boards, .pots p, .spots .area,
     .spots .led, .me, .myhands .cards,
     .setter .pks, .order, .crow .cards, .rn, .srow, .opp, .hands .cards, .bt, .vs p, .tile, .layout,
     .tour, .seat, .pseat, .resting, .sd-win, .sd-board .cards, .sd-mine .cards, .sd-loser, .sd-rest, .sd-more`,
  )
    .filter((each) => seen(each) && each.closest(".felt"))
    .filter((each) => each.matches("svg, .cards, .boards, .pks") || each.textContent.trim());
  const rects = boxes.map((each) => {
    if (!each.matches(written)) return boxOf(each);
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getBoundingClientRect();
  });
  boxes.forEach((one, at) => {
    if (!one.matches(".cards") && out(rects[at], felt) > 1) found.push(`${named(one)} is outside the felt`);
    for (let before = 0; before < at; before += 1) {
      const other = boxes[before];
      if (one.contains(other) || other.contains(one)) continue;
      if (tucked && one.matches(".crow .cards") && other.matches(".crow .cards")) continue;
      const [a, b] = [rects[at], rects[before]];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (Math.min(wide, high) > 1.5) found.push(`${named(one)} overlaps ${named(other)}`);
    }
  });
  return [...new Set(found)];
}"""
"""Everything that breaks the guarantee: outside, covered, too small, cut off, overlapping."""
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""Waits until the page is drawn, and everything has been told its new size."""
LOOK = f"""async (guided) => {{
  const felt = document.querySelector(".felt");
  const was = [felt.clientWidth, felt.clientHeight];
  table.ui.tour = guided;
  table.drawNow();
  if (felt.clientWidth !== was[0] || felt.clientHeight !== was[1]) await ({DRAWN})();
  return ({WRONG})();
}}"""
"""Draw the table with the guide or without it; return what is wrong with it."""
