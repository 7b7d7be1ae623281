/**
 * Soft sounds, made here and now: wood on cloth, dice, a knock, two bells. Off until somebody turns them on, silent until a
 * key or a finger has touched the page, and never louder than asked for.
 */

import { kindOf } from '../base/effects.js';

const KEPT = 'tapete:sounds';
const USUAL_VOLUME = 0.5;
const GESTURES = ['pointerdown', 'keydown'];

/** A note: from when, how high (Hz), how long and how loud. @typedef {[number, number, number, number]} Note */
/** @type {Record<string, Note[]>} */
const NOTES = {
  turn: [[0, 659, 0.5, 0.3], [0.16, 880, 0.7, 0.26]],
  chat: [[0, 740, 0.18, 0.16]],
  end: [[0, 392, 1.2, 0.22], [0.14, 494, 1.1, 0.2], [0.28, 587, 1.4, 0.2]],
  hit: [[0, 92, 0.32, 0.8]],
};

/** A rustle: from when, how high (Hz), how long and how loud. @type {Record<string, Note[]>} */
const RUSTLES = {
  move: [[0, 480, 0.16, 0.3], [0.13, 320, 0.07, 0.5]],
  hit: [[0, 900, 0.07, 0.5]],
  dice: [[0, 1900, 0.03, 0.5], [0.07, 2300, 0.03, 0.4], [0.13, 2050, 0.025, 0.45], [0.2, 2500, 0.025, 0.3]],
  landed: [[0, 1500, 0.035, 0.55]],
};

export class Sounds {
  constructor() {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    this.isOn = kept.isOn === true;
    this.volume = Number.isFinite(kept.volume) ? Math.min(1, Math.max(0, kept.volume)) : USUAL_VOLUME;
    /** There is none before somebody has touched the page. @type {AudioContext | null} */
    this.context = null;
    this.wake = () => this.open();
    if (this.isOn) this.await();
    document.addEventListener('tapete:shown', (event) => this.play(kindOf(/** @type {CustomEvent} */ (event).detail)));
    document.addEventListener('tapete:thrown', () => this.play('dice'));
    document.addEventListener('tapete:landed', () => this.play('landed'));
  }

  /** Opens at the next touch. */
  await() {
    for (const gesture of GESTURES) addEventListener(gesture, this.wake, { once: true });
  }

  open() {
    for (const gesture of GESTURES) removeEventListener(gesture, this.wake);
    if (!this.isOn || this.context) return;
    this.context = new AudioContext();
    this.loudness = this.context.createGain();
    this.loudness.connect(this.context.destination);
    this.loudness.gain.value = this.volume;
    this.noise = this.context.createBuffer(1, this.context.sampleRate / 2, this.context.sampleRate);
    const samples = this.noise.getChannelData(0);
    for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  }

  /** The switch, which is a touch itself. @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    this.keep();
    if (isOn) {
      this.open();
      this.play('landed');
    } else {
      this.context?.close();
      this.context = null;
    }
  }

  /** @param {number} volume from 0 to 1 */
  setVolume(volume) {
    this.volume = volume;
    this.keep();
    if (this.context && this.loudness) this.loudness.gain.value = volume;
    this.play('landed');
  }

  keep() {
    localStorage.setItem(KEPT, JSON.stringify({ isOn: this.isOn, volume: this.volume }));
  }

  /** @param {string | null} name */
  play(name) {
    if (!this.isOn || !this.context || !name || document.hidden) return;
    document.dispatchEvent(new CustomEvent('tapete:sounded', { detail: name }));
    for (const note of NOTES[name] ?? []) this.note(note);
    for (const rustle of RUSTLES[name] ?? []) this.rustle(rustle);
  }

  /** @param {Note} note */
  note([from, pitch, lasts, loud]) {
    const { context } = this;
    if (!context) return;
    const voice = context.createOscillator();
    voice.type = 'sine';
    voice.frequency.value = pitch;
    voice.connect(this.fading(from, lasts, loud));
    voice.start(context.currentTime + from);
    voice.stop(context.currentTime + from + lasts);
  }

  /** @param {Note} rustle */
  rustle([from, pitch, lasts, loud]) {
    const { context } = this;
    if (!context || !this.noise) return;
    const voice = context.createBufferSource();
    voice.buffer = this.noise;
    const filter = context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = pitch;
    filter.Q.value = 1.4;
    voice.connect(filter).connect(this.fading(from, lasts, loud));
    voice.start(context.currentTime + from);
    voice.stop(context.currentTime + from + lasts);
  }

  /** Comes quickly and goes softly. @param {number} from @param {number} lasts @param {number} loud */
  fading(from, lasts, loud) {
    const { context, loudness } = this;
    const gain = /** @type {AudioContext} */ (context).createGain();
    const start = /** @type {AudioContext} */ (context).currentTime + from;
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(loud, start + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
    gain.connect(/** @type {GainNode} */ (loudness));
    return gain;
  }
}
