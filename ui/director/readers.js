// How the readers of a table are, in words. What a table says is given back as text, to be put in as text.

import { agoText } from "/display/room.js";
import { knows, say } from "/display/words.js";

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// What the top of the page says: each reader that was there and does not read. An older table's have no names.
export function readerProblems(health) {
  if (!health || health.reader_ok) return [];
  if (!health.readers) return [say("director.no_reader")];
  const lost = health.readers.filter(({ problem }) => problem && problem !== "waits");
  return lost.map((reader) => said("director.reader", reader));
}

// What the table's card says: each reader that does not read, with what to do.
export function readerTroubles(health) {
  if (!health || health.reader_ok) return [];
  if (!health.readers) return [health.reader];
  return health.readers.filter(({ problem }) => problem).map((reader) => sentence(advice(reader)));
}

// A newer table may have words that this page does not know: then what it says itself.
function advice(reader) {
  if (knows(`readers.short.${reader.problem}`)) return said("director.advice", reader);
  const { says } = reader;
  return reader.place === "table" ? says : say("director.advice_text", { place: place(reader), says });
}

// Where it stands, unless it is taken to the card.
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

// What it says where all is well, and since when it is not.
export function readerState({ health, unread_ms: unreadMs }, serverMs) {
  if (!health) return "";
  if (health.reader_ok) return health.readers?.length === 0 ? "" : say("director.cards_read");
  if (unreadMs === null) return say("director.reader_out");
  return say("director.reader_out_for", { age: agoText(serverMs - unreadMs) });
}
