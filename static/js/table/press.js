/** A press of a control ends on what it began on: what changes the page meanwhile waits for its end. */

const CONTROLS = 'a, button, summary, label';
/** After a finger is lifted its click comes a moment later. */
const CLICK_MS = 60;
/** Nobody presses a button for longer; whoever holds it down is told the news all the same. */
const LONGEST_MS = 1_000;

/** @type {{over: Promise<void>, end: () => void} | undefined} */
let press;

/** What is to be waited for before the page changes, if anything is being pressed. */
export const pressed = () => press?.over;

export function learnToWait() {
  addEventListener('pointerdown', begin, true);
  addEventListener('click', () => endSoon(0), true);
  addEventListener('pointerup', () => endSoon(CLICK_MS), true);
  addEventListener('pointercancel', () => endSoon(0), true);
}

/** @param {PointerEvent} event */
function begin({ target }) {
  press?.end();
  press = undefined;
  const control = target instanceof Element && target.closest(CONTROLS);
  if (!control || control.closest('#board')) return;
  const own = { end: () => {} };
  press = Object.assign(own, { over: /** @type {Promise<void>} */ (new Promise((done) => { own.end = done; })) });
  endSoon(LONGEST_MS);
}

/** @param {number} ms */
function endSoon(ms) {
  const ended = press;
  if (ended) setTimeout(() => {
    ended.end();
    if (press === ended) press = undefined;
  }, ms);
}
