// The table's virtual screen: noVNC's client, at this glass's own size, with one finger and no gestures.

import RFB from "/glass/novnc/core/rfb.js";
import { sharpness } from "./size.js";

export class GlassScreen extends RFB {
  #asksForSize = false;

  constructor(target, channel) {
    super(target, channel, { shared: false });
    this.scaleViewport = true;
    this.resizeSession = true;
    this.focusOnClick = false;
    this.background = "#05090b";
    this.qualityLevel = 8;
    this.compressionLevel = 2;
  }

  // A finger is down, or has just been lifted, at this place of the page.
  touch(clientX, clientY, isDown) {
    const canvas = document.querySelector("#screen canvas");
    if (!canvas || this._rfbConnectionState !== "connected") return;
    const at = canvas.getBoundingClientRect();
    const x = inside(((clientX - at.left) * this._fbWidth) / at.width, this._fbWidth);
    const y = inside(((clientY - at.top) * this._fbHeight) / at.height, this._fbHeight);
    RFB.messages.pointerEvent(this._sock, x, y, isDown ? 1 : 0);
  }

  // noVNC asks for the size in CSS pixels. A sharp display has room for more.
  _requestRemoteResize() {
    this.#asksForSize = true;
    super._requestRemoteResize();
    this.#asksForSize = false;
  }

  _screenSize() {
    const { w, h } = super._screenSize();
    if (!this.#asksForSize) return { w, h };
    const sharp = sharpness(w, h);
    return { w: Math.floor(w * sharp), h: Math.floor(h * sharp) };
  }
}

const inside = (at, size) => Math.max(0, Math.min(size - 1, Math.round(at)));
