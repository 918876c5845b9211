// Cards that wait at the end of their lane: for some minutes, or until the next break. Each says when it comes back.

import { html, nothing } from "/web/lit/lit-html.js";
import { breakInMs, isLevel } from "/web/room.js";
import { say, timeOfDay } from "/web/words.js";

const MINUTES = [5, 15];
const BREAK = "break";
const MINUTE_MS = 60_000;

export class Later {
  #until = new Map(); // by card: the time of the service, or the next break
  #asks = ""; // the card that is asked about

  waits(key, { now, word, serverMs }) {
    const until = this.#until.get(key);
    return until === BREAK ? isLevel(word.structure.entries[now.index]) : until > serverMs;
  }

  // When a card that waits comes back.
  backText(key, room) {
    const until = this.#until.get(key);
    const { serverMs } = room;
    const atMs = Date.now() + (until === BREAK ? untilBreakMs(room) : until - serverMs);
    return say(until === BREAK ? "director.now.back_at_break" : "director.now.back_at", { time: timeOfDay(atMs, room.zone, false) });
  }

  // Asks for how long, or has a card that waits back.
  button(key, room, redraw) {
    const does = (what) => (event) => {
      const card = event.target.closest(".card");
      what();
      redraw();
      card.querySelector(this.#asks === key ? ".later-for button" : "[data-act=later]")?.focus();
    };
    if (this.waits(key, room)) {
      return html`<button class="plain" data-act="later" @click=${does(() => this.#until.delete(key))}>${say("director.now.later_not")}</button>`;
    }
    const isAsked = this.#asks === key;
    const set = (until) => does(() => {
      this.#asks = "";
      this.#until.set(key, until);
    });
    return html`<button class="plain" data-act="later" aria-expanded=${isAsked} @click=${does(() => { this.#asks = isAsked ? "" : key; })}>${say("director.now.later")}</button>
      ${isAsked ? html`<span class="later-for" role="group" aria-label=${say("director.now.later_for")}>
        ${MINUTES.map((count) => html`<button @click=${set(room.serverMs + count * MINUTE_MS)}>${say("director.now.later_minutes", { count })}</button>`)}
        ${untilBreakMs(room) ? html`<button @click=${set(BREAK)}>${say("director.now.later_break")}</button>` : nothing}</span>` : nothing}`;
  }
}

// How much play is left before the next break; nothing in a break, where none follows, and where levels go by play.
const untilBreakMs = ({ now, word }) => (now.play ? null : breakInMs(word.structure, now.index, now.leftMs));
