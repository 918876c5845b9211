// Caches the phone page's own files, to open it without the clock. The clock's answers always take precedence. The page
// itself stores the clock's state, with its age.

const PLAYER = "player-4";
const PLAYER_FILES = ["./", "player.css", "player.js", "/clocks", "/web/faces.css", "/web/icon.svg", "/web/look.css", "/words.json"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(PLAYER).then((kept) => kept.addAll(PLAYER_FILES)));
  self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const isState = new URL(event.request.url).pathname.startsWith("/api/");
  if (event.request.method === "GET" && !isState) event.respondWith(freshOrKeptPage(event.request));
});

async function freshOrKeptPage(request) {
  const kept = await caches.open(PLAYER);
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
