// Chooses which of the room's tournaments the page shows, and makes new ones.

import { agoText } from "/web/room.js";
import { chips, halves, knows, language, say } from "/web/words.js";
import { ask } from "./asking.js";
import { payoutsText } from "./prizes/own_payouts.js";
import { setText } from "./tables.js";

const CHOSEN = "director-tournament";
const LOOKS_BACK = "director-looks-back"; // set while a tournament is shown that was already over when it was chosen
const CURRENCIES = ["EUR", "USD", "GBP", "CHF", "CAD", "AUD", "MXN", "BRL", "CZK", "PLN", "SEK", "JPY"];
const AGAIN = "again:"; // before the id of a tournament to play again
const $ = (id) => document.getElementById(id);

export class Choice {
  tables = []; // the physical tables with a kiosk
  zone = ""; // the room's time zone
  #key;
  #choose;
  #shown;
  #list = [];
  #offered = Promise.resolve(); // resolves when the form's choices are loaded
  #earlier = []; // the room's tournaments, to play again
  #structures = []; // the shipped structures

  // `key()` returns the director's key. `choose()` shows the chosen tournament. `shown()` returns the id of the one that
  // is shown.
  constructor(key, choose, shown) {
    this.#key = key;
    this.#choose = choose;
    this.#shown = shown;
    $("new-currency").append(...CURRENCIES.map((code) => new Option(code)));
    for (const field of document.querySelectorAll("#make [data-hint]")) field.placeholder = say(field.dataset.hint);
    $("chosen").addEventListener("change", () => {
      this.#take($("chosen").value, this.#list.some(({ id, ended }) => ended && id === $("chosen").value));
    });
    $("new").addEventListener("click", () => this.#ask(true));
    $("cancel").addEventListener("click", () => this.#ask(false));
    $("new-structure").addEventListener("change", () => this.#drawTerms());
    $("make").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#make();
    });
  }

  // The id of the chosen tournament. Empty for the current one.
  get id() {
    return sessionStorage.getItem(CHOSEN) ?? "";
  }

  // The names of the other tournaments that are not over.
  othersOn(id) {
    return this.#list.filter((one) => one.id !== id && !one.ended).map((one) => one.name);
  }

  // The name of the newest tournament after this one. Empty if this is the newest.
  newerThan(id) {
    const at = this.#list.findIndex((one) => one.id === id);
    return at < 0 || at === this.#list.length - 1 ? "" : this.#list.at(-1).name;
  }

  hear({ tournaments, tables, zone }) {
    this.zone = zone;
    const isFirst = !this.#list.length;
    const next = tournaments.findLast((one) => !one.ended && !this.#list.some(({ id }) => id === one.id));
    const shown = isFirst ? this.id : this.#shown();
    const isDone = !sessionStorage.getItem(LOOKS_BACK) && tournaments.some(({ id, ended }) => ended && id === shown);
    this.#list = tournaments;
    this.tables = tables;
    if (next && isDone && $("make").hidden) this.#take(next.id); // the evening is over: follow to the next one
    else if (this.id && !tournaments.some((one) => one.id === this.id)) this.#take("");
    else if (!tournaments.length) {
      if ($("make").hidden) this.#ask(true); // otherwise, the form is already open
    }
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

  #take(id, looksBack = false) {
    sessionStorage.setItem(CHOSEN, id);
    sessionStorage.setItem(LOOKS_BACK, looksBack ? "1" : "");
    this.#choose();
  }

  #ask(asks) {
    $("make").hidden = !asks;
    $("cancel").hidden = !this.#list.length;
    $("enter").hidden = true;
    $("room").hidden = asks;
    if (!asks) return;
    $("new-name").focus();
    this.#offered = this.#offer();
  }

  // Opens the form for a new tournament based on this one.
  async again({ id, name }) {
    this.#ask(true);
    await this.#offered;
    $("new-name").value = name;
    $("new-structure").value = AGAIN + id;
    this.#drawTerms();
  }

  // Adds the other shipped structures, and the room's tournaments to play again.
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
    $("new-payouts").replaceChildren(...said.payouts.map(({ id, name }) => new Option(payoutsName(id, name), id)));
    this.#earlier = said.earlier;
    this.#structures = said.structures;
    this.#drawTerms();
  }

  // A tournament that is played again brings its terms along, so that they can be changed here.
  #drawTerms() {
    const again = this.#earlier.find(({ id }) => AGAIN + id === $("new-structure").value);
    for (const element of document.querySelectorAll("#make [data-fresh]")) element.hidden = Boolean(again);
    setText($("new-about"), aboutText(this.#structures.find(({ id }) => id === $("new-structure").value)));
    $("new-payouts").querySelector("[data-again]")?.remove();
    if (!again) return;
    const same = new Option(say("director.event_terms.as_now", { name: payoutsText(again.terms.payouts) }), "", true, true);
    same.dataset.again = "";
    $("new-payouts").prepend(same);
    $("new-payouts").value = "";
    fill(again);
  }

  async #make() {
    const [name, structure] = [$("new-name").value.trim(), $("new-structure").value];
    if ($("new-flight").value && !(Number($("new-flight-at").value) > 0)) {
      setText($("make-why"), say("director.new_flight_missing"));
      return;
    }
    $("make-tournament").disabled = true;
    setText($("make-why"), "");
    try {
      const isAgain = structure.startsWith(AGAIN);
      const made = await this.#post({ name, ...(isAgain ? { again: structure.slice(AGAIN.length), ...terms() } : { structure, ...terms(), ...fresh() }) });
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
    const headers = { Authorization: `Bearer ${this.#key()}`, "Accept-Language": language, "Content-Type": "application/json" };
    const answer = await fetch("/api/tournaments", { method: "POST", headers, body: JSON.stringify(body) });
    const said = await answer.json();
    if (!answer.ok) throw new NotMade(said.why ?? said.detail);
    return said;
  }
}

// The money and chips from the form. If a price is missing, it is the buy-in; if the rebuy chips are missing, they are
// the starting stack.
function terms() {
  const currency = $("new-currency").value;
  const count = (what) => Number($(`new-${what}`).value);
  const price = (what) => minor(Number($(`new-${what}`).value || $("new-buy-in").value), currency);
  const addOn = count("add-on-chips")
    ? { add_on_chips: count("add-on-chips"), add_on_cost: price("add-on-cost"), add_on_after: count("add-on-after") } : {};
  return {
    late_levels: count("late"), re_entries: count("re-entries"), buy_in: price("buy-in"), fee: price("fee"), currency,
    rebuys: count("rebuys"),
    ...(count("rebuys") && { rebuy_chips: count("rebuy-chips"), rebuy_cost: price("rebuy-cost") }),
    prizes: {
      guarantee: price("guarantee"), bounty: price("bounty"), ...addOn,
      ...(count("round-to") && { round_to: minor(count("round-to"), currency) }),
    },
    ...($("new-payouts").value && { payouts: $("new-payouts").value }),
  };
}

const fresh = () => ({
  ...($("new-final").checked && { redraws: { final_table: "book" } }),
  ...($("new-flight").value && { flight: flight($("new-flight").value) }),
});

// The end of a flight. A percentage is given in hundredths of a percent.
function flight(why) {
  const at = Number($("new-flight-at").value);
  return { why, at: why === "percent-left" ? Math.round(at * 100) : Math.round(at) };
}

// Fills the form with the terms of an earlier tournament.
function fill({ terms, currency, minor_digits: digits }) {
  const prizes = { guarantee: 0, bounty: 0, round_to: 0, add_on_chips: 0, add_on_cost: 0, add_on_after: 0, ...terms.prizes };
  const amount = (value) => String(value / 10 ** digits);
  const said = {
    "late": terms.late_levels, "re-entries": terms.re_entries, "buy-in": amount(terms.buy_in), "fee": amount(terms.fee),
    "guarantee": amount(prizes.guarantee), "bounty": amount(prizes.bounty), "round-to": prizes.round_to > 1 ? amount(prizes.round_to) : "",
    "rebuys": terms.rebuys ?? 0, "rebuy-cost": terms.rebuys ? amount(terms.rebuy_cost ?? 0) : "", "rebuy-chips": terms.rebuy_chips || "",
    "add-on-chips": prizes.add_on_chips || "", "add-on-cost": prizes.add_on_chips ? amount(prizes.add_on_cost) : "", "add-on-after": prizes.add_on_after,
  };
  for (const [field, value] of Object.entries(said)) $(`new-${field}`).value = value;
  if (currency && ![...$("new-currency").options].some((one) => one.value === currency)) $("new-currency").append(new Option(currency));
  $("new-currency").value = currency;
}

// The stack, the levels and the hours of a structure.
function aboutText(structure) {
  if (!structure) return "";
  const { starting_stack: stack, levels, minutes, all_minutes: all } = structure;
  const said = [say("director.new_about.stack", { stack: chips(stack) }), say("director.new_about.levels", { count: levels })];
  if (minutes) said.push(say("director.new_about.minutes", { minutes: halves(minutes) }), say("director.new_about.all", { time: agoText(all * 60_000) }));
  return said.join(" · ");
}

const payoutsName = (id, name) => (knows(`director.payouts.${id}`) ? say(`director.payouts.${id}`) : name);

// A typed amount, in the minor unit of its currency.
function minor(amount, currency) {
  const digits = currency ? new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits : 0;
  return Math.round(amount * 10 ** digits);
}

class NotMade extends Error {}
