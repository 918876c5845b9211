// The tournament's newest acts, each with an undo button while nothing depends on it.

import { html, nothing } from "/web/lit/lit-html.js";
import { clockText, entryName } from "/web/room.js";
import { knows, say, timeOfDay } from "/web/words.js";
import { mayOrder, mayUndo } from "../rights.js";

const SHOWN = 4;
const SHOWN_TABLES = 6;
export const NAMED = 2; // the undo of an act on more entries than this does not name them

// The act as text. Acts on the clock have their own undo, which knows what the tables have played since then.
export function actText({ kinds, entry_count: count = 0, details }) {
  if (kinds[0] === "entry-added" && count > 1) return say("director.entered_together", { count });
  const kind = kinds.find((one) => knows(`director.acts.${one}`) || knows(`director.clock_acts.${one}`));
  if (!kind) return say("director.log.other");
  const { way, added_ms: added = 0 } = details ?? {};
  if (way && knows(`director.act_ways.${kind}-${way}`)) return say(`director.act_ways.${kind}-${way}`, { time: clockText(Math.abs(added)) });
  return say(knows(`director.acts.${kind}`) ? `director.acts.${kind}` : `director.clock_acts.${kind}`);
}

// The values that an act set: the changed policy or terms, or the time of the start.
function actValues({ details }, zone) {
  const { policy, terms = [], starts_ms: startsMs } = details ?? {};
  if (policy) return [say(`director.now.titles.${policy[0]}`), say(`director.policy.${policy[1]}`)];
  if (startsMs) return [timeOfDay(startsMs, zone, true)];
  return terms.map((name) => `director.new_${name === "late_levels" ? "late" : name}`).filter(knows).map((path) => say(path));
}

// The physical tables of an act, at most as many as entries are named.
function tablesText({ table, details: { tables = [] } = {} }) {
  const [only = table] = tables;
  if (tables.length < 2) return only ? say("director.table", { table: only }).replaceAll(" ", "\u00a0") : "";
  const [shown, more] = [tables.slice(0, SHOWN_TABLES), tables.length - SHOWN_TABLES];
  return say("director.log.tables", { tables: [...shown, ...(more > 0 ? [say("director.log.more", { count: more })] : [])].join(", ") });
}

// The act with its table and seat, or the level that began, and its players unless there are more than `most`.
export function actAbout(act, { entries, structure, zone }, most = Infinity) {
  const names = act.entry_count > most ? [] : act.entries.map((number) => entries.find((one) => one.entry === number)?.name).filter(Boolean);
  const more = act.entry_count - act.entries.length;
  if (names.length && more > 0) names.push(say("director.log.more", { count: more }));
  const level = typeof act.row === "number" && structure?.entries[act.row] ? entryName(structure, act.row) : "";
  const where = act.seat ? say("director.seated", act) : tablesText(act);
  if (act.seat && names.length) return `${actText(act)} · ${names.join(", ")}: ${where}`;
  return [actText(act), ...actValues(act, zone), level, where, names.join(", ")].filter(Boolean).join(" · ");
}

export const isOfTheClock = ({ kinds }) => !kinds.some((one) => knows(`director.acts.${one}`));

// What the undo of an end says before it is sent: other tournaments of the room that are on go on; if all of them are
// over, tables and displays return to this one, although it is not the newest. Otherwise empty.
export function asksFirst({ kinds }, { others, newer, word }) {
  if (!kinds.includes("tournament-ended")) return "";
  if (others.length) return say("director.now.undo_anyway", { names: others.join(", "), count: others.length });
  return newer ? say("director.now.undo_older", { name: word.event, newer }) : "";
}

// The kind of the act behind each undo that the clock offers.
const OF_CLOCK = {
  start: "clock-started", pause: "clock-paused", next: "level-started", previous: "level-started", "add-time": "time-added",
  "apply-elapsed": "elapsed-applied",
};

const MOVES = ["entry-moved", "table-broken", "seats-redrawn"];
const SEATS = ["entry-seated"];

// The next hand in hand-for-hand play, which the clock starts by itself, or the time that it allots to the hand.
const isNextHand = ({ by, kinds }) => by === "clock" && (kinds.includes("barrier-set") || kinds.includes("hand-timed"));

// `undo(act)` undoes an act, `print(act, kind)` prints the seat card of a seated player or the tickets of moved ones, and
// `isLocked(act)` says whether presses are ignored for a moment, and `isSure(act)` whether the undo was pressed once.
export function justDone(room, undo, print, isLocked, isSure) {
  const { tournament, totals, word } = room;
  const acts = (tournament?.acts ?? []).filter((act) => !act.undone && !act.kinds.includes("act-undone") && !isNextHand(act)).slice(-SHOWN).reverse();
  if (!acts.length) return nothing;
  const last = totals?.mark === word.mark && tournament.acts.findLast(isOfTheClock);
  const canClock = (act) => act === last && act.by !== "clock" && act.kinds.includes(OF_CLOCK[totals.undo]) && mayOrder("undo-clock");
  const can = (act) => (isOfTheClock(act) ? canClock(act) : tournament.legal.undo.includes(act.act) && mayUndo(act.by));
  return html`
    <h2>${say("director.now.just_done")}</h2>
    <ol class="done">${acts.map((act) => html`
      <li>
        <span><bdi>${actAbout(act, tournament)}</bdi>${act.by === "policy" ? html` <i>${say("director.now.by_policy")}</i>` : nothing}</span>
        ${act.kinds.some((one) => MOVES.includes(one)) ? html`<button class="plain" @click=${() => print(act, "moves")}>${say("director.now.tickets")}</button>` : nothing}
        ${act.kinds.some((one) => SEATS.includes(one)) ? html`<button class="plain" @click=${() => print(act, "seat-cards")}>${say("director.field.seat_card")}</button>` : nothing}
        ${can(act) ? html`<button class=${isSure(act) ? "sure" : "plain"} aria-disabled=${isLocked(act)}
          aria-label=${isSure(act) ? nothing : say("director.take_back", { what: actAbout(act, tournament, NAMED) })}
          @click=${() => undo(act)}>${isSure(act) ? asksFirst(act, room) : say("director.now.undo")}</button>` : nothing}
      </li>`)}</ol>`;
}
