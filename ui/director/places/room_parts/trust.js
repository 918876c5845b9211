// How the staff's phones and laptops come to trust the room: a QR code with the address of its certificate, and the
// fingerprint to compare. Empty if the clock has no authority of its own.

import { html, nothing } from "/web/lit/lit-html.js";
import { language, say } from "/web/words.js";
import { printAlone } from "../../printing.js";

export class Trust {
  #address = "";
  #qr = ""; // as SVG

  async open() {
    [this.#address, this.#qr] = await Promise.all([text("/trust-address"), text("/trust-qr.svg")]);
  }

  view(fingerprint) {
    if (!fingerprint || !this.#address || !this.#qr) return nothing;
    return html`<div class="trust"><h3>${say("director.room.trust")}</h3>${this.#said(fingerprint)}
      <p class="steps"><button @click=${() => this.#print(fingerprint)}>${say("director.recovery.print")}</button></p></div>`;
  }

  #said(fingerprint) {
    return html`<p>${say("director.room.trust_how")}</p>
      <div class="clock-at"><p><code>${this.#address}</code></p>
        <img src="data:image/svg+xml,${encodeURIComponent(this.#qr)}" width="160" height="160" alt=${say("director.room.trust_qr")} /></div>
      <ul class="of">${["android", "iphone", "computer"].map((one) => html`<li>${say(`director.room.trust_steps.${one}`)}</li>`)}</ul>
      <p>${say("director.room.trust_compare")}<br /><code class="fingerprint">${fingerprint.match(/.{4}/g).join(" ")}</code></p>`;
  }

  #print(fingerprint) {
    const today = new Intl.DateTimeFormat(language, { dateStyle: "long" }).format();
    printAlone(html`<h1>${say("director.room.trust")}</h1><p>${today}, ${location.host}</p>${this.#said(fingerprint)}`);
  }
}

async function text(path) {
  const answer = await fetch(path).catch(() => null);
  return answer?.ok ? answer.text() : "";
}
