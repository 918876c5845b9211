// A structure that is being edited. Each row remembers which published row it came from, to tell old rows from new
// ones. Pure: no page, no clock.

import { isLevel } from "/web/room.js";

const FIELDS = ["small", "big", "ante", "ante_form", "minutes", "hands", "orbits", "color_up", "name"];
const OWN_NAME = /^(Level \d+|Break)?$/;

// The unit of the levels' length: minutes, or hands or orbits of each table's own play.
export const lastsIn = (structure) => ["hands", "orbits"].find((unit) => structure.entries[0][unit]) ?? "minutes";

export const lengthOf = (entry) => entry.minutes || entry.hands || entry.orbits || 0;

const same = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

let made = 0;
const row = (entry, from = null) => ({ key: (made += 1), from, entry });

export class Draft {
  // `base` is the published structure. `head` has the name, stack and chips if they differ from it.
  constructor(base, rows = base.entries.map((entry, at) => row(entry, at)), past = [], head = {}) {
    this.base = base;
    this.rows = rows;
    this.past = past; // the rows before each change, for undo
    this.head = head;
    this.of = ""; // the tournament's id
  }

  #with(rows) {
    return new Draft(this.base, rows, [...this.past.slice(-50), this.rows], this.head);
  }

  back() {
    return this.past.length ? new Draft(this.base, this.past.at(-1), this.past.slice(0, -1), this.head) : this;
  }

  // The structure as it would be published. Levels without their own name are numbered again.
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

  // The fields of a row that were different before, with their old values. Null for a new row.
  was(at) {
    const { from, entry } = this.rows[at];
    if (from === null) return null;
    const before = this.base.entries[from];
    const changed = FIELDS.filter((field) => field !== "name" || !OWN_NAME.test(before.name) || !OWN_NAME.test(entry.name));
    return Object.fromEntries(changed.filter((field) => !same(before[field], entry[field])).map((field) => [field, before[field]]));
  }

  // The number of rows that were changed, added or removed.
  get changes() {
    const kept = this.rows.filter(({ from }) => from !== null).length;
    const other = this.rows.filter((_, at) => Object.keys(this.was(at) ?? { isNew: true }).length).length;
    return other + this.base.entries.length - kept;
  }

  set(at, fields) {
    return this.#with(this.rows.map((one, other) => (other === at ? { ...one, entry: { ...one.entry, ...fields } } : one)));
  }

  // Gives this row's length to all levels after it.
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
    const pause = { kind: "break", minutes: last?.minutes ?? 10, color_up: [], name: "" };
    return this.#with(this.rows.toSpliced(at + 1, 0, row(pause)));
  }

  // Adopts another structure: all of it or, after the `kept` rows that have already been played, only the part with
  // higher blinds.
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

  // The denominations in play at a row, the smallest first. Chips colored up during a break count until its end.
  chipsAt(at) {
    const gone = new Set(this.rows.slice(0, at).flatMap(({ entry }) => entry.color_up ?? []));
    return (this.head.chips ?? this.base.chips).filter((chip) => !gone.has(chip));
  }
}

// The start time of each row, given the time left in the current one. Null for earlier rows, and if levels are counted
// in hands or orbits.
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
