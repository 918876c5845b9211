// How large this glass is: its pixels, and how many of them are in a millimeter.

import { keep, kept } from "./keep.js";

export const CARD_MM = 63; // the width of a playing card (poker size)
const MOST_PX = 2_300_000; // more pixels than this take longer to send than a dealer waits
const MEMORY = "px-per-mm";

// CSS pixels in a millimeter: as measured with a card, or else as devices of this kind usually have.
export function cssPxPerMm() {
  const measured = Number(kept(MEMORY));
  return measured >= 2 && measured <= 12 ? measured : usual();
}

function usual() {
  if (!matchMedia("(pointer: coarse)").matches) return 3.78; // 96 in an inch
  if (/iPad|Macintosh/.test(navigator.userAgent)) return 5.2; // 132 in an inch
  return 6.3; // 160 in an inch
}

export function setCardWidth(cssPx) {
  keep(MEMORY, String(cssPx / CARD_MM));
}

// Pixels of the virtual screen in a CSS pixel. A sharp display gets more of them, up to the limit.
export function sharpness(width, height) {
  return Math.max(1, Math.min(devicePixelRatio || 1, Math.sqrt(MOST_PX / Math.max(1, width * height))));
}

export function pxPerMm(width, height) {
  return cssPxPerMm() * sharpness(width, height);
}
