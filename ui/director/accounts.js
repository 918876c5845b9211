// Checks whether the chips of a table, or of the room, add up. Pure: no page.

import { chips, say } from "/web/words.js";

// The difference as text. Empty if the chips found equal the chips issued plus the floor's changes.
export function difference(sums) {
  const over = sums.chips_found - (sums.chips_issued + sums.adjusted - sums.removed);
  if (!over) return "";
  return say(over > 0 ? "director.too_many" : "director.too_few", { chips: chips(Math.abs(over)) });
}

// The floor's named changes: corrected counts, and the chips of disqualified players.
export function named(sums) {
  const lines = [];
  const difference = `${sums.adjusted > 0 ? "+" : "−"}${chips(Math.abs(sums.adjusted))}`;
  if (sums.adjusted) lines.push(say("director.corrected", { difference }));
  if (sums.removed) lines.push(say("director.removed", { chips: chips(sums.removed) }));
  return lines;
}
