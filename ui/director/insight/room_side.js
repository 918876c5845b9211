// Shown beside the cards in the place "Now": the forecast, the pace and the leaders. They are refetched regularly while
// the page is visible.

import { html, render } from "/web/lit/lit-html.js";
import { drawFigures } from "./figures.js";
import { drawForecast } from "./forecast.js";
import { drawPace } from "./pace.js";

const EVERY_MS = 10_000;

export class RoomSide {
  #element;
  #ask;
  #of = ""; // the tournament that is shown
  #fetchedMs = -EVERY_MS; // in this page's time

  // `ask(path, body)` returns the answer or throws, like `answerOf` in asking.js.
  constructor(element, ask) {
    this.#element = element;
    this.#ask = ask;
    render(html`<div data-part="forecast"></div><div data-part="pace"></div><div data-part="figures"></div>`, element);
  }

  // Call this whenever the page is drawn, with the same room as the places get. It fetches the data when it is time to
  // do so.
  async draw({ word, tournament }) {
    const now = performance.now();
    const has = Boolean(tournament?.entries) && !tournament.ended;
    this.#element.hidden = !has;
    if (!has || document.hidden || (this.#of === tournament.id && now - this.#fetchedMs < EVERY_MS)) return;
    [this.#of, this.#fetchedMs] = [tournament.id, now];
    const path = `tournaments/${tournament.id}`;
    try {
      const [forecast, pace, figures] = await Promise.all(
        ["forecast", "pace", "figures"].map((one) => this.#ask(`${path}/${one}`)),
      );
      if (this.#of !== tournament.id) return;
      drawForecast(this.#part("forecast"), forecast, word.structure, word.zone);
      drawPace(this.#part("pace"), pace);
      drawFigures(this.#part("figures"), figures, word.zone);
    } catch {
      this.#fetchedMs = now; // keep what is shown, and ask again when it is time
    }
  }

  #part(name) {
    return this.#element.querySelector(`[data-part="${name}"]`);
  }
}
