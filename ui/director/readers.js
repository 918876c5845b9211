// The status of a table's readers, as text. A table's own strings are returned as text, to be inserted as text.

import { agoText } from "/web/room.js";
import { knows, say } from "/web/words.js";

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// For the top of the page: each reader that was connected but is not reading.
export function readerProblems(health) {
  if (!health || health.reader_ok) return [];
  const lost = health.readers.filter(({ problem }) => problem && problem !== "waits");
  return lost.map((reader) => said("director.reader", reader));
}

// For the table's card: each reader that is not reading, with what to do.
export function readerTroubles(health) {
  if (!health || health.reader_ok) return [];
  return health.readers.filter(({ problem }) => problem).map((reader) => sentence(advice(reader)));
}

// A newer table may send codes that this page does not know. Then its own text is shown.
function advice(reader) {
  if (knows(`readers.short.${reader.problem}`)) return said("director.advice", reader);
  const { says } = reader;
  return reader.place === "table" ? says : say("director.advice_text", { place: place(reader), says });
}

// The reader's place is shown unless it is hand-held.
function said(text, reader) {
  const known = (path, code, other) => (knows(`${path}.${code}`) ? say(`${path}.${code}`) : other);
  return say(reader.place === "table" ? `${text}_anywhere` : text, {
    place: place(reader),
    kind: known("director.kinds", reader.kind, reader.kind),
    problem: known("readers.short", reader.problem, say("readers.short.lost")),
    remedy: known("readers.remedies", reader.problem, ""),
  });
}

function place({ place: name }) {
  const seat = /^seat (\d+)$/.exec(name);
  if (seat) return say("readers.seat_place", { seat: seat[1] });
  return knows(`readers.places.${name}`) ? say(`readers.places.${name}`) : name;
}

// The readers' status: OK, or since when they have not been read.
export function readerState({ health, unread_ms: unreadMs }, serverMs) {
  if (!health) return "";
  if (health.reader_ok) return health.readers.length === 0 ? "" : say("director.reader_ok");
  if (unreadMs === null) return say("director.reader_out");
  return say("director.reader_out_for", { age: agoText(serverMs - unreadMs) });
}
