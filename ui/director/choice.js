// Which of the room's tournaments the page shows, and a form that makes another.

import { say } from "/web/words.js";
import { ask } from "./asking.js";
import { setText } from "./tables.js";

const CHOSEN = "director-tournament";
const CURRENCIES = ["EUR", "USD", "GBP", "CHF", "CAD", "AUD", "MXN", "BRL", "CZK", "PLN", "SEK", "JPY"];
const AGAIN = "again:"; // before the id of a tournament that is to be played again
const $ = (id) => document.getElementById(id);

export class Choice {
  tables = []; // the physical ones that have a kiosk
  zone = ""; // of the room's times of day
  #key;
  #choose;
  #list = [];

  // `key()` is the director's, `choose()` shows the tournament that was chosen.
  constructor(key, choose) {
    this.#key = key;
    this.#choose = choose;
    $("new-currency").append(...CURRENCIES.map((code) => new Option(code)));
    $("chosen").addEventListener("change", () => this.#take($("chosen").value));
    $("new").addEventListener("click", () => this.#ask(true));
    $("cancel").addEventListener("click", () => this.#ask(false));
    $("new-structure").addEventListener("change", () => this.#drawTerms());
    $("make").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#make();
    });
  }

  // Its id; empty for the one that is on.
  get id() {
    return sessionStorage.getItem(CHOSEN) ?? "";
  }

  hear({ tournaments, tables, zone }) {
    this.zone = zone;
    const isFirst = !this.#list.length;
    this.#list = tournaments;
    this.tables = tables;
    if (this.id && !tournaments.some((one) => one.id === this.id)) this.#take("");
    else if (!tournaments.length) this.#ask(true);
    else if (isFirst) this.#ask(false);
  }

  draw(shown) {
    const options = this.#list.map(({ id, name, ended }) => [id, ended ? say("director.over", { name }) : name]);
    const drawn = JSON.stringify(options);
    if ($("chosen").dataset.drawn !== drawn) {
      $("chosen").dataset.drawn = drawn;
      $("chosen").replaceChildren(...options.map(([id, name]) => new Option(name, id)));
    }
    $("chosen").value = shown;
    $("chosen").hidden = options.length < 2;
  }

  #take(id) {
    sessionStorage.setItem(CHOSEN, id);
    this.#choose();
  }

  #ask(asks) {
    $("make").hidden = !asks;
    $("cancel").hidden = !this.#list.length;
    $("enter").hidden = true;
    $("room").hidden = asks;
    if (!asks) return;
    $("new-name").focus();
    this.#offer();
  }

  // Besides what the page knows by itself: the other structures that ship, and the room's tournaments, to be played again.
  async #offer() {
    const { said } = await ask("GET", "presets");
    if (!said) return;
    const list = $("new-structure");
    for (const added of list.querySelectorAll("[data-added]")) added.remove();
    const held = new Set([...list.options].map((one) => one.value));
    const others = said.structures.filter((one) => !held.has(one.id)).map((one) => new Option(one.name, one.id));
    const earlier = said.earlier.map(({ id, name, entries }) =>
      new Option(say("director.new_again", { name, count: entries }), AGAIN + id));
    for (const option of [...others, ...earlier]) option.dataset.added = "";
    list.append(...others, ...earlier);
    this.#drawTerms();
  }

  // One that is played again brings its terms along.
  #drawTerms() {
    const isAgain = $("new-structure").value.startsWith(AGAIN);
    for (const element of document.querySelectorAll("#make [data-terms]")) element.hidden = isAgain;
  }

  async #make() {
    const [name, structure] = [$("new-name").value.trim(), $("new-structure").value];
    const [late, again] = ["new-late", "new-re-entries"].map((id) => Number($(id).value));
    const currency = $("new-currency").value;
    const [buyIn, fee] = ["new-buy-in", "new-fee"].map((id) => minor(Number($(id).value), currency));
    const redraws = $("new-final").checked ? { redraws: { final_table: "book" } } : {};
    $("make-tournament").disabled = true;
    setText($("make-why"), "");
    try {
      const isAgain = structure.startsWith(AGAIN);
      const terms = { structure, late_levels: late, re_entries: again, buy_in: buyIn, fee, currency, ...redraws };
      const made = await this.#post({ name, ...(isAgain ? { again: structure.slice(AGAIN.length) } : terms) });
      $("make").reset();
      this.#drawTerms();
      this.#ask(false);
      this.#take(made.id);
    } catch (error) {
      setText($("make-why"), error instanceof NotMade ? error.message : say("director.not_answered"));
    } finally {
      $("make-tournament").disabled = false;
    }
  }

  async #post(body) {
    const headers = { Authorization: `Bearer ${this.#key()}`, "Content-Type": "application/json" };
    const answer = await fetch("/api/tournaments", { method: "POST", headers, body: JSON.stringify(body) });
    const said = await answer.json();
    if (!answer.ok) throw new NotMade(said.why ?? said.detail);
    return said;
  }
}

// An amount as it is typed, in the minor unit of its currency.
function minor(amount, currency) {
  const digits = currency ? new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits : 0;
  return Math.round(amount * 10 ** digits);
}

class NotMade extends Error {}
