// The place "Players": search as you type, enter players, and see one open entry beside the list, with everything that
// can be done with it.

import { repeat } from "/web/lit/directives/repeat.js";
import { html, nothing, render } from "/web/lit/lit-html.js";
import { levelInForce } from "/web/room.js";
import { chips, language, money, say } from "/web/words.js";
import { isOfTheClock } from "../now/just_done.js";
import { undoText } from "../now/taken_back.js";
import { FILTERS, fold, inOrder, isOut, known, matches, nameText, passes, whereText } from "../players/find.js";
import { Corrections, alike } from "../players/correct.js";
import { draftOf, keepDraft } from "../players/drafts.js";
import { Importing, sendImport, twinText } from "../players/import.js";
import { NotDone, download, entriesCsv, paper, papers, save } from "../players/lists.js";
import { canBePunished, entryPrice, one as oneEntry } from "../players/one.js";
import { Penalty } from "../players/penalty.js";
import { mayOrder, mayUndo } from "../rights.js";
import { setText } from "../tables.js";

const TYPED = "player"; // the draft of the name
const SHOWN = 100; // how many rows are shown until all are requested
const $ = (id) => document.getElementById(id);

export class Players {
  #root;
  #sender;
  #key;
  #tournament = null;
  #word = null;
  #zone = "";
  #query = draftOf(TYPED);
  #filter = "all";
  #showsAll = false;
  #open = 0; // the open entry
  #said = ""; // the answer to what was done with it
  #comes = null; // who was entered again, and the newest entry before that, until the new entry can be opened
  #entered = ""; // the answer to what was typed into the list
  #whyMark = 0; // the record at which a reason was last shown
  #moving = false;
  #penalty;
  #punishes = false;
  #imports = false;
  #importing;
  #story = null;
  #told = ""; // what the open entry held when its story was fetched
  #twins = null; // people with a name similar to the typed one, and an id for a different person
  #corrections;
  #people = null; // the people whom the room knows, once the field has been focused
  #waited = false; // `#waits` when last drawn

  // `sender` sends orders, and `key()` returns the key for API requests. `ask` is the one from asking.js.
  // `look(sitting)` shows a table live over the link.
  constructor(root, sender, key, ask, look) {
    this.#penalty = new Penalty(ask, look, () => this.#tell(this.#open));
    this.#root = root;
    this.#sender = sender;
    this.#key = key;
    this.#corrections = new Corrections(key, () => this.#tournament && this.#show());
    this.#importing = new Importing((asked, dryRun) => this.#tries(() => sendImport(this.#tournament.id, key(), asked, dryRun)), this.#show);
  }

  draw({ tournament, word, zone }) {
    if (tournament?.id !== this.#tournament?.id || (tournament?.ended && !this.#tournament?.ended)) this.#forget();
    const isNew = tournament !== this.#tournament;
    if (isNew && tournament && this.#whyMark && tournament.mark !== this.#whyMark) this.#clearWhy();
    this.#tournament = tournament;
    this.#word = word;
    this.#zone = zone;
    this.#openAgain();
    if (isNew && this.#heldByOpen !== this.#told) this.#tell(this.#open);
    if (tournament && (isNew || this.#waited !== this.#waits)) this.#show();
  }

  // Answers and questions are removed once their event is over.
  #forget() {
    [this.#open, this.#imports, this.#people] = [0, false, null];
    [this.#entered, this.#twins, this.#comes, this.#said] = ["", null, null, ""];
    this.#importing.clear();
    for (const id of ["add-why", "one-why"]) if ($(id)) setText($(id), "");
  }

  // A "live" message about a table.
  received(live) {
    this.#penalty.received(live);
  }

  // The place was chosen again while it was open: back to the whole list.
  again() {
    this.#close();
  }

  // This place was left, so it no longer shows a table.
  away() {
    this.#punishes = false;
    this.#penalty.close();
  }

  // Whether an entry is being sent. No second one can be sent until then.
  get #waits() {
    return Boolean($("add-why")) && this.#sender.isWaiting($("add-why"));
  }

  #show = () => {
    this.#waited = this.#waits;
    const entries = this.#tournament.entries.filter((one) => !one.voided);
    const open = entries.find((one) => one.entry === this.#open);
    const found = entries.filter((one) => matches(one, this.#query) && passes(one, this.#filter)).sort(inOrder);
    render(
      html`<div class="players ${open || this.#imports ? "is-open" : ""}">
        <div class="list">${this.#head(entries)} ${this.#filters(entries)} ${this.#list(found)}</div>
        <aside id="player-one" class="panel ${this.#imports ? "importing" : ""}" aria-label=${say("director.field.one")}>
          ${this.#imports ? this.#importing.show(this.#close, this.#toCollect) : open ? this.#one(open) : this.#tools()}
          <p id="one-why" class="why" role="alert"></p>
        </aside>
      </div>`,
      this.#root,
    );
  };

  // Search and enter

  #head(entries) {
    const { legal } = this.#tournament;
    const people = legal.enter ? known(this.#people ?? [], entries, this.#query) : [];
    return html`
      <form id="add" class="fields" @submit=${this.#submit}>
        <p>
          <label for="player">${say("director.player")}</label>
          <input id="player" autocomplete="off" maxlength="60" spellcheck="false" value=${draftOf(TYPED)} @input=${this.#typed} @focus=${this.#meet} />
        </p>
        <button id="add-entry" type="button" data-needs="register" ?hidden=${!legal.enter}
          ?disabled=${this.#waited} @click=${() => this.#enter(this.#query)}>
          ${say("director.add")}
        </button>
      </form>
      <p id="closed" class="of" ?hidden=${legal.enter}>${say("director.entries_closed")}</p>
      <p id="add-why" class="why" role="alert"></p>
      <p class="answered" role="status">${this.#entered}</p>
      ${this.#twins ? this.#asksTwins(this.#twins) : nothing}
      ${people.length
        ? html`<ul class="known">
            ${people.map((one) => html`<li><button data-needs="register" @click=${() => this.#enter(one.name, one.player)}>
              <bdi>${one.name}</bdi> <span class="of">${this.#outHere(one.name, one.player)
                ? say("director.field.known_out") : say("director.field.known", { count: one.events, last: one.last })}</span>
            </button></li>`)}
          </ul>`
        : nothing}`;
  }

  #search(text) {
    this.#query = text;
    keepDraft(TYPED, text);
  }

  #typed = (event) => {
    this.#search(event.target.value);
    [this.#showsAll, this.#twins, this.#entered] = [false, null, ""];
    this.#show();
  };

  // Enter opens the first entry found. If none is found, it enters a new player.
  #submit = (event) => {
    event.preventDefault();
    const found = this.#tournament.entries.filter((one) => !one.voided && matches(one, this.#query)).sort(inOrder);
    if (found.length) this.#choose(found[0].entry);
    else this.#enter(this.#query);
  };

  // Asks first if the room knows the new name, or if a player of that name is already playing. Also asks about a chosen
  // player, whose name may have been corrected since it was fetched.
  async #enter(said, player = "") {
    const [name, typed] = [said.trim(), this.#query];
    if (!name || !mayOrder("add-entry")) return;
    const { twins, another } = await alike({ name, player, tournament: this.#tournament.id }, this.#key());
    if (typed !== this.#query) return; // something else was typed in the meantime
    if (twins.length) {
      this.#twins = { name, twins, another };
      this.#show();
    } else this.#add(name, player);
  }

  #asksTwins({ name, twins, another }) {
    return html`<fieldset class="question">
      <legend>${say("director.correct.twin", { name })}</legend>
      ${twins.map((one) => html`<button data-needs="register" @click=${() => this.#add(one.name, one.player)}>${twinText(one)}</button>`)}
      <button data-needs="register" @click=${() => this.#add(name, another)}>${say("director.field.twin_new")}</button>
    </fieldset>`;
  }

  #add(said, player = "") {
    const name = said.trim();
    if (!name || !mayOrder("add-entry") || this.#sender.isWaiting($("add-why"))) return;
    const out = this.#outHere(name, player);
    if (out) {
      this.#twins = null;
      this.#choose(out.entry);
      return;
    }
    const added = () => {
      if ($("player").value.trim() === name || player) $("player").value = "";
      this.#search($("player").value);
      this.#twins = null;
      this.#entered = this.#collectText("entered", name);
      this.#show();
    };
    this.#sender.send({ do: "add-entry", player, name }, this.#tournament.mark, $("add-why"), added);
    this.#show();
  }

  // The newest entry of a player who is out of this tournament. It opens with what to collect for a re-entry.
  #outHere(name, player) {
    const isSame = (one) => (player ? one.player === player : fold(one.name) === fold(name));
    const newest = this.#tournament.entries.findLast((one) => !one.voided && isSame(one));
    return newest && isOut(newest) ? newest : null;
  }

  // Fetches the people whom the room knows when the field is first focused.
  #meet = async () => {
    if (this.#people) return;
    this.#people = [];
    try {
      const answer = await fetch("/api/people", { headers: { Authorization: `Bearer ${this.#key()}`, "Accept-Language": language } });
      if (answer.ok) this.#people = (await answer.json()).people;
    } catch {
      this.#people = null; // asked again the next time
    }
    if (this.#tournament) this.#show();
  };

  // The list

  #filters(entries) {
    const counts = FILTERS.map((filter) => [filter, entries.filter((one) => passes(one, filter)).length]);
    const field = entries.filter((one) => !one.waits && !one.forfeit);
    const left = chips(field.filter((one) => !one.finish || one.finish === 1).length);
    return html`
      <h2 id="entries-title">${say("director.entries_left", { count: field.length, left })}</h2>
      <div class="filters" role="group" aria-label=${say("director.field.filter")}>
        ${counts.map(([filter, count]) => html`<button aria-pressed=${filter === this.#filter} ?hidden=${filter === "unseated" && !count}
          @click=${() => this.#take(filter)}>${say(`director.field.filters.${filter}`, { count })}</button>`)}
      </div>`;
  }

  #take(filter) {
    this.#filter = filter;
    this.#show();
  }

  #list(found) {
    const shown = this.#showsAll ? found : found.slice(0, SHOWN);
    return html`
      <table id="entries-table" ?hidden=${!found.length}>
        <tbody id="entries-rows">${repeat(shown, (one) => one.entry, (one) => this.#row(one))}</tbody>
      </table>
      ${!found.length && this.#query ? html`<p class="of">${say("director.field.nobody")}</p>` : nothing}
      ${shown.length < found.length
        ? html`<button @click=${this.#all}>${say("director.field.show_all", { count: found.length })}</button>` : nothing}`;
  }

  #all = () => {
    this.#showsAll = true;
    this.#show();
  };

  #row(entry) {
    const inMoney = (amount) => money(amount, this.#tournament);
    const name = nameText(entry);
    const paid = entry.payout && entry.finish ? say("director.paid", { payout: inMoney(entry.payout) }) : "";
    const held = entry.finish > 1 || entry.chips === null ? "" : chips(entry.chips);
    const choose = () => this.#choose(entry.entry);
    return html`<tr class="${entry.finish ? "finished" : ""} ${entry.entry === this.#open ? "chosen" : ""}" @click=${choose}
      ><td class="seat">${entry.entry}</td><th class="name" scope="row" title=${name}><button class="who" aria-expanded=${entry.entry === this.#open}><bdi>${name}</bdi>${entry.member ? html` <span class="of">${say("director.field.member", { number: entry.member })}</span>` : nothing}</button></th><td class="at">${whereText(entry, inMoney)}</td><td class="count">${paid || held}</td></tr>`;
  }

  #choose(number, said = "") {
    [this.#open, this.#moving, this.#punishes, this.#imports, this.#story, this.#said] = [number, false, false, false, null, said];
    this.#show();
    setText($("one-why"), "");
    this.#tell(number);
  }

  // What the open entry holds. If it changes, so does its story.
  get #heldByOpen() {
    const open = this.#tournament?.entries.find((one) => one.entry === this.#open);
    return open ? `${open.entry} ${open.chips} ${open.finish}` : "";
  }

  // Fetches the story of the open entry, if the clock has one.
  async #tell(number) {
    this.#told = this.#heldByOpen;
    if (!number) return;
    try {
      const path = `/api/tournaments/${this.#tournament.id}/entries/${number}/story`;
      const answer = await fetch(path, { headers: { Authorization: `Bearer ${this.#key()}`, "Accept-Language": language } });
      if (!answer.ok || this.#open !== number) return;
      this.#story = await answer.json();
      this.#show();
    } catch {
      // in that case, the entry is shown without its story
    }
  }

  // The open entry

  #one(entry) {
    const level = this.#word && levelInForce(this.#word.structure, this.#word.index);
    const punishes = this.#punishes && canBePunished(entry, this.#tournament);
    if (!punishes) this.#penalty.close();
    const penalty = punishes ? this.#penalty.show(this.#tournament, entry) : nothing;
    const shown = { tournament: this.#tournament, blind: level?.big ?? 0, zone: this.#zone, moving: this.#moving, said: this.#said, story: this.#story, penalty, corrections: this.#corrections.shown(entry, this.#tournament) };
    return oneEntry(entry, shown, {
      send: (action) => this.#order(action),
      enterAgain: (one) => this.#enterAgain(one),
      open: (number) => this.#choose(number),
      print: (kind, number) => this.#print(kind, number),
      move: () => this.#toggleMove(),
      punish: () => this.#togglePenalty(),
      close: this.#close,
    });
  }

  // The new entry is opened once the list has it.
  #enterAgain({ player, name }) {
    const newest = Math.max(...this.#tournament.entries.map((one) => one.entry));
    this.#order({ do: "add-entry", player, name }, () => {
      this.#comes = { player, name, newest };
      $("player").value = ""; // the search has found its player
      this.#search("");
      this.#openAgain();
    });
  }

  #openAgain() {
    const found = this.#comes && this.#tournament?.entries.find(({ player, entry }) => player === this.#comes.player && entry > this.#comes.newest);
    if (!found) return;
    const said = this.#collectText("re_entered", this.#comes.name);
    this.#comes = null;
    this.#choose(found.entry, said);
  }

  // What was done, and the amount to collect for it.
  #collectText(what, name) {
    const price = entryPrice(this.#tournament);
    return say(`director.field.${what}${price ? "_for" : ""}`, { name, amount: money(price, this.#tournament) });
  }

  // The amount to collect for a whole list, or nothing.
  #toCollect = (count) => {
    const price = count * entryPrice(this.#tournament);
    return price ? money(price, this.#tournament) : "";
  };

  #toggleMove() {
    this.#moving = !this.#moving;
    this.#show();
  }

  #togglePenalty() {
    this.#punishes = !this.#punishes;
    this.#show();
  }

  #close = () => {
    [this.#open, this.#imports, this.#punishes] = [0, false, false];
    this.#penalty.close();
    this.#show();
  };

  #order(action, done = () => {}) {
    const why = $("one-why");
    if (this.#sender.isWaiting(why)) return;
    this.#said = "";
    this.#sender.send(action, this.#tournament.mark, why, () => {
      this.#moving = false;
      done();
      this.#show();
    });
  }

  // A reason that was shown goes once something has changed, because it may no longer be true.
  #clearWhy() {
    this.#whyMark = 0;
    setText($("one-why"), "");
  }

  // Files, and undo

  #tools() {
    const { acts, legal } = this.#tournament;
    const act = acts.find((one) => one.act === legal.undo[0] && mayUndo(one.by));
    const button = (name, press, needs = "") =>
      html`<button data-needs=${needs || nothing} @click=${press}>${say(`director.field.${name}`)}</button>`;
    const results = (form) => () => this.#fetch(`results.${form}`, `results.${form}`);
    return html`
      <h2>${say("director.field.lists")}</h2>
      <div class="acts">${button("import", this.#startImport, "register")} ${button("export_entries", this.#export)}
        ${button("export_results", results("csv"))} ${button("export_ots", results("ots"))}</div>
      <h2>${say("director.field.print")}</h2>
      <div class="acts">${papers()} ${button("print_cards", () => this.#print("seat-cards"))}
        ${button("print_moves", () => this.#print("moves"))} ${button("print_entries", () => this.#print("entries"))}
        ${button("print_structure", () => this.#print("structure"))} ${button("print_rules", () => this.#print("rules"))}</div>
      ${act && !isOfTheClock(act)
        ? html`<button @click=${() => this.#order({ do: "undo", act: act.act })}>${undoText(act, this.#tournament)}</button>`
        : nothing}`;
  }

  #print(kind, number = "") {
    this.#fetch(`prints/${kind}?paper=${paper()}&entries=${number}`, `${kind}.pdf`);
  }

  #export = () => save(entriesCsv(this.#tournament), "entries.csv");

  async #fetch(path, name) {
    await this.#tries(() => download(`/api/tournaments/${this.#tournament.id}/${path}`, this.#key(), name));
  }

  #startImport = () => {
    this.#imports = true;
    this.#importing.clear();
    this.#show();
    this.#importing.restore();
  };

  // The answer to an HTTP request. If it failed, null, with the reason next to what was pressed.
  async #tries(what) {
    setText($("one-why"), "");
    try {
      return await what();
    } catch (error) {
      setText($("one-why"), error instanceof NotDone ? error.message : say("director.not_connected"));
      this.#whyMark = this.#tournament.mark;
      return null;
    }
  }
}
