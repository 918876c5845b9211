// The room display. Draws the room's state and counts down by itself, with or without the service.

import { isLevel, nextSecondMs, spokenText, titleText, entryName, blindsText, anteText } from "/web/room.js";
import { OtherClocks } from "/web/other_clocks.js";
import { say, sayPage } from "/web/words.js";
import { sizeWithin } from "./fit.js";
import { drawStage, sceneOf } from "./stage.js";
import { Store } from "./store.js";
import { Voice } from "./voice.js";

const NUMBER = "display-number";
const SHIFT_MS = 60_000; // the picture moves a little each minute, to prevent burn-in
const SHIFTS = [[0, 0], [0.5, 0], [0.5, 0.4], [0, 0.4], [-0.5, 0.4], [-0.5, 0], [-0.5, -0.4], [0, -0.4], [0.5, -0.4]];
const $ = (id) => document.getElementById(id);
const asked = new URLSearchParams(location.search);

let spoken = "";
let timer = 0;

const store = new Store(changed, screen(), asked.get("tournament") ?? "");
const voice = new Voice();
const others = new OtherClocks(goTo);

// Identifies the display: by the name in its address, or else by a number that it keeps.
function screen() {
  const wide = Math.round(innerWidth * devicePixelRatio);
  const high = Math.round(innerHeight * devicePixelRatio);
  return String(new URLSearchParams({ display: asked.get("name") || numberKept(), width: `${wide}`, height: `${high}` }));
}

function numberKept() {
  const fresh = String(1000 + Math.floor(Math.random() * 9000));
  try {
    if (!localStorage.getItem(NUMBER)) localStorage.setItem(NUMBER, fresh);
    return localStorage.getItem(NUMBER);
  } catch {
    return fresh;
  }
}

function changed(message) {
  if (message?.say !== "room") {
    draw();
    return;
  }
  requestAnimationFrame(() => {
    draw();
    // The delay until the room could see the change, for measurements.
    document.body.dataset.shownAfterMs = String(Math.round(store.serverNow() - message.room.anchor_ms));
  });
}

// The tournament in the address takes precedence over the director's program.
function program() {
  const only = asked.get("tournament");
  return only ? { slides: [{ tournaments: [only] }] } : store.shows?.program;
}

// Continues at the clock that has taken over. The new page is the same display: its number is its name there.
function goTo(site) {
  if (!store.isSilent) return;
  const query = new URLSearchParams(location.search);
  if (!query.get("name")) query.set("name", numberKept());
  location.replace(`${site}${location.pathname}?${query}`);
}

// Dark, unless the address or the director asks for light: a television shows what the machine behind it prefers, which
// nobody chose for a hall.
function color() {
  document.documentElement.dataset.theme = asked.get("theme") ?? store.shows?.colors ?? "dark";
}

function draw() {
  clearTimeout(timer);
  color();
  const [nowMs, wallMs] = [store.serverNow(), Date.now()];
  const scene = sceneOf(store, program(), nowMs, wallMs);
  store.want(scene.ids);
  if (store.isSilent) others.seek();
  drawStage($("stage"), store, scene, { nowMs, wallMs, ids: true });
  shift(wallMs);
  announce(nowMs);
  if (scene.rooms.length > 0) tell(scene);
  timer = setTimeout(draw, nextDraw(scene));
}

// The time until the shown seconds of the first tournament change, at most one second.
function nextDraw({ times }) {
  const [first] = times;
  if (!first) return 1000;
  return first.startsInMs > 0 ? (first.startsInMs % 1000) + 5 : nextSecondMs(first.now);
}

function shift(wallMs) {
  const [x, y] = SHIFTS[Math.floor(wallMs / SHIFT_MS) % SHIFTS.length];
  $("stage").style.setProperty("--shift-x", x);
  $("stage").style.setProperty("--shift-y", y);
}

function announce(nowMs) {
  const words = store.announced;
  const isOn = Boolean(words) && nowMs < words.until_ms;
  $("announced").hidden = !isOn;
  if (!isOn || $("announced").dataset.number === String(words.number)) return;
  const unit = Math.min(innerWidth, innerHeight) / 100;
  $("announced").dataset.number = words.number;
  $("announced").textContent = words.text;
  $("announced").style.setProperty("--size", sizeWithin(words.text, innerWidth / unit - 8, (0.34 * innerHeight) / unit - 4, 14, 3));
  if (words.aloud && store.shows?.voice) voice.say(words.text);
}

// Updates the title, the text for screen readers, and the sound. Only changes count, and never the seconds.
function tell({ rooms: [{ word }], times: [{ now, startsInMs }] }) {
  document.title = word.winner ? word.event : titleText(now, word.event);
  const text = spokenText(levelSaid(word, now), word.winner ? { ...now, running: true } : now);
  if (text !== spoken) $("spoken").textContent = text;
  spoken = text;
  voice.isHeard = Boolean(store.shows?.voice);
  $("sound").hidden = !voice.isHeard || voice.isReady;
  if (!word.winner && startsInMs === 0) voice.hear(word, now, levelSaid(word, now));
}

function levelSaid(word, now) {
  if (word.winner) return say("display.winner", { name: word.winner });
  const entry = word.structure.entries[now.index];
  const name = entryName(word.structure, now.index);
  if (!isLevel(entry)) return name;
  return say("display.spoken_level", { level: name, blinds: blindsText(entry), ante: anteText(entry) });
}

sayPage();
store.connect();
draw();
document.addEventListener("visibilitychange", draw);
addEventListener("resize", draw);
document.fonts?.ready.then(draw);
addEventListener("pointerdown", () => voice.unlock().then(draw));
// After a reload without the service, this page is still shown if the browser allows it (https, or the same machine).
navigator.serviceWorker?.register("sw.js").catch(console.warn);
