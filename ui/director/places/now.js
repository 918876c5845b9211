// The place "Now": the director's open tasks, most urgent first. There are three lanes of cards. Each card has its
// reason, its clause and one button. One card is open: in the list on a phone, or beside the list on a wide screen.

import { repeat } from "/web/lit/directives/repeat.js";
import { html, nothing, render } from "/web/lit/lit-html.js";
import { cited, say } from "/web/words.js";
import { KEY } from "../asking.js";
import { aboutPrizes } from "../now/agreed.js";
import { cards, LANES } from "../now/cards.js";
import { firstSteps, isNew } from "../now/first_steps.js";
import { asksFirst, isOfTheClock, justDone } from "../now/just_done.js";
import { Later } from "../now/later.js";
import { OpenCard } from "../now/open_card.js";
import { over } from "../now/over.js";
import { Steady } from "../now/steady.js";
import { nameText } from "../players/find.js";
import { download, paper } from "../players/lists.js";
import { may, mayOrder } from "../rights.js";
import { Twice } from "../twice.js";

const ABOUT = 6; // the largest number of entries that an act names
const WIDE = matchMedia("(width >= 48rem)");
const KEYS = { w: "why", l: "later", t: "table" };
// Acts that are not orders to the tournament: the path to send them to, and the right that they need.
const TOLD = {
  give: { path: "copies/give", needs: "devices" }, approve: { path: "devices/tables/approve", needs: "devices" },
  show: { path: "devices/glasses/approve", needs: "devices" },
  dismiss: { path: "recovery/dismiss", needs: "recovery" }, choose: { path: "copies/choose", needs: "devices" },
};
const $ = (id) => document.getElementById(id);

export class Now {
  #sender;
  #ask;
  #redraw;
  #steady;
  #later = new Later(); // the cards that are waiting at the end of their lane
  #open = ""; // the open card; on a wide screen, the first one if none was chosen
  #shownOpen = "";
  #pane;
  #signed = ""; // who signs for a difference
  #choices; // the tablet whose record has been chosen by a first press
  #room = null;
  #playAgain;
  #seated = 0; // the entry that was last given a seat here, to say where

  // `ask` is the one from asking.js. `look(sitting)` shows a table live over the link. `playAgain(tournament)` opens
  // the form for the next event.
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

  // While another place is open, only the number of waiting cards is drawn.
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
    render(justDone(room, (act) => this.#undo(act), (act, kind) => this.#print(act, kind), (act) => this.#isLocked() || this.#choices.isLocked(undoKey(act)), (act) => this.#choices.isSure(undoKey(act))), $("just-done"));
  }

  // A "live" message about a table.
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

  // Counts the cards in the first lane, and those that are waiting for a decision.
  #drawCount(shown) {
    const count = shown.filter((one) => one.lane === 0 || one.act).length;
    $("now-count").hidden = !count;
    $("now-count").textContent = count;
  }

  #lanes(shown) {
    const { tournament } = this.#room;
    const answer = tournament ? this.#answer(tournament) : nothing;
    if (tournament?.ended) return [over(tournament, () => this.#playAgain(tournament)), this.#inLanes(shown)];
    const prizes = tournament ? aboutPrizes(tournament) : nothing;
    if (isNew(this.#room)) {
      const later = shown.filter((one) => one.kind !== "recovery"); // the recovery code can wait until play has begun
      return [prizes, firstSteps(this.#room, this.#start), this.#inLanes(later)];
    }
    return [answer, prizes, shown.length ? this.#inLanes(shown) : html`<p class="quiet">${say("director.asks_nothing")}</p>`];
  }

  // Where the player who was just seated sits, and the seat card.
  #answer({ entries }) {
    const one = entries.find(({ entry }) => entry === this.#seated);
    if (!one?.seat) return nothing;
    const print = () => this.#print({ entries: [one.entry] }, "seat-cards");
    return html`<p class="answered" role="status">${nameText(one)}: ${say("director.seated", one)}
      <button class="plain" @click=${print}>${say("director.field.seat_card")}</button></p>`;
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
          ${one.place ? html`<a class="plain" href=${one.place.href} data-focus=${one.place.focus ?? nothing}>${one.place.text}</a>` : nothing}
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

  // An alternative to the proposed action.
  #other(act, id) {
    return html`<button class="instead ${this.#isLocked() ? "locked" : ""}" aria-disabled=${this.#isLocked()} aria-describedby=${id}
      ?disabled=${this.#isWaiting()} @click=${() => this.#take(act)}>${act.text}</button>`;
  }

  #take({ action }) {
    if (!this.#isLocked() && !this.#isWaiting()) this.#send(action);
  }

  // A difference is accepted under a name.
  #signature() {
    const label = say("director.signed_by");
    return html`<input class="signed" maxlength="60" aria-label=${label} placeholder=${label} .value=${this.#signed}
      @input=${(event) => { this.#signed = event.target.value; }} />`;
  }

  #isLocked = () => this.#steady.isLocked;

  #isWaiting = () => this.#sender.isWaiting($("asks-why"));

  #start = () => {
    if (!this.#isWaiting()) this.#send({ do: "start" });
  };

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
    const send = () => this.#send(act.isSigned ? { ...act.action, by: name } : act.action);
    if (act.sure) this.#choices.press(key, act.sure, send);
    else send();
  }

  // Sends the director's decision about a tablet.
  async #tell(path, word) {
    try {
      await this.#ask(path, word);
    } catch (error) {
      $("asks-why").textContent = error.message;
    }
  }

  #undo(act) {
    if (this.#isLocked()) return;
    const send = () => this.#send(isOfTheClock(act) ? { do: "undo-clock" } : { do: "undo", act: act.act });
    if (asksFirst(act, this.#room)) this.#choices.press(undoKey(act), null, send);
    else send();
  }

  // Prints the seat cards or tickets of the entries that an act seated or moved. If the act names only the first of
  // them, prints those of all entries that need one.
  async #print({ entries }, kind) {
    const of = entries.length < ABOUT ? entries.join(",") : "";
    try {
      const path = `/api/tournaments/${this.#room.tournament.id}/prints/${kind}?paper=${paper()}&entries=${of}`;
      await download(path, sessionStorage.getItem(KEY), `${kind}.pdf`);
    } catch (error) {
      $("asks-why").textContent = error.message;
    }
  }

  #send(action) {
    this.#seated = action.do === "seat-entry" ? action.entry : 0;
    this.#sender.send(action, this.#room.tournament.mark, $("asks-why"));
    this.#redraw();
  }

  // If no card is open, a wide screen shows the first one again. The keyboard focus goes to the opened card, or back to
  // the closed card in the list.
  #toggle({ key }) {
    this.#open = this.#open === key ? "" : key;
    this.#redraw();
    const at = this.#open ? this.#pane.element : document.querySelector(`#lanes [data-key="${CSS.escape(key)}"]`);
    at?.focus({ preventScroll: true });
  }

  // J and K or the arrow keys choose a card, Enter accepts it, W shows why, L delays it, T opens its table, and Escape
  // closes it.
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

const undoKey = ({ act }) => `undo ${act}`;
// A call can be ruled on, and a proposal can show why.
const canOpen = ({ kind, act }) => kind === "call" || Boolean(act?.action);
const mayDo = (act) => {
  const told = Object.keys(TOLD).find((one) => act[one]);
  return told ? may(TOLD[told].needs) : mayOrder(act.action.do);
};
