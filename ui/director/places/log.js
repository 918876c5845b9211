// Everything that was done to the tournament: when, by whom, what and to whom, and what can still be undone. The room's
// rulings are below it.

import { repeat } from "/web/lit/directives/repeat.js";
import { html, nothing, render } from "/web/lit/lit-html.js";
import { say, timeOfDay } from "/web/words.js";
import { actAbout, asksFirst, isOfTheClock } from "../now/just_done.js";
import { Cases } from "../log/cases.js";
import { doneBy, mayUndo } from "../rights.js";
import { Twice } from "../twice.js";

const AT_ONCE = 50;
const $ = (id) => document.getElementById(id);

export class Log {
  #ask;
  #sender;
  #redraw;
  #room = null;
  #of = ""; // the tournament and the record that is shown
  #acts = [];
  #wanted = AT_ONCE;
  #words = "";
  #why = "";
  #cases;
  #isAway = true;
  #choices; // the act whose undo was pressed once

  // `ask(path)` returns the API's answer.
  constructor(ask, sender, redraw) {
    this.#ask = ask;
    this.#sender = sender;
    this.#redraw = redraw;
    this.#cases = new Cases(ask);
    this.#choices = new Twice(redraw);
  }

  // The rulings are drawn when the place is opened again.
  away() {
    this.#isAway = true;
  }

  draw(room) {
    this.#room = room;
    if (!room.tournament) return;
    if (this.#isAway) this.#cases.show();
    this.#isAway = false;
    this.#fetch(room.tournament);
    render(this.#page(room), $("place-log"));
  }

  // Runs once for each record. The state includes only the newest acts.
  async #fetch({ id, mark }) {
    const of = `${id} ${mark} ${this.#wanted}`;
    if (of === this.#of) return;
    this.#of = of;
    try {
      const acts = await this.#ask(`tournaments/${id}/log?most=${this.#wanted}`);
      if (this.#of === of) [this.#acts, this.#why] = [acts, ""];
    } catch (error) {
      [this.#of, this.#why] = ["", error.message];
    }
    this.#redraw();
  }

  #page(room) {
    const rows = this.#acts.map((act) => ({ act, said: this.#said(act) })).filter(({ said }) => said.toLowerCase().includes(this.#words.toLowerCase()));
    return html`
      <p class="fields"><label for="log-words">${say("director.log.search")}</label>
        <input id="log-words" type="search" .value=${this.#words} @input=${(event) => this.#search(event.target.value)} /></p>
      <p class="why" role="alert" id="log-why">${this.#why}</p>
      <p class="of" role="status">${this.#words && !rows.length ? this.#none() : ""}</p>
      <ol class="log" aria-label=${say("director.places.log")}>${repeat(rows, ({ act }) => act.act, ({ act, said }) => this.#row(act, said, room))}</ol>
      ${this.#hasOlder() ? html`<button @click=${() => this.#more()}>${say("director.log.older")}</button>` : nothing}
      ${this.#cases.element}`;
  }

  #hasOlder() {
    return this.#acts.at(-1)?.act > 1;
  }

  #none() {
    return this.#hasOlder() ? say("director.log.none_so_far", { count: this.#acts.length }) : say("director.log.none");
  }

  #row(act, said, room) {
    const { zone } = room;
    const isSure = this.#choices.isSure(act.act);
    const time = act.at_ms ? timeOfDay(act.at_ms, zone, Date.now() - act.at_ms > 12 * 3_600_000) : "";
    return html`
      <li class=${act.undone ? "undone" : ""}>
        <time>${time}</time>
        <span class="what"><bdi>${said}</bdi></span>
        <span class="by"><bdi>${doneBy(act.by)}</bdi></span>
        ${act.undone ? html`<span class="of">${say("director.log.undone")}</span>` : nothing}
        ${act.can_undo && !isOfTheClock(act) && mayUndo(act.by) ? html`<button class=${isSure ? "sure" : "plain"}
          aria-disabled=${this.#choices.isLocked(act.act)} aria-label=${isSure ? nothing : say("director.take_back", { what: said })}
          @click=${() => this.#undo(act)}>${isSure ? asksFirst(act, room) : say("director.now.undo")}</button>` : nothing}
      </li>`;
  }

  // An undo is named by what it took back, as far as the list goes back.
  #said(act) {
    if (!act.undoes) return actAbout(act, this.#room.tournament);
    const undone = this.#acts.find((one) => one.act === act.undoes);
    return undone ? say("director.log.undid_what", { what: this.#said(undone) }) : say("director.log.undid", { act: act.undoes });
  }

  #search(words) {
    this.#words = words;
    this.#redraw();
  }

  #more() {
    this.#wanted += AT_ONCE * 4;
    this.#redraw();
  }

  #undo(act) {
    const send = () => this.#sender.send({ do: "undo", act: act.act }, this.#room.tournament.mark, $("log-why"));
    if (asksFirst(act, this.#room)) this.#choices.press(act.act, null, send);
    else send();
  }
}
