// Keeps the display's own files, for a reload while the service is away. Whatever the service says is newer.

const KEPT = "display-1";
const FILES = [
  "./", "display.css", "display.js", "icon.svg", "link.js", "look.css", "room.js", "theme.js", "timebase.js",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  event.respondWith(fetch(event.request).catch(() => caches.match(event.request, { ignoreSearch: true })));
});
