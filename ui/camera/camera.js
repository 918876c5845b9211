// A phone as the camera over a table's board. It is paired like a tablet, and then sends a picture whenever its table
// asks for one.

import "/web/theme.js";
import { Link } from "./link.js";
import { canHoldFocus, holdFocus, Pictures } from "./pictures.js";
import { maySleep, stayAwake } from "/web/awake.js";
import { say, sayPage } from "/web/words.js";

const IDLE_MS = 3000; // a table that has not asked for this long is not reading
const RATE_MS = 2000;
const PARTS = ["door", "asking", "camera"];
const $ = (id) => document.getElementById(id);

let table = 0;
let token = "";
let track = null;
let isHeld = false;
let isLinked = false;
let askedMs = -IDLE_MS;
let sent = []; // the times of the last pictures

const pictures = new Pictures($("video"), (blob) => {
  sent.push(performance.now());
  link.send(blob);
});

const link = new Link({
  heard(message) {
    if (message.say === "next-frame") {
      askedMs = performance.now();
      pictures.ask();
    } else if (message.say === "camera-code") {
      $("number").textContent = `${message.check.slice(0, 3)} ${message.check.slice(3)}`;
      $("code").textContent = say("camera.code", { table });
      show("asking");
    } else if (message.say === "paired") {
      keep(message.table, message.token);
      run();
    } else if (message.say === "turned-away") {
      stop("turned_away");
    } else if (message.say === "camera-accepted") {
      isLinked = true;
      sayBattery();
    } else if (message.say === "refusal") {
      refused(message);
    }
    drawState();
  },
  lost() {
    isLinked = false;
    pictures.forget();
    drawState();
  },
});

function refused({ code, why, fix }) {
  if (code === "camera-not-paired") keep(table, "");
  if (code === "pairing-expired") stop("expired");
  else if (code.startsWith("camera-") || code.startsWith("pairing-")) stop("", `${sentence(why)} ${sentence(fix)}`);
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

// Opens the camera first: a phone without one, or whose owner refuses, does not ask the director for anything.
async function begin() {
  $("reason").textContent = "";
  table = Number($("table").value);
  try {
    track = await pictures.start();
  } catch (error) {
    stop(error instanceof DOMException && error.name === "NotAllowedError" ? "not_allowed" : "no_camera");
    return;
  }
  track.onended = () => stop("no_camera");
  isHeld = false;
  $("hold").hidden = !canHoldFocus(track);
  drawHold();
  if (token) run();
  else link.connect(() => ({ say: "ask-camera", table }));
}

async function run() {
  show("camera");
  link.connect(() => ({ say: "camera", table, token }));
  $("awake").textContent = say((await stayAwake()) ? "camera.awake" : "camera.not_awake");
}

// Stops everything and shows the reason.
function stop(reason = "", text = reason && say(`camera.${reason}`)) {
  link.close();
  pictures.stop();
  maySleep();
  track = null;
  isLinked = false;
  $("reason").textContent = text;
  $("begin").textContent = say(text ? "camera.again" : "camera.begin");
  show("door");
}

function show(part) {
  for (const one of PARTS) $(one).hidden = one !== part;
}

// The state of the camera, drawn twice a second.
function drawState() {
  const now = performance.now();
  sent = sent.filter((atMs) => now - atMs < RATE_MS);
  const isRead = isLinked && now - askedMs < IDLE_MS;
  const text = !isLinked ? "connecting" : isRead ? "sending" : "idle";
  $("state").textContent = say(`camera.${text}`, { table });
  $("state").className = isRead ? "good" : "warn";
  $("rate").textContent = isRead ? say("camera.rate", { count: Math.round((sent.length * 1000) / RATE_MS) }) : "";
  $("sideways").hidden = $("video").videoHeight <= $("video").videoWidth;
}

function drawHold() {
  $("hold").textContent = say(isHeld ? "camera.unlock" : "camera.lock");
  $("hold").setAttribute("aria-pressed", String(isHeld));
}

async function sayBattery() {
  const battery = await /** @type {any} */ (navigator).getBattery?.();
  if (!battery) return;
  const tell = () => link.say({ say: "battery", percent: Math.round(battery.level * 100), charging: battery.charging });
  battery.onlevelchange = battery.onchargingchange = tell;
  tell();
}

// What the phone remembers. A browser may refuse to store anything; the page then asks again after each load.
function keep(newTable, newToken) {
  [table, token] = [newTable, newToken];
  try {
    localStorage.setItem("camera", JSON.stringify({ table, token }));
  } catch {
    // the page works without it
  }
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem("camera") ?? "{}");
  } catch {
    return {};
  }
}

$("door-form").onsubmit = (event) => {
  event.preventDefault();
  begin();
};
$("table").onchange = () => {
  if (Number($("table").value) !== table) token = "";
};
$("hold").onclick = async () => {
  isHeld = !isHeld;
  drawHold();
  await holdFocus(track, isHeld);
};
for (const button of document.querySelectorAll(".stop")) button.onclick = () => stop();
setInterval(drawState, 500);

sayPage();
({ table = 0, token = "" } = kept());
const asked = Number(new URLSearchParams(location.hash.slice(1)).get("table"));
if (asked && asked !== table) [table, token] = [asked, ""];
$("table").value = table ? String(table) : "";
$("insecure").hidden = isSecureContext;
$("begin").disabled = !isSecureContext;
if (isSecureContext && token) begin();
