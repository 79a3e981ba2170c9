// The service worker: after the first visit, the site comes from the browser's own storage. A new version replaces it.
// What is loaded on demand is kept then.
// `site`, its name with its hash and its files, stands in a line before this one.
/* global site */

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(site.name).then((cache) => cache.addAll(site.files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (keys) => Promise.all(keys.filter((key) => key.startsWith("nonosat ") && key !== site.name).map((key) => caches.delete(key)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

async function answer(request) {
  const kept = await caches.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const found = await fetch(request);
  if (found.ok) await (await caches.open(site.name)).put(request, found.clone());
  return found;
}

self.addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
