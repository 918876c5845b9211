// Asks the clock for the phone's data every few seconds while the page is visible. Tracks the service's time in
// between.

import { Timebase } from "/web/timebase.js";

const ASK_MS = 6000;
const QUICK = 4; // quick requests at first, until the time is known well
const QUICK_MS = 400;
const LONGEST_RETRY_MS = 30000;
const SLEPT_MS = 2000;

export class Asking {
  time = new Timebase();
  #received;
  #entry = 0;
  #code = "";
  #tournament;
  #movesOn = false;
  #tag = "";
  #last = null; // the answer that is shown
  #answers = 0;
  #failures = 0;
  #timer = 0;
  #asking = false;
  #wallMinusLocal = Date.now() - performance.now();

  // `received(answer)` is called with each answer, whether anything in it is new or not.
  constructor(tournament, received) {
    this.#tournament = tournament;
    this.#received = received;
    document.addEventListener("visibilitychange", () => this.ask());
    addEventListener("online", () => this.ask());
  }

  // `code` is the code on the entry's seat card. Empty without one.
  follow(entry, code) {
    [this.#entry, this.#code] = [entry, code];
    this.#tag = "";
    this.ask();
  }

  // Asks about this tournament from now on; empty for the current one. With `movesOn`, the clock answers for the next
  // tournament once this one is over and the next has started or has the entry's player.
  stay(tournament, movesOn = false) {
    [this.#tournament, this.#movesOn] = [tournament, movesOn];
  }

  serverNow() {
    this.#noticeSleep();
    return this.time.serverNow(performance.now());
  }

  async ask() {
    clearTimeout(this.#timer);
    if (document.hidden || this.#asking) return;
    this.#asking = true;
    const entry = this.#entry;
    try {
      await this.#fetch(entry);
      this.#failures = 0;
    } catch {
      this.#failures += 1; // no network, or no clock: the page shows how old its data is
    }
    this.#asking = false;
    if (entry !== this.#entry) this.ask();
    else this.#timer = setTimeout(() => this.ask(), this.#pauseMs());
  }

  async #fetch(entry) {
    const held = this.#last?.structure_tag ?? "";
    const query = new URLSearchParams({ tournament: this.#tournament, entry, structure: held, code: this.#code });
    if (this.#movesOn) query.set("moves_on", "true");
    const before = performance.now();
    const headers = this.#tag ? { "If-None-Match": this.#tag } : {};
    const answer = await fetch(`/api/phone?${query}`, { cache: "no-store", headers });
    const after = performance.now();
    const said = answer.status === 200 ? await answer.json() : null;
    if (!said && answer.status !== 304) throw new Error(String(answer.status));
    if (said && said.clock.epoch !== this.#last?.clock.epoch) this.time.forget();
    const there = Number(answer.headers.get("Clock-Ms"));
    this.time.sample(Math.round(before), there, there, Math.round(after));
    this.#answers += 1;
    if (entry !== this.#entry) return;
    if (said) {
      this.#tag = answer.headers.get("ETag");
      this.#last = { ...said, structure: said.structure ?? this.#last.structure };
    }
    this.#received(this.#last);
  }

  #pauseMs() {
    if (this.#failures) return Math.min(LONGEST_RETRY_MS, 1000 * 2 ** this.#failures) * (0.5 + Math.random() / 2);
    return this.#answers < QUICK ? QUICK_MS : ASK_MS * (0.75 + Math.random() / 2); // spread out for a thousand phones
  }

  // A page's own time may stop while the phone sleeps. Its wall clock does not.
  #noticeSleep() {
    const wallMinusLocal = Date.now() - performance.now();
    const slept = Math.abs(wallMinusLocal - this.#wallMinusLocal) > SLEPT_MS;
    this.#wallMinusLocal = wallMinusLocal;
    if (!slept) return;
    this.time.forget();
    this.#answers = 0;
    this.ask();
  }
}
