// Orders on the way to the service. The button that sent one cannot be pressed again until the answer comes.

import { say } from "/web/words.js";
import { setText } from "./tables.js";

export class Sender {
  #say;
  #last = 0;
  #waiting = new Map(); // by number: the element for the answer, and what to do once the order is done

  // `say(message)` sends a message to the service, and returns whether it could.
  constructor(say) {
    this.#say = say;
  }

  // `why` is the element that shows why an order was not done.
  send(command, seen, why, done = () => {}) {
    this.#last += 1;
    const sent = this.#say({ say: "do", id: this.#last, command, seen });
    setText(why, sent ? "" : say("director.not_connected"));
    if (sent) this.#waiting.set(this.#last, { why, done });
  }

  isWaiting(why) {
    return [...this.#waiting.values()].some((order) => order.why === why);
  }

  // Only the latest answer is guaranteed to arrive. It settles the orders before it.
  answered(answer) {
    const order = this.#waiting.get(answer.id);
    for (const id of this.#waiting.keys()) if (id <= answer.id) this.#waiting.delete(id);
    if (!order) return;
    setText(order.why, answer.why);
    if (!answer.why) order.done();
  }

  // The connection is lost, and with it the answers. The page shows whether the orders were done once it is back.
  forget() {
    for (const { why } of this.#waiting.values()) setText(why, say("director.not_answered"));
    this.#waiting.clear();
  }
}
