// Sounds of the table, made by code. They are off until the user switches them on, and none plays before the user has
// touched the page. No sound is for losing, and none is louder for more money.

import { changesOf } from "./changes.js";

/**
 * @typedef {import("./table.js").TablePage} TablePage
 * @typedef {"card" | "chip" | "turn" | "win"} Sound
 * @typedef {{ at: number, pitch: number, lasts: number, loud: number, noise?: boolean }} Note times in seconds
 */

/** @type {Record<Sound, Note[]>} */
const NOTES = {
  card: [{ at: 0, pitch: 2600, lasts: 0.07, loud: 0.5, noise: true }],
  chip: [
    { at: 0, pitch: 3900, lasts: 0.04, loud: 0.3 },
    { at: 0.06, pitch: 4500, lasts: 0.05, loud: 0.25 },
  ],
  turn: [
    { at: 0, pitch: 660, lasts: 0.14, loud: 0.4 },
    { at: 0.12, pitch: 880, lasts: 0.2, loud: 0.4 },
  ],
  win: [
    { at: 0, pitch: 523, lasts: 0.12, loud: 0.35 },
    { at: 0.1, pitch: 659, lasts: 0.12, loud: 0.35 },
    { at: 0.2, pitch: 784, lasts: 0.2, loud: 0.35 },
  ],
};
const VOLUMES = /** @type {Record<string, number>} */ ({ low: 0.12, "": 0.35, high: 0.8 });

/** Made when the first sound is played: a browser warns about one that is made before a gesture. @type {AudioContext | null} */
let context = null;

/** Whether sounds may play: the user switched them on, and has pressed something on this page. */
const audible = () =>
  document.documentElement.dataset.sound === "on" && (navigator.userActivation?.hasBeenActive ?? false);

/** Play a sound. @param {Sound} name */
export function playSound(name) {
  if (!audible()) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  const volume = new GainNode(context, { gain: VOLUMES[document.documentElement.dataset.volume ?? ""] ?? 0.35 });
  volume.connect(context.destination);
  for (const note of NOTES[name]) playNote(context, volume, note);
}

/** @param {AudioContext} audio @param {AudioNode} into @param {Note} note */
function playNote(audio, into, { at, pitch, lasts, loud, noise }) {
  const start = audio.currentTime + at;
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  gain.connect(into);
  const source = noise
    ? new AudioBufferSourceNode(audio, { buffer: hiss(audio, lasts) })
    : new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  if (noise) source.connect(new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 0.8 })).connect(gain);
  else source.connect(gain);
  source.start(start);
  source.stop(start + lasts);
}

/** A short hiss, as of a card on felt. @param {AudioContext} audio @param {number} lasts */
function hiss(audio, lasts) {
  const buffer = new AudioBuffer({ length: Math.ceil(lasts * audio.sampleRate), sampleRate: audio.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return buffer;
}

/**
 * Play what happened since the previous picture, at most one sound of each kind. In a hidden tab only the viewer's turn
 * is heard.
 * @param {TablePage} t
 * @param {import("../parts/types.js").Picture | null} old
 * @param {boolean} asked whether the viewer was just asked something
 */
export function soundChanges(t, old, asked) {
  if (!audible()) return;
  if (asked && t.prompt) playSound("turn");
  if (document.hidden || t.newcomer) return;
  const changes = changesOf(old, t.picture);
  const won = changes.over && (t.picture?.chairs.find((chair) => chair.you)?.net ?? 0) > 0;
  if (won) playSound("win");
  if (changes.fresh.size) playSound("card");
  if (!won && changes.transfers.length) playSound("chip");
}

// A user who switches sound on, or changes the volume, hears how loud it is.
document.addEventListener("setting", () => playSound("chip"));
