// Takes pictures with the phone's rear camera: one for each request, and only the newest one.

const WIDE = 1280;
const HIGH = 720;
const LEAST_MS = 120; // between two pictures, which makes about eight a second
const LOOK_MS = 15; // between two checks for a new picture
const LARGEST = 500_000; // in bytes; the clock accepts a little more
const BEST = 0.8;
const WORST = 0.4;

export class Pictures {
  #video;
  #canvas = document.createElement("canvas");
  #take;
  #isWanted = false;
  #isBusy = false;
  #takenMs = -LEAST_MS;
  #takenAt = -1; // the video's time of the last picture
  #quality = BEST;
  #timer = 0;

  // `take(blob)` gets each picture, as JPEG.
  constructor(video, take) {
    this.#video = video;
    this.#take = take;
    document.addEventListener("visibilitychange", () => this.#look());
  }

  // Starts the camera. Throws a DOMException if it may not be used, or does not start.
  async start() {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: "environment" }, width: { ideal: WIDE }, height: { ideal: HIGH }, frameRate: { ideal: 30 } },
    });
    this.#video.srcObject = stream;
    await this.#video.play();
    return stream.getVideoTracks()[0];
  }

  stop() {
    this.#isWanted = false;
    for (const track of this.#video.srcObject?.getTracks() ?? []) track.stop();
    this.#video.srcObject = null;
  }

  // Asks for one picture. Nothing changes if one is already wanted.
  ask() {
    this.#isWanted = true;
    this.#look();
  }

  // Nobody waits for a picture any longer.
  forget() {
    this.#isWanted = false;
  }

  #look() {
    clearTimeout(this.#timer);
    if (!this.#isWanted || this.#isBusy || document.hidden) return;
    const wait = this.#takenMs + LEAST_MS - performance.now();
    const isNew = this.#video.readyState >= 2 && this.#video.currentTime !== this.#takenAt;
    if (wait <= 0 && isNew) this.#draw();
    else this.#timer = setTimeout(() => this.#look(), Math.max(LOOK_MS, wait));
  }

  #draw() {
    const { videoWidth: wide, videoHeight: high } = this.#video;
    const scale = Math.min(1, WIDE / Math.max(wide, high));
    this.#canvas.width = Math.round(wide * scale);
    this.#canvas.height = Math.round(high * scale);
    this.#takenMs = performance.now();
    this.#takenAt = this.#video.currentTime;
    this.#isBusy = true;
    this.#canvas.getContext("2d", { alpha: false }).drawImage(this.#video, 0, 0, this.#canvas.width, this.#canvas.height);
    this.#canvas.toBlob((blob) => this.#drawn(blob), "image/jpeg", this.#quality);
  }

  // A picture that is too large is taken again, with less detail.
  #drawn(blob) {
    this.#isBusy = false;
    if (blob && blob.size <= LARGEST) {
      if (this.#isWanted) this.#take(blob);
      this.#isWanted = false;
    } else {
      this.#quality = Math.max(WORST, this.#quality - 0.1);
    }
    this.#look();
  }
}

// Holds the focus and the exposure as they are now, or lets the camera choose again. Does nothing if it cannot.
export async function holdFocus(track, isHeld) {
  const can = track.getCapabilities?.() ?? {};
  const mode = isHeld ? "manual" : "continuous";
  const advanced = ["focusMode", "exposureMode", "whiteBalanceMode"]
    .filter((name) => can[name]?.includes(mode))
    .map((name) => ({ [name]: mode }));
  if (advanced.length) await track.applyConstraints({ advanced });
}

export const canHoldFocus = (track) => Boolean(track.getCapabilities?.().focusMode?.includes("manual"));
