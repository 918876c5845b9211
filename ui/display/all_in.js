// An all-in with the cards up: the players, and each one's chances of winning the pots.

import { html } from "/web/lit/lit-html.js";
import { clockText, timeText } from "/web/room.js";
import { chips, say } from "/web/words.js";

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const AS_TEXT = "\ufe0e"; // text style, not emoji
const BOARD = 5;
const FEW = 2; // how many hands fit side by side

const cardOf = (code) => html`<span class="card ${code[1]}"
  ><b>${code[0] === "T" ? "10" : code[0]}</b><i>${SUITS[code[1]]}${AS_TEXT}</i></span>`;
const percent = (share) => (share === null ? html`…` : html`${Math.round(share / 10)}<small>%</small>`);

// `sides` are the numbers of the side pots. A hand shows no chance for a pot that it cannot win.
const handOf = (seat, sides) => html`<li class="hand">
  <p class="who"><bdi>${seat.name}</bdi><small>${say(seat.chips ? "display.behind" : "display.all_in_for", {
    chips: chips(seat.chips || seat.put_in) })}</small></p>
  <p class="held">${seat.cards.map(cardOf)}</p>
  ${sides.map((side) => html`<span class="side">${seat.can_win.includes(side) ? percent(seat.shares[side] ?? null) : "–"}</span>`)}
  <span class="share-now">${percent(seat.share)}</span>
</li>`;

// The pot for each column of chances.
const headOf = (sides) => html`<li class="hand heads"><span class="who"></span><span class="held"></span>
  ${sides.map((side) => html`<span class="side">${potName(side, sides.length)}</span>`)}
  <span class="share-now">${say("display.main_pot")}</span></li>`;

const potName = (pot, sides) => (pot === 0 ? say("display.main_pot")
  : sides > 1 ? say("display.side_pot_number", { number: pot }) : say("display.side_pot"));

const potOf = (name, amount) => html`<span><small>${name}</small><b>${chips(amount)}</b></span>`;

// The players with their chances for each pot they can win. The chances for the main pot are as large as the screen
// allows.
export function allIn(scene) {
  const { all_in: told, now, word } = scene;
  const sides = told.pots.map((_, pot) => pot).slice(1);
  const isWide = told.seats.length === FEW && !scene.isTall;
  const rows = told.seats.length + 1;
  const rowU = scene.isTall
    ? Math.max(3, Math.min(20, ((scene.highU - 62) / told.seats.length - 2.6) / 1.83)) // with the name above
    : Math.min(20, (scene.highU - [12, 18, 23][Math.min(2, sides.length)]) / rows - 1);
  const pots = sides.length === 0 ? potOf(say("display.pot"), told.pot)
    : [...sides, 0].map((pot) => potOf(potName(pot, sides.length), told.pots[pot]));
  return html`<header>
      <b class="badge">${say("display.all_in")}</b>
      <span class="where">${say("display.table_hand", { table: told.table, hand: told.hand })}</span>
      <span class="left">${say("display.players_left", { count: word.players_left })}</span>
      <b class="time-left">${scene.startText ? clockText(scene.startsInMs) : timeText(now)}</b>
    </header>
    <ul class="hands ${isWide ? "wide" : ""} ${sides.length ? "sided" : ""}" .style=${`--row-u:${rowU};--sides:${sides.length}`}>
      ${sides.length ? headOf(sides) : ""}${told.seats.map((seat) => handOf(seat, sides))}</ul>
    ${isWide && told.seats[0].share !== null
      ? html`<p class="track split"><span .style=${`--done:${told.seats[0].share / 1000}`}></span></p>` : ""}
    <footer .style=${`--row-u:${isWide ? 24 : Math.min(22, rowU)}`}>
      <p class="board">${Array.from({ length: BOARD }, (_, index) => (told.board[index]
        ? cardOf(told.board[index]) : html`<span class="card none"></span>`))}</p>
      <div class="pot ${sides.length > 1 ? "several" : ""}">${pots}
        <small ?hidden=${told.run_outs < 2}>${say("display.run_outs", { count: told.run_outs })}</small></div>
    </footer>`;
}
