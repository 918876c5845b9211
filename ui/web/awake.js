// Keeps the device awake while its page is shown.

let isWanted = false;
let lock = null;

// Whether the device stays awake. Some browsers cannot keep it awake, and a device with an almost empty battery refuses.
export async function stayAwake() {
  isWanted = true;
  if (!("wakeLock" in navigator)) return false;
  if (document.hidden || (lock && !lock.released)) return Boolean(lock);
  try {
    lock = await navigator.wakeLock.request("screen");
    return true;
  } catch {
    return false;
  }
}

export function maySleep() {
  isWanted = false;
  lock?.release();
  lock = null;
}

// A browser releases the lock whenever the page is hidden.
document.addEventListener("visibilitychange", () => {
  if (isWanted) stayAwake();
});
