// An undo button for the newest act about one thing, shown where the act was done.

import { html, nothing } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";
import { mayUndo } from "../rights.js";
import { actText, isOfTheClock } from "./just_done.js";

// `isAbout(act)` says which acts count, `undo(act)` undoes one. Draws nothing if no act can be undone.
export function takeBack({ acts, legal }, isAbout, undo, needs = "floor") {
  const act = acts.findLast((one) => legal.undo.includes(one.act) && !isOfTheClock(one) && mayUndo(one.by) && isAbout(one));
  if (!act) return nothing;
  return html`<button data-needs=${needs} @click=${() => undo({ do: "undo", act: act.act })}>
    ${say("director.take_back", { what: actText(act) })}</button>`;
}
