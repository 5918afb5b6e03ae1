// The user's own settings (theme, deck, motion, sound, letters, words), stored in this browser, and the size of the screen.
// Runs before the page is drawn.

(() => {
  const root = document.documentElement;
  const names = ["theme", "deck", "motion", "sound", "volume", "letters", "words"];
  try {
    for (const name of names) {
      const value = localStorage.getItem(`cardroom.${name}`);
      if (value) root.dataset[name] = value;
    }
  } catch {
    // A browser that stores nothing shows the page with the system's settings.
  }

  // The sizes for which style sheets have rules: html[data-size] is "phone", "tablet" or "wide", html[data-low] is a phone
  // on its side, html[data-short] a screen of at most 600 pixels, and html[data-tall] one of at least 700. Style sheets
  // ask for no other size.
  const low = matchMedia("(max-height: 520px) and (orientation: landscape)");
  const tall = matchMedia("(min-height: 700px)");
  const short = matchMedia("(max-height: 600px)");
  const phone = matchMedia("(max-width: 699px)");
  const tablet = matchMedia("(max-width: 1099px)");
  const measure = () => {
    root.dataset.size = phone.matches || low.matches ? "phone" : tablet.matches ? "tablet" : "wide";
    root.toggleAttribute("data-low", low.matches);
    root.toggleAttribute("data-short", short.matches);
    root.toggleAttribute("data-tall", tall.matches);
  };
  for (const each of [low, short, tall, phone, tablet]) each.addEventListener("change", measure);
  measure();
})();
