// An all-in with the cards up: who plays, and what each can still win of the main pot.

import { html } from "/web/lit/lit-html.js";
import { clockText, timeText } from "/web/room.js";
import { chips, say } from "/web/words.js";

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const AS_TEXT = "\ufe0e"; // no emoji
const BOARD = 5;
const FEW = 2; // hands that stand side by side

const cardOf = (code) => html`<span class="card ${code[1]}"
  ><b>${code[0] === "T" ? "10" : code[0]}</b><i>${SUITS[code[1]]}${AS_TEXT}</i></span>`;
const shareOf = ({ share }) => (share === null
  ? html`<span class="share-now">…</span>`
  : html`<span class="share-now">${Math.round(share / 10)}<small>%</small></span>`);

const handOf = (seat) => html`<li class="hand">
  <p class="who"><bdi>${seat.name}</bdi><small>${say(seat.chips ? "display.behind" : "display.all_in_for", {
    chips: chips(seat.chips || seat.put_in) })}</small></p>
  <p class="held">${seat.cards.map(cardOf)}</p>
  ${shareOf(seat)}
</li>`;

export function allIn(scene) {
  const { all_in: told, now, word } = scene;
  const isWide = told.seats.length === FEW && !scene.isTall;
  const rows = told.seats.length + 1;
  const rowU = Math.min(20, (scene.highU - 12) / rows - 1);
  return html`<header>
      <b class="badge">${say("display.all_in")}</b>
      <span class="where">${say("display.table_hand", { table: told.table, hand: told.hand })}</span>
      <span class="left">${say("display.players_left", { count: word.players_left })}</span>
      <b class="time-left">${scene.startText ? clockText(scene.startsInMs) : timeText(now)}</b>
    </header>
    <ul class=${isWide ? "hands wide" : "hands"} .style=${`--row-u:${rowU}`}>${told.seats.map(handOf)}</ul>
    ${isWide && told.seats[0].share !== null
      ? html`<p class="track split"><span .style=${`--done:${told.seats[0].share / 1000}`}></span></p>` : ""}
    <footer .style=${`--row-u:${isWide ? 24 : Math.min(22, rowU)}`}>
      <p class="board">${Array.from({ length: BOARD }, (_, index) => (told.board[index]
        ? cardOf(told.board[index]) : html`<span class="card none"></span>`))}</p>
      <p class="pot"><small>${say("display.pot")}</small><b>${chips(told.pot)}</b>
        <small ?hidden=${!told.run_outs}>${say("display.run_outs", { count: told.run_outs })}</small></p>
    </footer>`;
}
