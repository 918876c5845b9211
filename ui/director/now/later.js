// Cards that were put off to the end of their lane, for a few minutes or until the next break. Each shows when it comes
// back.

import { html, nothing } from "/web/lit/lit-html.js";
import { breakInMs, isLevel } from "/web/room.js";
import { say, timeOfDay } from "/web/words.js";

const MINUTES = [5, 15];
const BREAK = "break";
const MINUTE_MS = 60_000;

export class Later {
  #until = new Map(); // by card: the service's time when it comes back, or "break"
  #asks = ""; // the card whose delay is being chosen

  waits(key, { now, word, serverMs }) {
    const until = this.#until.get(key);
    return until === BREAK ? isLevel(word.structure.entries[now.index]) : until > serverMs;
  }

  // When a delayed card comes back.
  backText(key, room) {
    const until = this.#until.get(key);
    const { serverMs } = room;
    const atMs = Date.now() + (until === BREAK ? untilBreakMs(room) : until - serverMs);
    return say(until === BREAK ? "director.now.back_at_break" : "director.now.back_at", { time: timeOfDay(atMs, room.zone, false) });
  }

  // The button that asks how long to delay a card, or brings a delayed one back.
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

// The play left before the next break. Null or 0 during a break, if no break follows, or if levels are counted in hands
// or orbits.
const untilBreakMs = ({ now, word }) => (now.play ? null : breakInMs(word.structure, now.index, now.leftMs));
