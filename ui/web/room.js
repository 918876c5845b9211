// The room's state, and what follows from it at any moment. Pure: no page, no socket and no time of its own.

import { chips, say, timeOfDay } from "./words.js";

export const isLevel = (entry) => entry.kind === "level";

// For the same room, the state with the higher (epoch, seq) wins: a late state must never rewind a running clock.
export function isNewer(word, held) {
  if (!held || word.room !== held.room) return true;
  return word.epoch !== held.epoch ? word.epoch > held.epoch : word.seq >= held.seq;
}

// The clock at `nowMs` of the service's time. Walks through the structure just as the service would.
export function standing(word, nowMs) {
  const entries = word.structure.entries;
  const { play } = word;
  if (play) return { index: play.least.index, leftMs: 0, overMs: 0, running: word.running, held: false, walked: 0, play };
  let index = word.index;
  let leftMs = word.remaining_ms;
  let held = false;
  if (word.running) {
    let ranMs = Math.max(0, nowMs - word.anchor_ms);
    let handMs = handLeftMs(word.hand);
    const mostMs = () => (isLevel(entries[index]) ? handMs : Infinity);
    // A level that is counted in hands or orbits ends at each table, not by the clock.
    while (leftMs <= Math.min(ranMs, mostMs()) && index < entries.length - 1 && entries[index].minutes > 0) {
      ranMs -= leftMs;
      if (isLevel(entries[index])) handMs -= leftMs;
      index += 1;
      leftMs = entries[index].minutes * 60000;
    }
    held = ranMs >= mostMs();
    leftMs -= Math.min(ranMs, mostMs());
  }
  const runsOver = index === entries.length - 1 && entries[index].minutes > 0;
  const overMs = runsOver ? Math.max(0, -leftMs) + word.over_ms : 0;
  return { index, leftMs: Math.max(0, leftMs), overMs, running: word.running, held, walked: index - word.index, play: null };
}

// In hand-for-hand play: the level time that the current hand may still use. The clock then stops.
const handLeftMs = (hand) => (!hand ? Infinity : hand.over ? 0 : hand.left_ms);

// Whether the shown time changes by itself.
export const isCounting = ({ running, held }) => running && !held;

// Whether the clock has ever run.
export const isBegun = ({ started = true }) => started;

// Why the clock is stopped, or a note that play is hand for hand. Empty if nothing is unusual.
export function clockStatus(word, { running, held }) {
  if (!running) return say(isBegun(word) ? "paused" : "pages.not_started");
  if (held) return say("pages.hand_for_hand_stopped");
  return word.hand_for_hand ? say("hand_for_hand") : "";
}

// The time until a scheduled start. 0 if no start is scheduled.
export const untilStartMs = (word, nowMs) =>
  (word.winner || word.starts_at_ms === null ? 0 : Math.max(0, word.starts_at_ms - nowMs));

const HALF_A_DAY_MS = 12 * 3600000;

// The text above the time until the start.
export function startText(word, startsInMs) {
  const isFar = startsInMs > HALF_A_DAY_MS;
  return say(isFar ? "pages.starts_on" : "pages.starts_at", { time: timeOfDay(word.starts_ms, word.zone, isFar) });
}

// How long the shown time stays correct: until just after the current second ends.
export function nextSecondMs({ running, held, leftMs, overMs }) {
  if (!running || held || (leftMs <= 0 && overMs <= 0)) return 1000;
  return (leftMs > 0 ? leftMs % 1000 : 1000 - (overMs % 1000)) + 5;
}

// What is left of the level: the time, or the hands or orbits left at the tables that are furthest behind. Overtime
// counts up; in the last level, so do its hands or orbits.
export function timeText({ leftMs, overMs, play }) {
  if (overMs > 0) return say("pages.over", { time: clockText(overMs - (overMs % 1000)) });
  if (!play) return clockText(leftMs);
  const [few, many] = counts(play);
  return few === many ? String(few) : say("pages.range", { few, many });
}

// The name of the level, and the unit of its digits if that is not time.
export function levelText(word, { index, overMs, play }) {
  const name = entryName(word.structure, index);
  if (overMs > 0) return say("pages.level_over", { name });
  if (!play) return name;
  const count = counts(play)[1];
  const counted = play.least.left
    ? say(`pages.left.${play.lasts}`, { count }) : say(`pages.played.${play.lasts}`, { count });
  return say("pages.level_counted", { name, counted });
}

function counts({ least, most }) {
  const counted = least.left ? "left" : "done";
  const numbers = most.index === least.index ? [least[counted], most[counted]] : [least[counted]];
  return [Math.min(...numbers), Math.max(...numbers)];
}

// The level at which hands are played. During a break, the level before it.
export function levelInForce(structure, index) {
  return structure.entries.slice(0, index + 1).findLast(isLevel);
}

export function nextLevel(structure, index) {
  return structure.entries.slice(index + 1).find(isLevel) ?? null;
}

// The time left to play before the next break. Null if no break follows, and 0 during one.
export function breakInMs(structure, index, leftMs) {
  let untilMs = isLevel(structure.entries[index]) ? leftMs : 0;
  if (!isLevel(structure.entries[index])) return 0;
  for (const entry of structure.entries.slice(index + 1)) {
    if (!isLevel(entry)) return untilMs;
    untilMs += entry.minutes * 60000;
  }
  return null;
}

// Whole seconds, rounded up: all screens change together, and 0:00 is the end.
export function clockText(ms) {
  const seconds = Math.ceil(ms / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const rest = two(seconds % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

// An age as a short text that fits a badge.
export function agoText(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  if (seconds < 60) return say("seconds", { seconds });
  if (seconds < 3600) return say("pages.minutes", { minutes, seconds: seconds % 60 });
  return say("hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

// An entry's name. An entry without a name in the structure is numbered, or is a break.
export function entryName(structure, index) {
  const { name } = structure.entries[index];
  const level = structure.entries.slice(0, index + 1).filter(isLevel).length;
  if (isLevel(structure.entries[index])) return !name || name === `Level ${level}` ? say("pages.level_name", { level }) : name;
  return !name || name === "Break" ? say("pages.break_name") : name;
}

export const blindsText = (level) => say("pages.blinds", { small: chips(level.small), big: chips(level.big) });

export const titleText = (now, event) =>
  say(!now.running ? "pages.title_paused" : now.held ? "pages.title_held" : "pages.title", { time: timeText(now), event });

export const spokenText = (level, now) =>
  say(!now.running ? "pages.spoken_paused" : now.held ? "pages.spoken_held" : "pages.spoken", { level });

export function anteText(level) {
  if (level.ante_form === "none" || !level.ante_form) return "";
  return say(level.ante_form === "big-blind" ? "pages.ante_big_blind" : "pages.ante_each", { ante: chips(level.ante) });
}
