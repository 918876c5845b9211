// Orders on their way to the service. What gave one is not pressed again until it is answered.

import { say } from "/web/words.js";
import { setText } from "./tables.js";

export class Sender {
  #say;
  #last = 0;
  #waiting = new Map(); // by number: where the answer is shown, and what follows once it was done

  // `say(message)` says a message to the service, and whether it was sent.
  constructor(say) {
    this.#say = say;
  }

  // `why` is the element that shows why it was not done.
  send(command, seen, why, done = () => {}) {
    this.#last += 1;
    const sent = this.#say({ say: "do", id: this.#last, command, seen });
    setText(why, sent ? "" : say("director.not_connected"));
    if (sent) this.#waiting.set(this.#last, { why, done });
  }

  isWaiting(why) {
    return [...this.#waiting.values()].some((order) => order.why === why);
  }

  // Only the latest answer is sure to come: it settles those before it.
  answered(answer) {
    const order = this.#waiting.get(answer.id);
    for (const id of this.#waiting.keys()) if (id <= answer.id) this.#waiting.delete(id);
    if (!order) return;
    setText(order.why, answer.why);
    if (!answer.why) order.done();
  }

  // The connection is gone, and the answers with it: whether it was done is seen once the page is back.
  forget() {
    for (const { why } of this.#waiting.values()) setText(why, say("director.not_answered"));
    this.#waiting.clear();
  }
}
