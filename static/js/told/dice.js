/**
 * Dice as they are seen to fall: they tumble briefly, one after the other, and land on the server's numbers; then it is said what came
 * of them. A click lands them at once, and without motion they simply lie there.
 */

import { h, reducedMotion } from '../base/dom.js';

const FIRST_LANDS_MS = 420;
const NEXT_LANDS_MS = 130;
const FACE_MS = 70;
const FACES = 6;
/** So many throws of one act lie beside one another; those before make way. */
const MOST_THROWS = 3;

export class Dice {
  /** @param {HTMLElement} place where they fall; what is in it is said to screen readers */
  constructor(place) {
    this.place = place;
    /** What still tumbles. @type {Set<{land: () => void}>} */
    this.falling = new Set();
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
    const rolls = entries.flatMap((entry) => [...entry.querySelectorAll('.entry__more > .roll')]);
    if (rolls.length === 0) return null;
    const shown = rolls.map((roll) => /** @type {HTMLElement} */ (roll.cloneNode(true)));
    sayOnce(shown);
    const thrown = h('div', { class: 'dice__throw' }, h('p', { class: 'dice__what' }, wordsOf(entries)), ...shown);
    this.place.append(thrown);
    while (this.place.childElementCount > MOST_THROWS) this.place.firstElementChild?.remove();
    this.keepClear();
    return thrown;
  }

  /** They lie along the north edge of the board, or along the south where less that matters would lie under them. */
  keepClear() {
    const { place } = this;
    place.classList.remove('is-south');
    const north = covered(place);
    if (north === 0) return;
    place.classList.add('is-south');
    if (covered(place) >= north) place.classList.remove('is-south');
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

  clear() {
    this.land();
    this.place.replaceChildren();
  }
}

/** What a line says; of several, whose dice say themselves who rolled, what came of them: the line that follows. @param {HTMLElement[]} entries */
function wordsOf(entries) {
  const told = entries.length > 1 ? entries[entries.length - 1].nextElementSibling : entries[0];
  // A number stays with its letter.
  return (told?.querySelector('.entry__words')?.textContent ?? '').replace(/-(?=\d)/g, '-\u2060');
}

/** What several dice were rolled for alike, with nothing for each to reach, is said by the first of them. @param {HTMLElement[]} rolls */
function sayOnce(rolls) {
  const [first, ...others] = rolls.map((roll) => roll.querySelector('.roll__words'));
  const isAlike = (/** @type {Element | null} */ words) => words?.textContent === first?.textContent && !words?.querySelector('.roll__need, .roll__result');
  for (const words of others) if (isAlike(words)) words?.remove();
}

/** How much of what is looked at now lies under an element: units, and what is drawn of an act. @param {HTMLElement} element */
function covered(element) {
  const over = element.getBoundingClientRect();
  const under = (/** @type {Element} */ each) => {
    const box = each.getBoundingClientRect();
    return box.left < over.right && box.right > over.left && box.top < over.bottom && box.bottom > over.top;
  };
  return [...document.querySelectorAll('#board [data-unit], #layer-trace circle, #layer-trace text')].filter(under).length;
}
