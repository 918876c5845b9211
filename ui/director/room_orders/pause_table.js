// Pauses one table or all of them for a reason that the tables show, or resumes play there. In the place "Room" the table
// is chosen. In the sheet of the open table, it is that table.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";
import { Buttons } from "../buttons.js";

const ALL = 0; // instead of a sitting
const MORE = [0, 1, 2, 3, 4, 5]; // the hands to deal after the one in play

export class PauseTable {
  static acts = ["table-paused"];
  #element;
  #sender;
  #buttons;
  #redraw;
  #tournament = null;
  #sitting; // the one that was last chosen; null if none was
  #isAtTable;

  constructor(element, sender, redraw, isAtTable = false) {
    this.#element = element;
    this.#sender = sender;
    this.#redraw = redraw;
    this.#buttons = new Buttons(redraw);
    this.#isAtTable = isAtTable;
  }

  static says(sitting) {
    return sitting.paused ? "director.table_paused" : "";
  }

  get #open() {
    return this.#tournament.sittings.filter((one) => !one.closed && !one.breaking);
  }

  // The sittings that are chosen.
  get #chosen() {
    if (!this.#isAtTable && this.#sitting === ALL) return this.#open;
    const found = this.#open.find((one) => one.sitting === this.#sitting);
    return found ? [found] : this.#isAtTable ? [] : this.#open.slice(0, 1);
  }

  get #isForAll() {
    return !this.#isAtTable && this.#sitting === ALL;
  }

  get #why() {
    return this.#element.querySelector(".why");
  }

  #choose = (event) => {
    this.#sitting = Number(event.target.value);
    this.#redraw();
  };

  #pause = (event) => {
    event.preventDefault();
    const { reason, more } = event.target.elements;
    const what = { on: true, reason: reason.value, more_hands: Number(more.value) };
    this.#set("pause", what, () => {
      reason.value = "";
      more.value = "0";
    });
  };

  #resume = () => this.#set("resume", { on: false }, () => {});

  #set(name, what, done) {
    const button = this.#element.querySelector(`[data-act=${name}]`);
    if (this.#sender.isWaiting(this.#why) || !this.#buttons.isReady(button)) return;
    const which = this.#isForAll ? { do: "pause-tables" } : { do: "pause-table", sitting: this.#chosen[0].sitting };
    this.#sender.send({ ...which, ...what }, this.#tournament.mark, this.#why, done);
    this.#redraw();
  }

  // `sitting` is that of the open table, if the form is there.
  draw(tournament, sitting = this.#sitting) {
    if (sitting !== this.#sitting) this.#why?.replaceChildren();
    this.#tournament = tournament;
    this.#sitting = sitting;
    const chosen = this.#chosen;
    const playing = chosen.filter((one) => !one.paused && !(this.#isForAll && one.typed));
    const paused = chosen.filter((one) => one.paused);
    render(html`<details class="pausing" data-needs="run" ?hidden=${!chosen.length || tournament.ended}>
      <summary>${this.#isAtTable ? html`<h2>${hereText(chosen[0])}</h2>` : html`<h3>${say("director.pause_title")}</h3>`}</summary>
      <form class="fields" @submit=${this.#pause}>
        ${this.#isAtTable ? nothing : html`<p><label>${say("director.pause_table")}
          <select required @change=${this.#choose}>${[{ sitting: ALL }, ...this.#open].map((one) => html`
            <option value=${one.sitting} .selected=${this.#isForAll ? one.sitting === ALL : one === chosen[0]}>${one.sitting ? say("director.table", { table: one.table }) : say("director.pause_all_tables")}</option>`)}</select></label></p>`}
        <p ?hidden=${!playing.length}><label>${say("director.pause_after")}
          <select name="more">${MORE.map((count) => html`
            <option value=${count}>${count ? say("director.pause_after_more", { count }) : say("director.pause_after_this")}</option>`)}</select></label></p>
        <p ?hidden=${!playing.length}><label>${say("director.pause_reason")}
          <input name="reason" maxlength="60" autocomplete="off" /></label></p>
        <button data-act="pause" ?hidden=${!playing.length}></button>
        <button data-act="resume" type="button" ?hidden=${!paused.length} @click=${this.#resume}></button>
      </form>
      <p class="why" role="alert"></p></details>`, this.#element);
    const meaning = chosen.map((one) => one.sitting).join(" ");
    const show = (name, text, can) => this.#buttons.show(this.#element.querySelector(`[data-act=${name}]`), { text, can: can && !this.#sender.isWaiting(this.#why), meaning });
    show("pause", say(this.#isForAll ? "director.pause_all" : "director.pause_here"), playing.length > 0);
    show("resume", say(this.#isForAll ? "director.resume_all" : "director.resume_here"), paused.length > 0);
  }
}

// The title at the open table: an order, or what was ordered.
function hereText(sitting) {
  if (!sitting?.paused) return say("director.pause_here");
  return sitting.paused_after ? say("director.paused_after", { hand: sitting.paused_after }) : say("director.paused_here");
}
