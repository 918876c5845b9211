// An undo button for the newest act about one thing, shown where the act was done.

import { html, nothing } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";
import { mayUndo } from "../rights.js";
import { NAMED, actAbout, actText, isOfTheClock } from "./just_done.js";

// What the undo of an act takes back, as text.
export const undoText = (act, tournament) => say("director.take_back", { what: actAbout(act, tournament, NAMED) });

// `isAbout(act)` says which acts count, `undo(act)` undoes one. Draws nothing if no act can be undone. A button `beside`
// its player or table does not name them.
export function takeBack(tournament, isAbout, undo, { needs = "floor", beside = false } = {}) {
  const { acts, legal } = tournament;
  const act = acts.findLast((one) => legal.undo.includes(one.act) && !isOfTheClock(one) && mayUndo(one.by) && isAbout(one));
  if (!act) return nothing;
  return html`<button data-needs=${needs} @click=${() => undo({ do: "undo", act: act.act })}>
    ${beside ? say("director.take_back", { what: actText(act) }) : undoText(act, tournament)}</button>`;
}
