// What was paid in, what the house adds and keeps, and what each place is paid.

import { money, say } from "/web/words.js";
import { drawLines } from "./ledger.js";

// Each line's name and amount.
function lines(tournament) {
  const named = ["paid_in", "overlay", "pool", "fees"].filter((what) => tournament[what] || what === "pool");
  return [
    ...named.map((what) => [say(`director.prizes.${what}`), money(tournament[what], tournament)]),
    ...tournament.prizes.map((amount, at) => [say("director.place", { place: at + 1 }), money(amount, tournament)]),
  ];
}

export function drawPrizes(panel, list, tournament) {
  panel.hidden = !(tournament.pool || tournament.fees);
  drawLines(list, lines(tournament));
}
