// The shipped layouts, and which one to show when. Pure. The screen is a grid of 24 columns and 24 rows, regardless of
// its shape.

import { isLevel } from "/web/room.js";

const cell = (what, x, y, w, h, nth = 0) => ({ what, x, y, w, h, nth });
const clockAt = (x, w) => [cell("event", x, 0, w, 2), cell("level", x, 2, w, 3)];
const foot = cell("foot", 0, 22, 24, 2);
const tallFoot = cell("foot", 0, 23, 24, 1);

const one = (nth, y) => [
  cell("event", 0, y, 5, 2, nth), cell("level", 5, y, 7, 2, nth), cell("clock", 0, y + 2, 12, 9, nth),
  cell("blinds", 12, y, 12, 5, nth), cell("players", 12, y + 5, 6, 3, nth), cell("break", 18, y + 5, 6, 3, nth),
  cell("next", 12, y + 8, 6, 3, nth), cell("average", 18, y + 8, 6, 3, nth),
];
const oneTall = (nth, y) => [
  cell("event", 0, y, 10, 1, nth), cell("level", 10, y, 14, 1, nth), cell("clock", 0, y + 1, 24, 5, nth),
  cell("blinds", 0, y + 6, 24, 3, nth), cell("next", 0, y + 9, 10, 2, nth), cell("break", 10, y + 9, 7, 2, nth),
  cell("players", 17, y + 9, 7, 2, nth),
];

const WIDE = {
  clock: [
    ...clockAt(0, 17), cell("clock", 0, 5, 17, 11), cell("blinds", 0, 16, 17, 6), cell("next", 17, 0, 7, 5),
    cell("break", 17, 5, 7, 4), cell("players", 17, 9, 7, 4), cell("average", 17, 13, 7, 5),
    cell("prizes", 17, 18, 7, 4), foot,
  ],
  prizes: [
    ...clockAt(0, 14), cell("clock", 0, 5, 14, 9), cell("blinds", 0, 14, 14, 5), cell("next", 0, 19, 6, 3),
    cell("players", 6, 19, 4, 3), cell("break", 10, 19, 4, 3), cell("payouts", 14, 0, 10, 22), foot,
  ],
  break: [
    ...clockAt(0, 17), cell("clock", 0, 5, 17, 11), cell("then", 0, 16, 17, 6), cell("players", 17, 1, 7, 4),
    cell("average", 17, 5, 7, 5), cell("prizes", 17, 10, 7, 4), cell("qr", 17, 14, 7, 8), foot,
  ],
  seats: [
    ...clockAt(0, 12), cell("clock", 0, 6, 12, 9), cell("blinds", 0, 15, 12, 4), cell("players", 0, 19, 6, 3),
    cell("qr", 6, 18, 6, 4), cell("seats", 12, 0, 12, 22), foot,
  ],
  open: [
    ...clockAt(0, 13), cell("clock", 0, 5, 13, 9), cell("blinds", 0, 14, 7, 4), cell("break", 0, 18, 7, 4),
    cell("qr", 7, 14, 6, 8), cell("structure", 13, 0, 11, 22), foot,
  ],
  two: [...one(0, 0), ...one(1, 11), foot],
  final: [
    ...clockAt(0, 12), cell("clock", 0, 5, 12, 9), cell("blinds", 0, 14, 12, 4), cell("prizes", 0, 18, 6, 4),
    cell("break", 6, 18, 6, 4), cell("leaders", 12, 0, 12, 22), foot,
  ],
  over: [cell("event", 0, 0, 24, 2), cell("level", 0, 2, 24, 3), cell("winner", 0, 5, 11, 17), cell("payouts", 11, 5, 13, 17), foot],
  waiting: [cell("winner", 2, 7, 20, 10), foot],
  "all-in": [cell("all-in", 0, 0, 24, 22), foot],
};

// The minutes are above the seconds on the left, so that the digits are large, with a column of cells beside them.
const tallDigits = [cell("event", 0, 0, 24, 1), cell("level", 0, 1, 24, 1), cell("clock", 0, 2, 17, 14)];

const TALL = {
  clock: [
    ...tallDigits, cell("players", 17, 2, 7, 4), cell("average", 17, 6, 7, 5), cell("prizes", 17, 11, 7, 4),
    cell("blinds", 0, 16, 24, 4), cell("next", 0, 20, 12, 3), cell("break", 12, 20, 12, 3), tallFoot,
  ],
  prizes: [
    ...tallDigits, cell("payouts", 17, 2, 7, 14), cell("blinds", 0, 16, 24, 3), cell("next", 0, 19, 12, 2),
    cell("break", 12, 19, 12, 2), cell("players", 0, 21, 12, 2), cell("average", 12, 21, 12, 2), tallFoot,
  ],
  break: [
    ...tallDigits, cell("players", 17, 2, 7, 4), cell("average", 17, 6, 7, 5), cell("qr", 17, 11, 7, 5),
    cell("then", 0, 16, 24, 6), tallFoot,
  ],
  seats: [
    cell("event", 0, 0, 24, 1), cell("level", 0, 1, 24, 2), cell("clock", 0, 3, 24, 5), cell("seats", 0, 8, 24, 14), foot,
  ],
  open: [
    cell("event", 0, 0, 24, 1), cell("level", 0, 1, 24, 1), cell("clock", 0, 2, 24, 7), cell("blinds", 0, 9, 12, 3),
    cell("break", 0, 12, 12, 2), cell("qr", 12, 9, 12, 5), cell("structure", 0, 14, 24, 9), tallFoot,
  ],
  two: [...oneTall(0, 0), ...oneTall(1, 11), foot],
  final: [
    ...tallDigits, cell("blinds", 17, 2, 7, 3), cell("next", 17, 5, 7, 3), cell("break", 17, 8, 7, 3),
    cell("average", 17, 11, 7, 3), cell("prizes", 17, 14, 7, 2), cell("leaders", 0, 16, 24, 7), tallFoot,
  ],
  over: [cell("event", 0, 0, 24, 1), cell("level", 0, 1, 24, 2), cell("winner", 0, 3, 24, 7), cell("payouts", 0, 10, 24, 12), foot],
  waiting: WIDE.waiting,
  "all-in": WIDE["all-in"],
};

const RESEATING_MS = 15 * 60000;

// The layouts that a director can choose. `two` shows two tournaments. `open` is shown by itself until somebody enters.
export const SHIPPED = ["auto", "clock", "prizes", "break", "seats", "two", "final"];

export const cellsOf = (layout, isTall) => (isTall ? TALL : WIDE)[layout];

// The newest tournament in play; else the newest that is not over. The last one that is over stays until somebody has
// entered the next one.
export const onNow = (tournaments) => (
  tournaments.findLast((one) => one.started && !one.ended) ?? tournaments.findLast((one) => one.entered && !one.ended)
    ?? tournaments.findLast((one) => one.ended) ?? tournaments.at(-1)
)?.id ?? "";

// The ids of the tournaments that a slide shows, out of those that exist.
export function tournamentsOf(slide, tournaments) {
  const there = (slide.tournaments ?? []).filter((id) => tournaments.some((one) => one.id === id));
  if (there.length > 0) return there;
  if (slide.layout !== "two") return [onNow(tournaments)];
  const newest = [...tournaments].reverse();
  return [...newest.filter((one) => !one.ended), ...newest.filter((one) => one.ended)].slice(0, 2).map((one) => one.id);
}

// The slide to show now. It depends on the wall clock, so that all displays change at the same time.
export function slideAt(program, wallMs) {
  const slides = program?.slides?.length ? program.slides : [{}];
  const seconds = slides.map((slide) => slide.seconds ?? 20);
  let left = Math.floor(wallMs / 1000) % seconds.reduce((sum, each) => sum + each, 0);
  return slides[seconds.findIndex((each) => (left -= each) < 0)];
}

// The layout that fits the moment. `room` is a tournament's state and board, `now` the clock's position. After a redraw or
// a table break, the new seats are shown until everybody has sat down, but not for longer than players look for them.
export function layoutNow({ word, board, reseatingSinceMs = null }, now, startsInMs, wallMs) {
  if (word.winner) return "over";
  if (!word.entries && !now.running) return "open";
  if (board?.seats?.length && (startsInMs > 0 || !now.running)) return "seats";
  if (board?.is_reseating && wallMs - (reseatingSinceMs ?? wallMs) < RESEATING_MS) return "seats";
  if (board?.prizes?.agreed?.some(({ name }) => name)) return "prizes";
  return isLevel(word.structure.entries[now.index]) || startsInMs > 0 ? "clock" : "break";
}
