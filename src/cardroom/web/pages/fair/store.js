// Stores in this browser what it was shown of each round, so that the server's proofs can be compared with it later.

/**
 * What this browser was shown of one round, as in docs/reference/file-formats.md, with the hall and the time.
 * @typedef {{ hall: string, at: number, format: string, table: string, viewer: string, commitment: string,
 *   previous: string, before: boolean, asked: [string, string][], link: string, seeds: [string, string][] | null,
 *   changed: boolean, cards: string[], head: string, voided?: boolean }} Note
 */

/** Rounds of all tables that are stored. The oldest are removed. */
export const MOST_ROUNDS = 2000;

const FIELDS = [
  ...["format", "table", "viewer", "commitment", "previous", "before"],
  ...["asked", "link", "seeds", "changed", "cards", "head", "voided"],
];

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

function openStore() {
  opened ??= (async () => {
    const request = indexedDB.open("cardroom", 1);
    request.onupgradeneeded = () => {
      const rounds = request.result.createObjectStore("rounds", {
        keyPath: ["hall", "table", "viewer", "previous", "commitment"],
      });
      rounds.createIndex("at", "at");
    };
    return done(request);
  })();
  return opened;
}

/** @param {IDBTransactionMode} mode */
const store = async (mode) => (await openStore()).transaction("rounds", mode).objectStore("rounds");

/** Save a note, and remove the oldest if there are too many. @param {Note} note */
export async function save(note) {
  const rounds = await store("readwrite");
  await done(rounds.put(note));
  let extra = (await done(rounds.count())) - MOST_ROUNDS;
  if (extra <= 0) return;
  const oldest = rounds.index("at").openCursor();
  oldest.onsuccess = () => {
    const cursor = oldest.result;
    if (!cursor || extra <= 0) return;
    extra -= 1;
    cursor.delete();
    cursor.continue();
  };
}

/**
 * The notes of a table, oldest first.
 * @param {string} hall
 * @param {string} table
 * @param {string} viewer
 * @returns {Promise<Note[]>}
 */
export async function notesOf(hall, table, viewer) {
  const rounds = await store("readonly");
  const all = await done(rounds.getAll(IDBKeyRange.bound([hall, table, viewer], [hall, table, viewer, []])));
  return all.sort((one, other) => one.at - other.at);
}

/** Notes as lines of a file that `cardroom verify` reads. @param {Note[]} notes */
export const evidenceLines = (notes) =>
  notes
    .filter((note) => note.seeds !== null)
    .map(
      (note) =>
        `${JSON.stringify(Object.fromEntries(FIELDS.map((name) => [name, /** @type {any} */ (note)[name]])))}\n`,
    )
    .join("");

/** Let the user save the evidence of a table as a file. @param {string} hall @param {string} table @param {string} viewer */
export async function download(hall, table, viewer) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([evidenceLines(await notesOf(hall, table, viewer))]));
  link.download = `evidence-${table.replaceAll(/\W+/g, "-")}.jsonl`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
