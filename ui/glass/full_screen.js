// Shows the page in full screen. This needs a touch first, and some browsers do not allow it.

export function fillDevice() {
  const page = /** @type {any} */ (document.documentElement);
  const fill = page.requestFullscreen ?? page.webkitRequestFullscreen;
  try {
    fill?.call(page, { navigationUI: "hide" })?.catch?.(() => {});
  } catch {
    // the page stays as large as it is
  }
}
