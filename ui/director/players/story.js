// A player's story: the stack hand by hand as a line, and the biggest pots.

import { html, nothing, svg } from "/web/lit/lit-html.js";
import { chips, say } from "/web/words.js";

const [WIDTH, HEIGHT] = [320, 96];

export function storyOf({ points, pots }) {
  if (!points?.length) return nothing;
  return html`<section class="story" aria-label=${say("director.field.story")}>
    <h3>${say("director.field.story")}</h3>
    ${line(points)}
    <p class="of">${say("director.field.story_hands", { count: points.length })}</p>
    ${pots.length ? html`<ul>${pots.map(pot)}</ul>` : nothing}
  </section>`;
}

function line(points) {
  const most = Math.max(...points.map((one) => one.chips), 1);
  const x = (at) => (points.length > 1 ? (at * WIDTH) / (points.length - 1) : WIDTH);
  const y = (held) => HEIGHT - 4 - (held / most) * (HEIGHT - 10);
  const path = points.map((one, at) => `${x(at).toFixed(1)},${y(one.chips).toFixed(1)}`).join(" ");
  const said = say("director.field.story_line", { most: chips(most), now: chips(points.at(-1).chips) });
  return svg`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${said} preserveAspectRatio="none">
    <polyline points=${path} /></svg>`;
}

const pot = ({ table, hand, change }) => html`<li>
  <b class=${change < 0 ? "lost" : "won"}>${change < 0 ? `−${chips(-change)}` : `+${chips(change)}`}</b>
  ${say("director.field.story_pot", { table, hand: chips(hand) })}
</li>`;
