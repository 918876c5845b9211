// What the rules ask for, each with its reason, its clause and one button that does it; and the last act, to take back.

import { knows, say } from "/web/words.js";
import { Buttons } from "./buttons.js";
import { setText } from "./tables.js";

const SIGNED = "accept-difference";
const $ = (id) => document.getElementById(id);

export class Asks {
  #sender;
  #buttons;
  #tournament = null;

  constructor(sender, redraw) {
    this.#sender = sender;
    this.#buttons = new Buttons(redraw);
    $("take-back").addEventListener("click", () => {
      this.#press($("take-back"), { do: "undo", act: this.#tournament.legal.undo[0] });
    });
  }

  draw(tournament) {
    this.#tournament = tournament;
    const { proposals } = tournament;
    const list = $("proposals");
    while (list.children.length < proposals.length) list.append(this.#item(list.children.length));
    [...list.children].forEach((item, at) => this.#fill(item, proposals[at]));
    setText($("no-proposals"), proposals.length ? "" : say(tournament.ended ? "director.is_over" : "director.asks_nothing"));
    this.#drawTakeBack();
  }

  // An item stays when its proposal is gone, so that its button knows what it meant before.
  #item(at) {
    const [item, text, why, clause] = ["li", "div", "p", "p"].map((tag) => document.createElement(tag));
    const [button, name] = ["button", "input"].map((tag) => document.createElement(tag));
    name.maxLength = 60;
    name.ariaLabel = say("director.signed_by");
    name.placeholder = name.ariaLabel;
    why.className = "reason";
    why.id = `reason-${at}`;
    clause.className = "clause";
    button.className = "go";
    button.setAttribute("aria-describedby", why.id);
    button.addEventListener("click", () => this.#accept(button, name, this.#tournament.proposals[at].action));
    text.append(why, clause, name);
    item.append(text, button);
    return item;
  }

  #fill(item, proposal) {
    item.hidden = !proposal;
    if (!proposal) return;
    const { action, why, clause } = proposal;
    setText(item.querySelector(".reason"), why);
    setText(item.querySelector(".clause"), clause);
    item.querySelector("input").hidden = action.do !== SIGNED;
    const named = `director.actions.${action.do}`;
    const text = say(knows(named) ? named : "director.actions.other");
    this.#show(item.querySelector("button"), { text, can: true, meaning: action });
  }

  // A difference is accepted by name.
  #accept(button, name, action) {
    if (action.do !== SIGNED) this.#press(button, action);
    else if (name.value.trim()) this.#press(button, { ...action, by: name.value.trim() });
    else name.focus();
  }

  // One on the clock has no text here: the clock has an undo of its own, which knows what the tables played meanwhile.
  #drawTakeBack() {
    const { acts, legal } = this.#tournament;
    const act = acts.find((one) => one.act === legal.undo[0]);
    const text = `director.acts.${act?.kinds[0]}`;
    $("take-back").hidden = !knows(text);
    if (!knows(text)) return;
    this.#show($("take-back"), { text: say("director.take_back", { what: say(text) }), can: true, meaning: act.act });
  }

  #show(button, { text, can, meaning }) {
    this.#buttons.show(button, { text, can: can && !this.#sender.isWaiting($("asks-why")), meaning });
  }

  #press(button, action) {
    if (!this.#buttons.isReady(button)) return;
    this.#sender.send(action, this.#tournament.mark, $("asks-why"));
    this.draw(this.#tournament);
  }
}
