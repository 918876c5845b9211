// One open entry: its place, its chips, and what can be done with it. If the rules refuse an act, it says why.

import { html, nothing } from "/web/lit/lit-html.js";
import { chips, money, say } from "/web/words.js";
import { storyOf } from "../insight/story.js";
import { rebuyText } from "../now/cards.js";
import { takeBack } from "../now/taken_back.js";
import { isOut, nameText, whereText } from "./find.js";

// `does` has the button actions: send(action), enterAgain(entry), open(number), print(kind, entry), move(), punish() and
// close(). `zone` is the room's time zone, `said` the answer to what was just done, `story` the fetched story, `penalty`
// the penalty form if it is open, and `corrections` the corrections of the name.
export function one(entry, { tournament, blind, zone, moving, said, penalty, story, corrections }, does) {
  const inMoney = (amount) => money(amount, tournament);
  const held = isOut(entry) || entry.chips === null ? "" : chips(entry.chips);
  return html`
    <header>
      <h2><bdi>${nameText(entry)}</bdi></h2>
      <button class="small" @click=${does.close}>${say("director.field.close")}</button>
    </header>
    <p class="of">${say("director.field.entry", { entry: entry.entry })}${entry.member ? html` · ${say("director.field.member", { number: entry.member })}` : nothing} · ${whereText(entry, inMoney)}</p>
    <p class="answered" role="status">${said}</p>
    ${entry.roster?.length ? html`<p>${entry.roster.map((name, at) => html`${at ? ", " : ""}<bdi>${name}</bdi>`)}</p>` : nothing}
    <dl class="figures">
      ${held ? figure("chips", held) : nothing}
      ${held && blind ? figure("blinds", chips(Math.floor(entry.chips / blind))) : nothing}
      ${entry.payout ? figure("won", inMoney(entry.payout)) : nothing}
      ${entry.bounties ? figure("bounties", inMoney(entry.bounties)) : nothing}
    </dl>
    <div class="acts">${buttons(entry, tournament, does, inMoney)} ${takeBack(tournament, isAbout(entry), does.send, { needs: "register", beside: true })}</div>
    ${moving && !entry.pinned ? moveForm(entry, tournament, does) : nothing}
    ${penalty} ${corrections}
    <p class="acts">
      ${entry.seat && !isOut(entry) ? button("seat_card", () => does.print("seat-cards", entry.entry)) : nothing}
      ${entry.seat && !isOut(entry) ? button("ticket", () => does.print("moves", entry.entry)) : nothing}
    </p>
    ${story?.entry === entry.entry ? storyOf(story, zone) : nothing}`;
}

// An act on one or two entries is about each of them. A draw is not.
const isAbout = ({ entry }) => ({ entries }) => entries.length <= 2 && entries.includes(entry);

const figure = (name, value) => html`<div><dt>${say(`director.field.${name}`)}</dt><dd>${value}</dd></div>`;

const button = (name, press, { go = false, needs = "", fields = {} } = {}) =>
  html`<button class=${go ? "go" : ""} data-needs=${needs || nothing} @click=${press}>${say(`director.field.${name}`, fields)}</button>`;

function buttons(entry, tournament, does, inMoney) {
  const { entry: number, player, refund } = entry;
  const send = (what) => () => does.send({ do: what, entry: number });
  const isProposed = (what) => tournament.proposals.some((one) => one.action.do === what && one.action.entry === number);
  if (tournament.ended) return nothing;
  if (isOut(entry)) {
    const back = tournament.entries.find((one) => one.player === player && !one.voided && !isOut(one));
    if (back) return button("back_in", () => does.open(back.entry), { fields: { entry: back.entry } });
    if (!tournament.legal.enter || !entry.finish) return nothing;
    const price = entryPrice(tournament);
    return html`${tournament.legal.rebuy ? rebuy({ entry: number, times: 1 }, tournament, does) : nothing}
      ${button(price ? "re_enter_for" : "re_enter", () => does.enterAgain(entry), { go: true, needs: "register", fields: { amount: inMoney(price) } })}`;
  }
  const register = { needs: "register" };
  const floor = { needs: "floor" };
  return html`
    ${isProposed("confirm-bust") ? button("bust", send("confirm-bust"), { go: true, needs: "floor" }) : nothing}
    ${entry.waits ? button("promote", send("promote"), register) : nothing}
    ${entry.seat || entry.waits ? nothing : button("draw_seat", send("seat-entry"), { go: true, needs: "floor" })}
    ${entry.waits || entry.pinned ? nothing : button(entry.seat ? "move" : "choose_seat", does.move, floor)}
    ${entry.seat ? button(entry.pinned ? "unpin" : "pin", () => does.send({ do: "pin-entry", entry: number, on: !entry.pinned }), floor) : nothing}
    ${entry.seat && tournament.legal.rebuy ? rebuys(number, tournament).map((one) => rebuy(one, tournament, does)) : nothing}
    ${entry.seat && tournament.legal.add_on ? button("add_on", send("add-on"), register) : nothing}
    ${canBePunished(entry, tournament) ? button("penalty", does.punish, floor) : nothing}
    ${entry.checked_in ? nothing : button("check_in", send("check-in"), register)}
    ${entry.seat && !isProposed("confirm-bust") ? button("bust", send("confirm-bust"), floor) : nothing}
    ${button(refund ? "void_refund" : "void", send("void-entry"), { needs: "register", fields: { refund: inMoney(refund) } })}`;
}

// What an entry costs, in the minor unit.
export const entryPrice = ({ terms }) => terms.buy_in + terms.fee + (terms.prizes?.bounty ?? 0);

// One rebuy. If an entry has just busted, it is everything that the entry may buy at once.
function rebuys(number, tournament) {
  const offered = tournament.proposals.flatMap(({ instead }) => instead).filter(({ entry }) => entry === number);
  return offered.length ? offered : [{ entry: number, times: 1 }];
}

const rebuy = ({ entry, times }, tournament, does) =>
  html`<button data-needs="register" @click=${() => does.send({ do: "rebuy", entry, times })}>${rebuyText({ entry, times }, tournament)}</button>`;

// Whether a penalty can be given: the entry must be at a table with a kiosk.
export function canBePunished(entry, tournament) {
  const at = tournament.sittings.find((one) => one.sitting === entry.sitting);
  return Boolean(entry.seat && at && !at.typed && !at.closed && !entry.on_the_way && !isOut(entry) && !tournament.ended);
}

// A form to choose a table and a free seat.
function moveForm(entry, tournament, does) {
  const taken = new Set(tournament.entries.filter((one) => one.seat && !isOut(one)).map((one) => `${one.sitting} ${one.seat}`));
  const isHere = (one) => Number(one.sitting === entry.sitting); // the player's own table comes last
  const open = tournament.sittings.filter((one) => !one.closed && !one.breaking).sort((one, other) => isHere(one) - isHere(other));
  const seats = open.flatMap((one) =>
    Array.from({ length: one.seat_count }, (_, at) => ({ ...one, seat: at + 1 })).filter(
      (each) => !taken.has(`${each.sitting} ${each.seat}`) && !each.unused.includes(each.seat),
    ),
  );
  const move = (event) => {
    event.preventDefault();
    const [sitting, seat] = event.target.elements.to.value.split(" ").map(Number);
    does.send({ do: entry.seat ? "move-entry" : "seat-entry", entry: entry.entry, to: { sitting, seat } });
  };
  if (!seats.length) return html`<p class="why">${say("director.field.no_seat")}</p>`;
  return html`<form class="fields" data-needs="floor" @submit=${move}>
    <p>
      <label for="move-to">${say("director.field.to")}</label>
      <select id="move-to" name="to">
        ${seats.map((each) => html`<option value="${each.sitting} ${each.seat}">${say("director.seated", each)}</option>`)}
      </select>
    </p>
    <button class="go">${say(entry.seat ? "director.field.move_do" : "director.field.seat_do")}</button>
  </form>`;
}
