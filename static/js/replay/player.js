/** Plays the film by itself, at a speed the reader chooses; what is worth looking at is shown for longer. */

import { byId } from '../base/dom.js';
import { t } from '../base/words.js';
import { pause } from './film.js';

const SPEED = 'tapete:replay:speed';
const STEP_MS = 700;
const TRACE_MS = 500;
const DICE_MS = 1700;

export class Player {
  /** @param {import('./film.js').Film} film @param {import('./told.js').Told} told */
  constructor(film, told) {
    this.film = film;
    this.told = told;
    this.isPlaying = false;
    this.button = byId('play');
    this.speed = /** @type {HTMLSelectElement} */ (byId('speed'));
    const kept = localStorage.getItem(SPEED);
    if (kept && [...this.speed.options].some((option) => option.value === kept)) this.speed.value = kept;
    this.button.addEventListener('click', () => this.toggle());
    this.speed.addEventListener('change', () => localStorage.setItem(SPEED, this.speed.value));
  }

  toggle() {
    if (this.isPlaying) this.stop();
    else this.play();
  }

  stop() {
    this.isPlaying = false;
    this.mark();
  }

  /** From here, or once it is over from the beginning. */
  async play() {
    this.isPlaying = true;
    this.mark();
    const run = (this.run = Symbol('run'));
    const goesOn = () => this.isPlaying && this.run === run;
    if (this.film.place === this.film.last) await this.film.go(0);
    while (goesOn() && this.film.place < this.film.last) {
      await this.film.step('forward');
      await pause(this.lasts() / Number(this.speed.value));
    }
    if (goesOn()) this.stop();
  }

  /** How long the moment shown is worth, at the plain speed. */
  lasts() {
    const entries = this.told.entriesNow();
    const dice = entries.some((entry) => entry.querySelector('.roll')) ? DICE_MS : 0;
    const trace = entries.some((entry) => entry.dataset.overlays) ? TRACE_MS : 0;
    return STEP_MS + Math.max(dice, trace);
  }

  mark() {
    this.button.setAttribute('aria-pressed', String(this.isPlaying));
    this.button.setAttribute('aria-label', t(this.isPlaying ? 'pause' : 'play'));
  }
}
