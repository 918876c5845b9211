// How the readers of a table are, in words. What a table says is given back as text, to be put in as text.

import { agoText } from "/display/room.js";

const PROBLEM = {
  unplugged: "unplugged",
  absent: "not there",
  denied: "may not be opened",
  busy: "used by another program",
  silent: "does not answer",
  failing: "keeps failing",
  covered: "covered",
  dark: "sees only dark",
  frozen: "sends no new pictures",
  unlearned: "knows no deck",
};

// Where it stands, unless it is taken to the card.
const named = ({ place, kind }) => (place === "table" ? kind : `${place} ${kind}`);

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// What the top of the page says: each reader that was there and does not read. An older table's have no names.
export function readerProblems(health) {
  if (!health || health.reader_ok) return [];
  if (!health.readers) return ["no card reader"];
  const lost = health.readers.filter(({ problem }) => problem && problem !== "waits");
  return lost.map((reader) => `${named(reader)} ${PROBLEM[reader.problem] ?? "lost"}`);
}

// What the table's card says: each reader that does not read, with what to do.
export function readerTroubles(health) {
  if (!health || health.reader_ok) return [];
  if (!health.readers) return [health.reader];
  return health.readers.filter(({ problem }) => problem).map(advice);
}

const advice = ({ place, says }) => sentence(place === "table" ? says : `${place}: ${says}`);

// What it says where all is well, and since when it is not.
export function readerState({ health, unread_ms: unreadMs }, serverMs) {
  if (!health) return "";
  if (health.reader_ok) return health.readers?.length === 0 ? "" : "cards are read";
  return unreadMs === null ? "a reader is out" : `a reader is out for ${agoText(serverMs - unreadMs)}`;
}
