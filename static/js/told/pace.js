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
/** So long at most what had piled up is hurried through. */
const RUSH_MS = 10_000;

/** Whether something to be read comes with a push: dice, a spell, a loss. @param {string} html */
const hasResult = (html) => html.includes('beforeend:#log') && /class="(roll|entry tone-(warn|bad))/.test(html);

/** Whether a push asks something that does not wait: a proposal, or a decision against the clock. @param {string} html */
const isUrgent = (html) => html.includes('data-answer="yes"') || (html.includes('data-my-go="true"') && document.querySelector('#clocks:not([hidden])') !== null);

export class Pace {
  constructor() {
    /** The number of the newest event that came, shown or not. */
    this.latest = 0;
    /** How many results came. */
    this.arrived = 0;
    /** How many of them were, or are now, shown. */
    this.begun = 0;
    /** Up to which of them nothing is waited for, and until when. */
    this.rushed = { upTo: 0, until: 0 };
    /** Until when the last result is there to be read. */
    this.readAt = 0;
    /** Whether something of the reader's own is on its way. @type {() => boolean} */
    this.isBusy = () => false;
    /** Whether something waits for it to be read. */
    this.isHolding = false;
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
    document.addEventListener('keydown', () => this.rush(), true);
    document.addEventListener('click', (event) => {
      // A tap on the dice is for the result that lies there.
      if (!(/** @type {Element} */ (event.target).closest('#dice'))) this.rush();
    }, true);
  }

  /** How many results wait behind the one that is shown. */
  get waiting() {
    return this.arrived - this.begun;
  }

  /** Whether something came that is still to be shown. */
  get isLate() {
    return this.latest > Number(document.body.dataset.seq);
  }

  /** Whether dice simply lie there, and nothing waits. */
  get isAtOnce() {
    const { upTo, until } = this.rushed;
    return RESULT_MS[this.name] === 0 || (this.begun <= upTo && performance.now() < until);
  }

  /** A push came. @param {string} html */
  came(html) {
    this.latest = Math.max(this.latest, Number(/id="live"[^>]* data-seq="(\d+)"/.exec(html)?.[1] ?? 0));
    if (hasResult(html)) this.arrived += 1;
    if (this.waiting > MOST_WAITING || isUrgent(html)) this.rush();
  }

  /** A push is about to be shown, and whatever came before it was. @param {string} html */
  begins(html) {
    if (hasResult(html)) this.begun += 1;
  }

  /** A result lies: from now on it is there to be read. @param {number} [share] of the time that dice take */
  lies(share = 1) {
    this.readAt = this.isAtOnce ? 0 : performance.now() + RESULT_MS[this.name] * share;
  }

  /** Until the last result has been read, or somebody goes on. @returns {Promise<void>} */
  async read() {
    const left = this.readAt - performance.now();
    if (left <= 0 || this.isAtOnce || this.isBusy()) return;
    this.isHolding = true;
    await new Promise((done) => {
      const timer = setTimeout(done, left);
      this.wake = () => {
        clearTimeout(timer);
        done(undefined);
      };
    });
    this.wake = () => {};
    this.isHolding = false;
  }

  /** On to the next result. @returns {boolean} whether anything waited */
  skip() {
    const { isHolding } = this;
    this.readAt = 0;
    this.wake();
    return isHolding;
  }

  /** On to what is now, however much lies in between. */
  rush() {
    this.rushed = { upTo: this.arrived, until: performance.now() + RUSH_MS };
    this.skip();
    document.dispatchEvent(new Event('tapete:hurry'));
  }
}
