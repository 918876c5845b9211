// What a page with a stage holds of the room: every tournament that it shows, and what this display is to show.

import { Link } from "/web/link.js";
import { agoText, isNewer } from "/web/room.js";
import { say } from "/web/words.js";

const MEMORY = "room-2";

export class Store {
  rooms = new Map(); // by the tournament's id: its state (`word`), its `board` and its `all_in`
  shows = null;
  announced = null;
  push = null; // the next one of the dealers
  receivedWallMs = null; // the last message from the service, by this machine's wall clock, which survives a reload
  #changed;
  #links = new Map(); // by the tournament that each asks for; "" for the one that is on
  #first;
  #isConnected = false;
  #isKept; // whether this page continues after a reload without the service

  // `changed()` is called after each message. `screen` is what the page says of itself, in its address; a preview says
  // nothing.
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

  // Those of the room, in the order they were made; an older clock names only its own.
  get tournaments() {
    return this.shows?.tournaments ?? [...this.rooms].map(([id, { word }]) => ({ id, name: word?.event, started: false, ended: false }));
  }

  serverNow() {
    return this.#first.serverNow();
  }

  // Hear of these tournaments too from now on.
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

  // How long the service has not been heard of; empty while it is. After a whole level there is somebody to ask.
  awayText(now) {
    if (this.receivedWallMs === null) return "";
    const awayMs = Date.now() - this.receivedWallMs;
    if (awayMs <= this.#first.silenceMs) return "";
    return say(now?.walked > 0 ? "display.away_check" : "display.away", { age: agoText(awayMs) });
  }

  #open(tournament, screen) {
    const asks = new URLSearchParams(screen);
    asks.set("board", "1");
    if (tournament) asks.set("tournament", tournament);
    const heard = new Set(); // the rooms of which this connection has said how they stand
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

  // What a connection says first counts also where it is older than what is held: the clock's disk has lost the newer.
  #receive(message, link, heard) {
    if (link === this.#first) this.receivedWallMs = Date.now();
    if (message.say === "room") {
      const { room } = message;
      if (!heard.has(room.room) || isNewer(room, this.rooms.get(room.room)?.word)) this.#put(room.room, { word: room });
      heard.add(room.room);
    } else if (message.say === "board") {
      this.#put(message.room, { board: message });
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

  // Lets a reload without the service continue where this page was. A browser may refuse to store anything.
  #remember() {
    if (!this.#isKept || this.rooms.size === 0 || !this.isTimed) return;
    const kept = { rooms: [...this.rooms], shows: this.shows, serverMs: this.serverNow(), wallMs: Date.now() };
    try {
      localStorage.setItem(MEMORY, JSON.stringify(kept));
    } catch {
      // then a reload shows nothing until the service is back
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
