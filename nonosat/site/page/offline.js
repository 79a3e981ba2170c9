// The service worker: after the first visit, the site comes from the browser's own storage. A new version replaces it.
// `site`, its name with its hash and its files, stands in a line before this one.
/* global site */

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(site.name).then((cache) => cache.addAll(site.files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (keys) => Promise.all(keys.filter((key) => key.startsWith("nonosat ") && key !== site.name).map((key) => caches.delete(key)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
