// The table that this page shows live: the one that the open place wants. The link carries one table at a time.

export class Looking {
  #tell;
  #wanted = new Map(); // by place: a sitting, 0 for none
  #told = 0;

  // `tell(message)` sends a message over the link, and returns whether it could.
  constructor(tell) {
    this.#tell = tell;
  }

  // Sets the sitting that a place shows live; 0 for none.
  want(place, sitting) {
    this.#wanted.set(place, sitting);
    const now = [...this.#wanted.values()].find(Boolean) ?? 0;
    if (now === this.#told) return;
    if (this.#tell({ say: "look", sitting: now })) this.#told = now;
  }

  // The link was lost, and with it the request for a table.
  forget() {
    this.#told = 0;
    this.#wanted.clear();
  }
}
