// Keeps the page, so that it is there at once, and without a network. What is kept is all of one version.

/* global FILES, VERSION -- content.py adds every file of the page, and what all of them hold, in a word */

const CACHE = `picogammon-${VERSION}`;

addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
  skipWaiting();
});

addEventListener("activate", (event) => event.waitUntil(dropOthers()));

addEventListener("fetch", (event) => {
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
