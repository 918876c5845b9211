// The room's other clocks, for a page whose own clock is silent: one of them may have taken over. A clock that waits
// for its turn accepts no connections, so whichever answers is running the room.

const EVERY_MS = 3000;
const PATIENCE_MS = 2500;

export class OtherClocks {
  #sites = [];
  #found;
  #askedMs = -EVERY_MS;

  // `found(site)` is called with the address of a clock that answers.
  constructor(found) {
    this.#found = found;
    this.#learn();
  }

  // To be called again and again while the page's own clock is silent.
  seek() {
    const nowMs = performance.now();
    if (nowMs - this.#askedMs < EVERY_MS) return;
    this.#askedMs = nowMs;
    for (const site of this.#sites) this.#ask(site);
  }

  async #learn() {
    const said = await answerOf("/clocks", {});
    const isSecure = location.protocol === "https:";
    this.#sites = (said ?? []).filter((site) => site !== location.origin && (!isSecure || site.startsWith("https:")));
  }

  async #ask(site) {
    if (await answerOf(`${site}/clocks`, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) })) this.#found(site);
  }
}

// The addresses that a clock tells, or null if it does not answer.
async function answerOf(url, options) {
  try {
    const answer = await fetch(url, options);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
