// Pages as functions of data: `h` describes elements, `patch` changes the document to match. Elements are reused, so
// focus, typed text and animations survive a redraw. Nothing here knows about cards.

/**
 * @typedef {string | number | false | null | undefined | Node_ | readonly any[]} Child
 * @typedef {{ tag: string, key: string | number | undefined, props: Record<string, any>,
 *   children: (Node_ | string)[] }} Node_
 * @typedef {Element & { made?: Node_ }} Made
 */

const SVG = "http://www.w3.org/2000/svg";
const AS_PROPERTY = new Set([
  "value",
  "defaultValue",
  "defaultSelected",
  "defaultChecked",
  "checked",
  "disabled",
  "hidden",
  "open",
  "selected",
  "data",
]);

/**
 * Describe an element: `h("p.note", { title: "why" }, "Because")`. Classes may follow the tag. `key` identifies an
 * element among its siblings, `on…` are listeners, and `style` is a record of properties, which may include `--x`.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Child} children
 * @returns {Node_}
 */
export function h(tag, props, ...children) {
  const [name, classes] = parsed.get(tag) ?? parse(tag);
  const attributes = props ?? {};
  const all = classes
    ? { ...attributes, class: attributes.class ? `${classes} ${attributes.class}` : classes }
    : attributes;
  return { tag: name, key: attributes.key, props: all, children: flat(children, []) };
}

/**
 * Words on a button that are not part of its name, like the range of a bet. The style sheet prints them: people who
 * speak to their computer say the text of a button, and it must be in the name that assistive technology reads.
 * @param {string} tag
 * @param {string | number} words
 */
export const printedWords = (tag, words) => h(tag, { "aria-hidden": "true", "data-printed": String(words) });

/** The key of a button. @param {string | number} key */
export const keyHint = (key) => printedWords("kbd", String(key).length > 1 ? key : String(key).toUpperCase());

/** Parsed tags: the name and the classes. @type {Map<string, [string, string]>} */
const parsed = new Map();

/** @param {string} tag @returns {[string, string]} */
function parse(tag) {
  const [name, ...classes] = tag.split(".");
  /** @type {[string, string]} */
  const read = [name, classes.join(" ")];
  parsed.set(tag, read);
  return read;
}

/**
 * @param {Child} child
 * @param {(Node_ | string)[]} into
 */
function flat(child, into) {
  if (Array.isArray(child)) for (const each of child) flat(each, into);
  else if (typeof child === "string") into.push(child);
  else if (typeof child === "number") into.push(String(child));
  else if (child) into.push(/** @type {Node_} */ (child));
  return into;
}

/**
 * Change the children of an element to match a description.
 * @param {Element} parent
 * @param {Child} wanted
 */
export function patch(parent, wanted) {
  children(parent, flat(wanted, []));
}

/**
 * @param {Element} parent
 * @param {(Node_ | string)[]} wanted
 */
function children(parent, wanted) {
  /** @type {Map<string | number, Made>} */
  const keyed = new Map();
  for (const each of parent.children) {
    const key = /** @type {Made} */ (each).made?.key;
    if (key !== undefined) keyed.set(key, each);
  }
  let here = parent.firstChild;
  for (const node of wanted) {
    if (typeof node === "string") {
      if (here?.nodeType === 3) {
        if (here.nodeValue !== node) here.nodeValue = node;
        here = here.nextSibling;
      } else parent.insertBefore(document.createTextNode(node), here);
      continue;
    }
    /** @type {Made | null} */
    let element = null;
    if (node.key !== undefined) element = keyed.get(node.key) ?? null;
    else if (here?.nodeType === 1 && /** @type {Made} */ (here).made?.key === undefined)
      element = /** @type {Made} */ (here);
    if (element?.made?.tag !== node.tag) element = null;
    if (element) {
      if (node.key !== undefined) keyed.delete(node.key);
      if (element === here) here = here.nextSibling;
      else parent.insertBefore(element, here);
      change(element, node);
    } else parent.insertBefore(make(node, parent), here);
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

/**
 * @param {Node_} node
 * @param {Element} parent
 */
function make(node, parent) {
  const drawn = node.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  /** @type {Made} */
  const element = drawn ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  change(element, node);
  return element;
}

/**
 * @param {Made} element
 * @param {Node_} node
 */
function change(element, node) {
  const old = element.made;
  if (old === node) return;
  const before = old?.props ?? {};
  for (const name in before) if (!(name in node.props)) prop(element, name, undefined, before[name]);
  for (const name in node.props) prop(element, name, node.props[name], before[name]);
  element.made = node;
  if (!("own" in node.props)) children(element, node.children);
}

/**
 * @param {any} element
 * @param {string} name
 * @param {any} value
 * @param {any} before
 */
function prop(element, name, value, before) {
  if (name === "key" || name === "own") return;
  if (name === "style") {
    for (const each in before ?? {}) if (!(value && each in value)) element.style.removeProperty(each);
    for (const each in value ?? {})
      if (value[each] !== before?.[each]) element.style.setProperty(each, String(value[each]));
  } else if (name.startsWith("on")) {
    // The return value of a listener must not cancel the browser's default action.
    element[name.toLowerCase()] = value ? (/** @type {Event} */ event) => void value.call(element, event) : null;
  } else if (AS_PROPERTY.has(name)) {
    // Do not overwrite a field while the user types in it.
    if (element[name] !== value && !(name === "value" && document.activeElement === element && value === before))
      element[name] = value ?? (name === "value" ? "" : name === "data" ? undefined : false);
  } else if (value !== before) {
    if (value === undefined || value === null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}
