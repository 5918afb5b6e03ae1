// The user's own settings (theme, deck, motion, sound, letters, words), stored in this browser. Runs before the page is drawn.

(() => {
  const names = ["theme", "deck", "motion", "sound", "volume", "letters", "words"];
  try {
    for (const name of names) {
      const value = localStorage.getItem(`cardroom.${name}`);
      if (value) document.documentElement.dataset[name] = value;
    }
  } catch {
    // A browser that stores nothing shows the page with the system's settings.
  }
})();
