// A table's scene is sent whole once and then as patches. Scenes are never changed in place: parts that a patch does
// not touch stay the same objects, so they need not be compared or drawn again.

/**
 * @typedef {(string | number)[]} Path
 * @typedef {{ set: [Path, any][], gone: Path[] }} Patch
 */

/**
 * The scene after a patch.
 * @param {any} scene
 * @param {Patch} patch
 */
export function applyPatch(scene, patch) {
  let next = scene;
  for (const [path, value] of patch.set) next = withValue(next, path, 0, value);
  for (const path of patch.gone) next = without(next, path, 0);
  return next;
}

/**
 * @param {any} node
 * @param {Path} path
 * @param {number} depth
 * @param {any} value
 * @returns {any}
 */
function withValue(node, path, depth, value) {
  if (depth === path.length) return value;
  const copy = Array.isArray(node) ? [...node] : { ...node };
  const child = depth + 1 < path.length ? node[path[depth]] : undefined;
  copy[path[depth]] = withValue(child, path, depth + 1, value);
  return copy;
}

/**
 * @param {any} node
 * @param {Path} path
 * @param {number} depth
 * @returns {any}
 */
function without(node, path, depth) {
  const copy = Array.isArray(node) ? [...node] : { ...node };
  if (depth + 1 === path.length) delete copy[path[depth]];
  else copy[path[depth]] = without(node[path[depth]], path, depth + 1);
  return copy;
}
