// Do the chips of a table, or of the room, add up? Pure: knows no page.

import { chips, say } from "/display/words.js";

// What is wrong, in words; empty where what is found is what was given out, with what the floor has changed.
export function difference(sums) {
  const over = sums.chips_found - (sums.chips_issued + sums.adjusted - sums.removed);
  if (!over) return "";
  return say(over > 0 ? "director.too_many" : "director.too_few", { chips: chips(Math.abs(over)) });
}

// What the floor has changed by name: counts it corrected, and chips that left play with disqualified players.
export function named(sums) {
  const lines = [];
  const difference = `${sums.adjusted > 0 ? "+" : "−"}${chips(Math.abs(sums.adjusted))}`;
  if (sums.adjusted) lines.push(say("director.corrected", { difference }));
  if (sums.removed) lines.push(say("director.removed", { chips: chips(sums.removed) }));
  return lines;
}
