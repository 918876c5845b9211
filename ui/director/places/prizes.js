// The place "Prizes": what was paid in, what each place gets and who has it, and a deal with its amounts before it is
// agreed on.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { chips, halves, language, money, say, typedNumber } from "/web/words.js";
import { prizeLines, unclaimedText } from "../now/agreed.js";
import { takeBack } from "../now/taken_back.js";
import { NotDone, download, paper, papers } from "../players/lists.js";
import { setText } from "../tables.js";

const WAYS = ["chips", "icm", "even"]; // the ways to divide that the clock calculates
const MANY = 14; // with more lines than this, or beside the table of a deal, the prizes use the page's whole width
const AGREED = "agreed"; // amounts that the players agree on, starting from the previously chosen way
const $ = (id) => document.getElementById(id);

export class Prizes {
  #root;
  #sender;
  #key;
  #tournament = null;
  #offers = null; // by way: the shares of a deal
  #way = "icm";
  #mark = 0; // the record that the offers are based on
  #agreed = new Map(); // by entry: the typed amount

  // `sender` sends orders, and `key()` returns the key for API requests.
  constructor(root, sender, key) {
    this.#root = root;
    this.#sender = sender;
    this.#key = key;
  }

  draw({ tournament }) {
    if (!tournament || tournament === this.#tournament) return;
    if (tournament.id !== this.#tournament?.id) this.#offers = null;
    this.#tournament = tournament;
    this.#show();
  }

  #money = (amount) => money(amount, this.#tournament);

  // An amount in the table of a deal. The sentence below the table has the currency.
  #plain = (amount) => money(amount, { ...this.#tournament, currency: "" });

  #show = () => {
    const { pool, fees, ended, go_on: goOn, deal, in_final: inFinal } = this.#tournament;
    const isSeated = this.#tournament.entries.some((one) => one.seat);
    const hasDeal = deal || Boolean(pool && isSeated && !inFinal);
    const lines = this.#lines();
    const why = html`<p id="deal-why" class="why" role="alert"></p>`;
    render(
      html`<div class="prizes">
        <section id="prizes" class="panel ${lines.length > MANY || this.#offers ? "many" : ""}" ?hidden=${!pool && !fees && !goOn}>
          <h2>${say("director.prizes.title")}</h2>
          <dl id="prize-lines">${lines.map(([name, amount]) => html`<div><dt>${name}</dt><dd>${amount}</dd></div>`)}</dl>
          ${this.#tournament.unclaimed ? html`<p id="unclaimed" class="note">${unclaimedText(this.#tournament)}</p>` : nothing}
          <p id="bubble">${this.#bubble()}</p>
          ${goOn && !ended ? html`<p id="flight-end" class="note">${
            say(`director.prizes.${this.#tournament.go_on_may_change ? "go_on_now" : "go_on"}`, { count: goOn })}</p>` : nothing}
          <div class="acts">${papers()} ${this.#printing("payouts")} ${this.#printing("results")}
            <a class="button" href="/results/?tournament=${this.#tournament.id}" target="_blank" rel="noopener">${say("director.deal.results_page")}</a></div>
          ${ended ? why : nothing}
        </section>
        ${ended ? nothing : html`<section id="deal" class="panel" ?hidden=${!hasDeal}>${this.#deal()}${why}</section>`}
      </div>`,
      this.#root,
    );
  };

  // The pool, then each prize with the player who has it.
  #lines() {
    const named = ["paid_in", "overlay", "pool", "fees"].filter((what) => this.#tournament[what] || what === "pool");
    return [
      ...named.map((what) => [say(`director.prizes.${what}`), this.#money(this.#tournament[what])]),
      ...prizeLines(this.#tournament),
    ];
  }

  #left() {
    return this.#tournament.entries.filter((one) => !one.voided && !one.waits && !one.forfeit && (!one.finish || one.finish === 1));
  }

  #bubble() {
    const [left, paid] = [this.#left().length, this.#tournament.prizes.length];
    if (this.#tournament.ended || !this.#tournament.pool) return "";
    if (this.#tournament.in_final) return say("director.prizes.in_final");
    if (this.#tournament.deal) return "";
    const over = left - paid;
    return over > 0 ? say("director.deal.to_money", { count: over, paid: chips(paid) }) : say("director.deal.in_money");
  }

  #printing(kind) {
    return html`<button @click=${() => this.#print(kind)}>${say(`director.deal.print.${kind}`)}</button>`;
  }

  async #print(kind) {
    const path = `/api/tournaments/${this.#tournament.id}/prints/${kind}?paper=${paper()}`;
    await this.#tries(() => download(path, this.#key(), `${kind}.pdf`));
  }

  // A deal

  #deal() {
    const isOld = this.#offers && this.#mark !== this.#tournament.mark;
    const undo = html`<div class="acts">${takeBack(this.#tournament, ({ kinds }) => kinds.includes("deal-made"), this.#undo, { needs: "run" })}</div>`;
    if (this.#tournament.in_final || this.#tournament.deal) {
      return this.#tournament.deal ? html`<h2>${say("director.prizes.deal")}</h2>${undo}` : nothing;
    }
    return html`
      <h2>${say("director.deal.title")}</h2>
      <form class="fields" data-needs="run" @submit=${this.#ask}>
        <p>
          <label for="for-winner">${say("director.deal.for_winner")}</label>
          <input id="for-winner" inputmode="decimal" autocomplete="off" placeholder="0" />
        </p>
        <p>
          <label for="deal-rounding">${say("director.deal.round_to")}</label>
          <input id="deal-rounding" inputmode="decimal" autocomplete="off" placeholder=${say("director.deal.exact")} />
        </p>
        <button>${say("director.deal.work_out")}</button>
      </form>
      ${this.#offers ? this.#offered(isOld) : html`<p class="of">${say("director.deal.help")}</p>`}
      ${undo}`;
  }

  #offered(isOld) {
    const { prizes, for_winner: forWinner } = this.#offers.icm;
    const held = new Map(this.#tournament.entries.map((one) => [one.entry, one]));
    const by = (way) => new Map(this.#offers[way].shares.map((one) => [one.entry, one.amount]));
    const amounts = { ...Object.fromEntries(WAYS.map((way) => [way, by(way)])), [AGREED]: this.#agreed };
    const ways = this.#way === AGREED ? [...WAYS, AGREED] : WAYS;
    const order = this.#offers.icm.shares.map((one) => held.get(one.entry)).sort((one, other) => other.chips - one.chips);
    const sum = (all) => all.reduce((total, one) => total + one, 0);
    const every = sum(order.map((one) => one.chips));
    const chosen = (way) => (way === this.#way ? "count way chosen" : "count way");
    const total = sum(prizes);
    return html`
      <div class="filters" role="group" aria-label=${say("director.deal.way")}>
        ${[...WAYS, AGREED].map((way) => html`<button aria-pressed=${way === this.#way} @click=${() => this.#take(way)}>${say(`director.deal.by.${way}`)}</button>`)}
      </div>
      <div class="wide" tabindex="0" role="region" aria-label=${say("director.deal.title")}>
        <table id="deal-table">
          <thead><tr><th scope="col">${say("director.deal.player")}</th>
            ${["chips", "share", "stands"].map((head) => html`<th scope="col" class=${head === "chips" ? "count" : "count beside"}>${say(`director.deal.${head}`)}</th>`)}
            ${ways.map((way) => html`<th scope="col" class=${chosen(way)}>${say(`director.deal.by.${way}`)}</th>`)}</tr></thead>
          <tbody>${order.map((one, at) => html`<tr><th scope="row" class="name"><bdi>${one.name}</bdi></th>
            <td class="count">${chips(one.chips)}</td><td class="count beside">${share(one.chips, every)}</td>
            <td class="count beside">${this.#plain(prizes[at])}</td>
            ${ways.map((way) => html`<td class=${chosen(way)}>${way === AGREED ? this.#typing(one) : this.#plain(amounts[way].get(one.entry))}</td>`)}</tr>`)}</tbody>
          <tfoot><tr><th scope="row">${say("director.deal.sum")}</th><td class="count">${chips(every)}</td><td class="beside"></td>
            <td class="count beside">${this.#plain(total)}</td>
            ${ways.map((way) => html`<td class=${chosen(way)}>${this.#plain(sum([...amounts[way].values()]))}</td>`)}</tr></tfoot>
        </table>
      </div>
      ${this.#check(sum([...amounts[this.#way].values()]), forWinner, total)}
      ${isOld
        ? html`<p class="why">${say("director.deal.old")}</p>`
        : html`<button class="go" data-needs="run" @click=${this.#make}>${this.#agreeText(order.length)}</button>`}`;
  }

  #agreeText(count) {
    if (this.#way === AGREED) return say("director.deal.agree_so", { count });
    const way = say(`director.deal.by.${this.#way}`);
    return say("director.deal.agree", { count, way: way.charAt(0).toLowerCase() + way.slice(1) });
  }

  // Whether everything is divided, and how much is left over or too much.
  #check(shares, kept, prizes) {
    const fields = { shares: this.#money(shares), kept: this.#money(kept), prizes: this.#money(prizes) };
    const over = shares + kept - prizes;
    if (!over) return html`<p>${say("director.deal.check", fields)}</p>`;
    const more = this.#money(Math.abs(over));
    return html`<p class="why" role="status">${say(over > 0 ? "director.deal.over" : "director.deal.under", { ...fields, more })}</p>`;
  }

  #typing({ entry, name }) {
    const amount = this.#plain(this.#agreed.get(entry));
    return html`<input class="amount" inputmode="decimal" autocomplete="off" aria-label=${say("director.deal.agreed_for", { name })}
      .value=${amount} @change=${(event) => this.#agree(entry, event.target.value)} />`;
  }

  #agree(entry, text) {
    this.#agreed.set(entry, this.#minor(text));
    this.#show();
  }

  #minor(text) {
    return Math.round((typedNumber(text) || 0) * 10 ** this.#tournament.minor_digits);
  }

  #take(way) {
    if (way === AGREED && this.#way !== AGREED) {
      this.#agreed = new Map(this.#offers[this.#way].shares.map((one) => [one.entry, one.amount]));
    }
    this.#way = way;
    this.#show();
  }

  #undo = (action) => {
    if (!this.#sender.isWaiting($("deal-why"))) this.#sender.send(action, this.#tournament.mark, $("deal-why"));
  };

  #ask = async (event) => {
    event.preventDefault();
    const [kept, unit] = [this.#minor($("for-winner").value), this.#minor($("deal-rounding").value) || 1];
    await this.#tries(async () => {
      const offers = await Promise.all(WAYS.map(async (way) => [way, await this.#fetch(way, kept, unit)]));
      this.#offers = Object.fromEntries(offers);
      if (this.#way === AGREED) this.#way = "icm";
      this.#mark = this.#tournament.mark;
      this.#show();
    });
  };

  async #fetch(way, kept, unit) {
    const path = `/api/tournaments/${this.#tournament.id}/deal?by=${way}&for_winner=${kept}&round_to=${unit}`;
    const answer = await fetch(path, { headers: { Authorization: `Bearer ${this.#key()}`, "Accept-Language": language } });
    const said = await answer.json();
    if (!answer.ok) throw new NotDone(said.why);
    return said;
  }

  #make = () => {
    const { shares: worked, for_winner: forWinner } = this.#offers[this.#way === AGREED ? "icm" : this.#way];
    const shares = this.#way === AGREED ? worked.map(({ entry }) => ({ entry, amount: this.#agreed.get(entry) })) : worked;
    if (this.#sender.isWaiting($("deal-why"))) return;
    this.#sender.send({ do: "make-deal", shares, for_winner: forWinner }, this.#mark, $("deal-why"), () => {
      this.#offers = null;
      this.#show();
    });
  };

  // Shows why an HTTP request failed.
  async #tries(what) {
    setText($("deal-why"), "");
    try {
      await what();
    } catch (error) {
      this.#offers = null;
      this.#show();
      setText($("deal-why"), error instanceof NotDone ? error.message : say("director.not_connected"));
    }
  }
}

// The percentage of all chips.
const share = (held, every) => (every ? say("director.deal.percent", { percent: halves(((held * 100) / every).toFixed(1)) }) : nothing);
