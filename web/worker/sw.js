// The service worker: keeps the files with a hash in their names, and the empty page for when the server cannot be reached.
// It touches nothing else: no /api, no records, no QR codes, no page of a room. The build replaces the version.
const CACHE = "ludoteca-__VERSION__";
const SHELL = "/";
const PAGES = /^\/($|games$|stats$|credits$|new\/|rules\/|learn\/|r\/[^/]+(\/replay(\/\d+)?)?$)/;

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (request.mode === "navigate" && PAGES.test(url.pathname)) event.respondWith(page(request));
});

/** Keep the home page: it has no name of a player in it, and shows every other page once its script runs. */
async function keepShell() {
  const response = await fetch(SHELL, { cache: "reload" });
  if (response.ok) await (await caches.open(CACHE)).put(SHELL, response);
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("ludoteca-") && name !== CACHE).map((name) => caches.delete(name)));
}

/** A name with a hash never changes its content: the cache comes first. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** A page comes from the server, and only without one from the cache. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(SHELL);
    if (kept) return kept;
    throw error;
  }
}
