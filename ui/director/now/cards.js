// The cards that are waiting for the director: the lane and rank of each, its reason, and what its green button does.
// Pure: no page. Sorted by urgency, not by kind.

import { agoText } from "/web/room.js";
import { chips, knows, money, say, timeOfDay } from "/web/words.js";
import { readerProblems } from "../readers.js";
import { follows, may, mayOrder } from "../rights.js";
import { callText } from "../tables.js";

export const LANES = ["at_once", "next_hand", "this_level"];
const SEATING = ["seat-open", "player-needed"]; // the floor's reasons that ask for a player
const WRONG_PINS = 3; // one or two typing errors are not an attack
const ELSEWHERE_MS = 10_000; // a kiosk that is between hands comes to the event sooner
const TAKEOVER_MS = 30 * 60_000; // how long a takeover by another clock is shown
const DRAW_TOGETHER = 3; // at least this many players without a seat share a card
const MOST_NAMED = 6; // a card names at most this many players for whom there is no seat

// The lane of each proposed action, and its rank in that lane.
const URGENCY = {
  undo: [0, 2], "accept-difference": [0, 3],
  "hand-for-hand": [1, 0], "halt-table": [1, 1], "confirm-bust": [1, 2], "move-entry": [1, 3], "pin-entry": [1, 3], "seat-entry": [1, 3],
  "seat-again": [1, 3], "book-unbooked": [1, 3], "send-purchases": [1, 3], redraw: [1, 2.5], "end-flight": [1, 4], end: [1, 4],
  promote: [2, 0], forfeit: [2, 0], "break-table": [2, 1], "close-table": [2, 2],
};

// `room` has the tournament, the tables' reports, whether play is stopped, and the clock's time.
export function cards({ tournament, tables, tablets, totals, atRest, serverMs, word, zone }) {
  const found = [
    ...tablets.asked.map((one) => tabletAsks(one, tablets.tables, serverMs)),
    ...(tablets.asked_glasses ?? []).map((one) => glassAsks(one, serverMs)),
    ...(totals?.copies ?? []).map((one) => copyAsked(one, totals.awaited, serverMs)),
    ...(totals?.histories ?? []).map((one) => historyAsked(one, serverMs)),
    ...tables.filter(({ floor }) => floor).map((table) => call(table, serverMs)),
    ...tables.filter(({ flags }) => flags.length).map(notAddingUp),
    ...(tournament ? proposals(tournament, tables) : []),
    ...(tournament?.legal.seats_needed ? tooFewSeats(tournament) : []),
    ...(tournament?.waits_on.length || (tournament?.hand_for_hand && !tournament.ended) ? [handForHand(tournament)] : []),
    ...(tournament?.ended ? [] : tables.flatMap((table) => troubles(table, atRest, serverMs))),
    ...(tournament && !tournament.ended ? tournament.sittings.filter((one) => one.paused && !one.closed).map(paused) : []),
    ...(tournament && !tournament.ended && word?.started ? unconnected(tournament, tables) : []),
    ...(totals?.failed_backups ?? []).map((one) => backupFailed(one, serverMs)),
    ...(totals?.awaited ?? []).map(recordsAwaited),
    ...(totals?.took_over && serverMs - totals.took_over.at_ms < TAKEOVER_MS ? [tookOver(totals.took_over, serverMs, zone)] : []),
    ...(totals?.restored && serverMs - totals.restored.at_ms < TAKEOVER_MS ? [restored(totals.restored, serverMs)] : []),
    ...(totals?.needs_paper && may("recovery") ? [codeOnNoPaper()] : []),
  ];
  return found.sort((one, other) => one.lane - other.lane || one.rank - other.rank || one.sinceMs - other.sinceMs);
}

const card = (more) => ({ lane: 2, rank: 9, sinceMs: 0, table: 0, reason: "", clause: "", rules: [], due: "", act: null, instead: [], kind: "proposal", about: "", ...more });

// A table that asks for a player keeps playing; any other call stops it.
function call({ table, sitting, floor, hand }, serverMs) {
  const why = `director.reasons.${floor.why}`;
  const plays = SEATING.includes(floor.why);
  const age = agoText(serverMs - floor.since_ms);
  return card({
    key: `call ${table}`, kind: "call", lane: plays ? 1 : 0, rank: plays ? 3 : 0, sinceMs: floor.since_ms, table, sitting, hand,
    title: knows(why) ? say("director.now.called_for", { why: say(why) }) : say("director.now.called"),
    reason: say("director.table_calls", { table, call: callText(floor, serverMs) }),
    due: plays ? age : say("director.now.stopped", { age }), floor,
  });
}

// A tablet's number as its own screen shows it.
export const asShown = (check) => `${check.slice(0, 3)} ${check.slice(3)}`;

// A device's code as its own screen shows it.
export const codeAsShown = (code) => `${code.slice(0, 4)} ${code.slice(4)}`;

// A device is asking to show a table's screen.
const glassAsks = ({ table, code, address, at_ms: sinceMs }, serverMs) => card({
  key: `glass ${code}`, kind: "glass", lane: 0, rank: 0, sinceMs, table, title: say("director.now.glass_asks", { table }),
  reason: say("director.now.glass_reason", { code: codeAsShown(code), address }), due: agoText(serverMs - sinceMs),
  act: { show: { code }, text: say("director.now.show_table", { table }) },
});

// A tablet is waiting for approval as a table, or a phone as its camera. If it does not name a table, it is approved under
// "Room", where the table is typed.
function tabletAsks({ table, check, address, at_ms: sinceMs, camera: isCamera }, known, serverMs) {
  const replace = !isCamera && known.includes(table);
  const text = isCamera ? "make_camera" : replace ? "replace_table" : "make_table";
  return card({
    key: `tablet ${check}`, kind: "tablet", lane: 0, rank: 0, sinceMs, title: say(isCamera ? "director.now.camera_asks" : "director.now.tablet_asks"),
    reason: say(isCamera ? "director.now.camera_reason" : "director.now.tablet_reason", { check: asShown(check), address }), due: agoText(serverMs - sinceMs),
    place: { href: "#room-devices", text: say("director.recovery.now_open") },
    act: table ? { approve: { shown: check, table, replace }, text: say(`director.now.${text}`, { table }) } : null,
  });
}

// A tablet is waiting to continue with the clock's copy of a table. It must wait while the clock lacks some of that
// copy.
function copyAsked({ table, check, records, at_ms: sinceMs }, awaited, serverMs) {
  const lacking = awaited?.find((one) => one.table === table)?.records;
  return card({
    key: `copy ${table} ${check}`, kind: "copy", lane: 0, rank: 0, sinceMs, table, title: say("director.now.copy_asked"),
    reason: lacking ? say("director.recovery.copy_short", { check, count: lacking }) : say("director.now.copy_reason", { check, count: records }),
    due: say("director.now.stopped", { age: agoText(serverMs - sinceMs) }),
    act: lacking ? null : { give: { table, check }, text: say("director.now.give_copy", { table, check }) },
  });
}

const backupFailed = ({ where, why, fix, since_ms: sinceMs }, serverMs) => card({
  key: `backup ${where}`, kind: "backup", lane: 1, rank: 5, sinceMs, title: say(`director.recovery.failed.${where}`),
  reason: `${why}: ${fix}`, due: agoText(serverMs - sinceMs),
});

// Another clock ran the room before this one.
const tookOver = ({ clock, before, at_ms: sinceMs, wall_ms: wallMs, away_ms: awayMs, is_counted: isCounted }, serverMs, zone) => card({
  key: "took-over", kind: "took-over", rank: 5, sinceMs, title: say("director.took_over.title", { clock, before }),
  reason: say(`director.took_over.${isCounted ? "counted" : "stopped"}`, { time: timeOfDay(wallMs, zone, false), age: agoText(awayMs) }),
  due: agoText(serverMs - sinceMs),
});

// The database had lost data, which the clock restored from its second copy.
function restored({ at_ms: sinceMs, tournaments, entries, is_short: isShort }, serverMs) {
  const names = tournaments.map((name) => name || say("director.restored.room")).join(", ");
  const lines = [
    names && say("director.restored.decisions", { names }), entries && say("director.restored.entries", { count: entries }),
    isShort && say("director.restored.short"),
  ];
  return card({
    key: "restored", kind: "restored", lane: 1, rank: 5, sinceMs, title: say("director.restored.title"), reason: lines.filter(Boolean).join(" "),
    due: agoText(serverMs - sinceMs),
  });
}

// A rebuilt clock lacks some of a table's records. The table's tablet has them, unless it is lost as well.
const recordsAwaited = ({ table, records }) => card({
  key: `awaited ${table}`, kind: "awaited", lane: 1, rank: 0, table, title: say("director.recovery.awaited_title"),
  reason: say("director.recovery.awaited_reason", { table, count: records }),
  act: { dismiss: { table }, text: say("director.recovery.dismiss") },
});

// Nobody has confirmed that the recovery code is written down. Without it, nobody can decrypt the clock's backups on
// the tables.
const codeOnNoPaper = () => card({
  key: "recovery", kind: "recovery", title: say("director.recovery.now_title"), reason: say("director.recovery.now_reason"),
  place: { href: "#room-setup", text: say("director.recovery.now_open") },
});

// A tablet asks that its own record of a table be the one that counts. Shows what would be set aside of the clock's
// copy before anyone decides.
function historyAsked({ table, check, aside, stacks, at_ms: sinceMs, ...one }, serverMs) {
  const off = Math.abs(one.chips);
  const reason = [
    say("director.now.history_shows", { check }),
    say("director.now.history_aside", { count: one.hands_aside, records: chips(aside) }),
    say("director.now.history_added", { count: one.hands_added, records: chips(one.added) }),
    ...stacks.map(({ seat, name, tablet, clock }) => say("director.now.history_stack", { seat, name, tablet: chips(tablet), clock: chips(clock) })),
    off ? say(`director.now.history_${one.chips > 0 ? "more" : "fewer"}`, { chips: chips(off) }) : "",
    one.flags ? say("director.now.history_flags", { count: one.flags }) : "",
    say("director.now.history_then"),
  ];
  return card({
    key: `history ${table} ${check}`, kind: "history", lane: 0, rank: 0, sinceMs, table, title: say("director.now.history_asked"),
    reason: reason.filter(Boolean).join("\n"), due: say("director.now.stopped", { age: agoText(serverMs - sinceMs) }),
    act: { choose: { table, check }, text: say("director.now.keep_history", { check }), sure: say("director.now.keep_history_sure", { count: aside }) },
  });
}

function notAddingUp({ table, flags }) {
  return card({
    key: `flags ${table}`, kind: "flags", lane: 0, rank: 1, table, title: say("director.now.not_adding_up"), reason: flags[0],
    due: say("director.now.counts_stand"),
  });
}

// Too few seats: before the first draw their number, and afterward the players for whom there is none. No card before
// the first table is open, because opening it is one of the first steps.
function tooFewSeats({ entries, sittings, legal }) {
  const { seats_needed: count } = legal;
  const title = say("director.now.too_few_seats");
  const place = { href: "#room", text: say("director.now.to_tables"), focus: "open" };
  const waiting = entries.filter((one) => one.alternate).sort((one, other) => one.alternate - other.alternate).slice(-count);
  if (waiting.length) {
    const names = waiting.slice(0, MOST_NAMED).map((one) => one.name);
    if (waiting.length > names.length) names.push(say("director.log.more", { count: waiting.length - names.length }));
    return [card({ key: "no-seat", kind: "seats", rank: 0, title, reason: say("director.now.no_seat", { names: names.join(", "), count }), place })];
  }
  if (sittings.every((one) => one.closed)) return [];
  const anyway = { action: { do: "draw-seats", alternates: true }, text: say("director.now.draw_anyway") };
  return [card({ key: "seats-needed", kind: "seats", lane: 1, rank: 3, title, reason: say("director.now.seats_needed", { count }), place, instead: [anyway] })];
}

// A card for each proposal, but one card for many players without a seat.
function proposals(tournament, tables) {
  const all = tournament.proposals.map((one, at) => ({ one, at }));
  const unseated = all.filter(({ one }) => one.action.do === "seat-entry");
  const isTogether = unseated.length >= DRAW_TOGETHER && tournament.legal.draw && mayOrder("draw-seats");
  const single = isTogether ? all.filter((one) => !unseated.includes(one)) : all;
  return [...single.map(({ one, at }) => proposal(one, at, tournament, tables)), ...(isTogether ? [drawTogether(unseated, tournament)] : [])];
}

function drawTogether(unseated, tournament) {
  const [{ one: first, at }] = unseated;
  const names = unseated.map(({ one }) => tournament.entries.find(({ entry }) => entry === one.action.entry)?.name).filter(Boolean);
  const [lane, rank] = URGENCY["seat-entry"];
  return card({
    key: "draw-seats", lane, rank, sinceMs: at, title: say("director.now.titles.seat-entry"), reason: names.join(", "),
    clause: first.clause, rules: first.rules, about: "seat-entry",
    act: { action: { do: "draw-seats" }, text: say("director.draw_for", { count: unseated.length }) },
  });
}

function proposal({ action, why, clause, rules, instead }, at, tournament, tables) {
  const [lane, rank] = joinsLast(action, tournament) ? URGENCY.redraw : URGENCY[action.do] ?? [2, 8];
  const title = `director.now.titles.${action.do}${action.do === "end" && tournament.deal ? "-deal" : ""}`;
  const table = tableOf(action, tournament);
  return card({
    key: `${action.do} ${action.sitting ?? ""} ${action.entry ?? ""} ${action.act ?? ""}`, lane, rank, sinceMs: at, table,
    title: say(knows(title) ? title : "director.asks"), reason: why, clause, rules,
    act: { action, text: label(action, tournament), isSigned: action.do === "accept-difference", sure: action.do === "end" ? endsInHands(tables) : "" },
    instead: instead.map((one) => ({ action: one, text: rebuyText(one, tournament, instead.some(({ entry }) => entry !== one.entry)) })),
  });
}

// What the end says before it is sent while tables are in a hand, because places come from the stacks before it. Otherwise
// empty.
function endsInHands(tables) {
  const playing = tables.filter((one) => one.playing).map(({ table }) => table);
  return playing.length ? say("director.now.end_in_hand", { tables: playing.join(", "), count: playing.length }) : "";
}

// Whether all remaining players fit at one table, so that breaking the other one comes before anything else about seats.
const joinsLast = (action, { sittings, legal }) =>
  action.do === "break-table" && !legal.enter && sittings.filter((one) => !one.closed && !one.breaking).length === 2;

// The price of a rebuy, and the player's name if several may buy.
export function rebuyText({ entry, times }, tournament, isNamed = false) {
  const cost = tournament.terms.rebuy_cost * times;
  const amount = cost ? money(cost, tournament) : "";
  const text = say(`director.rebuy.${times > 1 ? "twice" : "once"}${amount ? "_for" : ""}`, { amount });
  const { name } = tournament.entries.find((one) => one.entry === entry) ?? { name: "" };
  return isNamed ? say("director.rebuy.named", { name, text }) : text;
}

// The label of the button, with the table or seat if there is one.
function label(action, tournament) {
  const { table, seat } = place(action, tournament);
  const named = `director.actions.${action.do}`;
  if (action.do === "hand-for-hand") return say(action.on ? "director.now.hold_hands" : "director.now.play_on");
  if (table && seat && knows(`director.now.to_seat.${action.do}`)) return say(`director.now.to_seat.${action.do}`, { table, seat });
  if (table && knows(`director.now.to_table.${action.do}`)) return say(`director.now.to_table.${action.do}`, { table });
  return say(knows(named) ? named : "director.actions.other");
}

// The target of an action: a seat, or only a table.
function place({ to, sitting }, { sittings }) {
  const number = to?.sitting ?? sitting;
  return { table: sittings.find((one) => one.sitting === number)?.table ?? 0, seat: to?.seat ?? 0 };
}

function tableOf(action, tournament) {
  const entry = tournament.entries.find((one) => one.entry === action.entry);
  return entry?.table || place(action, tournament).table;
}

// Hand for hand is on: the tables that have yet to finish the hand, and the button that releases all tables. A proposal
// to release them has that button itself.
function handForHand({ waits_on: tables, legal, proposals: all }) {
  const isProposed = all.some(({ action }) => action.do === "hand-for-hand");
  return card({
    key: "waits", kind: "waits", lane: 1, rank: 0, title: say("director.now.hand_for_hand"), table: tables[0] ?? 0,
    reason: tables.length ? say("director.now.waits_on", { tables: tables.join(", "), count: tables.length }) : say("director.now.hands_held"),
    instead: legal.release_hands && !isProposed ? [{ action: { do: "hand-for-hand", on: false }, text: say("director.now.play_on") }] : [],
  });
}

// Whether a table's kiosk is connected, but has not come to this event.
export const isElsewhere = ({ elsewhere_ms: elsewhereMs }, serverMs) => elsewhereMs !== null && serverMs - elsewhereMs >= ELSEWHERE_MS;

// Whether a table has players, but no kiosk has ever connected for it. A kiosk that still plays the table's last hand
// before a redraw is connected.
export const isUnconnected = ({ table, sitting, typed, link }, { entries }, tables) =>
  !follows() && !typed && !tables.some((one) => one.table === table && one.link.linked) && link.since_ms === null && link.elsewhere_ms === null && entries.some((one) => one.seat && one.sitting === sitting && !one.voided);

// One card for all tables that have players, but no kiosk.
function unconnected(tournament, tables) {
  const found = tables.filter((table) => isUnconnected(table, tournament, tables)).map(({ table }) => table);
  return found.length ? [card({
    key: "unconnected", kind: "trouble", rank: 7, table: found[0], title: say("director.now.troubles.unconnected"),
    reason: say("director.now.unconnected_reason", { tables: found.join(", "), count: found.length }),
  })] : [];
}

// A table that the director paused, with the button that resumes play.
const paused = ({ sitting, table, paused_after: hand, pause_reason: reason }) => card({
  key: `paused ${sitting}`, kind: "paused", rank: 6, table, sitting, title: reason ? `${say("director.now.table_paused")}: ${reason}` : say("director.now.table_paused"),
  reason: hand ? say("director.now.paused_after", { table, hand }) : say("director.table_problem", { table, problem: say("director.map.paused") }),
  instead: [{ action: { do: "pause-table", sitting, on: false }, text: say("director.resume_here") }],
});

// Problems that do not stop a table, but need attention.
function troubles({ table, link, flags, remarks, wrong_pins: wrongPins, typed }, atRest, serverMs) {
  const found = [];
  const add = (kind, reason, more = {}) => found.push(card({
    key: `${kind} ${table}`, kind: "trouble", table, title: say(`director.now.troubles.${kind}`),
    reason: say("director.table_problem", { table, problem: reason }), ...more,
  }));
  if (wrongPins >= WRONG_PINS) add("pins", say("director.wrong_pins", { count: wrongPins }), { rank: 3 });
  if (atRest && remarks.length) add("remark", remarks.at(-1), { rank: 4 });
  if (isElsewhere(link, serverMs)) {
    add("elsewhere", say("director.now.elsewhere_reason"), { lane: 1, rank: 4, due: agoText(serverMs - link.elsewhere_ms), sinceMs: link.elsewhere_ms });
  } else if (!flags.length && !typed && link.since_ms !== null && !link.linked) {
    add("away", say("director.away"), { due: say("director.away_for", { age: agoText(serverMs - link.since_ms) }), rank: 5, sinceMs: link.since_ms });
  } else {
    readerProblems(link.health).forEach((problem, at) => add("reader", problem, { rank: 6, key: `reader ${table} ${at}` }));
  }
  return found;
}
