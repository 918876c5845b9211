// Caches the display's own files, for a reload without the service. The service's answer always takes precedence.

const KEPT = "display-6";
const FILES = [
  "./", "display.css", "display.js", "faces.css", "stage.css", "/clocks", "/fonts/RobotoCondensed-Bold.ttf", "/fonts/RobotoCondensed-Medium.ttf",
  "/web/icon.svg", "/web/faces.css", "/web/look.css", "/words.json",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const isOurs = new URL(event.request.url).origin === location.origin;
  if (isOurs && event.request.method === "GET") event.respondWith(freshOrKept(event.request));
});

async function freshOrKept(request) {
  const kept = await caches.open(KEPT);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await kept.put(request.url.split("?")[0], fresh.clone());
    return fresh;
  } catch (away) {
    const found = await kept.match(request, { ignoreSearch: true });
    if (found) return found;
    throw away;
  }
}
