// The seven places of the console. The open one is chosen by the address (`#tables`), the rail, or Alt with its number.
// A slash starts a search of the players from anywhere.

const PLACES = ["now", "tables", "players", "clock", "prizes", "log", "room"];
const $ = (id) => document.getElementById(id);

export class Shell {
  open = "now";
  #opened;
  #searches = false; // focus the players' search once it is shown

  // `opened(place)` is called after another place is opened.
  constructor(opened) {
    this.#opened = opened;
    $("more").addEventListener("click", () => this.#showMore($("more").ariaExpanded === "false"));
    addEventListener("hashchange", () => this.#follow());
    addEventListener("keydown", (event) => {
      if (event.key === "/" && !/** @type {Element} */ (event.target).matches("input, select, textarea") && !$("room").hidden) {
        event.preventDefault();
        this.#searches = true;
        if (location.hash === "#players") this.#follow();
        else location.hash = "players";
        return;
      }
      const place = PLACES[Number(event.key) - 1];
      if (!event.altKey || !place || $("room").hidden) return;
      event.preventDefault();
      location.hash = place;
    });
    this.#follow();
  }

  // On a phone, the rail has room for four places. The others are behind a button.
  #showMore(shows) {
    $("more").ariaExpanded = String(shows);
    $("places").classList.toggle("more", shows);
  }

  // A table's address opens the place "Tables" and shows that table.
  #follow() {
    const asked = location.hash.slice(1);
    const isTable = asked.startsWith("table-");
    const wasThere = this.open === "tables";
    this.open = isTable ? "tables" : PLACES.find((place) => place === asked) ?? this.open;
    this.#showMore(false);
    for (const section of document.querySelectorAll(".place")) section.hidden = section.dataset.place !== this.open;
    for (const link of document.querySelectorAll("#places a")) {
      if (link.dataset.place === this.open) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    this.#opened(this.open);
    // Opening a table beside the map does not scroll the map.
    if (!isTable || !wasThere || $("one-table").getBoundingClientRect().top < 0) scrollTo(0, 0);
    if (this.#searches) $("player")?.focus();
    this.#searches = false;
  }
}
