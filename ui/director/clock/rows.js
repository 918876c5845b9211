// The rows of the structure. Played rows are locked, only the length of the current row can change, and later rows can
// be edited.

import { html } from "/web/lit/lit-html.js";
import { repeat } from "/web/lit/directives/repeat.js";
import { anteText, blindsText, clockText, entryName, isLevel } from "/web/room.js";
import { chips, halves, say, timeOfDay } from "/web/words.js";
import { lastsIn } from "./draft.js";
import { may } from "../rights.js";

const HALF_A_DAY_MS = 12 * 3600000;

// `editing` has the draft, the clock's position, the open row, and a function for each change.
export function rowsOf(editing) {
  const { structure } = editing.draft;
  return html`
    <ol class="rows">
      <li class="head" aria-hidden="true">
        <span></span><span>${say("director.structure.blinds")}</span><span>${say("director.structure.ante")}</span>
        <span>${say(`director.structure.${lastsIn(structure)}`)}</span><span>${say("director.structure.starts")}</span>
      </li>
      ${repeat(editing.draft.rows, (one) => one.key, (one, at) => rowOf(editing, structure, at))}
    </ol>
  `;
}

function rowOf(editing, structure, at) {
  const { draft, current, open, locked } = editing;
  const { key, entry } = draft.rows[at];
  const [isPast, isNow] = [at < locked, at === current];
  const was = draft.was(at);
  const isOther = was === null || Object.keys(was).length > 0;
  const name = entryName(structure, at);
  const kind = `${isPast ? "past" : isNow ? "now" : "coming"}${isOther ? " other" : ""}${isLevel(entry) ? "" : " pause"}`;
  return html`<li class=${`row ${kind}`} aria-current=${isNow ? "step" : "false"}>
    <div class="line">
      <button class="open" aria-expanded=${String(open === key)} @click=${() => editing.toggle(key)}>
        <span class="what">
          ${isPast ? html`<span class="lock" aria-hidden="true"></span><span class="spoken">${say("director.structure.played")}</span>` : ""}
          ${isLevel(entry)
            ? html`<bdi class="name">${name}</bdi> <b>${blindsText(entry)}</b>`
            : html`<b><bdi>${name}</bdi></b>`}
        </span>
        <span class="ante">${isLevel(entry) ? anteText(entry) : colorUpText(entry)}</span>
      </button>
      ${isPast || !may("run")
        ? html`<span class="length">${halves(lengthIn(structure, entry))}</span>`
        : lengthInput(editing, structure, at, name)}
      <span class="starts">${startsText(editing, at)}</span>
      <span class="note">${noteOf(editing, was, isNow)}</span>
    </div>
    ${open === key ? html`<div class="edit" data-needs="run">${isPast ? "" : fieldsOf(editing, at)}${actsOf(editing, at, name)}</div>` : ""}
  </li>`;
}

const unitOf = (structure, entry) => (isLevel(entry) ? lastsIn(structure) : "minutes");
const lengthIn = (structure, entry) => entry[unitOf(structure, entry)];

function lengthInput(editing, structure, at, name) {
  const { entry } = editing.draft.rows[at];
  const unit = unitOf(structure, entry);
  const [step, most] = unit === "minutes" ? [0.5, 1440] : [1, 1000];
  return html`<input
    class="length" type="number" inputmode="decimal" min=${step} max=${most} step=${step} required
    aria-label=${say(`director.structure.length_of.${unit}`, { name })}
    .value=${String(entry[unit])}
    @change=${(event) => editing.setLength(at, unit, event.target)}
    @keydown=${(event) => event.key === "Enter" && editing.nextLength(event.target)}
  />`;
}

function startsText({ begins, nowMs, zone }, at) {
  const ms = begins[at];
  return ms === null ? "" : timeOfDay(ms, zone, Math.abs(ms - nowMs) > HALF_A_DAY_MS);
}

function noteOf({ leftMs, play, begun }, was, isNow) {
  if (was === null) return say("director.structure.new");
  if (Object.keys(was).length) return say("director.structure.was", { was: wasText(was) });
  if (!isNow || play || !begun) return "";
  return say("director.structure.now", { left: clockText(leftMs) });
}

// The old values as a short text.
function wasText(was) {
  const said = [];
  if ("small" in was || "big" in was) said.push([was.small, was.big].filter((one) => one !== undefined).map(chips).join(" / "));
  if ("ante" in was || "ante_form" in was) said.push(was.ante ? say("director.structure.was_ante", { ante: chips(was.ante) }) : say("director.structure.no_ante"));
  for (const unit of ["minutes", "hands", "orbits"]) if (was[unit]) said.push(halves(was[unit]));
  if ("color_up" in was) said.push(colorUpText(was) || say("director.structure.no_color_up"));
  if ("name" in was) said.push(was.name);
  return said.join(", ");
}

const colorUpText = ({ color_up: gone }) =>
  (gone?.length ? say("director.structure.color_up", { chips: gone.map(chips).join(", ") }) : "");

// Fields of an open row

function fieldsOf(editing, at) {
  const { entry } = editing.draft.rows[at];
  if (at === editing.current && editing.begun) return steppers(editing, at);
  return html`
    ${steppers(editing, at)}
    ${isLevel(entry) ? levelFields(editing, at, entry) : chipFields(editing, at, entry)}
    <label>${say("director.structure.name")}
      <input maxlength="60" autocomplete="off" .value=${/^(Level \d+|Break)?$/.test(entry.name) ? "" : entry.name}
        @change=${(event) => editing.set(at, { name: event.target.value.trim() })} />
    </label>
  `;
}

function steppers(editing, at) {
  const { entry } = editing.draft.rows[at];
  if (!entry.minutes) return "";
  const step = (by) => html`<button
    aria-label=${say(by < 0 ? "director.structure.shorter" : "director.structure.longer", { minutes: halves(Math.abs(by)) })}
    ?disabled=${entry.minutes + by < 0.5}
    @click=${() => editing.set(at, { minutes: entry.minutes + by })}
  >${by < 0 ? "\u2212" : "+"}${halves(Math.abs(by))}</button>`;
  return html`<div class="steppers" role="group" aria-label=${say("director.structure.minutes")}>
    ${[-5, -0.5, 0.5, 5].map(step)}
  </div>`;
}

function levelFields(editing, at, entry) {
  const amount = (field, label, more = {}) => html`<label>${label}
    <input type="number" inputmode="numeric" min=${field === "ante" ? 0 : 1} step=${editing.draft.chipsAt(at)[0] ?? 1} required
      .value=${String(entry[field])}
      @change=${(event) => editing.setAmount(at, field, event.target, more)} />
  </label>`;
  return html`
    ${amount("small", say("director.structure.small"))}
    ${amount("big", say("director.structure.big"))}
    <label>${say("director.structure.ante_form")}
      <select @change=${(event) => editing.setForm(at, event.target.value)}>
        ${["none", "big-blind", "each"].map((form) => html`<option value=${form} ?selected=${form === entry.ante_form}>
          ${say(`director.structure.forms.${form}`)}</option>`)}
      </select>
    </label>
    ${entry.ante_form === "none" ? "" : amount("ante", say("director.structure.ante"))}
  `;
}

// During a break, the smallest chips are colored up, smallest first.
function chipFields(editing, at, entry) {
  const here = editing.draft.chipsAt(at);
  if (here.length < 2) return "";
  return html`<fieldset>
    <legend>${say("director.structure.leaves")}</legend>
    ${here.slice(0, -1).map((chip, place) => html`<button
      aria-pressed=${String(place < entry.color_up.length)}
      @click=${() => editing.set(at, { color_up: here.slice(0, place < entry.color_up.length ? place : place + 1) })}
    >${chips(chip)}</button>`)}
  </fieldset>`;
}

function actsOf(editing, at, name) {
  const { draft, current, locked, begun } = editing;
  const { entry } = draft.rows[at];
  const canAdd = at >= locked - 1 && at >= (begun ? current : 0);
  const canRemove = at >= locked && !(begun && at === current) && draft.rows.length > 1;
  return html`<div class="acts">
    ${canAdd
      ? html`<button @click=${() => editing.addLevel(at)}>${say("director.structure.add_level")}</button>
          <button @click=${() => editing.addBreak(at)} ?disabled=${at === draft.rows.length - 1}>${say("director.structure.add_break")}</button>`
      : ""}
    ${at >= locked && isLevel(entry) && at < draft.rows.length - 1
      ? html`<button @click=${() => editing.sameLength(at)}>${say("director.structure.same_length")}</button>` : ""}
    ${canRemove ? html`<button @click=${() => editing.remove(at)}>${say("director.structure.remove")}</button>` : ""}
    ${editing.jumpButton(at, name)}
  </div>`;
}
