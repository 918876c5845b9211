// The floor's forms at a table: a penalty, a correction, a decision. One is open at a time. Its button says what a
// press does, and a reason is required.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { chips, cited, reasonText, say } from "/web/words.js";
import {
  actionOf, barred, begun, differenceText, gives, GROUPS, hasChips, hasCount, hasPots, hasSeat, hasStacks, isStrong, isWhole, seatsOf, wayOf,
} from "./kinds.js";

// The codes of the usual reasons. A record gets the code; another reason is recorded as it was typed.
const REASONS = {
  penalty: ["conduct", "exposed", "discussed", "turn", "slow", "phone", "soft"].map((one) => `reason-${one}`),
  correction: ["count", "misread", "dealer", "tap"].map((one) => `reason-${one}`),
  overrule: ["decision", "dealer", "misread", "returned"].map((one) => `reason-${one}`),
};

const codeOf = (group, why) => REASONS[group].find((one) => reasonText(one) === why.trim()) ?? why;

export class FloorForms {
  #element;
  #answer;
  #share;
  #live = null;
  #orders = null;
  #waits = false;
  #open = "";
  #drafts = {};
  #seat = 0; // the only player concerned; 0 for the whole table

  // `answer(action)` sends the action and returns whether it was done. `share(winners)` returns the order that awards
  // the pots to them, or null if the clock refuses.
  constructor(element, answer, share) {
    this.#element = element;
    this.#answer = answer;
    this.#share = share;
    this.clear();
  }

  // Resets all forms. For the player in `seat`, only penalties are offered.
  clear(seat = 0) {
    this.#seat = seat;
    this.#open = seat ? "penalty" : "";
    this.#drafts = Object.fromEntries(Object.entries(GROUPS).map(([group, kinds]) => [group, this.#begun(kinds[0])]));
  }

  #begun = (kind) => ({ ...begun(kind), seat: this.#seat });

  draw(live, orders, waits) {
    [this.#live, this.#orders, this.#waits] = [live, orders, waits];
    this.#draw();
  }

  #draw() {
    const isThere = this.#live && this.#orders;
    render(isThere ? html`<section class="floor-forms" data-needs="floor" aria-label=${say("director.floor.label")}>
      ${this.#seat ? this.#form("penalty") : Object.keys(GROUPS).map((group) => this.#group(group))}</section>` : nothing, this.#element);
  }

  #group(group) {
    return html`<details ?open=${this.#open === group} @toggle=${(event) => this.#toggled(group, event.target.open)}>
      <summary>${say(`director.floor.${group}`)}</summary>${this.#open === group ? this.#form(group) : nothing}</details>`;
  }

  #toggled(group, isOpen) {
    if (isOpen === (this.#open === group)) return;
    this.#open = isOpen ? group : "";
    if (isOpen && this.#barred(this.#drafts[group].kind)) this.#drafts[group] = this.#begun(GROUPS[group].find((kind) => !this.#barred(kind)) ?? GROUPS[group][0]);
    this.#draw();
  }

  #barred = (kind) => barred(kind, this.#live, this.#orders, this.#seat);

  #form(group) {
    const draft = this.#drafts[group];
    const why = this.#barred(draft.kind);
    return html`<form class="floor-form" @submit=${(event) => this.#send(event, group)}>
      <fieldset class="kinds"><legend class="spoken">${say(`director.floor.${group}`)}</legend>${GROUPS[group].map((kind) => html`
        <label><input type="radio" name=${`floor-${group}`} .checked=${draft.kind === kind} @change=${() => this.#set(group, { kind, seat: this.#seat })}>
          <span>${say(`director.floor.kinds.${kind}`)}</span></label>`)}</fieldset>
      ${why ? html`<p class="faint">${say(`director.floor.barred.${why}`, { seat: this.#seat })}</p>` : this.#given(group, draft)}</form>`;
  }

  #given(group, draft) {
    const can = !this.#waits && isWhole(draft, this.#live, this.#orders);
    const clause = group === "penalty" ? this.#orders.penalties : this.#orders.decisions;
    return html`${this.#fields(group, draft)}
      <label>${say("director.floor.why")}<input name="why" maxlength="100" list=${`floor-whys-${group}`} autocomplete="off" .value=${draft.why}
        @input=${(event) => this.#set(group, { why: event.target.value })}></label>
      <datalist id=${`floor-whys-${group}`}>${REASONS[group].map((one) => html`<option value=${reasonText(one)}></option>`)}</datalist>
      ${clause ? html`<p class="clause">${cited(clause)}</p>` : nothing}
      <button class=${isStrong(draft) ? "stop" : "go"} ?disabled=${!can}>${gives(draft, this.#live)}</button>`;
  }

  #fields(group, draft) {
    return [
      hasSeat(draft) && !this.#seat ? this.#who(group, draft) : nothing,
      hasCount(draft) ? html`<label>${say("director.floor.count")}<input type="number" min="1" max="99" inputmode="numeric"
        .value=${draft.count} @input=${(event) => this.#set(group, { count: event.target.value })}></label>` : nothing,
      hasChips(draft) ? this.#chips(group, draft) : nothing,
      hasStacks(draft) ? this.#stacks(group, draft) : nothing,
      hasPots(draft) ? this.#pots(group, draft) : nothing,
    ];
  }

  #who(group, draft) {
    return html`<label>${say("director.floor.who")}<select @change=${(event) => this.#set(group, { seat: Number(event.target.value) })}>
      <option value="0" ?selected=${!draft.seat}>${say("director.floor.choose")}</option>
      ${seatsOf(draft.kind, this.#live).map((one) => html`<option value=${one.seat} ?selected=${one.seat === draft.seat}>${one.seat} ${one.name}</option>`)}
      </select></label>`;
  }

  #chips(group, draft) {
    return html`<label>${say("director.floor.chips")}<input type="number" min="1" inputmode="numeric" .value=${draft.chips}
        @input=${(event) => this.#set(group, { chips: event.target.value })}></label>
      <fieldset class="kinds"><legend class="spoken">${say("director.floor.chips")}</legend>${[false, true].map((back) => html`
        <label><input type="radio" name=${`floor-way-${group}`} .checked=${draft.back === back} @change=${() => this.#set(group, { back })}>
          <span>${say(`director.floor.ways.${wayOf({ ...draft, back })}`)}</span></label>`)}</fieldset>`;
  }

  #stacks(group, draft) {
    return html`<ul class="stacks">${this.#live.seats.map((one) => html`<li><label><span>${one.seat} <bdi>${one.name}</bdi></span>
        <input type="number" min="1" inputmode="numeric" placeholder=${one.chips} .value=${draft.stacks[one.seat] ?? ""}
          @input=${(event) => this.#set(group, { stacks: { ...draft.stacks, [one.seat]: event.target.value } })}></label></li>`)}</ul>
      <p class="faint" role="status">${differenceText(draft, this.#live)}</p>`;
  }

  #pots(group, draft) {
    const { pots, seats } = this.#orders;
    const side = pots.length > 2 ? "side_pot" : "only_side_pot";
    return pots.map(({ pot, chips: many }, at) => html`<fieldset class="kinds"><legend>${say(`director.floor.${pot ? side : "main_pot"}`, { pot, chips: chips(many) })}</legend>
      ${seats.map(({ seat, name }) => html`<label><input type="checkbox" .checked=${draft.pots[at]?.includes(seat) ?? false}
        @change=${(event) => this.#win(group, at, seat, event.target.checked)}><span>${seat} <bdi>${name}</bdi></span></label>`)}</fieldset>`);
  }

  #win(group, at, seat, wins) {
    const pots = this.#orders.pots.map((_, pot) => this.#drafts[group].pots[pot] ?? []);
    pots[at] = [...pots[at].filter((one) => one !== seat), ...(wins ? [seat] : [])];
    this.#set(group, { pots });
  }

  #set(group, changed) {
    this.#drafts[group] = { ...this.#drafts[group], ...changed };
    this.#draw();
  }

  async #send(event, group) {
    event.preventDefault();
    const draft = this.#drafts[group];
    if (!isWhole(draft, this.#live, this.#orders)) return;
    const order = hasPots(draft) ? await this.#share(draft.pots) : null;
    if (hasPots(draft) && !order) return;
    if (await this.#answer(actionOf({ ...draft, why: codeOf(group, draft.why) }, this.#live, order))) {
      this.#drafts[group] = this.#begun(draft.kind);
      if (this.#seat) this.#draw();
      else this.#toggled(group, false);
    }
  }
}
