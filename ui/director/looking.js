// Which table this page is shown live: the one that the open place wants. The link has room for one.

export class Looking {
  #tell;
  #wanted = new Map(); // by place: a sitting, 0 for none
  #told = 0;

  // `tell(message)` says something over the link, and whether it could.
  constructor(tell) {
    this.#tell = tell;
  }

  // The sitting that a place shows whole from now on; 0 while it shows none.
  want(place, sitting) {
    this.#wanted.set(place, sitting);
    const now = [...this.#wanted.values()].find(Boolean) ?? 0;
    if (now === this.#told) return;
    if (this.#tell({ say: "look", sitting: now })) this.#told = now;
  }

  // The link was lost, and what was asked for over it with it.
  forget() {
    this.#told = 0;
    this.#wanted.clear();
  }
}
