// A structure as it is being edited: rows with where each came from, so that what was played is told from what is new.
// Pure: no page, no time of its own.

import { isLevel } from "/web/room.js";

const FIELDS = ["small", "big", "ante", "ante_form", "minutes", "hands", "orbits", "colour_up", "name"];
const OWN_NAME = /^(Level \d+|Break)?$/;

// What levels are counted in: minutes, or hands or orbits of a table's own play.
export const lastsIn = (structure) => ["hands", "orbits"].find((unit) => structure.entries[0][unit]) ?? "minutes";

export const lengthOf = (entry) => entry.minutes || entry.hands || entry.orbits || 0;

const same = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

let made = 0;
const row = (entry, from = null) => ({ key: (made += 1), from, entry });

export class Draft {
  // `base` is what is published; `head` is the name, the stack and the chips where those are others.
  constructor(base, rows = base.entries.map((entry, at) => row(entry, at)), past = [], head = {}) {
    this.base = base;
    this.rows = rows;
    this.past = past; // the rows before each change
    this.head = head;
    this.of = ""; // the tournament
  }

  #with(rows) {
    return new Draft(this.base, rows, [...this.past.slice(-50), this.rows], this.head);
  }

  back() {
    return this.past.length ? new Draft(this.base, this.past.at(-1), this.past.slice(0, -1), this.head) : this;
  }

  // As it would be published; levels without a name of their own are counted anew.
  get structure() {
    let level = 0;
    const entries = this.rows.map(({ entry }) => {
      if (isLevel(entry)) level += 1;
      if (!OWN_NAME.test(entry.name)) return entry;
      return { ...entry, name: isLevel(entry) ? `Level ${level}` : "Break" };
    });
    return { ...this.base, ...this.head, entries };
  }

  get isChanged() {
    return !same(this.structure, this.base);
  }

  // Of a row: what was other before, by field; null for one that is new.
  was(at) {
    const { from, entry } = this.rows[at];
    if (from === null) return null;
    const before = this.base.entries[from];
    const changed = FIELDS.filter((field) => field !== "name" || !OWN_NAME.test(before.name) || !OWN_NAME.test(entry.name));
    return Object.fromEntries(changed.filter((field) => !same(before[field], entry[field])).map((field) => [field, before[field]]));
  }

  // How many rows are other than they were, new or gone.
  get changes() {
    const kept = this.rows.filter(({ from }) => from !== null).length;
    const other = this.rows.filter((_, at) => Object.keys(this.was(at) ?? { isNew: true }).length).length;
    return other + this.base.entries.length - kept;
  }

  set(at, fields) {
    return this.#with(this.rows.map((one, other) => (other === at ? { ...one, entry: { ...one.entry, ...fields } } : one)));
  }

  // The length of a row, for all levels that follow it.
  sameLength(at) {
    const { minutes, hands, orbits } = this.rows[at].entry;
    const changed = (one, other) => other > at && isLevel(one.entry);
    return this.#with(this.rows.map((one, other) => (
      changed(one, other) ? { ...one, entry: { ...one.entry, minutes, hands, orbits } } : one)));
  }

  remove(at) {
    return this.#with(this.rows.filter((_, other) => other !== at));
  }

  addLevel(at) {
    const before = this.rows.slice(0, at + 1).findLast((one) => isLevel(one.entry)).entry;
    const after = this.rows.slice(at + 1).find((one) => isLevel(one.entry))?.entry;
    const chip = this.chipsAt(at + 1)[0] ?? 1;
    const between = (field, factor) => {
      const wish = after ? (before[field] + after[field]) / 2 : before[field] * factor;
      return Math.max(before[field], Math.round(wish / chip) * chip);
    };
    const [small, big] = [between("small", 1.5), between("big", 1.5)];
    const ante = before.ante_form === "big-blind" ? big : before.ante;
    return this.#with(this.rows.toSpliced(at + 1, 0, row({ ...before, small, big, ante, name: "" })));
  }

  addBreak(at) {
    const last = this.rows.findLast((one) => !isLevel(one.entry))?.entry;
    const pause = { kind: "break", minutes: last?.minutes ?? 10, colour_up: [], name: "" };
    return this.#with(this.rows.toSpliced(at + 1, 0, row(pause)));
  }

  // Another structure from here on: all of it, or after the `kept` rows that are played what is played for more.
  replace(structure, kept) {
    if (!kept) {
      const head = { name: structure.name, starting_stack: structure.starting_stack, chips: structure.chips };
      return new Draft(this.base, structure.entries.map((one) => row(one)), [...this.past, this.rows], head);
    }
    const now = this.rows.slice(0, kept).findLast((one) => isLevel(one.entry)).entry;
    const first = structure.entries.findIndex((one) => isLevel(one) && one.big > now.big);
    const rest = first < 0 ? [] : structure.entries.slice(first);
    return this.#with([...this.rows.slice(0, kept), ...rest.map((one) => row(one))]);
  }

  // The denominations in play at a row, the smallest first; those coloured up in a break count until it ends.
  chipsAt(at) {
    const gone = new Set(this.rows.slice(0, at).flatMap(({ entry }) => entry.colour_up ?? []));
    return (this.head.chips ?? this.base.chips).filter((chip) => !gone.has(chip));
  }
}

// When each row begins, from what is left of the current one; null for those before it, and where tables play on by
// themselves.
export function beginnings(rows, current, leftMs, nowMs) {
  let atMs = nowMs + leftMs;
  return rows.map(({ entry }, at) => {
    if (at < current || !entry.minutes) return null;
    if (at === current) return nowMs - (entry.minutes * 60000 - leftMs);
    const begins = atMs;
    atMs += entry.minutes * 60000;
    return begins;
  });
}
