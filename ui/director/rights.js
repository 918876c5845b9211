// The user who is signed in on this page, and their rights. The service decides; the page only hides what would be
// refused. An element with `data-needs="floor"` is shown to users with that capability (sign_in.css).

import { say } from "/web/words.js";

let you = null;

// The service's message about the signed-in user. Null for nobody.
export function hearYou(said) {
  you = said;
  const { dataset } = document.documentElement;
  if (you) dataset.can = you.can.join(" ");
  else delete dataset.can;
}

export const whoIAm = () => you;

// The name of the clock that runs the room, if this one only shows it. Otherwise, an empty string.
export const follows = () => you?.follows ?? "";

export const may = (capability) => !you || you.can.includes(capability);

// Whether the user may give an order of this kind.
export const mayOrder = (kind) => !you || you.orders.includes(kind);

// Whether the user may undo an act by this name. Users may undo their own acts, the floor may undo a table's, and a
// director may undo others'.
export function mayUndo(by) {
  if (!you) return true;
  if (by.startsWith("table ")) return may("floor");
  return by === you.name ? mayOrder("undo") : may("undo-others");
}

// The name of the person or the part of the room that did something, in the page's language.
export function doneBy(by) {
  const table = /^table (\d+)$/.exec(by);
  if (table) return say("director.table", { table: table[1] });
  return ["clock", "policy", "director"].includes(by) ? say(`director.log.${by}`) : by;
}
