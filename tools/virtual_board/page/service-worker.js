// Keeps the page, so that it is there at once, and without a network. What is kept is all of one version.

/** @type {ServiceWorkerGlobalScope & { FILES: string[], VERSION: string }}  content.py adds files, and what they hold, in a word */
const worker = /** @type {any} */ (self);
const CACHE = `picogammon-${worker.VERSION}`;

worker.addEventListener("install", (event) => {
  const fresh = worker.FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
  worker.skipWaiting();
});

worker.addEventListener("activate", (event) => event.waitUntil(dropOthers()));

worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(atOnce(event.request));
});

async function dropOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith("picogammon-") && name !== CACHE) await caches.delete(name);
  }
}

async function atOnce(request) {
  const kept = await caches.match(request, { cacheName: CACHE, ignoreSearch: true });
  return kept ?? fetch(request);
}
