// A page's connection to the clock service. It connects, pings, and reconnects in place when the connection is lost.

import { Timebase } from "./timebase.js";

const QUICK_PINGS = 8;
const QUICK_PING_MS = 100;
const PING_MS = 5000;
const PATIENCE_MS = 12000; // after this long without any message, even a pong, the connection is dropped
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10000;

export class Link {
  time = new Timebase();
  #path;
  #owner;
  #wanted = false;
  #socket = null;
  #tries = 0;
  #pings = 0;
  #held = null; // messages that came before the service's time was known; null once it is
  #next = 0; // the timer of the next ping, or of the next attempt
  #patience = 0;
  #levels = null; // the structure, which the service sends only if it has changed
  #wallMinusLocal = Date.now() - performance.now();

  // `opened()` may send the first message. `received(message)` gets all messages except pongs. `settled()` follows
  // after each batch of messages. `lost()` is called whenever the connection is lost.
  constructor(path, owner) {
    this.#path = path;
    this.#owner = owner;
    // Timers on a hidden page run late, so check at once when the page is visible again.
    document.addEventListener("visibilitychange", () => this.#hurry());
    addEventListener("online", () => this.#hurry());
  }

  connect() {
    this.#wanted = true;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.#path}${this.#path.includes("?") ? "&" : "?"}moments=1&parts=1`);
    this.#socket = socket;
    this.#wait(socket);
    socket.onopen = () => this.#open();
    socket.onmessage = (event) => {
      for (const said of [JSON.parse(event.data)].flat()) if (socket === this.#socket) this.#receive(said);
      this.#wait(socket);
      if (!this.#held) this.#owner.settled?.();
    };
    socket.onclose = () => this.#lose(socket);
  }

  // Closes the connection until `connect` is called again.
  close() {
    const socket = this.#socket;
    this.#wanted = false;
    this.#forgetSocket();
    socket?.close();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  // How long the service may be silent before a warning. It is pinged every five seconds, and a lost connection is
  // usually back at once.
  get silenceMs() {
    return this.isOpen ? 8000 : 3000;
  }

  // Sends a message. Returns whether it was sent.
  say(message) {
    if (this.isOpen) this.#socket.send(JSON.stringify(message));
    return this.isOpen;
  }

  // The best estimate of the service's current time.
  serverNow() {
    this.#noticeSleep();
    return this.time.serverNow(performance.now());
  }

  #open() {
    this.time.forget();
    this.#held = [];
    this.#owner.opened();
    this.#pings = 0;
    this.#ping();
  }

  #hurry() {
    if (!this.#wanted || this.#socket || document.hidden) return;
    clearTimeout(this.#next);
    this.connect();
  }

  #ping() {
    clearTimeout(this.#next);
    this.say({ say: "ping", t0: Math.round(performance.now()) });
    this.#pings += 1;
    this.#next = setTimeout(() => this.#ping(), this.#pings < QUICK_PINGS ? QUICK_PING_MS : PING_MS);
  }

  #receive(said) {
    this.#tries = 0;
    if (said.say === "levels") {
      this.#levels = said.structure;
      return;
    }
    const message = said.say === "moment" ? { say: "room", room: { ...said.room, structure: this.#levels } } : said;
    if (message.say === "pong") {
      this.time.sample(message.t0, message.t1, message.t2, Math.round(performance.now()));
      this.#held?.forEach((one) => this.#owner.received(one));
      this.#held = null;
    }
    // The state of a service that has just started must not be read with the previous service's time.
    if (this.#held && message.say !== "refusal") this.#held.push(message);
    else this.#owner.received(message);
  }

  #wait(socket) {
    if (socket !== this.#socket) return;
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.#lose(socket), PATIENCE_MS);
  }

  #lose(socket) {
    if (socket !== this.#socket) return;
    this.#forgetSocket();
    socket.close();
    this.#owner.lost();
    const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(this.#tries, 10));
    this.#tries += 1;
    this.#next = setTimeout(() => this.connect(), longest * (0.5 + Math.random() / 2));
  }

  #forgetSocket() {
    this.#socket = null;
    clearTimeout(this.#next);
    clearTimeout(this.#patience);
  }

  // A page's own time may stop while the machine sleeps. Its wall clock does not.
  #noticeSleep() {
    const wallMinusLocal = Date.now() - performance.now();
    const slept = Math.abs(wallMinusLocal - this.#wallMinusLocal) > 2000;
    this.#wallMinusLocal = wallMinusLocal;
    if (!slept || !this.#socket) return;
    this.time.forget();
    this.#pings = 0;
    this.#ping();
  }
}
