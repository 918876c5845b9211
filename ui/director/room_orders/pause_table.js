// Pauses one table for a reason that it shows, or resumes play there.

import { html, render } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";
import { Buttons } from "../buttons.js";

const $ = (id) => document.getElementById(id);

export class PauseTable {
  static acts = ["table-paused"];
  #element;
  #sender;
  #buttons;
  #redraw;
  #tournament = null;
  #sitting = 0; // the one that was last chosen

  constructor(element, sender, redraw) {
    this.#element = element;
    this.#sender = sender;
    this.#redraw = redraw;
    this.#buttons = new Buttons(redraw);
  }

  static says(sitting) {
    return sitting.paused ? "director.table_paused" : "";
  }

  get #open() {
    return this.#tournament.sittings.filter((one) => !one.closed && !one.breaking);
  }

  get #chosen() {
    return this.#open.find((one) => one.sitting === this.#sitting) ?? this.#open[0];
  }

  #choose(event) {
    this.#sitting = Number(event.target.value);
    this.#redraw();
  }

  #submit(event) {
    event.preventDefault();
    this.#set();
    this.#redraw();
  }

  #set() {
    if (this.#sender.isWaiting($("pause-why")) || !this.#buttons.isReady($("pause-set"))) return;
    const { sitting, paused } = this.#chosen;
    const reason = paused ? "" : $("pause-reason").value;
    const done = () => ($("pause-reason").value = "");
    this.#sender.send({ do: "pause-table", sitting, on: !paused, reason }, this.#tournament.mark, $("pause-why"), done);
  }

  draw(tournament) {
    this.#tournament = tournament;
    const chosen = this.#chosen;
    render(html`<details id="pausing" data-needs="run" ?hidden=${!chosen || tournament.ended}>
      <summary><h3>${say("director.pause_title")}</h3></summary>
      <form id="pause-table" class="fields" @submit=${(event) => this.#submit(event)}>
        <p><label for="pause-which">${say("director.pause_table")}</label>
          <select id="pause-which" required @change=${(event) => this.#choose(event)}>${this.#open.map((one) => html`
            <option value=${one.sitting} .selected=${one === chosen}>${say("director.table", { table: one.table })}</option>`)}</select></p>
        <p><label for="pause-reason">${say("director.pause_reason")}</label>
          <input id="pause-reason" maxlength="60" autocomplete="off" /></p>
        <button id="pause-set"></button>
      </form>
      <p id="pause-why" class="why" role="alert"></p></details>`, this.#element);
    const text = say(chosen?.paused ? "director.resume_here" : "director.pause_here");
    const can = Boolean(chosen) && !this.#sender.isWaiting($("pause-why"));
    this.#buttons.show($("pause-set"), { text, can, meaning: String(chosen?.sitting ?? "") });
  }
}
