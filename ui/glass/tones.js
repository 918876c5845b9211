// Plays the table's sounds by their names. A browser plays nothing before the first touch.

const notes = await (await fetch("/glass/tones.json")).json();
let audio = null;

export function wakeTones() {
  audio ??= "AudioContext" in window ? new AudioContext() : null;
  audio?.resume();
}

// Each note is a sine wave that dies away.
export function playTone(name) {
  if (audio?.state !== "running") return;
  for (const note of Object.hasOwn(notes, name) ? notes[name] : []) {
    const [wave, volume] = [audio.createOscillator(), audio.createGain()];
    const begins = audio.currentTime + note.at_ms / 1000;
    const ends = begins + note.long_ms / 1000;
    wave.frequency.value = note.hertz;
    volume.gain.setValueAtTime(note.loud, begins);
    volume.gain.exponentialRampToValueAtTime(note.loud * Math.exp(-note.fades), ends);
    wave.connect(volume).connect(audio.destination);
    wave.start(begins);
    wave.stop(ends);
  }
}
