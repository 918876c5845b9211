// Who is signed in on this page, and what they may. The service decides; the page hides what it would refuse: an element
// with `data-needs="floor"` is shown to those who have that capability (sign_in.css).

let you = null;

// What the service says of who the page is signed in as; null for nobody.
export function hearYou(said) {
  you = said;
  const { dataset } = document.documentElement;
  if (you) dataset.can = you.can.join(" ");
  else delete dataset.can;
}

export const whoIAm = () => you;

export const may = (capability) => !you || you.can.includes(capability);

// Whether an order of this kind would be taken.
export const mayOrder = (kind) => !you || you.orders.includes(kind);

// Whether an act of this name would be taken back for who is here: one's own, a table's by the floor, another's by a director.
export function mayUndo(by) {
  if (!you) return true;
  if (by.startsWith("table ")) return may("floor");
  return by === you.name ? mayOrder("undo") : may("undo-others");
}
