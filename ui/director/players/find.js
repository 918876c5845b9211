// Finds entries as you type: by name in any case and with or without accents, by number, or by table and seat.

import { say } from "/web/words.js";

export const FILTERS = ["all", "playing", "out", "unseated"];

export const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[`´‘’ʼ]/g, "'").replace(/[‐-―−]/g, "-").toLowerCase();

const SEAT = /^(\d+)[·.\-/](\d+)$/;

export function matches(entry, query) {
  const asked = fold(query.trim());
  if (!asked) return true;
  const at = SEAT.exec(asked);
  if (at) return entry.table === Number(at[1]) && entry.seat === Number(at[2]) && !isOut(entry);
  if (/^\d+$/.test(asked)) return String(entry.entry).startsWith(asked);
  const name = fold([entry.name, entry.team ?? "", ...(entry.roster ?? [])].join(" "));
  return asked.split(/\s+/).every((word) => name.includes(word));
}

export const isOut = (entry) => entry.finish > 1 || Boolean(entry.forfeit);

export const isUnseated = (entry) => !entry.seat && !entry.finish && !entry.forfeit;

export function passes(entry, filter) {
  if (filter === "playing") return !isOut(entry) && Boolean(entry.seat);
  if (filter === "out") return isOut(entry);
  return filter === "all" || isUnseated(entry);
}

// Players still in, by number, and then the others, by place.
export const inOrder = (one, other) => one.finish - other.finish || one.entry - other.entry;

// People whom the room knows and who are not playing now. Those with a name that begins with the typed text come first.
export function known(people, entries, query) {
  const asked = fold(query.trim());
  if (asked.length < 2 || /^\d/.test(asked)) return [];
  const here = new Set(entries.filter((one) => !one.finish).map((one) => one.player));
  const fits = (one) => [one.name, ...(one.was ?? [])].some((name) => matches({ ...one, entry: 0, name }, query));
  const found = people.filter((one) => !here.has(one.player) && fits(one));
  const begins = (one) => (fold(one.name).split(" ").some((word) => word.startsWith(asked)) ? 0 : 1);
  return found.sort((one, other) => begins(one) - begins(other) || other.events - one.events).slice(0, 5);
}

// Where an entry is, as text.
export function whereText(entry, money) {
  const seat = { table: entry.table, seat: entry.seat, from: entry.from_table };
  const at = entry.seat ? say("director.seated", seat) : say("director.unseated");
  const now = entry.on_the_way ? say("director.on_the_way", seat) : at;
  const here = entry.pinned ? `${now} · ${say("director.field.pinned")}` : now;
  const where = entry.finish ? say("director.place", { place: entry.finish }) : beside(entry, money) || here;
  return entry.barred ? `${where} · ${entry.barred}` : where;
}

// Why an entry is not at a table.
function beside(entry, money) {
  if (entry.waits) return say("director.waits");
  if (entry.forfeit) return say("director.forfeit", { fee: money(entry.fee_owed) });
  if (entry.alternate) return say("director.alternate", { place: entry.alternate });
  return entry.goes_on ? say("director.goes_on") : "";
}

export const nameText = ({ name, nth, team }) => {
  const said = nth > 1 ? say("director.nth_entry", { name, nth }) : name;
  return team ? `${said} · ${team}` : said;
};
