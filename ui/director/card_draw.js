// Draws seats with cards: shows which card means which seat, and a field to type or scan each player's card.

import { language, say } from "/web/words.js";
import { setText } from "./tables.js";

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const $ = (id) => document.getElementById(id);

export class CardDraw {
  #sender;
  #key;
  #tournament = null;
  #pile = null;
  #shownFor = ""; // the tournament's mark and the table whose pile is shown

  // `key()` returns the director's key.
  constructor(sender, key) {
    this.#sender = sender;
    this.#key = key;
    $("by-cards").addEventListener("toggle", () => this.#look());
    $("cards-for").addEventListener("change", () => this.#look());
    $("cards-drawn").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    $("cards-rows").addEventListener("keydown", (event) => {
      const fields = [...$("cards-rows").querySelectorAll("input")];
      const next = fields[fields.indexOf(event.target) + 1];
      if (event.key !== "Enter" || !next) return; // a scanner sends Enter after each card
      event.preventDefault();
      next.focus();
    });
  }

  get #table() {
    return Number($("cards-for").value);
  }

  draw(tournament) {
    this.#tournament = tournament;
    const open = tournament.sittings.filter((one) => !one.closed && !one.breaking);
    const options = [[0, say("director.cards_for_all")]];
    if (open.length > 1) {
      options.push(...open.map(({ table }) => [table, say("director.cards_for_break", { table })]));
    }
    const list = $("cards-for");
    const shown = [...list.options].map((one) => one.textContent);
    if (JSON.stringify(shown) !== JSON.stringify(options.map(([, text]) => text))) {
      const chosen = this.#table;
      list.replaceChildren(...options.map(([table, text]) => new Option(text, table)));
      list.value = options.some(([table]) => table === chosen) ? chosen : 0;
    }
    $("by-cards").hidden = tournament.ended || !open.length;
    $("cards-send").disabled = this.#sender.isWaiting($("cards-why"));
    this.#look();
  }

  // Fetches the pile, if it is open and may have changed.
  async #look() {
    const wanted = `${this.#tournament?.id} ${this.#tournament?.mark} ${this.#table}`;
    if (!$("by-cards").open || !this.#tournament || wanted === this.#shownFor) return;
    this.#shownFor = wanted;
    try {
      const headers = { Authorization: `Bearer ${this.#key()}`, "Accept-Language": language };
      const path = `/api/tournaments/${this.#tournament.id}/cards?table=${this.#table}`;
      const answer = await fetch(path, { headers });
      const said = await answer.json();
      if (wanted !== this.#shownFor) return;
      this.#show(answer.ok ? said : { cards: [], drawers: [] });
      setText($("cards-why"), answer.ok ? "" : said.why);
    } catch {
      this.#shownFor = "";
      setText($("cards-why"), say("director.not_connected"));
    }
  }

  #show(pile) {
    if (JSON.stringify(pile) === JSON.stringify(this.#pile)) return;
    this.#pile = pile;
    $("cards-pile").replaceChildren(...pile.cards.map(cardLine));
    $("cards-rows").replaceChildren(...pile.drawers.map(drawerRow));
    $("cards-none").hidden = pile.drawers.length > 0;
    $("cards-send").hidden = !pile.drawers.length;
  }

  #send() {
    if (this.#sender.isWaiting($("cards-why"))) return;
    const cards = [...$("cards-rows").querySelectorAll("input")].map((field) => written(field.value));
    const table = this.#table;
    const open = this.#tournament.sittings.filter((one) => !one.closed && !one.breaking);
    const sitting = open.find((one) => one.table === table)?.sitting;
    const drawn = this.#pile.drawers.map(({ seat }, at) => ({ seat, card: cards[at] }));
    const action = table ? { do: "break-table", sitting, cards: drawn } : { do: "draw-seats", cards };
    const [, seen] = this.#shownFor.split(" "); // the pile's mark: refused if stale
    this.#sender.send(action, Number(seen), $("cards-why"));
  }
}

// A typed card with its letters in the right case.
function written(typed) {
  const text = typed.trim();
  return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
}

function cardLine({ card, table, seat }) {
  const [line, sign] = ["li", "b"].map((tag) => document.createElement(tag));
  sign.textContent = `${card[0]}${SUITS[card[1]]}`;
  sign.className = "hd".includes(card[1]) ? "red" : "";
  line.append(sign, ` ${say(seat ? "director.card_seat" : "director.card_table", { table, seat })}`);
  return line;
}

function drawerRow({ entry, name, seat }) {
  const [row, label, field] = ["p", "label", "input"].map((tag) => document.createElement(tag));
  field.id = `card-of-${entry}`;
  label.htmlFor = field.id;
  label.textContent = seat ? say("director.card_of_seat", { name, seat }) : say("director.card_of", { name });
  Object.assign(field, { required: true, maxLength: 2, pattern: "[2-9TJQKAtjqka][cdhsCDHS]", autocomplete: "off" });
  field.placeholder = "Qh";
  row.append(label, field);
  return row;
}
