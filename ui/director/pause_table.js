// Pauses one table for a reason that it shows, or resumes play there.

import { say } from "/web/words.js";
import { Buttons } from "./buttons.js";

const $ = (id) => document.getElementById(id);

export class PauseTable {
  #sender;
  #buttons;
  #redraw;
  #tournament = null;

  constructor(sender, redraw) {
    this.#sender = sender;
    this.#redraw = redraw;
    this.#buttons = new Buttons(redraw);
    $("pause-which").addEventListener("change", redraw);
    $("pause-table").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#set();
      this.#redraw();
    });
  }

  get #chosen() {
    return this.#tournament.sittings.find((one) => String(one.sitting) === $("pause-which").value);
  }

  #set() {
    if (this.#sender.isWaiting($("pause-why")) || !this.#buttons.isReady($("pause-set"))) return;
    const { sitting, paused } = this.#chosen;
    const reason = paused ? "" : $("pause-reason").value;
    const done = () => ($("pause-reason").value = "");
    this.#sender.send({ do: "pause-table", sitting, on: !paused, reason }, this.#tournament.mark, $("pause-why"), done);
  }

  draw(tournament) {
    this.#tournament = tournament;
    const open = tournament.sittings.filter((one) => !one.closed && !one.breaking);
    $("pausing").hidden = !open.length || tournament.ended;
    const list = $("pause-which");
    const chosen = list.value;
    if (JSON.stringify([...list.options].map((one) => Number(one.value))) !== JSON.stringify(open.map((one) => one.sitting))) {
      list.replaceChildren(...open.map(({ sitting, table }) => new Option(say("director.table", { table }), sitting)));
      if (open.some((one) => String(one.sitting) === chosen)) list.value = chosen;
    }
    const text = say(this.#chosen?.paused ? "director.resume_here" : "director.pause_here");
    const can = Boolean(this.#chosen) && !this.#sender.isWaiting($("pause-why"));
    this.#buttons.show($("pause-set"), { text, can, meaning: list.value });
  }
}
