// The glass: shows one table's screen on this device and sends touches back.

import { fillDevice, stayAwake } from "./awake.js";
import { pageName } from "./keep.js";
import { CODES, Link } from "./link.js";
import { GlassScreen } from "./screen.js";
import { cssPxPerMm, CARD_MM, pxPerMm, setCardWidth } from "./size.js";
import { playTone, wakeTones } from "./tones.js";
import { Touches } from "./touches.js";
import { say, sayPage } from "/web/words.js";

const LATE_MS = 4000;
const SIZED_MS = 300; // after a rotation, the size changes several times
const $ = (id) => document.getElementById(id);
const device = pageName();

let screen = null; // the table's screen while the link works
let state = "cut";
let lateUntil = 0;
let sized = 0;

const token = () => new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
const scale = () => pxPerMm(innerWidth, innerHeight);

const link = new Link("/glass/socket", () => ({ say: "hello", token: token(), device, px_per_mm: scale() }), {
  opened(_, channel) {
    screen = new GlassScreen($("screen"), channel);
    screen.addEventListener("connect", () => {
      $("last").hidden = true;
      screen?.touch(0, 0, false); // a finger that was down when the last link was lost
    });
    showStopped("");
  },
  heard(message) {
    if (message.say === "tone") playTone(message.tone);
    if (message.say === "late") showLate();
  },
  changed(now) {
    state = now;
    drawLine();
  },
  lost() {
    keepPicture();
    screen = null;
  },
  ended(code) {
    state = "ended";
    drawLine();
    const reason = { [CODES.takenOver]: "elsewhere", [CODES.inUse]: "in_use", [CODES.notPaired]: "not_paired" }[code] ?? "failed";
    showStopped(reason, [CODES.takenOver, CODES.inUse].includes(code));
  },
});

new Touches($("touch"), {
  press(x, y) {
    if (!link.isFresh || !screen) {
      drawLine();
      return false;
    }
    link.say({ say: "press", beat: link.beat });
    screen.touch(x, y, true);
    return true;
  },
  move: (x, y) => screen?.touch(x, y, true),
  release: (x, y) => screen?.touch(x, y, false),
});

// The picture that was last shown stays, darker, until the link is back.
function keepPicture() {
  const canvas = document.querySelector("#screen canvas");
  if (!canvas?.width) return;
  const last = $("last");
  [last.width, last.height] = [canvas.width, canvas.height];
  last.getContext("2d").drawImage(canvas, 0, 0);
  last.hidden = false;
}

function showLate() {
  lateUntil = performance.now() + LATE_MS;
  drawLine();
  setTimeout(drawLine, LATE_MS + 50);
}

const LINES = { slow: "glass.slow", cut: "glass.cut", starting: "glass.starting" };

function drawLine() {
  const text = LINES[state] ?? (state === "ok" && performance.now() < lateUntil ? "glass.late" : "");
  $("line").hidden = !text;
  if (text && $("line").dataset.shown !== text) $("line").textContent = say(text);
  $("line").dataset.shown = text;
}

function showStopped(reason, mayTake = false) {
  $("stopped").hidden = !reason;
  $("take").hidden = !mayTake;
  if (reason) $("reason").textContent = say(REASONS[reason]);
}

const REASONS = { elsewhere: "glass.elsewhere", in_use: "glass.in_use", not_paired: "glass.not_paired", failed: "glass.failed" };

function drawCard() {
  $("card").style.width = `${$("width").value}px`;
}

$("begin").onclick = () => {
  $("door").hidden = true;
  fillDevice();
  stayAwake();
  wakeTones();
};
$("size").onclick = () => {
  $("width").value = String(Math.round(cssPxPerMm() * CARD_MM));
  drawCard();
  $("measure").hidden = false;
};
$("width").oninput = drawCard;
$("measured").onclick = () => {
  setCardWidth(Number($("width").value));
  $("measure").hidden = true;
  link.say({ say: "scale", px_per_mm: scale() });
};
$("take").onclick = () => link.connect(true);
addEventListener("hashchange", () => location.reload());
addEventListener("resize", () => {
  clearTimeout(sized);
  sized = setTimeout(() => link.say({ say: "scale", px_per_mm: scale() }), SIZED_MS);
});

sayPage();
document.documentElement.dataset.theme = "dark";
$("insecure").hidden = isSecureContext;
link.connect();
