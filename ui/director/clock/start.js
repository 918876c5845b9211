// Starts the tournament at a set time of day in the room's zone, and shows a text on the displays.

import { html } from "/web/lit/lit-html.js";
import { say, timeOfDay } from "/web/words.js";
import { ask } from "./ask.js";

/** @type {Intl.DateTimeFormatOptions} */
const PARTS = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

// A time in the form that a browser's date input accepts, in a time zone.
export function localText(ms, zone) {
  const said = new Intl.DateTimeFormat("en", { ...PARTS, timeZone: zone || undefined }).formatToParts(ms);
  const { year, month, day, hour, minute } = Object.fromEntries(said.map((part) => [part.type, part.value]));
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

// The time in an input, in a time zone. Null if daylight saving time skips that time; the earlier one if it occurs
// twice.
export function msOf(text, zone) {
  const guess = Date.parse(`${text}Z`);
  const fits = [-16, 0, 16].map((hours) => {
    const near = guess + hours * 3600000;
    return guess + (near - Date.parse(`${localText(near, zone)}Z`));
  }).filter((ms) => localText(ms, zone) === text);
  return fits.length ? Math.min(...fits) : null;
}

export class Starting {
  #draw;
  #said = "";

  // `order(command)` sends a command.
  constructor(order, draw) {
    this.order = order;
    this.#draw = draw;
  }

  #submit(event, zone) {
    event.preventDefault();
    const ms = msOf(event.target.elements.at.value, zone);
    this.#said = ms === null ? say("director.starting.left_out") : "";
    if (ms !== null) this.order({ do: "schedule", starts_ms: ms });
    this.#draw();
  }

  // Draws the form of a tournament that has not started.
  show({ starts_ms: startsMs, zone }, nowMs) {
    const usual = startsMs ?? Math.ceil((nowMs + 600000) / 900000) * 900000;
    return html`<section class="panel starting" aria-labelledby="starting-title" data-needs="run">
      <h2 id="starting-title">${say("director.starting.title")}</h2>
      ${startsMs ? html`<p>${say("director.starting.at", { time: timeOfDay(startsMs, zone, true) })}</p>` : ""}
      <form class="acts" @submit=${(event) => this.#submit(event, zone)}>
        <label>${say("director.starting.when")}
          <input name="at" type="datetime-local" required value=${localText(usual, zone)} />
        </label>
        <button>${say("director.starting.schedule")}</button>
        ${startsMs ? html`<button type="button" @click=${() => this.order({ do: "schedule", starts_ms: null })}>
          ${say("director.starting.cancel")}</button>` : ""}
      </form>
      <p class="why" role="alert">${this.#said}</p>
    </section>`;
  }
}

export class Announcing {
  #key;
  #draw;
  #said = "";
  #failed = false;

  constructor(key, draw) {
    this.#key = key;
    this.#draw = draw;
  }

  async #submit(event) {
    event.preventDefault();
    const { text } = event.target.elements;
    try {
      await ask(this.#key(), "/api/displays/announce", { method: "POST", body: { text: text.value.trim() } });
      [this.#said, this.#failed] = [say("director.announcing.done"), false];
      text.value = "";
    } catch (error) {
      [this.#said, this.#failed] = [error.message, true];
    }
    this.#draw();
  }

  show() {
    return html`<section class="panel announcing" aria-labelledby="announcing-title" data-needs="floor">
      <h2 id="announcing-title">${say("director.announcing.title")}</h2>
      <form class="acts" @submit=${(event) => this.#submit(event)}>
        <label>${say("director.announcing.words")}
          <input name="text" maxlength="200" required autocomplete="off" />
        </label>
        <button>${say("director.announcing.show")}</button>
      </form>
      <p class=${this.#failed ? "why" : "done"} role="status">${this.#said}</p>
    </section>`;
  }
}
