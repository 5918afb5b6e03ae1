// The six sounds of the table, made by code: a card, a chip that is put down, chips that are paid, the viewer's turn, ten
// seconds left, a message. They are off until the user switches them on, and none plays before the user has touched the
// page. No sound is for losing, and each is the same for every amount.

/**
 * @typedef {keyof typeof SOUNDS} Sound
 * @typedef {object} Tone
 * @property {number} at when it begins, in seconds
 * @property {number} lasts
 * @property {number} pitch
 * @property {number} loud
 * @property {number} [narrow] for a tone that is made of noise: how narrow its band is
 */

/** @param {number} at @returns {Tone} */
const chipClick = (at) => ({ at, pitch: 3400, lasts: 0.05, loud: 0.9, narrow: 7 });
/** @param {number} at @param {number} pitch @returns {Tone} */
const woodNote = (at, pitch) => ({ at, pitch, lasts: 0.11, loud: 0.42 });

export const SOUNDS = {
  card: [{ at: 0, pitch: 2300, lasts: 0.06, loud: 0.4, narrow: 0.7 }],
  chip: [chipClick(0)],
  paid: [chipClick(0), chipClick(0.06), chipClick(0.13)],
  turn: [woodNote(0, 294), woodNote(0.11, 370)],
  ten: [woodNote(0, 294)],
  message: [{ at: 0, pitch: 700, lasts: 0.07, loud: 0.6, narrow: 3 }],
};
const VOLUMES = /** @type {Record<string, number>} */ ({ low: 0.12, "": 0.35, high: 0.8 });

/** Made when the first sound is played: a browser warns about one that is made before a gesture. @type {AudioContext | null} */
let context = null;

/** Whether sounds may play: the user switched them on, and has pressed something on this page. */
const audible = () =>
  document.documentElement.dataset.sound === "on" && (navigator.userActivation?.hasBeenActive ?? false);

/**
 * Play a sound.
 * @param {Sound} name
 * @param {number} [after] in milliseconds: when what it belongs to has arrived
 */
export function playSound(name, after = 0) {
  if (!audible()) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  const volume = new GainNode(context, { gain: VOLUMES[document.documentElement.dataset.volume ?? ""] ?? 0.35 });
  volume.connect(context.destination);
  for (const tone of SOUNDS[name]) playTone(context, volume, tone, after / 1000);
}

/** @param {AudioContext} audio @param {AudioNode} into @param {Tone} tone @param {number} after */
function playTone(audio, into, { at, pitch, lasts, loud, narrow }, after) {
  const start = audio.currentTime + after + at;
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  gain.connect(into);
  const source = narrow
    ? new AudioBufferSourceNode(audio, { buffer: hiss(audio, lasts) })
    : new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  if (narrow)
    source.connect(new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: narrow })).connect(gain);
  else source.connect(gain);
  source.start(start);
  source.stop(start + lasts);
}

/** Noise, as of a card on cloth. @param {AudioContext} audio @param {number} lasts */
function hiss(audio, lasts) {
  const buffer = new AudioBuffer({ length: Math.ceil(lasts * audio.sampleRate), sampleRate: audio.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return buffer;
}

// A user who switches sound on, or changes the volume, hears how loud it is.
document.addEventListener("setting", () => playSound("chip"));
document.addEventListener("notice", () => playSound("message"));
