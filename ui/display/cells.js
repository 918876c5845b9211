// The contents of each kind of cell: a template of a scene, which has the tournament, the clock's position and the size
// of the cell.

import { html, nothing } from "/web/lit/lit-html.js";
import {
  anteText, blindsText, breakInMs, clockStatus, clockText, entryName, isBegun, isCounting, isLevel, levelInForce, levelText, nextLevel, timeText,
} from "/web/room.js";
import { chips, money, say, timeOfDay } from "/web/words.js";
import { allIn } from "./all_in.js";
import { ems, sizeWithin } from "./fit.js";
import { goOn, leaders, moves, payouts, prizePlaces, push, seats, structure } from "./lists.js";

const NARROW = 20; // with fewer columns, the digits have no room for their units

const fit = (text, kind = "", id = nothing) =>
  html`<span class="fit ${kind}" id=${id} .style=${`--em:${ems(text)}`}>${text}</span>`;

// A figure with its label. A field without entries has no figures yet.
function fact(scene, id, label, value, more = "") {
  const word = Math.max(...label.split(" ").map(ems)); // in a narrow column a label wraps
  const wide = ems(value) + (more ? (ems(more) + 1) * 0.55 : 0);
  return html`<span class="fit label" id=${scene.id(`${id}-label`)} .style=${`--em:${ems(label)};--word:${word}`}>${label}</span>
    <p class="value" .style=${`--em:${wide}`}>
      <span class="fit with-more" id=${scene.id(id)}>${value}</span>
      ${more ? html`<span class="more" id=${scene.id(`${id}-more`)}>${more}</span>` : nothing}
    </p>`;
}

const entryNow = ({ word, now }) => word.structure.entries[now.index];
// During a break, the level that follows. Before the start, the first level.
const levelOf = ({ word, now }) => (isLevel(entryNow({ word, now })) ? levelInForce : nextLevel)(word.structure, now.index);

function event(scene) {
  const { event: name } = scene.word;
  return html`<h1 class="fit" id=${scene.id("event")} .style=${`--em:${ems(name)}`}>${name}</h1>`;
}

function level(scene) {
  const { word, now } = scene;
  const text = word.winner ? say("display.over") : scene.startText || levelText(word, now);
  const status = word.winner || scene.startText ? "" : clockStatus(word, now);
  return html`${fit(text, "", scene.id("level"))}
    <span class="pause ${isCounting(now) || !isBegun(word) ? "runs" : ""}" id=${scene.id("paused")} ?hidden=${!status}>${status}</span>`;
}

function clock(scene) {
  const { now, isTall, cell } = scene;
  const text = scene.startText ? clockText(scene.startsInMs) : timeText(now);
  const at = text.lastIndexOf(":");
  const isStacked = isTall && at > 0 && cell.h >= 10;
  const shown = isStacked ? stacked(text.slice(0, at), text.slice(at + 1)) : text;
  const isNarrow = isStacked && cell.w < NARROW;
  const em = isStacked ? Math.max(ems(text.slice(0, at)), ems(text.slice(at + 1))) + (isNarrow ? 0 : 0.28) : ems(text);
  return html`<p class="time fit ${isStacked ? "stacked" : ""} ${isNarrow ? "narrow" : ""}" id=${scene.id("time")} role="timer" aria-live="off"
      .style=${`--em:${em}`}>${shown}</p>
    <p class="track" aria-hidden="true" ?hidden=${scene.done === null}>
      <span .style=${`--done:${scene.done ?? 0}`}></span>
    </p>`;
}

const stacked = (minutes, seconds) => html`<span>${minutes}<small>${say("display.min")}</small></span
  ><span>${seconds}<small>${say("display.s")}</small></span>`;

function blinds(scene) {
  const played = levelOf(scene);
  const isBreak = !isLevel(entryNow(scene)) && !scene.startText;
  const text = isBreak ? say("display.then", { blinds: blindsText(played) }) : blindsText(played);
  const ante = anteText(played);
  return html`${fit(text, "", scene.id("blinds"))}
    <span class="fit more" id=${scene.id("ante")} .style=${`--em:${ems(ante)}`}>${ante}</span>`;
}

function next(scene) {
  const { word, now } = scene;
  const entry = entryNow(scene);
  if (!isLevel(entry)) {
    return fact(scene, "next", say("display.chips_to_change"), entry.color_up.map(chips).join(", ") || say("display.none"));
  }
  const level = nextLevel(word.structure, now.index);
  if (!level) return fact(scene, "next", say("display.next_level"), say("display.no_next"), say("display.last_level"));
  return html`${fact(scene, "next", say("display.next_level"), blindsText(level))}
    <span class="more" id=${scene.id("next-more")} ?hidden=${scene.cell.h < 4} .style=${`--em:${ems(anteText(level))}`}>${anteText(level)}</span>`;
}

function breakIn(scene) {
  const { word, now } = scene;
  const { play } = now;
  if (!isLevel(entryNow(scene))) {
    return fact(scene, "break", say("display.until_now"), blindsText(levelInForce(word.structure, now.index)));
  }
  if (play && play.most.index > play.least.index) {
    const ahead = word.structure.entries[play.most.index];
    return fact(scene, "break", say("display.furthest"), entryName(word.structure, play.most.index), blindsText(ahead));
  }
  const untilMs = play ? null : breakInMs(word.structure, now.index, now.leftMs);
  return untilMs === null
    ? fact(scene, "break", say("display.next_break"), say("display.no_next"), say("display.no_break"))
    : fact(scene, "break", say("display.next_break"), clockText(untilMs));
}

function players(scene) {
  const { word } = scene;
  if (!word.entries) return nothing;
  return fact(scene, "players", say("display.players"), chips(word.players_left),
    say("display.of_entries", { entries: chips(word.entries) }));
}

function average(scene) {
  const { word } = scene;
  if (!word.entries) return nothing;
  const bigs = say("display.big_blinds", { count: Math.round(word.average_stack / levelOf(scene).big) });
  return html`${fact(scene, "average", say("display.average"), chips(word.average_stack))}
    <span class="more" id=${scene.id("average-more")} ?hidden=${scene.cell.h < 4} .style=${`--em:${ems(bigs)}`}>${bigs}</span>`;
}

// How many places are paid, and the first prize. Nothing if no place is paid.
function prizes(scene) {
  const { word } = scene;
  const paid = scene.board?.prizes;
  const places = prizePlaces(paid);
  if (paid?.in_final) return fact(scene, "prizes", say("display.prizes"), say("display.in_final_short"), goOn(paid));
  if (paid?.agreed?.length) {
    const most = say("display.agreed_most", { count: paid.agreed.length });
    return fact(scene, "prizes", say("display.agreed"), money(paid.agreed[0].amount, paid), most);
  }
  if (!word.entries || places.length === 0) return nothing;
  return fact(scene, "prizes", say("display.paid", { count: paid.places.length }), money(paid.places[0], paid));
}

// For after a break: when play resumes, and at which level.
function then(scene) {
  const { word, now } = scene;
  const level = nextLevel(word.structure, now.index) ?? levelOf(scene);
  const at = word.structure.entries.indexOf(level);
  const played = say("display.then_level", {
    level: entryName(word.structure, at), blinds: blindsText(level), ante: anteText(level),
  }).trim();
  const first = now.running
    ? say("display.cards_at", { time: timeOfDay(scene.wallMs + now.leftMs, word.zone, false) })
    : say("display.cards_later");
  return html`${fit(first, "", scene.id("blinds"))}
    <span class="fit more" id=${scene.id("ante")} .style=${`--em:${ems(played)}`}>${played}</span>`;
}

function winner(scene) {
  const text = scene.word ? say("display.winner", { name: scene.word.winner }) : scene.waiting;
  return big(scene, text, "winner", scene.id(scene.word ? "blinds" : "event"));
}

function big(scene, text, kind, id = nothing) {
  const size = sizeWithin(text, scene.wideU, scene.highU, 16, 2.6);
  return html`<p class=${kind} id=${id} dir="auto" .style=${`--size:${size}`}>${text}</p>`;
}

function qr(scene) {
  const where = `/display-qr.svg?tournament=${encodeURIComponent(scene.word.room)}`;
  return html`${fit(say("display.follow"), "label")}<img src=${where} alt=${say("display.follow")} />`;
}

const picture = ({ cell }) => (cell.picture ? html`<img src="/display-pictures/${cell.picture}" alt="" />` : nothing);

// The commitment of the next draw, for a room that wants it on a wall.
function draw(scene) {
  const text = scene.word.draw ? say("display.draw", { hash: scene.word.draw }) : "";
  return html`<p class="hash" id=${scene.id("draw")} ?hidden=${!text}
    .style=${`--size:${sizeWithin(text, scene.wideU, scene.highU, 4.1, 1.6)}`}>${text}</p>`;
}

// About the whole screen: chips to color up, and the age of the data.
function foot(scene) {
  const { word } = scene;
  const entry = word && entryNow(scene);
  const colors = entry && !isLevel(entry) && entry.color_up.length > 0 && !scene.startText
    ? say("display.color_up", { chips: entry.color_up.map(chips).join(", ") }) : "";
  return html`<span ?hidden=${!colors}>${colors}</span>
    <span class="age" id=${scene.id("age")} ?hidden=${!scene.age || scene.away}>${scene.age}</span>
    <span class="away" id=${scene.id("away")} role="status" ?hidden=${!scene.away}>${scene.away}</span>`;
}

const CELLS = {
  event, level, clock, blinds, next, break: breakIn, players, average, prizes, then, winner, qr, picture, draw, foot,
  payouts, leaders, seats, moves, structure, push, "all-in": allIn, message: (scene) => big(scene, scene.cell.text ?? "", ""),
};
const FACTS = ["next", "break", "players", "average", "prizes"];
const LISTS = ["payouts", "leaders", "seats", "moves", "structure", "push"];
const WITHOUT_TOURNAMENT = ["winner", "foot", "message", "picture", "push"];

// The class of a cell's element.
export const kindOf = (what) => `${what}${FACTS.includes(what) ? " fact" : LISTS.includes(what) ? " list" : ""}`;

// The contents of a cell. Empty if it needs a tournament and there is none.
export function drawCell(scene) {
  const known = scene.word || WITHOUT_TOURNAMENT.includes(scene.cell.what);
  return known ? CELLS[scene.cell.what](scene) : nothing;
}
