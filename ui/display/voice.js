// The sounds of the chosen display: the end of a level, its last minute, a break, and announcements of the floor.

import { isLevel } from "/web/room.js";
import { language, say } from "/web/words.js";

const LAST_MINUTE_MS = 60_000;
const TONES = { level: [660, 880, 1100], minute: [880, 880], break: [1100, 880, 660], words: [880] };
const TONE_S = 0.28;

export class Voice {
  isHeard = false;
  #audio = null;
  #before = null; // the clock's position at the last look

  // A browser does not play sound on a page that nobody has touched.
  get isReady() {
    this.#audio ??= typeof AudioContext === "undefined" ? { state: "running" } : new AudioContext();
    return this.#audio.state === "running";
  }

  async unlock() {
    if (this.isHeard && !this.isReady) await this.#audio.resume();
  }

  // Plays what has happened since the last look. A page that has just been opened stays silent about what it missed.
  hear(word, now, levelSaid) {
    const before = this.#before;
    this.#before = { room: word.room, index: now.index, leftMs: now.leftMs };
    const what = this.isHeard && now.running ? happened(before, this.#before, word) : "";
    if (what === "minute") this.#sound(what, say("display.last_minute"));
    else if (what) this.#sound(what, levelSaid);
  }

  say(text) {
    this.#sound("words", text);
  }

  #sound(tones, text) {
    if (this.isReady && this.#audio.destination) {
      TONES[tones].forEach((hertz, index) => this.#tone(hertz, this.#audio.currentTime + index * TONE_S));
    }
    if (typeof speechSynthesis === "undefined") return;
    const words = new SpeechSynthesisUtterance(text.replaceAll(" / ", ", "));
    words.lang = language;
    speechSynthesis.speak(words);
  }

  #tone(hertz, at) {
    const [tone, loud] = [this.#audio.createOscillator(), this.#audio.createGain()];
    tone.frequency.value = hertz;
    loud.gain.setValueAtTime(0.35, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + TONE_S);
    tone.connect(loud).connect(this.#audio.destination);
    tone.start(at);
    tone.stop(at + TONE_S);
  }
}

// The sound for what happened between two looks at a tournament's clock. Empty if there is none. Pure.
export function happened(before, now, word) {
  if (!before || before.room !== now.room) return "";
  if (now.index > before.index) return isLevel(word.structure.entries[now.index]) ? "level" : "break";
  const isLastMinute = before.leftMs > LAST_MINUTE_MS && now.leftMs <= LAST_MINUTE_MS && now.leftMs > 0;
  return now.index === before.index && isLastMinute && word.structure.entries[now.index].minutes > 1 ? "minute" : "";
}
