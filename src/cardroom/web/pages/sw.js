// The service worker: what the installed card room shows without a connection. It stores only what is the same for every
// visitor: files, the rules, and four pages. It never touches requests to the API, nor pages of a person.
//
// The server writes the version and the list of files before this text, so a new version of the program is a new worker
// with a new cache. Files have their version in the address, so no page ever gets code of another version.

const worker = /** @type {any} */ (self);
/** @type {{ version: string, files: string[] }} */
const { version, files } = worker.offline;

const PREFIX = "cardroom ";
const CACHE = `${PREFIX}${version}`;
/** The rules of all games, in one file. */
const RULES = "/public/rules.json";
/** Pages that can be opened without a connection. All others are answered by the last. */
const PAGES = ["/rules", "/trainer", "/daily", "/offline"];

/** A request without cookies, so that the answer is the same for everyone. @param {string} path */
const anonymous = (path) => new Request(path, { credentials: "omit", cache: "no-cache" });

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...files, ...PAGES].map(anonymous));
  await worker.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
}

/** @param {string} path */
const stored = (path) => caches.match(path, { cacheName: CACHE });

/** Store the rules of all games, once for each version. A newer worker deletes the cache of this one for good. */
async function storeRules() {
  if ((await caches.has(CACHE)) && !(await stored(RULES))) await (await caches.open(CACHE)).add(anonymous(RULES));
}

/** A page from the network, or without a connection the stored one. @param {Request} request @param {string} path */
async function page(request, path) {
  try {
    return await fetch(request);
  } catch (error) {
    const name = PAGES.find((each) => path === each || path === `${each}.html`) ?? PAGES[PAGES.length - 1];
    const found = await stored(name);
    if (found) return found;
    throw error;
  }
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "store rules") event.waitUntil(storeRules().catch(() => {})); // the page asks again next time
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, pathname));
  else if (pathname === RULES || files.includes(pathname))
    event.respondWith(stored(pathname).then((found) => found ?? fetch(request)));
});
