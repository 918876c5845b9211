// Keeps the device awake and the page full screen. Both need a touch first, and some browsers allow neither.

let isWanted = false;
let lock = null;

export function fillDevice() {
  const page = /** @type {any} */ (document.documentElement);
  const fill = page.requestFullscreen ?? page.webkitRequestFullscreen;
  try {
    fill?.call(page, { navigationUI: "hide" })?.catch?.(() => {});
  } catch {
    // the page stays as large as it is
  }
}

export async function stayAwake() {
  isWanted = true;
  if (!("wakeLock" in navigator) || document.hidden || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    // a device with an almost empty battery refuses
  }
}

// A browser releases the lock whenever the page is hidden.
document.addEventListener("visibilitychange", () => {
  if (isWanted) stayAwake();
});
