// The forms for orders in the place "Room". A form names its `acts`, which can be undone there. `says(sitting)` returns
// the text for a table at which its order is in effect, or an empty string.

import { HandForHand } from "./hand_for_hand.js";
import { PauseTable } from "./pause_table.js";

const FORMS = [PauseTable, HandForHand];

export const ACTS = FORMS.flatMap((one) => one.acts);

export const inEffect = (sitting) => FORMS.map((one) => one.says(sitting)).find(Boolean);

export class RoomOrders {
  #forms;

  constructor(element, sender, redraw) {
    this.#forms = FORMS.map((Form) => {
      const place = document.createElement("div");
      element.append(place);
      return new Form(place, sender, redraw);
    });
  }

  draw(tournament) {
    for (const form of this.#forms) form.draw(tournament);
  }
}
