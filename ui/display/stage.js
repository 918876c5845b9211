// A layout on a stage: the display's whole screen, or a small preview on the director's page with the same cells.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { repeat } from "/web/lit/directives/repeat.js";
import { agoText, isBegun, isCounting, isLevel, standing, startText, untilStartMs } from "/web/room.js";
import { say } from "/web/words.js";
import { drawCell, kindOf } from "./cells.js";
import { cellsOf, layoutNow, slideAt, tournamentsOf } from "./layouts.js";

const PADDING_U = 3.6;
const GRID = 24;
const OLD_COUNTS_MS = 5000;

// The scene at a moment of the service's time: a layout, and the tournaments that it shows.
export function sceneOf(store, program, nowMs, wallMs) {
  const slide = slideAt(program, wallMs);
  const ids = tournamentsOf(slide, store.tournaments);
  const rooms = ids.map((id) => store.rooms.get(id)).filter((room) => room?.word && store.isTimed);
  const times = rooms.map((room) => timesOf(room, nowMs));
  const lit = rooms.findIndex((room) => room.all_in?.seats.length > 0 && nowMs < room.all_in.until_ms);
  if (lit >= 0) return { slide, ids, rooms: [rooms[lit]], times: [times[lit]], layout: "all-in" };
  if (rooms.length === 0) return { slide, ids, rooms, times, layout: slide.layout === "own" ? "own" : "waiting" };
  const wanted = slide.layout ?? "auto";
  const isAuto = wanted === "auto" || (wanted !== "own" && wanted !== "two" && rooms[0].word.winner);
  const layout = isAuto ? layoutNow(rooms[0], times[0].now, times[0].startsInMs, wallMs) : wanted;
  return { slide, ids, rooms, times, layout };
}

function timesOf({ word }, nowMs) {
  const now = standing(word, nowMs);
  const startsInMs = untilStartMs(word, nowMs);
  const lastsMs = (word.structure.entries[now.index].minutes ?? 0) * 60000;
  const done = startsInMs > 0 || now.play || !lastsMs || now.overMs > 0 ? null : Math.min(1, 1 - now.leftMs / lastsMs);
  return { now, startsInMs, done, startText: startsInMs > 0 ? startText(word, startsInMs) : "" };
}

// Draws the scene. `ids` says whether elements get ids, which must be unique in a page.
export function drawStage(element, store, scene, { nowMs, wallMs, ids = false }) {
  const { clientWidth: wide, clientHeight: high } = element;
  const unit = Math.min(wide, high) / 100 || 1;
  const isTall = high > wide;
  const cells = scene.layout === "own" ? scene.slide.cells ?? [] : cellsOf(scene.layout, isTall);
  const first = scene.times[0];
  const isPaused = first && !scene.rooms[0].word.winner && !first.startText && isBegun(scene.rooms[0].word) && !isCounting(first.now);
  const isBreak = first && !isLevel(scene.rooms[0].word.structure.entries[first.now.index]);
  const shared = {
    isTall, wallMs, push: store.push, waiting: store.waitingText(), away: store.awayText(first?.now), age: ageText(scene.rooms[0], nowMs),
  };
  const part = (cell) => {
    const nth = cell.nth ?? 0;
    return {
      ...shared, cell, ...scene.rooms[nth], ...scene.times[nth],
      wideU: (wide / unit - PADDING_U) * (cell.w / GRID) - 2.4, highU: (high / unit - PADDING_U) * (cell.h / GRID),
      id: (name) => (ids && nth === 0 ? name : nothing),
    };
  };
  render(
    html`<div class="stage ${scene.layout} ${isPaused ? "paused" : ""} ${isBreak ? "on-break" : ""} ${isTall ? "tall" : ""}">
      ${repeat(cells, (cell, index) => `${scene.layout} ${index} ${cell.what}`, (cell) => html`<section
        class="cell ${kindOf(cell.what)} nth-${cell.nth ?? 0}" data-cell=${cell.what}
        .style=${`--column:${cell.x + 1};--row:${cell.y + 1};--columns:${cell.w};--rows:${cell.h}`}
        >${drawCell(part(cell))}</section>`)}
    </div>`,
    element,
  );
}

function ageText(room, nowMs) {
  const since = room?.board?.counted_ms ?? null;
  const age = since === null ? 0 : nowMs - since;
  return age > OLD_COUNTS_MS ? say("display.counts_old", { age: agoText(age) }) : "";
}
