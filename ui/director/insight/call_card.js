// The floor at a table, from the page. To answer a call, it shows the hand as it is, the usual disputes with the book's
// ruling on each, a form for any other action, and earlier rulings. With or without a call, the floor can give a
// penalty, a correction or a decision. The table then does it, or says why it cannot.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { chips, cited, say } from "/web/words.js";
import { may, whoIAm } from "../rights.js";
import { FloorForms } from "./floor/forms.js";
import { felt, streets } from "./live_table.js";
import { before } from "./ruled_before.js";

const WHO = "director-rules";
const DISPUTED = ["one-chip", "raise", "two-motions"]; // the usual disputes, which are shown at once

export class CallCard {
  #element;
  #ask;
  #where = null; // the tournament's id and the sitting
  #live = null;
  #seat = 0;
  #rulings = [];
  #typed = null;
  #cases = [];
  #why = "";
  #done = false;
  #waits = false;
  #rulingsOf = "";
  #orders = null; // the orders that the floor may give, as of `#ordersOf`
  #ordersOf = "";
  #ordersWhy = ""; // the reason if there are none
  #forms;
  #formsAt;
  #onDone;

  // `ask(path, body)` returns the answer or throws, like `answerOf` in asking.js. `onDone()` is called once the table has
  // done what was ordered.
  constructor(element, ask, onDone = () => {}) {
    this.#element = element;
    this.#ask = ask;
    this.#onDone = onDone;
    const forms = document.createElement("div");
    this.#forms = new FloorForms(forms, (action) => this.#answer(action), (winners) => this.#share(winners));
    this.#formsAt = forms;
  }

  // Opens the card for another table. With a `seat`, the card is only about a penalty for that player.
  open(tournament, sitting, seat = 0) {
    this.#where = { tournament, sitting, seat };
    [this.#live, this.#seat, this.#rulings, this.#typed, this.#why, this.#done] = [null, 0, [], null, "", false];
    [this.#orders, this.#ordersOf, this.#rulingsOf] = [null, "", ""];
    this.#forms.clear(seat);
    return this.#refresh();
  }

  isOf(tournament, sitting, seat = 0) {
    return this.#where?.tournament === tournament && this.#where?.sitting === sitting && this.#where?.seat === seat;
  }

  get #floor() {
    return this.#where.seat ? null : this.#live.floor;
  }

  // A "live" message from the link. Messages about other tables are ignored.
  received(live) {
    if (live.sitting !== this.#where?.sitting) return;
    this.#live = live;
    this.#draw();
    if (this.#floor) this.#fetchRulings();
    if (may("floor")) this.#fetchOrders();
  }

  // The name of the signed-in user. Empty with the director's key, which does not name anyone: the page then asks for a
  // name.
  get #name() {
    const me = whoIAm();
    return me && !me.by_key ? me.name : "";
  }

  get #path() {
    return `tournaments/${this.#where.tournament}/sittings/${this.#where.sitting}`;
  }

  async #refresh() {
    try {
      this.received(await this.#ask(`${this.#path}/live`));
    } catch (error) {
      this.#say(error.message);
    }
  }

  // Runs once for each state of the hand and seat.
  async #fetchRulings() {
    const seat = this.#seat || this.#live.turn;
    const wanted = `${this.#path} ${this.#live.mark} ${seat}`;
    if (wanted === this.#rulingsOf) return;
    this.#rulingsOf = wanted;
    this.#typed = null;
    try {
      const rulings = seat ? await this.#ask(`${this.#path}/rulings?seat=${seat}`) : [];
      const found = await this.#ask(`cases?why=${this.#live.floor?.why ?? ""}&street=${this.#live.street}`);
      if (wanted !== this.#rulingsOf) return;
      [this.#rulings, this.#cases] = [rulings, found.cases];
    } catch (error) {
      this.#why = error.message;
    }
    this.#draw();
  }

  // Runs once for each state of the table.
  async #fetchOrders() {
    const wanted = `${this.#path} ${this.#live.mark}`;
    if (wanted === this.#ordersOf) return;
    this.#ordersOf = wanted;
    try {
      const orders = await this.#ask(`${this.#path}/orders`);
      if (wanted === this.#ordersOf) [this.#orders, this.#ordersWhy] = [orders, ""];
    } catch (error) {
      [this.#orders, this.#ordersWhy] = [null, error.message]; // the table's record does not name a rule book yet
    }
    this.#draw();
  }

  // The order that awards the pots to these seats. Null if the clock refuses; in that case, the reason is shown.
  async #share(winners) {
    try {
      return (await this.#ask(`${this.#path}/award`, { winners, mark: this.#live.mark })).order;
    } catch (error) {
      this.#say(error.message);
      return null;
    }
  }

  async #rule(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    const put = String(form.get("chips")).split(/[\s,;+]+/).filter(Boolean).map(Number);
    const motion = { seat: this.#seat || this.#live.turn, said: String(form.get("said")).trim(), chips: put };
    try {
      this.#typed = await this.#ask(`${this.#path}/rulings`, { motion, mark: this.#live.mark });
      this.#why = "";
    } catch (error) {
      this.#typed = null;
      this.#why = error.message;
    }
    this.#draw();
  }

  // Whether the table did it.
  async #answer(action) {
    const field = this.#element.querySelector("[name=by]");
    const by = this.#name || field.value.trim();
    if (!by) {
      field.focus();
      return false;
    }
    if (field) localStorage.setItem(WHO, by);
    this.#waits = true;
    this.#draw();
    try {
      const said = await this.#ask(`${this.#path}/answer`, { action, mark: this.#live.mark, by });
      this.#why = said.why;
      this.#done = !said.why;
    } catch (error) {
      this.#why = error.message;
    }
    this.#waits = false;
    await this.#refresh();
    const isDone = this.#done && !this.#why;
    if (isDone) this.#onDone();
    return isDone;
  }

  #say(why) {
    this.#why = why;
    this.#draw();
  }

  #draw() {
    const live = this.#live;
    if (!live) {
      render(this.#why ? html`<p class="insight why" role="alert">${this.#why}</p>` : nothing, this.#element);
      return;
    }
    const { table } = live;
    const floor = this.#floor;
    const name = say(floor ? "director.insight.call" : "director.floor.at", { table });
    const heading = floor?.why ? say("director.table_calls", { table, call: say(`director.reasons.${floor.why}`) }) : name;
    this.#forms.draw(live, this.#orders, this.#waits);
    render(html`<section class="insight call" aria-label=${name}>
      <h3>${heading}</h3>
      ${floor ? html`${felt(live)}${streets(live.streets)}` : nothing}
      ${this.#name || (this.#where.seat && !this.#orders) ? nothing : html`<label class="who" data-needs="floor">${say("director.insight.by")}
        <input name="by" maxlength="60" autocomplete="name" .value=${localStorage.getItem(WHO) ?? ""}></label>`}
      <p class="why" role="alert" ?hidden=${!this.#why}>${this.#why}</p>
      <p class="done" role="status" ?hidden=${!this.#done || this.#why}>${say("director.insight.done")}</p>
      ${floor ? this.#rulingsOffered(live) : nothing}
      ${this.#where.seat && this.#ordersWhy ? html`<p class="faint">${this.#ordersWhy}</p>` : nothing}
      ${this.#formsAt}
      ${floor ? before(this.#cases) : nothing}</section>`, this.#element);
  }

  #rulingsOffered(live) {
    const seat = this.#seat || live.turn;
    const disputed = this.#rulings.filter((one) => DISPUTED.includes(one.kind));
    const plain = this.#rulings.filter((one) => !DISPUTED.includes(one.kind));
    return html`${live.playing ? html`
        <fieldset class="whose"><legend>${say("director.insight.whose")}</legend>
          ${live.seats.filter((one) => one.live && !one.all_in).map((one) => html`
            <label><input type="radio" name="seat" .checked=${one.seat === seat} @change=${() => this.#choose(one.seat)}>
              ${one.seat} <bdi>${one.name}</bdi></label>`)}</fieldset>
        <ul class="rulings">${this.#typed ? this.#ruling(this.#typed, say("director.insight.as_typed")) : nothing}
          ${disputed.map((one) => this.#ruling(one, usualText(one)))}</ul>
        <details class="others"><summary>${say("director.insight.plain")}</summary>
          <ul class="rulings">${plain.map((one) => this.#ruling(one, usualText(one)))}</ul></details>
        <form class="typed" data-needs="floor" @submit=${(event) => this.#rule(event)}>
          <label>${say("director.insight.said")} <input name="said" maxlength="100"></label>
          <label>${say("director.insight.chips_in")} <input name="chips" maxlength="100" inputmode="numeric"></label>
          <button>${say("director.insight.ask_book")}</button></form>` : nothing}
      <button class="come" data-needs="floor" ?disabled=${this.#waits}
        @click=${() => this.#answer({ ask: "meet-floor", by: "" })}>${say("director.insight.nothing_to_rule")}</button>`;
  }

  #choose(seat) {
    this.#seat = seat;
    this.#done = false;
    this.#fetchRulings();
  }

  #ruling(one, what) {
    const answers = one.answers.map((answer, at) => html`
      <button class=${at ? "" : "go"} data-needs="floor" ?disabled=${this.#waits} @click=${() => this.#answer(answer.action)}
        >${one.held ? say("director.insight.hold", { act: answer.says }) : answer.says}</button>`);
    return html`<li><div><h4>${what}</h4><p>${one.says}</p><p class="clause">${cited(one.clause)}</p>
        ${one.rules.map((rule) => html`<p class="faint">${say("director.insight.rule", { title: rule.title, says: rule.says })}</p>`)}</div>
      <div class="answers">${one.floor ? html`<span class="faint">${say("director.insight.floor_decides")}</span>` : nothing}
        ${answers}</div></li>`;
  }
}

function usualText(one) {
  const chip = one.motion.chips?.[0] ?? one.motion.motions?.[1]?.[0] ?? 0;
  return say(`director.insight.usual.${one.kind}`, { chip: chips(chip) });
}
