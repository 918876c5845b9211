// The place "Room", in three parts: tonight's tables, the devices, and what is set up once. One part is shown at a time.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";
import { follows, may, whoIAm } from "../rights.js";
import { Announce } from "./room_parts/announce.js";
import { Devices } from "./room_parts/devices.js";
import { Glasses } from "./room_parts/glasses.js";
import { MyPin } from "./room_parts/my_pin.js";
import { Leagues } from "./room_parts/leagues.js";
import { roleName } from "./room_parts/panel.js";
import { Recovery } from "./room_parts/recovery.js";
import { Tablets } from "./room_parts/tablets.js";
import { Staff } from "./room_parts/staff.js";

const PARTS = ["tonight", "devices", "setup"]; // `#room` opens the first, `#room-devices` the second
const $ = (id) => document.getElementById(id);

export class Room {
  #signOut;
  #tablets = new Tablets($("tablets"));
  #glasses = new Glasses($("glasses"));
  #recovery = new Recovery($("recovery-code"));
  tablets = { asked: [], asked_glasses: [], tables: [] }; // devices that are waiting for approval, and the tables that have a tablet
  #parts = [
    { needs: "floor", part: new Announce($("announce")) },
    { needs: "devices", part: this.#tablets }, { needs: "devices", part: this.#glasses }, { needs: "run", part: new Leagues($("leagues")) }, { needs: "devices", part: new Devices($("devices")) },
    { needs: "staff", part: new Staff($("staff")) }, { needs: "recovery", part: this.#recovery },
  ];
  #isOpen = false;
  #drawn = "";
  #pin = new MyPin(() => this.#drawMe(whoIAm()));

  constructor(signOut) {
    this.#signOut = signOut;
  }

  // A message from the clock about its tables.
  hear({ asked, asked_glasses: glasses, tables }) {
    this.tablets = { asked, asked_glasses: glasses, tables };
    this.#tablets.hear(asked);
    this.#glasses.hear(glasses);
  }

  // Opens the form for a tablet whose QR code was scanned.
  letIn(code) {
    this.#tablets.fillIn(code);
  }

  // Its lists are fetched each time the place is opened.
  draw(isOpen) {
    const me = whoIAm();
    const opens = isOpen && me && !this.#isOpen;
    const closes = this.#isOpen && !(isOpen && me);
    if (isOpen) this.#showPart();
    this.#isOpen = isOpen && Boolean(me);
    if (closes) for (const part of [this.#recovery, this.#tablets]) part.close();
    if (opens) for (const { needs, part } of this.#parts) if (may(needs)) part.open();
    const drawn = me ? `${me.name} ${me.role} ${follows()}` : "";
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#drawMe(me);
  }

  // The part in the address. It stays while another place is open.
  #showPart() {
    const [place, asked] = location.hash.slice(1).split("-");
    if (place !== "room") return;
    const shown = PARTS.includes(asked) && may("run") ? asked : PARTS[0];
    for (const part of PARTS) {
      $(`room-${part}`).hidden = part !== shown;
      const link = document.querySelector(`#room-parts [data-part=${part}]`);
      if (part === shown) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  #drawMe(me) {
    render(me ? this.#me(me) : nothing, $("me"));
  }

  #me(me) {
    const who = me.by_key ? say("director.room.by_key")
      : html`${say("director.room.signed_in_as")} <bdi>${me.name}</bdi>, ${roleName(me.role)}`;
    const leave = say(me.by_key ? "director.room.leave" : "director.room.sign_out");
    return html`<p>${who}</p><button @click=${this.#signOut}>${leave}</button>${me.by_key || follows() ? nothing : this.#pin.view()}`;
  }
}
