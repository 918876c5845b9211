// The newest act about one thing, with the button that takes it back where it was done.

import { html, nothing } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";
import { mayUndo } from "../rights.js";
import { actText, isOfTheClock } from "./just_done.js";

// `isAbout(act)` says which acts count, `undo(act)` takes one back. Nothing where something depends on it.
export function takeBack({ acts, legal }, isAbout, undo, needs = "floor") {
  const act = acts.findLast((one) => legal.undo.includes(one.act) && !isOfTheClock(one) && mayUndo(one.by) && isAbout(one));
  if (!act) return nothing;
  return html`<button data-needs=${needs} @click=${() => undo({ do: "undo", act: act.act })}>
    ${say("director.take_back", { what: actText(act) })}</button>`;
}
