// The glass's connection to its table: messages as text, pictures and touches as bytes on one WebSocket.

const SLOW_MS = 1200; // the table sends a beat twice a second
const CUT_MS = 4000; // a link without any beat for this long is given up
const LOOK_MS = 200;
const FIRST_RETRY_MS = 300;
const LONGEST_RETRY_MS = 3000;

export const CODES = { takenOver: 4001, inUse: 4002, notPaired: 4003, screenGone: 4004, notAllowed: 4005, hostAway: 4006, turnedAway: 4007 };
const LAST = [CODES.takenOver, CODES.inUse, CODES.notPaired, CODES.notAllowed, CODES.turnedAway]; // the link is not made again by itself
const STATES = { [CODES.screenGone]: "starting", [CODES.hostAway]: "away" };

// The bytes of the link in the form that noVNC expects of a WebSocket.
class Channel {
  binaryType = "arraybuffer";
  protocol = "";
  onopen = null;
  onmessage = null;
  onclose = null;
  onerror = null;
  #socket;

  constructor(socket) {
    this.#socket = socket;
  }

  get readyState() {
    return this.#socket.readyState;
  }

  send(bytes) {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(bytes);
  }

  close() {
    this.#socket.close();
  }
}

export class Link {
  #path;
  #owner;
  #hello;
  #socket = null;
  #channel = null;
  #wanted = false;
  #tries = 0;
  #beat = 0;
  #beatMs = 0;
  #retry = 0;

  // `hello()` makes the first message. `opened(welcome, channel)` comes once pictures follow. `heard(message)` gets all
  // other messages. `changed(state)` gets "ok", "slow", "cut", "starting" or "away". `ended(code)` comes when the link
  // will not be made again by itself. `lost()` comes before the channel is closed.
  constructor(path, hello, owner) {
    [this.#path, this.#hello, this.#owner] = [path, hello, owner];
    document.addEventListener("visibilitychange", () => this.#hurry());
    addEventListener("online", () => this.#hurry());
    setInterval(() => this.#look(), LOOK_MS);
  }

  get isFresh() {
    return this.#channel !== null && performance.now() - this.#beatMs < SLOW_MS;
  }

  // The last beat that has arrived. It goes with every touch.
  get beat() {
    return this.#beat;
  }

  connect(take = false) {
    clearTimeout(this.#retry);
    this.#wanted = true;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.#path}`);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#beatMs = performance.now();
    socket.onopen = () => socket.send(JSON.stringify({ ...this.#hello(), take }));
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(event);
    };
    socket.onclose = (event) => this.#lose(socket, event.code);
  }

  say(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(event) {
    if (typeof event.data !== "string") {
      this.#channel?.onmessage?.(event);
      return;
    }
    const message = JSON.parse(event.data);
    this.#beatMs = performance.now();
    if (message.say === "beat") {
      this.#beat = message.beat;
      this.say({ say: "heard", beat: message.beat });
      this.#look();
    } else if (message.say === "welcome") {
      this.#tries = 0;
      this.#channel = new Channel(this.#socket);
      this.#owner.opened(message, this.#channel);
      this.#look();
    } else {
      this.#owner.heard(message);
    }
  }

  #look() {
    if (!this.#wanted) return;
    const age = performance.now() - this.#beatMs;
    if (this.#socket && age > CUT_MS) this.#lose(this.#socket, 0);
    else if (this.#channel) this.#owner.changed(age < SLOW_MS ? "ok" : "slow");
  }

  #hurry() {
    if (document.hidden || !this.#wanted || this.#socket) return;
    this.connect();
  }

  #lose(socket, code) {
    if (socket !== this.#socket) return;
    const channel = this.#channel;
    this.#socket = this.#channel = null;
    socket.onclose = null;
    socket.close();
    if (channel) this.#owner.lost();
    channel?.onclose?.({ code, reason: "" });
    if (LAST.includes(code)) {
      this.#wanted = false;
      this.#owner.ended(code);
      return;
    }
    this.#owner.changed(STATES[code] ?? "cut");
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(this.#tries, 8));
    this.#tries += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.connect(), wait * (0.5 + Math.random() / 2));
  }
}
