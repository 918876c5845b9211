// The staff: who may sign in, in which role, and how to change that.

import { html, nothing } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";
import { Panel, ROLES, roleName } from "./panel.js";

const ALL = ["dealer", ...ROLES];

export class Staff extends Panel {
  #changing = ""; // the name of the member who is being changed
  #role = "floor"; // the role of the next member to add

  constructor(host) {
    super(host, "staff");
  }

  view() {
    if (!this.said) return this.waiting();
    return html`<ul class="lines">${this.said.staff.map((one) => this.#line(one))}</ul>
      ${this.problem()}
      <form class="fields" @submit=${(event) => this.#put(event, "")}>
        <p><label for="staff-name">${say("director.room.staff_name")}</label>
          <input id="staff-name" name="name" maxlength="60" autocomplete="off" required /></p>
        <p><label for="staff-role">${say("director.room.role")}</label>
          ${this.#roles("staff-role", this.#role, (role) => {
            this.#role = role;
            this.draw();
          })}</p>
        <p><label for="staff-pin">${say("director.room.pin")}</label>
          <input id="staff-pin" name="pin" type="password" inputmode="numeric" autocomplete="new-password" maxlength="12" required /></p>
        <button class="main" ?disabled=${this.isBusy}>${say("director.room.staff_add")}</button>
      </form>
      <p class="of">${say(`director.room.role_help.${this.#role}`)}</p>`;
  }

  #line(one) {
    const from = one.made_here ? nothing : html`<span class="of">${say("director.room.of_settings")}</span>`;
    return html`<li>
      <p><bdi>${one.name}</bdi> <span class="of">${roleName(one.role)}</span>
        ${one.signed_in ? html`<span class="of">${say("director.room.signed_in")}</span>` : nothing} ${from}</p>
      <p class="steps"><button aria-expanded=${String(this.#changing === one.name)} @click=${() => this.#change(one.name)}>${say("director.room.change")}</button>
        ${one.made_here ? this.sureButton(`remove ${one.name}`, say("director.room.remove"), {
          sure: say("director.room.remove_sure", { name: one.name }),
          done: () => this.send("remove", { name: one.name }),
        }) : nothing}</p>
      ${this.#changing === one.name ? this.#form(one) : nothing}
    </li>`;
  }

  #form(one) {
    return html`<form class="fields" @submit=${(event) => this.#put(event, one.name)}>
      <p><label for="change-role">${say("director.room.role")}</label>${this.#roles("change-role", one.role)}</p>
      <p><label for="change-pin">${say("director.room.new_pin")}</label>
        <input id="change-pin" name="pin" type="password" inputmode="numeric" autocomplete="new-password" maxlength="12" /></p>
      <button class="main" ?disabled=${this.isBusy}>${say("director.room.keep")}</button>
    </form>`;
  }

  #roles(id, role, chosen = undefined) {
    return html`<select id=${id} name="role" @change=${(event) => chosen?.(event.target.value)}>${ALL.map((one) => html`
      <option value=${one} ?selected=${one === role}>${roleName(one)}</option>`)}</select>`;
  }

  #change(name) {
    this.#changing = this.#changing === name ? "" : name;
    this.why = "";
    this.draw();
  }

  async #put(event, name) {
    event.preventDefault();
    const form = event.target;
    const [role, pin] = [form.elements.role.value, form.elements.pin.value];
    if (!(await this.send("put", { name: name || form.elements.name.value, role, pin }))) return;
    form.reset();
    this.#changing = "";
    this.draw();
  }
}
