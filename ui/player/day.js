// A player's day: the stack as a line, and the hands to download. It is for those who opened the page with the code of
// the seat card. It is fetched when it is opened and, while it is open, after each hand.

import { html, render, svg } from "/web/lit/lit-html.js";
import { chips, say } from "/web/words.js";

const MEMORY = "code-1";
const READ_MS = 60_000;
const FORMS = ["txt", "ohh", "phhs", "pokerstars"];
const [WIDE, HIGH] = [320, 96];
const $ = (id) => document.getElementById(id);

export class Day {
  #asked;
  #entry = 0;
  #kept = ""; // the entry and its code
  #hand = ""; // what the phone last heard of the entry's hands
  #readMs = 0;

  // `asked` has the parameters of the address.
  constructor(asked) {
    this.#asked = asked;
    const { code, entry } = Object.fromEntries(asked);
    try {
      if (code && entry) localStorage.setItem(MEMORY, `${entry} ${code}`);
      this.#kept = localStorage.getItem(MEMORY) ?? "";
    } catch {
      this.#kept = code && entry ? `${entry} ${code}` : "";
    }
    $("day").addEventListener("toggle", () => $("day").open && this.#read());
  }

  // Follows another entry. The stored code only opens its own entry; 0 deletes it.
  follow(entry) {
    this.#entry = entry;
    if (!entry) {
      this.#kept = "";
      try {
        localStorage.removeItem(MEMORY);
      } catch {
        // nothing was stored
      }
    }
    $("day").hidden = !this.code;
  }

  // Fetches the open day again if `hand` is new, or after a minute: a room that hides stacks does not say which hand was
  // the last.
  played(hand) {
    const isNew = hand !== this.#hand || performance.now() - this.#readMs > READ_MS;
    this.#hand = hand;
    if (isNew && $("day").open) this.#read();
  }

  // The code of the followed entry. Empty if none is stored, or only another entry's.
  get code() {
    const [entry, code] = this.#kept.split(" ");
    return entry && Number(entry) === this.#entry ? code : "";
  }

  get #query() {
    return new URLSearchParams({
      tournament: this.#asked.get("tournament") ?? "", entry: String(this.#entry), code: this.code,
    });
  }

  async #read() {
    const told = $("day-told");
    this.#readMs = performance.now();
    try {
      const answer = await fetch(`/api/phone/day?${this.#query}`);
      if (answer.status === 403) return render(html`<p>${say("player.day_not_open")}</p>`, told);
      if (!answer.ok) throw new Error(String(answer.status));
      render(this.#drawn((await answer.json()).hands), told);
    } catch {
      render(html`<p>${say("player.day_away")}</p>`, told);
    }
    return told;
  }

  #drawn(hands) {
    if (!hands.length) return html`<p>${say("player.no_hand")}</p>`;
    const stacks = [hands[0].before, ...hands.map((hand) => hand.after)];
    const most = Math.max(...stacks, ...hands.map((hand) => hand.before)); // a rebuy adds chips between two hands
    const said = say("player.day_line", {
      first: chips(stacks[0]), most: chips(most), last: chips(stacks.at(-1)), hands: chips(hands.length),
    });
    return html`
      ${line(stacks, most, hands, said)}
      <p class="small">${said}</p>
      <p class="small">${say("player.saves")}</p>
      <p class="saves">${FORMS.map((form) => html`
        <a href="/api/phone/hands.${form}?${this.#query}" download>${say(`player.save.${form}`)}</a>`)}</p>`;
  }
}

// The line from zero to the largest stack. A thin line marks the start of each level.
function line(stacks, most, hands, said) {
  const x = (hand) => ((WIDE * hand) / (stacks.length - 1)).toFixed(1);
  const y = (stack) => (HIGH - ((HIGH - 4) * stack) / (most || 1)).toFixed(1);
  const begins = hands.flatMap((hand, index) => (index && hand.level !== hands[index - 1].level ? [index] : []));
  return html`
    <svg viewBox="0 0 ${WIDE} ${HIGH + 2}" role="img" aria-label=${said}>
      ${begins.map((index) => svg`<line class="level" x1=${x(index)} x2=${x(index)} y1="0" y2=${HIGH} />`)}
      <line class="none" x1="0" x2=${WIDE} y1=${HIGH} y2=${HIGH} />
      <polyline points=${stacks.map((stack, hand) => `${x(hand)},${y(stack)}`).join(" ")} />
    </svg>`;
}
