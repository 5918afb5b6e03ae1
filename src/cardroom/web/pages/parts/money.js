// Amounts as text and as speech. All amounts are whole cents.

/**
 * A whole number with commas: `12,345`. The browser's own formats take long to load on a slow phone.
 * @param {number} number
 */
export const withCommas = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/**
 * `$1,234`, `$1,234.50`; negative amounts have a minus sign.
 * @param {number} cents
 */
export function dollars(cents) {
  const whole = withCommas(Math.floor(Math.abs(cents) / 100));
  const rest = Math.abs(cents) % 100;
  return `${cents < 0 ? "−" : ""}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/**
 * An amount with its sign: `+$60`, `−$5`, `$0`.
 * @param {number} cents
 */
export const signed = (cents) => (cents > 0 ? `+${dollars(cents)}` : dollars(cents));

/**
 * An amount for screen readers: "20 dollars", "1 dollar and 50 cents".
 * @param {number} cents
 */
export function spoken(cents) {
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  const parts = [];
  if (whole || !rest) parts.push(`${withCommas(whole)} dollar${whole === 1 ? "" : "s"}`);
  if (rest) parts.push(`${rest} cent${rest === 1 ? "" : "s"}`);
  return (cents < 0 ? "minus " : "") + parts.join(" and ");
}

/**
 * A typed amount in cents, or null if it is not an amount.
 * @param {string} text
 * @returns {number | null}
 */
export function cents(text) {
  const match = /^\s*\$?\s*(\d[\d,]*)(?:\.(\d{1,2}))?\s*$/.exec(text);
  return match ? Number(match[1].replaceAll(",", "")) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : null;
}
