// A payout table that is typed as percents, one for each place from the first. Pure: no page.

import { knows, say } from "/web/words.js";

const IDS = { "Club": "club", "Fifteen of a hundred": "curve" };

// As ten-thousandths; null where something in it is no number.
export function percents(text) {
  const parts = text.split(/[\s/;]+|,\s+/).filter(Boolean).map((one) => Number(one.replace(",", ".").replace("%", "")));
  return parts.length && parts.every((one) => one >= 0) ? parts.map((one) => Math.round(one * 100)) : null;
}

// The table, for any number of entries; null until the percents add up.
export function ownTable(text) {
  const shares = percents(text);
  if (!shares || shares.reduce((all, one) => all + one, 0) !== 10000) return null;
  return { name: shares.map((one) => one / 100).join("/"), rows: [{ entries: 1, shares }] };
}

// What a table is called.
export function payoutsText({ name }) {
  const known = `director.payouts.${IDS[name] ?? name}`;
  return knows(known) ? say(known) : name;
}
