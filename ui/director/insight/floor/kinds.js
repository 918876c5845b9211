// The kinds of penalties, corrections and decisions that the floor can give at a table from the console. Pure: whether
// each is possible now, whom it can concern, the action it makes and the label of its button.

import { chips, say } from "/web/words.js";

export const GROUPS = {
  penalty: ["warning", "hands", "rounds", "disqualify"],
  correction: ["set-stacks", "award-last", "correct-bets", "move-button", "lift-penalty"],
  overrule: ["award-pots", "make-live", "make-dead", "move-chips", "void-hand"],
};

const OF_A_SEAT = ["warning", "hands", "rounds", "disqualify", "correct-bets", "move-button", "lift-penalty", "make-live", "make-dead", "move-chips"];
const STRONG = ["disqualify", "void-hand"]; // drastic orders

// A new draft of a form.
export const begun = (kind) => ({ kind, seat: 0, count: "1", chips: "", back: false, stacks: {}, pots: [], why: "" });

export const hasSeat = ({ kind }) => OF_A_SEAT.includes(kind);
export const hasCount = ({ kind }) => kind === "hands" || kind === "rounds";
export const hasChips = ({ kind }) => kind === "correct-bets" || kind === "move-chips";
export const hasStacks = ({ kind }) => kind === "set-stacks";
export const hasPots = ({ kind }) => kind === "award-pots" || kind === "award-last";
export const isStrong = ({ kind }) => STRONG.includes(kind);

// The reason why a kind is not possible now, as the name of a text. Empty if it is possible. `orders` is the answer of
// GET .../orders. With a `seat`, it concerns only the player there.
export function barred(kind, live, orders, seat = 0) {
  if (seat && hasSeat({ kind }) && !seatsOf(kind, live).some((one) => one.seat === seat)) {
    return live.seats.some((one) => one.seat === seat) ? "no_chips" : "left";
  }
  switch (kind) {
    case "rounds": return orders.in_hands ? "in_hands" : "";
    case "set-stacks": case "move-button": return live.playing ? "between" : "";
    case "correct-bets": case "move-chips": case "void-hand": return live.playing ? "" : "in_hand";
    case "award-last": return orders.last && orders.pots.length ? "" : "no_pots";
    case "award-pots": return live.playing && !orders.last && orders.pots.length ? "" : "betting";
    default: return hasSeat({ kind }) && !seatsOf(kind, live).length ? "nobody" : "";
  }
}

// The seats that a kind can concern. A player without chips does not miss hands, has no bet and does not get the
// button.
export function seatsOf(kind, live) {
  const inHand = live.seats.filter((one) => live.playing && one.dealt);
  switch (kind) {
    case "hands": case "rounds": case "move-button": return live.seats.filter((one) => one.chips || inHand.includes(one));
    case "correct-bets": case "move-chips": return inHand;
    case "make-live": return inHand.filter((one) => !one.live);
    case "make-dead": return inHand.filter((one) => one.live);
    case "lift-penalty": return live.seats.filter((one) => one.misses);
    default: return live.seats;
  }
}

// The seats whose stack is to change, with the old and new count.
export const changedStacks = ({ stacks }, live) => live.seats
  .map(({ seat, chips: has }) => ({ seat, has, to: Number(stacks[seat] || has) })).filter(({ has, to }) => to !== has);

const difference = (draft, live) => changedStacks(draft, live).reduce((sum, { has, to }) => sum + to - has, 0);

// Whether the draft has everything that it needs.
export function isWhole(draft, live, orders) {
  if (!draft.why.trim()) return false;
  if (hasSeat(draft) && !draft.seat) return false;
  if (hasCount(draft) && !(Number(draft.count) > 0)) return false;
  if (hasChips(draft) && !(Number(draft.chips) > 0)) return false;
  if (hasStacks(draft) && !changedStacks(draft, live).length) return false;
  return !hasPots(draft) || orders.pots.every((_, at) => draft.pots[at]?.length);
}

// The action of a complete draft. For pots, `order` is the clock's division of them.
export function actionOf(draft, live, order = null) {
  const { kind, seat } = draft;
  const why = draft.why.trim();
  switch (kind) {
    case "warning": return { ask: "warning", seat, by: "", why };
    case "hands": case "rounds": return { ask: "penalize", seat, by: "", why, [kind]: Number(draft.count) };
    case "disqualify": return { ask: "disqualify", seat, by: "", why };
    case "correct-bets": return { ask: "correct-bets", seats: [seat], chips: [signedChips(draft)], floor: why };
    default: return { ask: "overrule", by: "", why, order: order ?? orderOf(draft, live) };
  }
}

function orderOf(draft, live) {
  const { kind, seat } = draft;
  if (kind === "void-hand") return { order: kind };
  if (kind === "move-chips") return { order: kind, seat, chips: signedChips(draft) };
  if (kind !== "set-stacks") return { order: kind, seat };
  const changed = changedStacks(draft, live);
  return { order: kind, seats: changed.map((one) => one.seat), stacks: changed.map((one) => one.to), difference: difference(draft, live) };
}

const signedChips = ({ chips: many, back }) => (back ? -1 : 1) * Number(many);

// The kind, plus the direction in which the chips go, if it moves any.
export const wayOf = (draft) => (hasChips(draft) ? `${draft.kind}-${draft.back ? "back" : "in"}` : draft.kind);

// The label of the button. Dots stand for a player who is not chosen yet.
export function gives(draft, live) {
  const found = live.seats.find((one) => one.seat === draft.seat);
  const who = found?.name || (draft.seat ? say("director.floor.seat", { seat: draft.seat }) : "…");
  if (hasCount(draft)) return say(`director.floor.gives.${draft.kind}`, { who, count: Number(draft.count) || 0 });
  if (hasPots(draft)) return say("director.floor.gives.pots");
  if (hasStacks(draft)) return say("director.floor.gives.set-stacks", { count: changedStacks(draft, live).length });
  return say(`director.floor.gives.${wayOf(draft)}`, { who, chips: chips(Number(draft.chips) || 0), hand: live.hand });
}

// How a correction of counts changes the chips on the table.
export function differenceText(draft, live) {
  const more = difference(draft, live);
  if (!more) return say("director.floor.same_chips");
  return say(more > 0 ? "director.floor.more_chips" : "director.floor.fewer_chips", { chips: chips(Math.abs(more)) });
}
