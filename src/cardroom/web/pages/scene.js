// A table's scene: sent whole once, then by what changes. Old scenes are never touched: what did not change stays the same
// object, so that nobody need look at it again.

/**
 * @typedef {(string | number)[]} Path
 * @typedef {{ set: [Path, any][], gone: Path[] }} Change
 */

/**
 * The scene after a change.
 * @param {any} scene
 * @param {Change} change
 */
export function applied(scene, change) {
  let now = scene;
  for (const [path, value] of change.set) now = put(now, path, 0, value);
  for (const path of change.gone) now = without(now, path, 0);
  return now;
}

/**
 * @param {any} value
 * @param {Path} path
 * @param {number} at
 * @param {any} fresh
 * @returns {any}
 */
function put(value, path, at, fresh) {
  if (at === path.length) return fresh;
  const copied = Array.isArray(value) ? [...value] : { ...value };
  copied[path[at]] = put(at + 1 < path.length ? value[path[at]] : undefined, path, at + 1, fresh);
  return copied;
}

/**
 * @param {any} value
 * @param {Path} path
 * @param {number} at
 * @returns {any}
 */
function without(value, path, at) {
  const copied = Array.isArray(value) ? [...value] : { ...value };
  if (at + 1 === path.length) delete copied[path[at]];
  else copied[path[at]] = without(value[path[at]], path, at + 1);
  return copied;
}
