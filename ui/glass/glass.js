// The glass: shows one table's screen on this device and sends touches back.

import { fillDevice } from "./full_screen.js";
import { stayAwake } from "/web/awake.js";
import { keep, kept, pageName } from "./keep.js";
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

// The address names a table at the clock, whose token this device keeps, or has the token of a table without a clock.
const address = new URLSearchParams(location.hash.slice(1));
const table = Number(address.get("table")) || 0;
const memory = `token-${table}`;
let token = address.get("token") ?? kept(memory) ?? "";
const scale = () => pxPerMm(innerWidth, innerHeight);

const link = new Link("/glass/socket", () => ({ say: "hello", token, device, px_per_mm: scale(), table }), {
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
    if (message.say === "code") showCode(message.code);
    if (message.say === "paired") {
      token = message.token;
      keep(memory, token);
      $("pairing").hidden = true;
      link.connect();
    }
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
    $("pairing").hidden = true;
    if (code === CODES.notPaired) $("last").hidden = true; // a lost device shows nothing of the table
    showStopped(REASONS[code] ?? "glass.failed", code);
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

const LINES = { slow: "glass.slow", cut: "glass.cut", starting: "glass.starting", away: "glass.away" };

function drawLine() {
  const text = LINES[state] ?? (state === "ok" && performance.now() < lateUntil ? "glass.late" : "");
  $("line").hidden = !text;
  if (text && $("line").dataset.shown !== text) $("line").textContent = say(text, { table });
  $("line").dataset.shown = text;
}

// The director compares this code with the one on the console.
function showCode(code) {
  $("code").textContent = `${code.slice(0, 4)} ${code.slice(4)}`;
  $("pairing").hidden = false;
  showStopped("");
  state = "ok";
  drawLine();
}

const REASONS = {
  [CODES.takenOver]: "glass.elsewhere",
  [CODES.inUse]: "glass.in_use",
  [CODES.notPaired]: table ? "glass.revoked" : "glass.not_paired",
  [CODES.turnedAway]: "glass.turned_away",
};

function showStopped(reason, code = 0) {
  $("stopped").hidden = !reason;
  $("take").hidden = ![CODES.takenOver, CODES.inUse].includes(code);
  $("again").hidden = !table || ![CODES.notPaired, CODES.turnedAway].includes(code);
  if (reason) $("reason").textContent = say(reason);
}

const MARGINS_PX = 24; // a card that is wider than the screen could not be measured

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
  $("width").value = String(Math.round(Math.min(cssPxPerMm() * CARD_MM, innerWidth - MARGINS_PX)));
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
$("again").onclick = () => {
  token = "";
  keep(memory, token);
  showStopped("");
  link.connect();
};
addEventListener("hashchange", () => location.reload());
addEventListener("resize", () => {
  clearTimeout(sized);
  sized = setTimeout(() => link.say({ say: "scale", px_per_mm: scale() }), SIZED_MS);
});

sayPage();
if (table) {
  for (const id of ["title", "of"]) $(id).textContent = say("glass.table", { table });
}
document.documentElement.dataset.theme = "dark";
$("why").hidden = !isSecureContext; // only then does the screen stay on
$("insecure").hidden = isSecureContext;
link.connect();
