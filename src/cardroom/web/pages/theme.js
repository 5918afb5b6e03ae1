// Theme, deck, motion, letters: what somebody chose for themselves, kept in this browser. It runs before the page is drawn.

(() => {
  const names = ["theme", "deck", "motion", "letters"];
  try {
    for (const name of names) {
      const value = localStorage.getItem(`cardroom.${name}`);
      if (value) document.documentElement.dataset[name] = value;
    }
  } catch {
    // A browser that keeps nothing shows the page as the system would have it.
  }
})();
