// The orders to the clock. Orders that change or end the level take two presses, because one could be a slip, and so
// does a start before anybody has a seat. The second press counts only for the state that was shown at the first.

import { clockText, entryName, isLevel } from "/web/room.js";
import { say } from "/web/words.js";
import { Buttons } from "./buttons.js";
import { setText } from "./tables.js";
import { SURE_AFTER_MS, SURE_MS } from "./twice.js";

const $ = (id) => document.getElementById(id);

export class Orders {
  #send;
  #look;
  #buttons;
  #armed = null; // the button that was pressed once, the state shown then, and the timer that ends it

  // `send(command, seen)` sends an order. `look()` redraws the page and returns what it shows: the room's state, where
  // the clock is, and whether the tournament would start before anybody has a seat.
  constructor(send, look) {
    this.#send = send;
    this.#look = look;
    this.#buttons = new Buttons(look);
    this.#on($("start"), () => this.#start());
    this.#on($("pause"), () => this.#send({ do: "pause" }));
    this.#on($("undo"), () => this.#send({ do: "undo-clock" }));
    this.#on($("resume"), () => this.#send({ do: "start" }));
    this.#on($("apply-elapsed"), () => this.#send({ do: "apply-elapsed" }));
    this.#on($("go-back"), () => this.#twice($("go-back"), { do: "previous" }));
    this.#on($("go-on"), () => this.#twice($("go-on"), { do: "next" }));
    for (const button of document.querySelectorAll("[data-delta-ms]")) this.#on(button, () => this.#addTime(button));
  }

  #on(button, press) {
    button.addEventListener("click", () => {
      if (this.#buttons.isReady(button)) press();
    });
  }

  #start() {
    if (this.#look().isTooEarly) this.#twice($("start"), { do: "start" });
    else this.#send({ do: "start" });
  }

  #addTime(button) {
    const delta = Number(button.dataset.deltaMs);
    const { now } = this.#look();
    if (now.leftMs + delta <= 0) this.#twice(button, { do: "add-time", delta_ms: delta });
    else this.#send({ do: "add-time", delta_ms: delta, may_end: false });
  }

  #twice(button, command) {
    const { word, now } = this.#look();
    const first = this.#armed;
    this.#disarm();
    if (first?.button === button) this.#send(command, first.seen);
    else this.#armed = { button, seen: word.mark, index: now.index, timer: setTimeout(() => this.#calm(), SURE_MS) };
    this.#look();
  }

  #disarm() {
    clearTimeout(this.#armed?.timer);
    this.#armed = null;
  }

  #calm() {
    this.#disarm();
    this.#look();
  }

  draw(word, now, totals) {
    if (this.#armed && (this.#armed.seen !== word.mark || this.#armed.index !== now.index)) this.#disarm();
    const startsEarly = this.#armed?.button === $("start");
    this.#buttons.show($("start"), { text: say(startsEarly ? "director.start_sure" : "director.start"), can: !now.running,
      lockMs: startsEarly ? SURE_AFTER_MS : undefined });
    $("start").classList.toggle("sure", startsEarly);
    setText($("start-will"), startsEarly ? say("director.will.start") : "");
    this.#buttons.show($("pause"), { text: say("director.pause"), can: now.running });
    $("start").classList.toggle("main", !now.running);
    $("pause").classList.toggle("main", now.running);
    for (const button of document.querySelectorAll("[data-delta-ms]")) this.#drawTime(button, word, now);
    this.#drawStep($("go-back"), "previous", now.index - 1, word, now);
    this.#drawStep($("go-on"), "next", now.index + 1, word, now);
    const undo = totals.mark === word.mark && totals.undo;
    this.#buttons.show($("undo"), { text: say(undo ? `director.undo.${undo}` : "director.undo.nothing"), can: Boolean(undo) });
    setText($("will"), this.#armed && !startsEarly ? this.#will(word, now) : "");
  }

  #drawTime(button, word, now) {
    const sure = button === this.#armed?.button;
    const name = entryName(word.structure, now.index);
    const text = sure ? say("director.end_sure", { name }) : say(button.dataset.text);
    const can = !now.play && (now.leftMs > 0 || Number(button.dataset.deltaMs) > 0);
    this.#buttons.show(button, { text, can, meaning: now.index, lockMs: sure ? SURE_AFTER_MS : undefined });
    button.classList.toggle("sure", sure);
  }

  // A step button shows its target. It is disabled if there is no target, or if levels are counted in hands or orbits.
  #drawStep(button, way, index, word, now) {
    const sure = button === this.#armed?.button;
    const can = !now.play && Boolean(word.structure.entries[index]);
    const name = can ? entryName(word.structure, index) : "";
    const text = can ? say(`director.${way}_${sure ? "sure" : "named"}`, { name }) : say(`director.${way}`);
    this.#buttons.show(button, { text, can, lockMs: sure ? SURE_AFTER_MS : undefined });
    button.classList.toggle("sure", sure);
  }

  // Explains the second press.
  #will(word, now) {
    const { button } = this.#armed;
    const entries = word.structure.entries;
    const index = now.index + (button === $("go-back") ? -1 : 1);
    const current = entryName(word.structure, now.index);
    const left = clockText(now.leftMs);
    if (!entries[index]) return say("director.will.over", { current });
    const name = entryName(word.structure, index);
    if (button.dataset.deltaMs) return say("director.will.end", { current, name });
    const whole = clockText(entries[index].minutes * 60000);
    return say(`director.will.${button === $("go-back") ? "back" : "on"}`, { name, whole, left, current });
  }
}

// Whether no table should be dealing, for remarks about a table that deals anyway.
export const isAtRest = (word, now) => !now.running || !isLevel(word.structure.entries[now.index]);
