// Where every chip of a tournament is.

import { chips, say } from "/web/words.js";

// The number of missing chips. It is negative if there are too many.
export function missing(ledger) {
  const { issued, raced, corrected, accepted, removed, waiting, on_tables: onTables, in_transit: inTransit, bagged } = ledger;
  return issued + raced + corrected + accepted - removed - waiting - onTables - inTransit - bagged;
}

// The name and count of each line. A line without chips is left out, except for the chips issued and on the tables.
export function lines(ledger) {
  const lost = missing(ledger);
  const { issued, removed, waiting, on_tables: onTables, in_transit: inTransit, bagged } = ledger;
  return [
    [say("director.ledger.issued"), chips(issued)],
    ...["raced", "corrected", "accepted"].filter((how) => ledger[how])
      .map((how) => [say(`director.ledger.${how}`), signed(ledger[how])]),
    ...(removed ? [[say("director.ledger.removed"), chips(removed)]] : []),
    [say("director.ledger.on_tables"), chips(onTables)],
    ...(waiting ? [[say("director.ledger.waiting"), chips(waiting)]] : []),
    ...(inTransit ? [[say("director.ledger.in_transit"), chips(inTransit)]] : []),
    ...(bagged ? [[say("director.ledger.bagged"), chips(bagged)]] : []),
    ...(lost ? [[say(lost > 0 ? "director.ledger.missing" : "director.ledger.too_many"), chips(Math.abs(lost))]] : []),
  ];
}

const signed = (count) => `${count > 0 ? "+" : "−"}${chips(Math.abs(count))}`;

export function drawLedger(list, ledger) {
  drawLines(list, lines(ledger));
  list.lastElementChild.classList.toggle("missing", missing(ledger) !== 0);
}

// How many chips of each value should be in play. Making change is not recorded, so some counts are approximate.
export function drawDenominations(list, denominations) {
  const said = ({ value, issued, collected, exact, tables }) => {
    const lost = collected && tables.length === 0 ? issued - collected : 0;
    const parts = [
      say(exact ? "director.ledger.chips" : "director.ledger.about_chips", { count: issued - collected - lost }),
      ...(collected ? [say("director.ledger.collected", { count: collected })] : []),
      ...(lost ? [say(lost > 0 ? "director.ledger.chips_missing" : "director.ledger.chips_too_many", { count: Math.abs(lost) })] : []),
    ];
    return [chips(value), parts.join(", "), lost !== 0];
  };
  const rows = denominations.map(said);
  drawLines(list, rows.map(([value, text]) => [value, text]));
  rows.forEach(([, , isWrong], index) => list.children[index].classList.toggle("missing", isWrong));
}

// A list of names and numbers.
export function drawLines(list, named) {
  const drawn = JSON.stringify(named);
  if (list.dataset.drawn === drawn) return;
  list.dataset.drawn = drawn;
  list.replaceChildren(...named.map(([name, count]) => {
    const [line, term, value] = ["div", "dt", "dd"].map((tag) => document.createElement(tag));
    term.textContent = name;
    value.textContent = count;
    line.append(term, value);
    return line;
  }));
}

// The differences that counts found, as text. A single count may itself be wrong.
export function drawDifferences(list, differences) {
  list.hidden = !differences.length;
  const drawn = JSON.stringify(differences);
  if (list.dataset.drawn === drawn) return;
  list.dataset.drawn = drawn;
  list.replaceChildren(...differences.map(({ said, sure }) => {
    const line = document.createElement("li");
    line.textContent = said;
    line.className = sure ? "missing" : "";
    return line;
  }));
}
