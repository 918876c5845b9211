// The seven places of the console. The open one is chosen by the address (`#tables`), the rail, or Alt with its number.
// A slash starts a search of the players from anywhere.

const PLACES = ["now", "tables", "players", "clock", "prizes", "log", "room"];
const $ = (id) => document.getElementById(id);

export class Shell {
  open = "now";
  #opened;
  #again;
  #focus = ""; // what to focus once its place is shown: the first of these ids that is visible

  // `opened(place)` is called after another place is opened, and `again(place)` when the open place is chosen again.
  constructor(opened, again) {
    this.#opened = opened;
    this.#again = again;
    $("more").addEventListener("click", () => this.#showMore($("more").ariaExpanded === "false"));
    $("places").addEventListener("click", ({ target }) => {
      const { place } = target.closest("a")?.dataset ?? {};
      if (place && location.hash === `#${place}`) this.#again(place);
    });
    addEventListener("hashchange", () => this.#follow());
    addEventListener("keydown", (event) => {
      if (event.key === "/" && !/** @type {Element} */ (event.target).matches("input, select, textarea") && !$("room").hidden) {
        event.preventDefault();
        this.#focus = "player";
        if (location.hash === "#players") this.#follow();
        else location.hash = "players";
        return;
      }
      const place = PLACES[Number(event.key) - 1];
      if (!event.altKey || !place || $("room").hidden) return;
      event.preventDefault();
      location.hash = place;
    });
    // A link may name what it leads to, such as a button in the place.
    addEventListener("click", ({ target }) => {
      this.#focus = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("a[data-focus]"))?.dataset.focus ?? "";
    });
    this.#follow();
  }

  // On a phone, the rail has room for four places. The others are behind a button.
  #showMore(shows) {
    $("more").ariaExpanded = String(shows);
    $("places").classList.toggle("more", shows);
  }

  // A table's address opens the place "Tables" and shows that table. A place's address may name a part of it, as in
  // `#room-devices`.
  #follow() {
    const asked = location.hash.slice(1);
    const isTable = asked.startsWith("table-");
    const wasThere = this.open === "tables";
    this.open = isTable ? "tables" : PLACES.find((place) => place === asked.split("-")[0]) ?? this.open;
    this.#showMore(false);
    for (const section of document.querySelectorAll(".place")) section.hidden = section.dataset.place !== this.open;
    for (const link of document.querySelectorAll("#places a")) {
      if (link.dataset.place === this.open) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    this.#opened(this.open);
    // Opening a table beside the map does not scroll the map.
    if (!isTable || !wasThere || $("one-table").getBoundingClientRect().top < 0) scrollTo(0, 0);
    const focused = this.#focus.split(" ").map($).find((one) => one?.checkVisibility());
    focused?.scrollIntoView({ block: "center" });
    focused?.focus({ preventScroll: true });
    this.#focus = "";
  }
}
