/** The document as it is, how it came about, and where this browser keeps it. */

const MOST_STEPS = 200;

export class History {
  /** @param {string} game @param {any} battle what the page came with */
  constructor(game, battle) {
    this.place = `tapete.workshop.${game}`;
    this.battle = battle;
    /** Whether this browser keeps what is made. */
    this.isKept = true;
    /** @type {any[]} */
    this.before = [];
    /** @type {any[]} */
    this.after = [];
  }

  /** The document kept here from last time, or the one put aside for another, or whether anything was made of it. @param {'' | '.aside' | '.made'} [which] @returns {any} */
  kept(which = '') {
    try {
      return JSON.parse(localStorage.getItem(this.place + which) ?? 'null');
    } catch {
      return null; // storage is switched off, or holds something else
    }
  }

  /** Another document is to come in the place of the one kept: that is put aside, if anything was made of it. */
  putAside() {
    const kept = this.kept();
    if (!kept || !this.kept('.made')) return;
    this.write('.aside', kept);
    this.write('.made', null);
  }

  /** Takes a document as the present one, the one before it a step behind. @param {any} battle */
  step(battle) {
    if (JSON.stringify(battle) === JSON.stringify(this.battle)) return;
    this.before.push(this.battle);
    if (this.before.length > MOST_STEPS) this.before.shift();
    this.after = [];
    this.replace(battle);
    this.write('.made', true);
  }

  /** The present document in another writing of the same. @param {any} battle */
  replace(battle) {
    this.battle = battle;
    this.keep();
  }

  /** One step back or forth; false where there is none. @param {'before' | 'after'} where */
  go(where) {
    const found = this[where].pop();
    if (found === undefined) return false;
    this[where === 'before' ? 'after' : 'before'].push(this.battle);
    this.replace(found);
    return true;
  }

  keep() {
    this.isKept = this.write('', this.battle);
  }

  /** Whether something could be written into this browser's storage; if not, the battle lasts as long as the page. @param {string} which @param {any} value */
  write(which, value) {
    try {
      localStorage.setItem(this.place + which, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  }
}
