// One table as graphics over video, with the delay that the room has set. The service does not send anything earlier.
// The address names the table. The broadcast token is after the #, which browsers do not send to a server.

import "/web/theme.js";
import { html, nothing, render } from "/web/lit/lit-html.js";
import { repeat } from "/web/lit/directives/repeat.js";
import { blindsText, clockText } from "/web/room.js";
import { chips, say, sayPage } from "/web/words.js";

const RETRY_MS = 5000;
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const BOARD = 5;
const AS_TEXT = "\uFE0E"; // text style, not emoji
const table = Number(new URLSearchParams(location.search).get("table") ?? 1);

let frame = null;
let receivedMs = 0;

function listen() {
  const asked = new URLSearchParams({ token: location.hash.slice(1) });
  const stream = new EventSource(`/api/broadcast/tables/${table}/events?${asked}`);
  stream.addEventListener("frame", (event) => {
    frame = JSON.parse(event.data);
    receivedMs = performance.now();
    draw();
  });
  stream.addEventListener("error", () => {
    if (stream.readyState !== EventSource.CLOSED) return; // the browser reconnects by itself
    // Show no error over graphics that are on the air.
    render(frame ? nothing : html`<p class="panel">${say("broadcast.not_open")}</p>`, $("table"));
    render(nothing, $("room"));
    setTimeout(listen, RETRY_MS);
  });
}

const $ = (id) => document.getElementById(id);

function draw() {
  render(frame.hand ? [seats(), middle()] : nothing, $("table"));
  drawRoom();
}

function drawRoom() {
  if (!frame) return;
  const { room, small, big, ante } = frame;
  render(html`
    <div class="panel">
      <h1><bdi>${frame.event}</bdi></h1>
      ${room ? html`<p class="faint">${leftText(room)}</p>` : nothing}
    </div>
    ${big ? html`
      <p class="panel stakes">
        <b>${blindsText({ small, big })}</b>
        ${ante ? html`<span class="faint">${say("broadcast.ante", { ante: chips(ante) })}</span>` : nothing}
        ${room?.remaining_ms ? html`<b>${clockText(leftMs(room))}</b>` : nothing}
      </p>` : nothing}`, $("room"));
}

// In hand-for-hand play, the clock stops once the hand has used its time.
const ranMs = (room) => (room.running ? Math.min(performance.now() - receivedMs, room.hand_ms ?? Infinity) : 0);
const leftMs = (room) => Math.max(0, room.remaining_ms - ranMs(room));

const leftText = ({ left, paid }) =>
  say(paid && left > paid ? "broadcast.left_paid" : "broadcast.left", { left: chips(left), paid: chips(paid) });

// The players in the hand; before the flop, also those who have folded; between hands, everyone.
function seats() {
  const isIn = (seat) => !frame.playing || seat.live || (seat.dealt && frame.street === "preflop");
  const most = Math.max(...frame.seats.map((seat) => seat.wins));
  return html`
    <ol class="seats">
      ${repeat(frame.seats.filter(isIn), (seat) => seat.seat, (seat) => seatRow(seat, most))}
    </ol>`;
}

function seatRow(seat, most) {
  const isOut = seat.dealt && !seat.live;
  const shows = seat.cards.length > 0 && !isOut;
  const marks = [isOut && "out", seat.turn && "turn", seat.won > 0 && "won", shows && "shows"].filter(Boolean).join(" ");
  return html`
    <li class="panel seat ${marks}" aria-current=${seat.turn ? "true" : "false"}>
      ${shows ? html`<span class="cards">${seat.cards.map(card)}</span>` : nothing}
      <span class="name"><bdi>${seat.name}</bdi>
        ${frame.button === seat.seat ? html`<i class="button">${say("broadcast.button")}</i>` : nothing}</span>
      <span class="chips">${seat.chips ? chips(seat.chips) : nothing}</span>
      <span class="did">${didText(seat)}</span>
      ${frame.run_outs && seat.live ? chance(seat, most) : nothing}
    </li>`;
}

function didText(seat) {
  if (seat.won) return say("broadcast.won", { chips: chips(seat.won) });
  if (seat.did === "fold" || seat.did === "muck") return say(`broadcast.${seat.did}`);
  if (seat.all_in && seat.did !== "call") return say("broadcast.all_in");
  if (!frame.playing || !seat.did) return "";
  return say(`broadcast.${seat.did}`, { chips: chips(seat.bet) });
}

function chance(seat, most) {
  return html`
    <span class="chance ${seat.wins === most && most ? "ahead" : ""}">
      <b>${say("broadcast.percent", { percent: percent(seat.wins) })}</b>
      ${seat.ties ? html`<small>${say("broadcast.tie", { percent: percent(seat.ties) })}</small>` : nothing}
    </span>`;
}

// Rounded to a whole number, but never to 0 or 100 unless it is exact.
function percent(boards) {
  const exact = (100 * boards) / frame.run_outs;
  if (exact > 0 && exact < 1) return "<1";
  return exact < 100 && exact > 99 ? ">99" : String(Math.round(exact));
}

function middle() {
  const [, ...sides] = frame.pots;
  if (!frame.playing && !frame.board.length) return nothing;
  const empty = Array.from({ length: BOARD - frame.board.length }, () => html`<span class="card none"></span>`);
  return html`
    <section class="panel middle" aria-label=${say("broadcast.pot")}>
      <span class="cards">${frame.board.map(card)}${empty}</span>
      ${frame.pot ? html`
        <div>
          <h2 class="faint">${say("broadcast.pot")}</h2>
          <p class="pot">${chips(frame.pot)}</p>
          ${sides.length
            ? sides.map((side) => html`<p class="faint">${say("broadcast.side_pot", { chips: chips(side) })}</p>`)
            : html`<p class="faint">${say("display.big_blinds", { count: Math.round(frame.pot / frame.big) })}</p>`}
        </div>` : nothing}
    </section>`;
}

function card(code) {
  const [rank, suit] = code;
  return html`<span class="card ${suit}">${rank === "T" ? "10" : rank}<i>${SUITS[suit]}${AS_TEXT}</i></span>`;
}

sayPage();
listen();
setInterval(drawRoom, 1000);
