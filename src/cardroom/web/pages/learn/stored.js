// Values that this browser stores. A browser that stores nothing gives null, and saving does nothing.

/** @param {string} name @returns {any} */
export function load(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name @param {any} value */
export function save(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The value lasts as long as the page.
  }
}
