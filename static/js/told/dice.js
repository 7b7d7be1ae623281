/**
 * Dice as they are seen to fall: they tumble briefly, one after the other, and land on the server's numbers; then it is said what came
 * of them. A click lands them at once, and without motion they simply lie there.
 */

import { h, reducedMotion } from '../base/dom.js';
import { unbroken } from '../base/words.js';

const FIRST_LANDS_MS = 420;
const NEXT_LANDS_MS = 130;
const FACE_MS = 70;
const FACES = 6;
/** So many throws of one act lie beside one another; those before make way. */
const MOST_THROWS = 3;
/** How what is said of a throw draws together, step by step. */
const TIGHT = ['is-tight', 'is-tightest'];

export class Dice {
  /** @param {HTMLElement} place where they fall; what is in it is said to screen readers */
  constructor(place) {
    this.place = place;
    /** What still tumbles. @type {Set<{land: () => void}>} */
    this.falling = new Set();
    new ResizeObserver(() => this.refit()).observe(place);
  }

  /** The dice of lines of the log as they lie, with what came of them. @param {HTMLElement[]} entries */
  show(entries) {
    this.clear();
    this.lay(entries);
  }

  /** The dice of lines of the log fall beside those that lie there; once they have landed it is said what came of them.
   * @param {HTMLElement[]} entries @param {number} most after so many milliseconds they lie, however many they are */
  async fall(entries, most) {
    const thrown = this.lay(entries);
    if (!thrown) return;
    document.dispatchEvent(new CustomEvent('tapete:thrown'));
    if (reducedMotion() || most <= 0) return;
    thrown.classList.add('is-falling');
    this.place.ariaBusy = 'true';
    const rolls = /** @type {HTMLElement[]} */ ([...thrown.querySelectorAll('.roll')]);
    await Promise.all(rolls.map((roll, n) => this.tumble(roll, Math.min(most, FIRST_LANDS_MS + n * NEXT_LANDS_MS))));
    thrown.classList.remove('is-falling');
    this.place.ariaBusy = null;
  }

  /** @param {HTMLElement[]} entries @returns {HTMLElement | null} what was laid down */
  lay(entries) {
    const shown = entries.flatMap((entry) => [...entry.querySelectorAll('.entry__more > .roll')].map((roll) => coloured(roll, entry)));
    if (shown.length === 0) return null;
    const thrown = h('div', { class: 'dice__throw' }, h('p', { class: 'dice__what' }, wordsOf(entries)), ...grouped(shown));
    // Where the log is in sight it says the same to screen readers.
    this.place.ariaLive = document.getElementById('log')?.checkVisibility() ? 'off' : 'polite';
    this.place.append(thrown);
    this.fit(thrown);
    return thrown;
  }

  /** What somebody did without dice, beside those that lie there. @param {HTMLElement} entry */
  tell(entry) {
    const told = h('p', { class: `dice__news ${sideOf(entry)}` }, unbroken(entry.querySelector('.entry__words')?.textContent ?? ''));
    this.place.append(told);
    this.fit(told);
  }

  /** Earlier throws make way, then what is said of the newest draws together. @param {HTMLElement} thrown */
  fit(thrown) {
    const { place } = this;
    const isOver = () => place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight;
    while (place.childElementCount > 1 && (place.childElementCount > MOST_THROWS || isOver())) place.firstElementChild?.remove();
    for (const name of TIGHT) if (isOver()) thrown.classList.add(name);
  }

  /** In a place that became wider or narrower what is said of the newest has more room, or less. */
  refit() {
    const thrown = /** @type {HTMLElement | null} */ (this.place.lastElementChild);
    thrown?.classList.remove(...TIGHT);
    if (thrown) this.fit(thrown);
  }

  /** Other faces turn up until it lands; until then nothing of it tells how. @param {HTMLElement} roll @param {number} ms @returns {Promise<void>} */
  tumble(roll, ms) {
    const face = roll.querySelector('.die > use');
    const truth = face?.getAttribute('href') ?? '';
    const isCube = /^#die-[1-6]$/.test(truth);
    const { className } = roll;
    let seen = FACES;
    const turning = setInterval(() => {
      seen = (seen + 1 + Math.floor(Math.random() * (FACES - 1))) % FACES;
      if (isCube) face?.setAttribute('href', `#die-${seen + 1}`);
    }, FACE_MS);
    roll.className = 'roll is-tumbling';
    return new Promise((landed) => {
      const falling = {
        land: () => {
          clearInterval(turning);
          clearTimeout(landing);
          this.falling.delete(falling);
          face?.setAttribute('href', truth);
          roll.className = `${className} has-landed`;
          document.dispatchEvent(new CustomEvent('tapete:landed'));
          landed();
        },
      };
      const landing = setTimeout(falling.land, ms);
      this.falling.add(falling);
    });
  }

  /** Lands whatever still tumbles. */
  land() {
    for (const each of [...this.falling]) each.land();
  }

  /** Something else happened without dice: what was told alone is no news any more. */
  goOn() {
    if (!this.place.querySelector('.roll')) this.clear();
  }

  clear() {
    this.land();
    this.place.replaceChildren();
  }
}

/** What a line says; of several, whose dice say themselves who rolled, what came of them: the line that follows. @param {HTMLElement[]} entries */
function wordsOf(entries) {
  const told = entries.length > 1 ? entries[entries.length - 1].nextElementSibling : entries[0];
  const words = told ? told.querySelector('.entry__words') : entries[0].querySelector('.roll__for');
  return unbroken(words?.textContent ?? '');
}

/** A die in the colour of whoever rolled: of its own side where it has one, else of its line's. @param {Element} roll @param {HTMLElement} entry */
function coloured(roll, entry) {
  const shown = /** @type {HTMLElement} */ (roll.cloneNode(true));
  if (!sideOf(shown)) shown.classList.add(sideOf(entry) || 'side-0');
  return shown;
}

/** @param {HTMLElement} each */
function sideOf(each) {
  return each.className.match(/side-\d+/)?.[0] ?? '';
}

/** Dice beside one another under the name of whose they are, or of what they are for, and what they needed; each says only what came
 * of it. @param {HTMLElement[]} rolls @returns {HTMLElement[]} */
function grouped(rolls) {
  /** @type {Map<string, HTMLElement>} */
  const groups = new Map();
  for (const roll of rolls) {
    const name = roll.dataset.whose ?? roll.querySelector('.roll__for')?.textContent ?? '';
    const need = roll.querySelector('.roll__need')?.textContent ?? '';
    for (const each of roll.querySelectorAll('.roll__whose, .roll__for, .roll__need')) each.remove();
    const key = JSON.stringify([name, need, sideOf(roll)]);
    if (!groups.has(key)) {
      const head = h('p', { class: `dice__head ${sideOf(roll)}` }, h('b', { class: 'dice__whose' }, unbroken(name)), need ? h('span', { class: 'dice__need' }, need) : '');
      groups.set(key, h('div', { class: 'dice__group' }, head, h('div', { class: 'dice__rolls' })));
    }
    groups.get(key)?.lastElementChild?.append(roll);
  }
  return [...groups.values()];
}
