// A payout table typed as percentages, one for each place from the first. Pure: no page.

import { knows, say } from "/web/words.js";

const IDS = { "Club": "club", "Fifteen of a hundred": "curve" };

// The shares in ten-thousandths. Null if something is not a number.
export function percents(text) {
  const parts = text.split(/[\s/;]+|,\s+/).filter(Boolean).map((one) => Number(one.replace(",", ".").replace("%", "")));
  return parts.length && parts.every((one) => one >= 0) ? parts.map((one) => Math.round(one * 100)) : null;
}

// The table, for any number of entries. Null until the percentages add up to 100.
export function ownTable(text) {
  const shares = percents(text);
  if (!shares || shares.reduce((all, one) => all + one, 0) !== 10000) return null;
  return { name: shares.map((one) => one / 100).join("/"), rows: [{ entries: 1, shares }] };
}

// The name of a payout table.
export function payoutsText({ name }) {
  const known = `director.payouts.${IDS[name] ?? name}`;
  return knows(known) ? say(known) : name;
}
