// The clock service's time on this screen, from four-timestamp pings. The ping with the shortest round trip of the last
// sixteen is used: a delay can only add to it, and half of what it adds is the error.

const SAMPLES = 16;
const LONGEST_ROUND_TRIP_MS = 1000;
const SLEW_BELOW_MS = 250;

export class Timebase {
  #samples = [];
  #shownMs = null; // the offset in use: small corrections are gradual, so that no second is shown twice
  #glidedAt = 0;

  // Sent here at t0, received there at t1, answered there at t2, received here at t3.
  sample(t0, t1, t2, t3) {
    const roundTrip = t3 - t0 - (t2 - t1);
    if (roundTrip < 0 || roundTrip > LONGEST_ROUND_TRIP_MS) return;
    this.#samples.unshift({ roundTrip, offset: (t1 - t0 + (t2 - t3)) / 2 });
    this.#samples.length = Math.min(this.#samples.length, SAMPLES);
  }

  // The machine slept, or the service has restarted: earlier measurements are void.
  forget() {
    this.#samples = [];
  }

  // From storage, until there is a measurement.
  assume(offset) {
    this.#shownMs = offset;
  }

  get known() {
    return this.#samples.length > 0 || this.#shownMs !== null;
  }

  // The service's time when it is `localMs` here.
  serverNow(localMs) {
    if (this.#samples.length > 0) this.#glide(localMs);
    return localMs + (this.#shownMs ?? 0);
  }

  #glide(localMs) {
    const target = this.#samples.reduce((best, one) => (one.roundTrip < best.roundTrip ? one : best)).offset;
    const gap = this.#shownMs === null ? Infinity : target - this.#shownMs;
    const step = (localMs - this.#glidedAt) / 4;
    this.#glidedAt = localMs;
    if (Math.abs(gap) >= SLEW_BELOW_MS || Math.abs(gap) <= step) this.#shownMs = target;
    else this.#shownMs += Math.sign(gap) * step;
  }
}
