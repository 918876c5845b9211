// The broadcast settings: whether tables are shown, with what delay, and the address of each for the video mixer. Each
// change is saved at once.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";
import { ask } from "./asking.js";

const MINUTES = [0, 1, 2, 5, 10, 15, 20, 30, 45, 60];
const HANDS = [0, 1, 2, 3, 5, 10];

// Draws the settings into `root`. `tables()` returns the numbers of the physical tables.
export async function showBroadcast(root, tables) {
  let why = "";
  let now = null;
  now = await asked("GET");
  if (!now) return;

  async function asked(method, body) {
    const answer = await ask(method, "broadcast", body);
    why = answer.why ?? "";
    return answer.said ?? now;
  }

  async function change(what) {
    const { on, minutes, hands } = now;
    now = await asked("POST", { on, minutes, hands, ...what });
    draw();
  }

  const choice = (name, choices) => html`
    <label>${say(`director.broadcast.${name}`)}
      <select @change=${(event) => change({ [name]: Number(event.target.value) })}>
        ${[...new Set([...choices, now[name]])].sort((one, other) => one - other).map((count) => html`
          <option value=${count} ?selected=${count === now[name]}>${count}</option>`)}
      </select>
    </label>`;

  const address = (table) => `${location.origin}/broadcast/?table=${table}#${now.token}`;

  const tableRow = (table) => html`
    <li>
      <a href=${address(table)} target="_blank" rel="noopener">${say("director.broadcast.table", { table })}</a>
      <button type="button" @click=${() => navigator.clipboard?.writeText(address(table))}>
        ${say("director.broadcast.copy", { table })}
      </button>
    </li>`;

  function draw() {
    render(html`
      <details class="broadcast" ?open=${now.on}>
        <summary><h2>${say("director.broadcast.title")}</h2></summary>
        <p>${say(now.on ? "director.broadcast.is_on" : "director.broadcast.is_off")}</p>
        <div class="choices">${choice("minutes", MINUTES)}${choice("hands", HANDS)}</div>
        <p>${say("director.broadcast.both")}</p>
        <button type="button" @click=${() => change({ on: !now.on })}>
          ${say(now.on ? "director.broadcast.stop" : "director.broadcast.start")}
        </button>
        <p role="alert">${why}</p>
        ${now.on ? html`
          <p>${say("director.broadcast.addresses")}</p>
          <ul>${tables().map(tableRow)}</ul>
          <button type="button" @click=${() => change({ new_token: true })}>
            ${say("director.broadcast.new_addresses")}
          </button>` : nothing}
      </details>`, root);
  }

  draw();
}
