// Starts hand for hand at all tables, or releases them.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";
import { Buttons } from "../buttons.js";

export class HandForHand {
  static acts = ["barrier-set"];
  #element;
  #sender;
  #buttons;
  #tournament = null;

  constructor(element, sender, redraw) {
    this.#element = element;
    this.#sender = sender;
    this.#buttons = new Buttons(redraw);
  }

  static says() {
    return "";
  }

  get #why() {
    return this.#element.querySelector(".why");
  }

  #set = () => {
    const button = this.#element.querySelector("button");
    if (this.#sender.isWaiting(this.#why) || !this.#buttons.isReady(button)) return;
    const on = !this.#tournament.hand_for_hand;
    this.#sender.send({ do: "hand-for-hand", on }, this.#tournament.mark, this.#why);
  };

  draw(tournament) {
    this.#tournament = tournament;
    const { hand_for_hand: isOn, legal, waits_on: tables } = tournament;
    const can = isOn ? legal.release_hands : legal.hold_hands;
    render(html`<details class="holding" data-needs="run" ?hidden=${tournament.ended || !(isOn || can)}>
      <summary><h3>${say("director.now.hand_for_hand")}</h3></summary>
      <p>${say(isOn ? "director.now.hands_held" : "director.now.hold_hands_help")}</p>
      ${isOn && tables.length ? html`<p>${say("director.now.waits_on", { tables: tables.join(", "), count: tables.length })}</p>` : nothing}
      <div class="acts"><button @click=${this.#set}></button></div>
      <p class="why" role="alert"></p></details>`, this.#element);
    const text = say(isOn ? "director.now.play_on" : "director.now.hold_hands");
    this.#buttons.show(this.#element.querySelector("button"), { text, can: can && !this.#sender.isWaiting(this.#why), meaning: isOn });
  }
}
