/** The document as it is, how it came about, and where this browser keeps it. */

const MOST_STEPS = 200;

export class History {
  /** @param {string} game @param {any} battle what the page came with */
  constructor(game, battle) {
    this.place = `tapete.workshop.${game}`;
    this.battle = battle;
    /** @type {any[]} */
    this.before = [];
    /** @type {any[]} */
    this.after = [];
  }

  /** The document kept here from last time, if there is one. @returns {any} */
  kept() {
    try {
      return JSON.parse(localStorage.getItem(this.place) ?? 'null');
    } catch {
      return null; // storage is switched off, or holds something else
    }
  }

  /** Takes a document as the present one, the one before it a step behind. @param {any} battle */
  step(battle) {
    if (JSON.stringify(battle) === JSON.stringify(this.battle)) return;
    this.before.push(this.battle);
    if (this.before.length > MOST_STEPS) this.before.shift();
    this.after = [];
    this.replace(battle);
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
    try {
      localStorage.setItem(this.place, JSON.stringify(this.battle));
    } catch {
      // the battle lasts as long as the page; it can still be saved as a file
    }
  }
}
