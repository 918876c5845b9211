// Estimates the clock service's time on this screen from four-timestamp pings. Each ping gives bounds for the offset,
// because no message arrives before it is sent. The estimate is the middle of the range that all recent pings allow.

const SAMPLES = 64;
const LONGEST_ROUND_TRIP_MS = 2000;
const DRIFT = 100e-6; // the drift between two clocks
const SLEW_BELOW_MS = 250;

export class Timebase {
  #samples = [];
  #shownMs = null; // the offset in use: small corrections are gradual, so that no second is shown twice
  #glidedAt = 0;

  // Sent here at t0, received there at t1, answered there at t2, received here at t3.
  sample(t0, t1, t2, t3) {
    const roundTrip = t3 - t0 - (t2 - t1);
    if (roundTrip < 0 || roundTrip > LONGEST_ROUND_TRIP_MS) return;
    this.#samples.unshift({ at: t3, least: t2 - t3, most: t1 - t0 });
    this.#samples.length = Math.min(this.#samples.length, SAMPLES);
  }

  // The machine slept, or the service has restarted: earlier measurements are invalid.
  forget() {
    this.#samples = [];
  }

  // Uses a stored offset until there is a measurement.
  assume(offset) {
    this.#shownMs = offset;
  }

  get known() {
    return this.#samples.length > 0 || this.#shownMs !== null;
  }

  // The service's time at the local time `localMs`.
  serverNow(localMs) {
    if (this.#samples.length > 0) this.#glide(localMs);
    return localMs + (this.#shownMs ?? 0);
  }

  // The offset. If pings contradict each other, one of the clocks was changed, and only the newer pings count.
  #offset() {
    const [newest, ...older] = this.#samples;
    let { least, most } = newest;
    for (const one of older) {
      const drifted = DRIFT * Math.max(0, newest.at - one.at);
      const narrower = [Math.max(least, one.least - drifted), Math.min(most, one.most + drifted)];
      if (narrower[0] > narrower[1]) break;
      [least, most] = narrower;
    }
    return (least + most) / 2;
  }

  #glide(localMs) {
    const target = this.#offset();
    const gap = this.#shownMs === null ? Infinity : target - this.#shownMs;
    const step = (localMs - this.#glidedAt) / 4;
    this.#glidedAt = localMs;
    if (Math.abs(gap) >= SLEW_BELOW_MS || Math.abs(gap) <= step) this.#shownMs = target;
    else this.#shownMs += Math.sign(gap) * step;
  }
}
