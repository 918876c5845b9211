// Do the chips of a table, or of the room, add up? Pure: knows no page.

import { chips } from "/display/room.js";

// What is wrong, in words; empty where what is found is what was given out, with what the floor has changed.
export function difference(sums) {
  const over = sums.chips_found - (sums.chips_issued + sums.adjusted - sums.removed);
  if (!over) return "";
  return `${chips(Math.abs(over))} ${over > 0 ? "too many" : "missing"}`;
}

// What the floor has changed by name: counts it corrected, and chips that left play with disqualified players.
export function named(sums) {
  const lines = [];
  if (sums.adjusted) lines.push(`corrected by the floor ${sums.adjusted > 0 ? "+" : "−"}${chips(Math.abs(sums.adjusted))}`);
  if (sums.removed) lines.push(`removed ${chips(sums.removed)}`);
  return lines;
}
