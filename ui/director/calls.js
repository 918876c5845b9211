// Plays a sound when a table starts waiting for the floor.

import { say } from "/web/words.js";
import { setText } from "./tables.js";

const QUIET = "director-quiet";
const AGAIN_MS = 30_000; // an unanswered call sounds again after this time
const TONES = [880, 660]; // two tones that nothing else in a busy room makes
const LENGTH_S = 0.18;

export class Calls {
  #button;
  #sounded = new Map(); // by table: when it last sounded, in this page's time
  #sound = null;

  constructor(button) {
    this.#button = button;
    button.addEventListener("click", () => this.#setQuiet(!this.#quiet));
    this.#setQuiet(this.#quiet);
  }

  get #quiet() {
    return localStorage.getItem(QUIET) === "yes";
  }

  #setQuiet(quiet) {
    localStorage.setItem(QUIET, quiet ? "yes" : "no");
    setText(this.#button, say(quiet ? "director.sound_off" : "director.sound_on"));
    this.#button.setAttribute("aria-pressed", String(!quiet));
  }

  // Plays the tones for tables that are waiting for the floor, and repeats them.
  ring(tables) {
    const now = performance.now();
    for (const table of this.#sounded.keys()) if (!tables.includes(table)) this.#sounded.delete(table);
    const due = tables.filter((table) => now - (this.#sounded.get(table) ?? -AGAIN_MS) >= AGAIN_MS);
    for (const table of due) this.#sounded.set(table, now);
    // A browser lets a page play sound only after a user action.
    if (due.length && !this.#quiet && navigator.userActivation?.hasBeenActive) this.#play();
  }

  #play() {
    this.#sound ??= new AudioContext();
    this.#sound.resume();
    TONES.forEach((tone, place) => {
      const starts = this.#sound.currentTime + place * LENGTH_S;
      const voice = this.#sound.createOscillator();
      voice.frequency.value = tone;
      voice.connect(this.#sound.destination);
      voice.start(starts);
      voice.stop(starts + LENGTH_S);
    });
  }
}
