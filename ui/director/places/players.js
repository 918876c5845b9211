// The place "Players": search as you type, enter players, and see one open entry beside the list, with everything that
// can be done with it.

import { repeat } from "/web/lit/directives/repeat.js";
import { html, nothing, render } from "/web/lit/lit-html.js";
import { levelInForce } from "/web/room.js";
import { chips, language, money, say } from "/web/words.js";
import { actText, isOfTheClock } from "../now/just_done.js";
import { FILTERS, inOrder, known, matches, nameText, passes, whereText } from "../players/find.js";
import { Corrections, alike } from "../players/correct.js";
import { importForm, sendImport, twinText } from "../players/import.js";
import { NotDone, download, entriesCsv, paper, papers, save } from "../players/lists.js";
import { canBePunished, one as oneEntry } from "../players/one.js";
import { Penalty } from "../players/penalty.js";
import { mayOrder, mayUndo } from "../rights.js";
import { setText } from "../tables.js";

const SHOWN = 100; // how many rows are shown until all are requested
const $ = (id) => document.getElementById(id);
const asksNothing = () => ({ choices: [], answers: new Map(), same: false });

export class Players {
  #root;
  #sender;
  #key;
  #tournament = null;
  #word = null;
  #query = "";
  #filter = "all";
  #showsAll = false;
  #open = 0; // the open entry
  #moving = false;
  #penalty;
  #punishes = false;
  #imports = false;
  #imported = null;
  #asked = asksNothing(); // the answers to the import's questions
  #story = null;
  #twins = null; // people with a name similar to the typed one, and an id for a different person
  #corrections;
  #people = null; // the people whom the room knows, once the field has been focused
  #waited = false; // `#waits` when last drawn

  // `sender` sends orders, and `key()` returns the key for API requests. `ask` is the one from asking.js.
  // `look(sitting)` shows a table live over the link.
  constructor(root, sender, key, ask, look) {
    this.#penalty = new Penalty(ask, look);
    this.#root = root;
    this.#sender = sender;
    this.#key = key;
    this.#corrections = new Corrections(key, () => this.#tournament && this.#show());
  }

  draw({ tournament, word }) {
    if (tournament?.id !== this.#tournament?.id) [this.#open, this.#imports, this.#people] = [0, false, null];
    const isNew = tournament !== this.#tournament;
    this.#tournament = tournament;
    this.#word = word;
    if (tournament && (isNew || this.#waited !== this.#waits)) this.#show();
  }

  // A "live" message about a table.
  received(live) {
    this.#penalty.received(live);
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
        <aside id="player-one" class="panel" aria-label=${say("director.field.one")}>
          ${this.#imports ? this.#importing() : open ? this.#one(open) : this.#tools()}
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
          <input id="player" autocomplete="off" maxlength="60" spellcheck="false" @input=${this.#typed} @focus=${this.#meet} />
        </p>
        <button id="add-entry" type="button" data-needs="register" ?hidden=${!legal.enter}
          ?disabled=${this.#waited} @click=${() => this.#enter(this.#query)}>
          ${say("director.add")}
        </button>
      </form>
      <p id="closed" class="of" ?hidden=${legal.enter}>${say("director.entries_closed")}</p>
      <p id="add-why" class="why" role="alert"></p>
      ${this.#twins ? this.#asksTwins(this.#twins) : nothing}
      ${people.length
        ? html`<ul class="known">
            ${people.map((one) => html`<li><button data-needs="register" @click=${() => this.#enter(one.name, one.player)}>
              <bdi>${one.name}</bdi> <span class="of">${say("director.field.known", { count: one.events, last: one.last })}</span>
            </button></li>`)}
          </ul>`
        : nothing}`;
  }

  #typed = (event) => {
    this.#query = event.target.value;
    [this.#showsAll, this.#twins] = [false, null];
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
    const added = () => {
      if ($("player").value.trim() === name || player) $("player").value = "";
      this.#query = $("player").value;
      this.#twins = null;
      this.#show();
    };
    this.#sender.send({ do: "add-entry", player, name }, this.#tournament.mark, $("add-why"), added);
    this.#show();
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
      ><td class="seat">${entry.entry}</td><th class="name" scope="row" title=${name}><button class="who" aria-expanded=${entry.entry === this.#open}><bdi>${name}</bdi></button></th><td class="at">${whereText(entry, inMoney)}</td><td class="count">${paid || held}</td></tr>`;
  }

  #choose(number) {
    [this.#open, this.#moving, this.#punishes, this.#imports, this.#story] = [number, false, false, false, null];
    this.#show();
    setText($("one-why"), "");
    this.#tell(number);
  }

  // Fetches the story of the open entry, if the clock has one.
  async #tell(number) {
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
    const shown = { tournament: this.#tournament, blind: level?.big ?? 0, moving: this.#moving, story: this.#story, penalty, corrections: this.#corrections.shown(entry, this.#tournament) };
    return oneEntry(entry, shown, {
      send: (action) => this.#order(action),
      print: (kind, number) => this.#print(kind, number),
      move: () => this.#toggleMove(),
      punish: () => this.#togglePenalty(),
      close: this.#close,
    });
  }

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

  #order(action) {
    const why = $("one-why");
    if (this.#sender.isWaiting(why)) return;
    this.#sender.send(action, this.#tournament.mark, why, () => {
      this.#moving = false;
      this.#show();
    });
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
        ${button("print_rules", () => this.#print("rules"))}</div>
      ${act && !isOfTheClock(act)
        ? html`<button @click=${() => this.#order({ do: "undo", act: act.act })}>${say("director.take_back", { what: actText(act) })}</button>`
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
    [this.#imports, this.#imported, this.#asked] = [true, null, asksNothing()];
    this.#show();
  };

  #importing() {
    const look = () => {
      this.#asked = asksNothing();
      this.#import(true);
    };
    return importForm(this.#imported, this.#asked.answers, {
      look,
      enter: () => this.#import(false),
      close: this.#close,
      changed: () => {
        [this.#imported, this.#asked] = [null, asksNothing()];
        this.#show();
      },
      choose: (id) => this.#answer(() => this.#asked.choices.push(id)),
      same: () => this.#answer(() => (this.#asked.same = true)),
      answer: (at, who) => this.#answer(() => (who ? this.#asked.answers.set(at, who) : this.#asked.answers.delete(at))),
    });
  }

  #answer(keep) {
    keep();
    this.#import(true);
  }

  async #import(dryRun) {
    await this.#tries(async () => {
      this.#imported = await sendImport(this.#tournament.id, this.#key(), this.#asked, dryRun);
      this.#show();
    });
  }

  // Shows why an HTTP request failed, next to what was pressed.
  async #tries(what) {
    setText($("one-why"), "");
    try {
      await what();
    } catch (error) {
      setText($("one-why"), error instanceof NotDone ? error.message : say("director.not_connected"));
    }
  }
}
