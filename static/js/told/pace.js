/**
 * How long each result of dice is shown before the next thing that happened: at the pace its reader chose, on this page alone. Whoever
 * presses anything waits for nothing, and what piled up, as after a sleep, is caught up with at once.
 */

const KEPT = 'tapete:dice';
const USUAL = 'quick';
/** How long a result stays before the next one, by the name of a pace. @type {Record<string, number>} */
const RESULT_MS = { slow: 2400, quick: 1200, at_once: 0 };
/** So many results may wait; of more, the newest is shown. */
const MOST_WAITING = 8;

/** Whether dice come with a push. @param {string} html */
const hasDice = (html) => html.includes('beforeend:#log') && html.includes('class="roll');

/** Whether a push asks something that does not wait: a proposal, or a decision against the clock. @param {string} html */
const isUrgent = (html) => html.includes('data-answer="yes"') || (html.includes('data-my-go="true"') && document.querySelector('#clocks:not([hidden])') !== null);

export class Pace {
  constructor() {
    /** How many results came and are not shown yet. */
    this.waiting = 0;
    /** Whether what waits is shown without a stop. */
    this.isRushing = false;
    /** Until when the last result is there to be read. */
    this.readAt = 0;
    /** Whether something of the reader's own is on its way. @type {() => boolean} */
    this.isBusy = () => false;
    this.wake = () => {};
    const choice = /** @type {HTMLSelectElement | null} */ (document.getElementById('dice-pace'));
    const kept = localStorage.getItem(KEPT) ?? '';
    this.name = kept in RESULT_MS ? kept : USUAL;
    if (choice) {
      choice.value = this.name;
      choice.addEventListener('change', () => {
        this.name = choice.value;
        localStorage.setItem(KEPT, this.name);
        this.rush();
      });
    }
    document.addEventListener('keydown', () => this.rush());
    document.addEventListener('click', (event) => {
      // A tap on the dice is for the result that lies there.
      if (!(/** @type {Element} */ (event.target).closest('#dice'))) this.rush();
    });
  }

  /** For how long a result is shown, in milliseconds. */
  get ms() {
    return this.isRushing || this.isBusy() ? 0 : RESULT_MS[this.name];
  }

  /** A push came. @param {string} html */
  came(html) {
    if (hasDice(html)) this.waiting += 1;
    if (this.waiting > MOST_WAITING || isUrgent(html)) this.rush();
  }

  /** A push is about to be shown, and whatever came before it was. @param {string} html */
  begins(html) {
    if (hasDice(html)) this.waiting = Math.max(0, this.waiting - 1);
  }

  /** What was waited for is shown: what comes from now on has its time again. */
  caughtUp() {
    if (this.waiting === 0) this.isRushing = false;
  }

  /** A result lies: from now on it is there to be read. */
  lies() {
    this.readAt = performance.now() + this.ms;
  }

  /** Until the last result has been read, or somebody goes on. @returns {Promise<void>} */
  async read() {
    const left = Math.min(this.readAt - performance.now(), this.ms);
    if (left <= 0) return;
    await new Promise((done) => {
      const timer = setTimeout(done, left);
      this.wake = () => {
        clearTimeout(timer);
        done(undefined);
      };
    });
    this.wake = () => {};
  }

  /** On to the next result. @returns {boolean} whether anything waited */
  skip() {
    const isAhead = this.readAt > performance.now();
    this.readAt = 0;
    this.wake();
    return isAhead && this.waiting > 0;
  }

  /** On to what is now, however much lies in between. */
  rush() {
    this.isRushing = this.waiting > 0;
    this.skip();
    document.dispatchEvent(new Event('tapete:hurry'));
  }

  /** The line is another one: what was lost with the old one is waited for no longer. */
  startAnew() {
    this.rush();
    this.waiting = 0;
  }
}
