// What waits for the director, most urgent first: three lanes of cards, each with its reason, its clause and one button.
// One card is open: below itself on a phone, beside the list where there is room.

import { repeat } from "/web/lit/directives/repeat.js";
import { html, nothing, render } from "/web/lit/lit-html.js";
import { cited, say } from "/web/words.js";
import { KEY } from "../asking.js";
import { aboutPrizes } from "../now/agreed.js";
import { cards, LANES } from "../now/cards.js";
import { firstSteps, isNew } from "../now/first_steps.js";
import { justDone } from "../now/just_done.js";
import { Later } from "../now/later.js";
import { OpenCard } from "../now/open_card.js";
import { over } from "../now/over.js";
import { Steady } from "../now/steady.js";
import { download, paper } from "../players/lists.js";
import { may, mayOrder } from "../rights.js";
import { Twice } from "../twice.js";

const ABOUT = 6; // entries that an act names at most
const WIDE = matchMedia("(width >= 48rem)");
const KEYS = { w: "why", l: "later", t: "table" };
// What an act may be besides an order to the tournament: where it is sent, and what it takes.
const TOLD = {
  give: { path: "copies/give", needs: "devices" }, approve: { path: "devices/tables/approve", needs: "devices" },
  dismiss: { path: "recovery/dismiss", needs: "recovery" }, choose: { path: "copies/choose", needs: "devices" },
};
const $ = (id) => document.getElementById(id);

export class Now {
  #sender;
  #ask;
  #redraw;
  #steady;
  #later = new Later(); // which cards wait at the end of their lane
  #open = ""; // the card that is open; where there is room and none was chosen, the first
  #shownOpen = "";
  #pane;
  #signed = ""; // who signs for a difference
  #choices; // the tablet whose record was chosen by one press
  #room = null;
  #playAgain;

  // `ask` as of asking.js; `look(sitting)` has the link show a table, `playAgain(tournament)` begins next week's.
  constructor(sender, redraw, ask, look, playAgain) {
    this.#playAgain = playAgain;
    this.#sender = sender;
    this.#ask = ask;
    this.#pane = new OpenCard(ask, look, (kind, policy) => this.#send({ do: "set-policy", kind, policy }));
    this.#redraw = redraw;
    this.#steady = new Steady(redraw);
    this.#choices = new Twice(redraw);
    addEventListener("keydown", (event) => this.#key(event));
  }

  // While another place is open, only how much waits.
  away(room) {
    this.#drawCount(cards(room));
    this.#pane.draw(null, room.tournament);
  }

  draw(room) {
    this.#room = room;
    const shown = this.#steady.order(cards(room).sort((one, other) => this.#waits(one) - this.#waits(other) || 0), (one) => one.lane);
    this.#drawCount(shown);
    this.#drawOpen(shown, room);
    render(this.#lanes(shown), $("lanes"));
    render(justDone(room.tournament, (act) => this.#undo(act), (act) => this.#print(act), this.#isLocked), $("just-done"));
  }

  // What the link says of a table.
  received(live) {
    this.#pane.received(live);
  }

  #drawOpen(shown, { tournament }) {
    const chosen = shown.find((one) => one.key === this.#open);
    const open = chosen ?? (WIDE.matches ? shown.find(canOpen) : undefined);
    this.#pane.draw((tournament && open) || null, tournament);
    const beside = WIDE.matches && Boolean(open);
    $("now-open").hidden = !beside;
    if (beside && this.#pane.element.parentNode !== $("now-open")) $("now-open").append(this.#pane.element);
    this.#shownOpen = open?.key ?? "";
  }

  #waits({ key, lane }) {
    return lane > 0 && this.#later.waits(key, this.#room) ? 1 : 0;
  }

  // A red one counts, and so does what waits for a decision.
  #drawCount(shown) {
    const count = shown.filter((one) => one.lane === 0 || one.act).length;
    $("now-count").hidden = !count;
    $("now-count").textContent = count;
  }

  #lanes(shown) {
    const { tournament } = this.#room;
    if (tournament?.ended) return [over(tournament, () => this.#playAgain(tournament)), this.#inLanes(shown)];
    const prizes = tournament ? aboutPrizes(tournament) : nothing;
    if (isNew(this.#room)) return [prizes, firstSteps(tournament), this.#inLanes(shown)];
    return [prizes, shown.length ? this.#inLanes(shown) : html`<p class="quiet">${say("director.asks_nothing")}</p>`];
  }

  #inLanes(shown) {
    const main = shown.find((one) => one.act)?.key;
    return LANES.map((lane, at) => {
      const here = shown.filter((one) => one.lane === at);
      if (!here.length) return nothing;
      return html`
        <h2 class="lane ${lane}">${say(`director.now.lanes.${lane}`, { count: here.length })}</h2>
        <ol class="cards">${repeat(here, (one) => one.key, (one) => this.#card(one, one.key === main))}</ol>`;
    });
  }

  #card(one, isMain) {
    const isOpen = this.#shownOpen === one.key;
    const id = `card-${one.key.replaceAll(/[^a-z0-9]+/gi, "-")}`;
    return html`
      <li class="card ${LANES[one.lane]} ${this.#waits(one) ? "later" : ""} ${isOpen ? "opened" : ""}" data-key=${one.key} data-kind=${one.kind} tabindex="-1">
        <h3>${one.table ? html`<b class="badge">${one.table}</b>` : nothing} <span>${one.title}</span></h3>
        ${this.#due(one)}
        <p class="reason" id=${id} ?data-open=${isOpen}>${one.reason}</p>
        ${one.clause ? html`<p class="clause">${cited(one.clause)}</p>` : nothing}
        <div class="acts">
          ${one.table ? html`<a class="plain" data-act="table" href="#table-${one.table}">${say("director.now.open_table", { table: one.table })}</a>` : nothing}
          ${one.place ? html`<a class="plain" href=${one.place.href}>${one.place.text}</a>` : nothing}
          ${one.lane && one.act ? this.#later.button(one.key, this.#room, this.#redraw) : nothing}
          ${canOpen(one) ? html`<button class="plain" data-act="why" aria-expanded=${isOpen} @click=${() => this.#toggle(one)}>${
            say(isOpen && !WIDE.matches ? "director.now.close" : one.kind === "call" && may("floor") ? "director.now.answer_call" : "director.now.why")}</button>` : nothing}
          ${one.act?.isSigned && mayDo(one.act) ? this.#signature() : nothing}
          ${one.instead.filter(mayDo).map((each) => this.#other(each, id))}
          ${one.act && mayDo(one.act) ? this.#button(one, isMain, id) : nothing}
        </div>
        ${isOpen && !WIDE.matches ? this.#pane.element : nothing}
      </li>`;
  }

  #due(one) {
    const due = this.#waits(one) ? this.#later.backText(one.key, this.#room) : one.due;
    return due ? html`<p class="due">${due}</p>` : nothing;
  }

  #button(one, isMain, id) {
    const sure = Boolean(one.act.sure) && this.#choices.isSure(one.key);
    const locked = this.#isLocked() || this.#choices.isLocked(one.key);
    return html`<button class="act ${sure ? "sure" : isMain ? "go" : "go soft"} ${locked ? "locked" : ""}" aria-disabled=${locked} aria-describedby=${id}
      ?disabled=${this.#isWaiting()} @click=${() => this.#accept(one)}>${sure ? one.act.sure : one.act.text}</button>`;
  }

  // What may be done in place of what is proposed.
  #other(act, id) {
    return html`<button class="instead ${this.#isLocked() ? "locked" : ""}" aria-disabled=${this.#isLocked()} aria-describedby=${id}
      ?disabled=${this.#isWaiting()} @click=${() => this.#take(act)}>${act.text}</button>`;
  }

  #take({ action }) {
    if (!this.#isLocked() && !this.#isWaiting()) this.#send(action);
  }

  // A difference is accepted by name.
  #signature() {
    const label = say("director.signed_by");
    return html`<input class="signed" maxlength="60" aria-label=${label} placeholder=${label} .value=${this.#signed}
      @input=${(event) => { this.#signed = event.target.value; }} />`;
  }

  #isLocked = () => this.#steady.isLocked;

  #isWaiting = () => this.#sender.isWaiting($("asks-why"));

  #accept({ key, act }) {
    if (this.#isLocked() || this.#isWaiting()) return;
    const told = Object.keys(TOLD).find((one) => act[one]);
    if (told) {
      const tell = () => this.#tell(TOLD[told].path, act[told]);
      if (act.sure) this.#choices.press(key, null, tell);
      else tell();
      return;
    }
    const name = this.#signed.trim();
    if (act.isSigned && !name) {
      document.querySelector(`[data-key="${key}"] .signed`)?.focus();
      return;
    }
    this.#signed = "";
    this.#send(act.isSigned ? { ...act.action, by: name } : act.action);
  }

  // The director's word for a tablet.
  async #tell(path, word) {
    try {
      await this.#ask(path, word);
    } catch (error) {
      $("asks-why").textContent = error.message;
    }
  }

  #undo(act) {
    if (!this.#isLocked()) this.#send({ do: "undo", act });
  }

  // The tickets of those whom one act moved; where it names only the first of them, of all who are on the way.
  async #print({ entries }) {
    const of = entries.length < ABOUT ? entries.join(",") : "";
    try {
      const path = `/api/tournaments/${this.#room.tournament.id}/prints/moves?paper=${paper()}&entries=${of}`;
      await download(path, sessionStorage.getItem(KEY), "moves.pdf");
    } catch (error) {
      $("asks-why").textContent = error.message;
    }
  }

  #send(action) {
    this.#sender.send(action, this.#room.tournament.mark, $("asks-why"));
    this.#redraw();
  }

  // Where all are closed the first is shown again, if there is room. The keyboard goes on in what was opened, and from
  // what was closed on the card.
  #toggle({ key }) {
    this.#open = this.#open === key ? "" : key;
    this.#redraw();
    const at = this.#open ? this.#pane.element : document.querySelector(`#lanes [data-key="${CSS.escape(key)}"]`);
    at?.focus({ preventScroll: true });
  }

  // J and K or the arrows choose a card, Enter accepts it, W why, L later, T its table, Escape closes.
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || $("place-now").hidden || event.target.matches("input, select, textarea")) return;
    const shown = [...document.querySelectorAll("#lanes .card")];
    const at = shown.indexOf(document.activeElement.closest(".card"));
    const chosen = shown[at];
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    if (step) shown[Math.max(0, Math.min(shown.length - 1, at + step))]?.focus();
    else if (event.key === "Enter" && event.target === chosen) chosen?.querySelector(".act")?.click();
    else if (event.key === "Escape" && this.#open) this.#toggle({ key: this.#open });
    else if (KEYS[event.key]) chosen?.querySelector(`[data-act="${KEYS[event.key]}"]`)?.click();
    else return;
    event.preventDefault();
  }
}

// A call can be ruled on, and what is proposed says why.
const canOpen = ({ kind, act }) => kind === "call" || Boolean(act?.action);
const mayDo = (act) => {
  const told = Object.keys(TOLD).find((one) => act[one]);
  return told ? may(TOLD[told].needs) : mayOrder(act.action.do);
};
