// The cells that are lists. They show as many rows as fit, and page through the rest in turns.

import { html } from "/web/lit/lit-html.js";
import { blindsText, entryName, isLevel, levelInForce } from "/web/room.js";
import { chips, halves, language, money, say, timeOfDay } from "/web/words.js";
import { ems, pageOf } from "./fit.js";

const TURN_MS = 8000;
const HEAD_U = 6.3;
const MOST_ROW_U = 10;
const LETTERS = 0.66; // the letters' share of a row's height
const [AMOUNT, AMOUNT_OF_PLACE] = [0.5, 0.42]; // an amount's share of a list's width, beside a name, and beside its place too
const [NARROW_U, PLACE_U] = [40, 6]; // the width of a narrow list beside the digits on a tall screen, and of its places
const ROW_U = 7.4; // letters of 44 px on a screen 1080 px high
const collator = new Intl.Collator(language, { numeric: true });

// The number of rows that fit under a heading, and their height: taller if there are few rows, and shorter if there is
// no room for even one.
const rowsIn = ({ highU }) => Math.max(1, Math.floor((highU - HEAD_U) / ROW_U));
const rowStyle = ({ highU }, rows) => `--row-u:${Math.max(Math.min(ROW_U, highU - HEAD_U), Math.min(MOST_ROW_U, (highU - HEAD_U) / rows))}`;
// How many players are left when the flight ends. Empty if it ends after a level.
export const goOn = ({ go_on: count }) => (count ? say("display.go_on", { count }) : "");

// A text of a row, which gets smaller letters if its column is too narrow for it.
const slot = (text) => html`<div class="slot"><span .style=${`--em:${ems(text)}`}>${text}</span></div>`;
const named = (name) => html`<div class="slot"><bdi .style=${`--em:${ems(name)}`}>${name}</bdi></div>`;

const empty = (text) => html`<p class="empty">${text}</p>`;

// Groups adjacent places with the same prize.
export function prizePlaces(prizes) {
  const groups = [];
  for (const [index, amount] of (prizes?.places ?? []).entries()) {
    const last = groups.at(-1);
    if (last && last.amount === amount) last.to = index + 1;
    else groups.push({ from: index + 1, to: index + 1, amount });
  }
  return groups;
}

const placeText = ({ from, to }) => (from === to ? String(from) : say("pages.range", { few: from, many: to }));

// The pool, or that the players agreed on the prizes.
const poolText = (prizes) =>
  prizes.dealt ? say("pages.by_deal", { count: prizes.dealt }) : say("display.pool", { amount: money(prizes.pool, prizes) });

export function payouts(scene) {
  const { prizes } = scene.board ?? {};
  if (prizes?.in_final) return html`${empty(say("display.in_final"))}${goOn(prizes) && empty(goOn(prizes))}`;
  if (prizes?.agreed?.length) return agreed(scene, prizes);
  if (prizes?.won?.length) return paidTo(scene, prizes, prizes.won, poolText(prizes));
  const groups = prizePlaces(prizes);
  if (groups.length === 0) return empty(say("display.no_prizes"));
  const isNarrow = scene.wideU < NARROW_U;
  const said = (one) => money(one.amount, isNarrow ? { ...prizes, currency: "" } : prizes);
  const longest = Math.max(...groups.map((one) => ems(said(one))));
  const rowU = Math.min(ROW_U, (scene.wideU - PLACE_U - 2.6) / longest / LETTERS);
  const fitting = isNarrow ? Math.max(1, Math.floor((scene.highU - HEAD_U) / rowU)) : rowsIn(scene);
  const { items } = pageOf(groups, fitting, scene.wallMs, TURN_MS);
  const wide = `--wide:${isNarrow ? PLACE_U : 16}`;
  return html`<table .style=${isNarrow ? `--row-u:${rowU}` : rowStyle(scene, items.length)}>
    <thead><tr><th class="number" .style=${wide}>${slot(isNarrow ? "" : say("display.place"))}</th>
      <th class="number">${slot(isNarrow ? prizes.currency || say("display.prizes") : poolText(prizes))}</th></tr></thead>
    <tbody>${items.map((one) => html`<tr>
      <td class="number soft" .style=${wide}>${slot(placeText(one))}</td>
      <td class="number">${slot(said(one))}</td></tr>`)}</tbody>
  </table>`;
}

// Each player's share of a deal, and what is left for the winner.
function agreed(scene, prizes) {
  const shares = prizes.agreed.map(({ name, amount }) => ({ name: name || say("display.agreed"), amount }));
  if (prizes.for_winner) shares.push({ name: say("display.for_winner"), amount: prizes.for_winner });
  return paidTo(scene, prizes, shares, say("display.agreed"));
}

// A list of players and what each gets, with their places if they have any. Beside places, the headings have the currency.
function paidTo(scene, prizes, all, heading) {
  const { items } = pageOf(all, rowsIn(scene), scene.wallMs, TURN_MS);
  const isNarrow = scene.wideU < NARROW_U;
  const hasPlaces = all.some((one) => one.place);
  const said = (one) => money(one.amount, isNarrow || hasPlaces ? { ...prizes, currency: "" } : prizes);
  const longest = Math.max(...all.map((one) => ems(said(one)))) * LETTERS;
  const part = hasPlaces ? AMOUNT_OF_PLACE : AMOUNT;
  const rowU = Math.min(MOST_ROW_U, (scene.highU - HEAD_U) / items.length, (scene.wideU * part) / longest);
  const wide = `--wide:${longest * rowU + 2}`;
  const first = `--wide:${Math.max(...all.map((one) => ems(String(one.place ?? "")))) * LETTERS * rowU + 2}`;
  return html`<table .style=${`--row-u:${rowU}`}>
    <thead><tr><th class="number" .style=${first} ?hidden=${!hasPlaces}></th>
      <th>${slot(heading)}</th><th class="number" .style=${wide}>${isNarrow || (hasPlaces && prizes.dealt) ? prizes.currency : ""}</th></tr></thead>
    <tbody>${items.map((one) => html`<tr>
      <td class="number soft" .style=${first} ?hidden=${!hasPlaces}>${slot(String(one.place ?? ""))}</td>
      <td>${named(one.name)}</td><td class="number" .style=${wide}>${slot(said(one))}</td></tr>`)}</tbody>
  </table>`;
}

export function leaders(scene) {
  const held = scene.board?.leaders ?? [];
  if (held.length === 0) return empty(say("display.no_leaders"));
  const { items: shown } = pageOf(held, rowsIn(scene), scene.wallMs, TURN_MS);
  const isNarrow = scene.wideU < 70;
  const { big } = levelInForce(scene.word.structure, scene.now.index) ?? {};
  const inBig = (one) => (big ? chips(Math.round(one.chips / big)) : "");
  const wide = (text) => `--wide:${Math.min(27, scene.wideU / 2, ems(text) * LETTERS * MOST_ROW_U + 2)}`;
  return html`<table .style=${rowStyle(scene, shown.length)}>
    <thead><tr><th class="number" .style=${"--wide:7"}></th><th>${slot(say("display.leaders"))}</th>
      <th class="number" .style=${wide(chips(held[0].chips))}></th>
      <th class="number" .style=${wide(inBig(held[0]))} ?hidden=${isNarrow}>${say("display.bb")}</th></tr></thead>
    <tbody>${shown.map((one) => html`<tr>
      <td class="number soft">${held.indexOf(one) + 1}</td>
      <td class="share" .style=${`--part:${one.chips / held[0].chips}`}>${named(one.name)}</td>
      <td class="number">${slot(chips(one.chips))}</td>
      <td class="number soft" ?hidden=${isNarrow}>${slot(inBig(one))}</td></tr>`)}</tbody>
  </table>`;
}

// The seats of all players until the clock runs, and after that of those who have to move.
export function seats(scene) {
  const drawn = scene.board?.seats ?? [];
  return drawn.length > 0 ? places(scene, drawn, say("display.find_name")) : moves(scene);
}

export function moves(scene) {
  const going = scene.board?.moves ?? [];
  return going.length > 0 ? places(scene, going, say("display.moves")) : empty(say("display.no_moves"));
}

function places(scene, people, heading) {
  const columns = Math.max(1, Math.floor(scene.wideU / 80));
  const sorted = [...people].sort((a, b) => collator.compare(a.name, b.name));
  const { items, page, pages } = pageOf(sorted, rowsIn(scene) * columns, scene.wallMs, TURN_MS);
  const each = Math.ceil(items.length / columns);
  const title = pages > 1 ? say("display.page", { title: heading, page, pages }) : heading;
  return html`<div class="columns" .style=${`--count:${columns}`}>
    ${Array.from({ length: columns }, (_, index) => html`<table .style=${rowStyle(scene, each)}>
      <thead><tr><th>${slot(index === 0 ? title : "")}</th>
        <th class="number">${slot(say("display.table"))}</th><th class="number">${slot(say("display.seat"))}</th></tr></thead>
      <tbody>${items.slice(index * each, (index + 1) * each).map((one) => html`<tr>
        <td>${named(one.name)}</td><td class="number">${slot(one.table)}</td><td class="number seat">${slot(one.seat)}</td>
      </tr>`)}</tbody>
    </table>`)}
  </div>`;
}

// The dealer for each table at the next push, and the dealers who are off then.
export function push(scene) {
  const { due_ms: dueMs = null, tables = [], off = [] } = scene.push ?? {};
  if (tables.length === 0) return empty(say("display.no_push"));
  const rows = [...tables.map((one) => [String(one.table), one.name]), ...off.map((name) => ["–", name])];
  const { items } = pageOf(rows, rowsIn(scene), scene.wallMs, TURN_MS);
  const heading = dueMs === null ? say("display.first_push")
    : say("display.push_at", { time: timeOfDay(dueMs, scene.word?.zone, false) });
  return html`<table .style=${rowStyle(scene, items.length)}>
    <thead><tr><th class="number" .style=${"--wide:16"}>${slot(say("display.table"))}</th><th>${slot(heading)}</th></tr></thead>
    <tbody>${items.map(([table, name]) => html`<tr>
      <td class="number seat" .style=${"--wide:16"}>${slot(table)}</td><td>${named(name)}</td></tr>`)}</tbody>
  </table>`;
}

export function structure(scene) {
  const { word, now } = scene;
  const { entries } = word.structure;
  const fitting = rowsIn(scene);
  const first = Math.max(0, Math.min(now.index - 1, entries.length - fitting));
  const hasAntes = entries.some((entry) => isLevel(entry) && entry.ante);
  return html`<table .style=${rowStyle(scene, Math.min(fitting, entries.length))}>
    <thead><tr><th>${slot(say("display.level"))}</th><th>${slot(say("display.blinds"))}</th>
      <th class="number" .style=${`--wide:${Math.min(18, scene.wideU * 0.22)}`} ?hidden=${!hasAntes}>${slot(say("display.ante"))}</th>
      <th class="number" .style=${`--wide:${Math.min(12, scene.wideU * 0.16)}`}>${slot(say("display.min"))}</th></tr></thead>
    <tbody>${entries.slice(first, first + fitting).map((entry, offset) => html`<tr class=${first + offset === now.index ? "current" : ""}>
      <td>${slot(entryName(word.structure, first + offset))}</td>
      <td>${slot(isLevel(entry) ? blindsText(entry) : "")}</td>
      <td class="number soft" ?hidden=${!hasAntes}>${slot(isLevel(entry) && entry.ante ? chips(entry.ante) : "")}</td>
      <td class="number soft">${slot(entry.minutes ? halves(entry.minutes) : "")}</td></tr>`)}</tbody>
  </table>`;
}
