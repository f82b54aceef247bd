import { prefs } from "../window/prefs.svelte";

// Every sound is made here, from oscillators and a little noise: nothing to download.
export type Sound = "dice" | "place" | "stamp" | "coin" | "good" | "bad" | "turn" | "card" | "tick";

let air: AudioContext | undefined;

function context(): AudioContext | undefined {
  if (typeof AudioContext === "undefined") return undefined;
  air ??= new AudioContext();
  if (air.state === "suspended") void air.resume();
  return air;
}

function tone(
  at: AudioContext,
  freq: number,
  from: number,
  long: number,
  loud = 0.12,
  shape: OscillatorType = "triangle",
) {
  const voice = at.createOscillator();
  const gain = at.createGain();
  voice.type = shape;
  voice.frequency.value = freq;
  gain.gain.setValueAtTime(0, at.currentTime + from);
  gain.gain.linearRampToValueAtTime(loud, at.currentTime + from + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at.currentTime + from + long);
  voice.connect(gain).connect(at.destination);
  voice.start(at.currentTime + from);
  voice.stop(at.currentTime + from + long + 0.02);
}

function knock(at: AudioContext, from: number, pitch: number, loud = 0.25, long = 0.06) {
  const size = Math.floor(at.sampleRate * long);
  const buffer = at.createBuffer(1, size, at.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < size; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / size) ** 3;
  const noise = at.createBufferSource();
  noise.buffer = buffer;
  const filter = at.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 1.4;
  const gain = at.createGain();
  gain.gain.value = loud;
  noise.connect(filter).connect(gain).connect(at.destination);
  noise.start(at.currentTime + from);
}

const SCORE: Record<Sound, (at: AudioContext) => void> = {
  dice: (at) =>
    [0, 0.09, 0.16, 0.24, 0.33, 0.42].forEach((from, i) =>
      knock(at, from, 1400 + 300 * (i % 3), 0.5 - i * 0.05),
    ),
  place: (at) => knock(at, 0, 420, 0.6, 0.09),
  stamp: (at) => {
    knock(at, 0, 180, 0.9, 0.16);
    tone(at, 74, 0, 0.22, 0.2, "sine");
  },
  coin: (at) => {
    tone(at, 1760, 0, 0.18, 0.07);
    tone(at, 2350, 0.05, 0.3, 0.06);
  },
  card: (at) => knock(at, 0, 2600, 0.3, 0.05),
  tick: (at) => knock(at, 0, 1900, 0.2, 0.03),
  good: (at) => [523, 659, 784].forEach((freq, i) => tone(at, freq, i * 0.09, 0.4, 0.08)),
  bad: (at) => [220, 185].forEach((freq, i) => tone(at, freq, i * 0.16, 0.45, 0.1, "sawtooth")),
  turn: (at) => [659, 880].forEach((freq, i) => tone(at, freq, i * 0.1, 0.35, 0.06, "sine")),
};

/** Plays a sound of the house, if the person has turned sound on. */
export function play(sound: Sound) {
  if (!prefs.sound) return;
  const at = context();
  if (at) SCORE[sound](at);
}
