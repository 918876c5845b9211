// The order in which tables break: the rule book's, or the director's.

import { say } from "/web/words.js";
import { setText } from "./tables.js";

const $ = (id) => document.getElementById(id);

export class BreakOrder {
  #sender;
  #tournament = null;

  constructor(sender) {
    this.#sender = sender;
    $("break-order").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#set(($("break-first").value.match(/\d+/g) ?? []).map(Number));
    });
    $("break-by-book").addEventListener("click", () => {
      $("break-first").value = "";
      this.#set([]);
    });
  }

  #set(tables) {
    if (this.#sender.isWaiting($("break-why"))) return;
    this.#sender.send({ do: "set-break-order", tables }, this.#tournament.mark, $("break-why"));
  }

  draw(tournament) {
    this.#tournament = tournament;
    const { break_order: order, order_is_set: isSet } = tournament;
    $("breaking").hidden = order.length < 2 || tournament.ended;
    const tables = order.join(", ");
    setText($("break-now"), say(isSet ? "director.break_order_set" : "director.break_order", { tables }));
    $("break-by-book").hidden = !isSet;
    $("break-set").disabled = this.#sender.isWaiting($("break-why"));
  }
}
