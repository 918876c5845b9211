// The room's data for a page with a stage: every tournament that it shows, and this display's program.

import { Link } from "/web/link.js";
import { agoText, isNewer } from "/web/room.js";
import { say } from "/web/words.js";

const MEMORY = "room-2";

export class Store {
  rooms = new Map(); // by tournament ID: its state (`word`), its `board` (with the time since which players look for new seats) and its `all_in`
  shows = null;
  announced = null;
  push = null; // the dealers' next push
  receivedWallMs = null; // when the last message came, by this machine's wall clock, which survives a reload
  #changed;
  #links = new Map(); // by the tournament that each link asks for; "" for the current one
  #first;
  #isConnected = false;
  #isKept; // whether this page is continuing after a reload without the service

  // `changed()` is called after each message. `screen` is the display's own description for the service. A preview
  // sends none.
  constructor(changed, screen = "", tournament = "") {
    this.#changed = changed;
    this.#isKept = screen !== "";
    this.#first = this.#open(tournament, screen);
  }

  get time() {
    return this.#first.time;
  }

  get isTimed() {
    return this.time.known;
  }

  get isOpen() {
    return this.#first.isOpen;
  }

  // The room's tournaments, oldest first. Until the clock has listed them, only those that were received.
  get tournaments() {
    return this.shows?.tournaments ?? [...this.rooms].map(([id, { word }]) => ({ id, name: word?.event, entered: Boolean(word?.entries), started: false, ended: false }));
  }

  serverNow() {
    return this.#first.serverNow();
  }

  // Also receive these tournaments from now on.
  want(ids) {
    const missing = ids.filter((id) => id && !this.rooms.get(id)?.word && !this.#links.has(id));
    for (const id of missing) this.#open(id, "");
  }

  close() {
    for (const link of this.#links.values()) link.close();
  }

  waitingText() {
    return say(this.isOpen && this.isTimed ? "display.no_tournament" : "display.waiting");
  }

  // How long the service has been silent. Empty if it is not silent. After a whole level, the text says to check the
  // service.
  awayText(now) {
    if (!this.isSilent) return "";
    return say(now?.walked > 0 ? "display.away_check" : "display.away", { age: agoText(this.#awayMs) });
  }

  // Whether the service was heard before, but not for some time.
  get isSilent() {
    return this.receivedWallMs !== null && this.#awayMs > this.#first.silenceMs;
  }

  get #awayMs() {
    return Date.now() - this.receivedWallMs;
  }

  #open(tournament, screen) {
    const asks = new URLSearchParams(screen);
    asks.set("board", "1");
    if (tournament) asks.set("tournament", tournament);
    const heard = new Set(); // the rooms whose state this connection has already sent
    const link = new Link(`/room?${asks}`, {
      opened: () => heard.clear(), received: (message) => this.#receive(message, link, heard), lost: () => this.#changed(),
    });
    this.#links.set(tournament, link);
    if (this.#isConnected) link.connect();
    return link;
  }

  // Called once, when the page is ready to draw.
  connect() {
    if (this.#isKept) this.#recall();
    this.#isConnected = true;
    for (const link of this.#links.values()) link.connect();
  }

  // The first state on a connection counts even if it is older than the current one: in that case, the clock's disk has
  // lost the newer one.
  #receive(message, link, heard) {
    if (link === this.#first) this.receivedWallMs = Date.now();
    if (message.say === "room") {
      const { room } = message;
      if (!heard.has(room.room) || isNewer(room, this.rooms.get(room.room)?.word)) this.#put(room.room, { word: room });
      heard.add(room.room);
    } else if (message.say === "board") {
      const since = this.rooms.get(message.room)?.reseatingSinceMs ?? Date.now();
      this.#put(message.room, { board: message, reseatingSinceMs: message.is_reseating ? since : null });
    } else if (message.say === "all-in") {
      this.#put(message.room, { all_in: message });
    } else if (message.say === "shows") {
      this.shows = message;
    } else if (message.say === "announced") {
      this.announced = message;
    } else if (message.say === "push") {
      this.push = message;
    }
    this.#remember();
    this.#changed(message);
  }

  #put(id, news) {
    this.rooms.set(id, { ...this.rooms.get(id), ...news });
  }

  // Stores the state, so that a reload without the service can continue. A browser may refuse to store anything.
  #remember() {
    if (!this.#isKept || this.rooms.size === 0 || !this.isTimed) return;
    const kept = { rooms: [...this.rooms], shows: this.shows, serverMs: this.serverNow(), wallMs: Date.now() };
    try {
      localStorage.setItem(MEMORY, JSON.stringify(kept));
    } catch {
      // a reload then shows nothing until the service is back
    }
  }

  #recall() {
    try {
      const kept = JSON.parse(localStorage.getItem(MEMORY));
      this.time.assume(kept.serverMs + (Date.now() - kept.wallMs) - performance.now());
      this.receivedWallMs = kept.wallMs;
      this.rooms = new Map(kept.rooms);
      this.shows = kept.shows;
    } catch {
      // nothing was stored
    }
  }
}
