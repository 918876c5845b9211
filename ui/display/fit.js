// The font size that fits a text. Pure. Widths are those of the bundled font, in em, and slightly too large.

const DIGIT = /\d/;
const NARROW = /[ ,.;'’|!iljI·/()[\]-]/u;
const WIDE = /[mwMW@%—]/u;
const SQUARE = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef]|\p{Extended_Pictographic}/u;

// The width of a text, in em.
export function ems(text) {
  let wide = 0;
  for (const sign of String(text)) wide += widthOf(sign);
  return Math.max(0.5, Math.round(wide * 100) / 100);
}

function widthOf(sign) {
  if (/\p{Mark}/u.test(sign)) return 0;
  if (SQUARE.test(sign)) return 1.02;
  if (DIGIT.test(sign)) return 0.507;
  if (sign === ":") return 0.275;
  if (NARROW.test(sign)) return 0.32;
  if (WIDE.test(sign)) return 0.86;
  return /[\p{Lu}&]/u.test(sign) ? 0.64 : 0.53;
}

// The largest size at which a text of several lines fits in a box. All lengths have the same unit.
export function sizeWithin(text, wide, high, most, least) {
  const lines = String(text).split("\n");
  const fits = (size) => {
    const rows = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil((ems(line) * size * 1.25) / wide)), 0);
    return rows * size * 1.2 <= high;
  };
  let size = most;
  while (size > least && !fits(size)) size *= 0.94;
  return Math.max(size, least);
}

// The items to show now if they do not all fit: they take turns, `turnMs` each.
export function pageOf(items, fit, nowMs, turnMs) {
  const pages = Math.max(1, Math.ceil(items.length / fit));
  const page = Math.floor(nowMs / turnMs) % pages;
  const each = Math.ceil(items.length / pages); // all pages have about as many items
  return { items: items.slice(page * each, (page + 1) * each), page: page + 1, pages };
}
