// Prints a page without any other part of the console on it, and without saving it.

import { render } from "/web/lit/lit-html.js";

export function printAlone(view) {
  const page = document.createElement("section");
  page.className = "alone-on-paper";
  render(view, page);
  document.body.append(page);
  addEventListener("afterprint", () => page.remove(), { once: true });
  window.print();
}
