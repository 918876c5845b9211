// The phone's connection to the clock: it asks to be paired, or it says that it is a table's camera. It reconnects by
// itself until the clock refuses it.

const PING_MS = 2000;
const PATIENCE_MS = 7000; // without any message, even a pong, the connection is given up
const FIRST_RETRY_MS = 300;
const LONGEST_RETRY_MS = 3000;

export class Link {
  #owner;
  #hello = null; // makes the first message; null while no connection is wanted
  #socket = null;
  #tries = 0;
  #retry = 0;
  #ping = 0;
  #patience = 0;

  // `heard(message)` gets all messages except pongs. `lost()` is called whenever the connection is lost.
  constructor(owner) {
    this.#owner = owner;
    document.addEventListener("visibilitychange", () => this.#hurry());
    addEventListener("online", () => this.#hurry());
  }

  connect(hello) {
    this.close();
    this.#hello = hello;
    this.#open();
  }

  close() {
    this.#hello = null;
    this.#forget();
  }

  say(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  // Sends a picture.
  send(blob) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(blob);
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/camera/socket`);
    this.#socket = socket;
    this.#wait();
    socket.onopen = () => {
      socket.send(JSON.stringify(this.#hello()));
      this.#ping = setInterval(() => this.say({ say: "ping", t0: 0 }), PING_MS);
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      this.#wait();
      const message = JSON.parse(data);
      if (message.say !== "refusal") this.#tries = 0;
      if (message.say !== "pong") this.#owner.heard(message);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lose();
    };
  }

  #wait() {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.#lose(), PATIENCE_MS);
  }

  #hurry() {
    if (document.hidden || !this.#hello || this.#socket) return;
    clearTimeout(this.#retry);
    this.#open();
  }

  #lose() {
    this.#forget();
    this.#owner.lost();
    if (!this.#hello) return;
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(this.#tries, 8));
    this.#tries += 1;
    this.#retry = setTimeout(() => this.#open(), wait * (0.5 + Math.random() / 2));
  }

  #forget() {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#retry);
    clearTimeout(this.#patience);
    clearInterval(this.#ping);
    socket?.close();
  }
}
