/**
 * What every plan can do. A plan starts from an example of its offer, replaces what the player decides, and answers the
 * action when it is complete. It knows the board's geometry and nothing of any game.
 */

import { say } from '../base/words.js';

/** @typedef {import('../boards/surface.js').Surface} Board */
/** @typedef {{x: number, y: number, level?: number}} Point */
/** @typedef {any} Offer as the API answers it */

/** What every plan can be told; those that do not care leave it be. */
export class Plan {
  /** @param {Offer} offer @param {Board} board */
  constructor(offer, board) {
    this.offer = offer;
    this.board = board;
    this.domain = offer.domain ?? {};
    this.template = offer.examples[0] ?? { type: offer.type };
  }

  /** Whether what is chosen was chosen by nobody: there was no other. */
  isGiven = false;

  /** The same act, offered anew. @param {Offer} offer */
  renew(offer) {
    this.offer = offer;
  }

  /** The action was done. @param {Offer[]} _offers what was on offer with it */
  settled(_offers) {}

  /** The whole action, or null while something is missing. @returns {any} */
  action() {
    return null;
  }

  /** What to preview: the action, or what it would be where the pointer is. @returns {any} */
  tentative() {
    return this.action();
  }

  /** What is asked of the player. @returns {string} */
  get ask() {
    return say(this.offer.label);
  }

  /** Takes back the last step. @returns {boolean} whether there was one */
  back() {
    return false;
  }

  /** @param {Point} _at @param {number} _px @returns {boolean} whether the tap meant this plan */
  tapPlace(_at, _px) {
    return false;
  }

  /** @param {string} _unit @returns {boolean} */
  tapUnit(_unit) {
    return false;
  }

  /** @param {Point | null} _at @param {string | null} _unit @param {number} _px @returns {boolean} whether anything changed */
  hover(_at, _unit, _px) {
    return false;
  }

  /** Units that may be picked. @returns {string[]} */
  get candidates() {
    return [];
  }

  /** Units picked so far. @returns {string[]} */
  get picked() {
    return [];
  }

  /** Draws the plan itself; the server's overlays come beside it. @param {Element} _layer @param {number} _px @param {boolean} _bad */
  draw(_layer, _px, _bad) {}

  get wantsPlace() {
    return false;
  }

  /** Whether what is planned can be dragged on. */
  get canDrag() {
    return false;
  }

  /** @param {Point} _at @param {number} _px */
  dragTo(_at, _px) {}

  /** Turns what is in hand by steps. @param {number} _by @returns {boolean} whether it can be turned */
  turnBy(_by) {
    return false;
  }

  /** Turns what is in hand as two fingers do. @param {number} _degrees @returns {boolean} whether it can be turned */
  twist(_degrees) {
    return false;
  }

  /** A drag has ended. */
  dropped() {}

  /** Whether a place is where the plan ends, so that a tap there means: do it. @param {Point} _at @param {number} _px @returns {boolean} */
  isAt(_at, _px) {
    return false;
  }

  /** Whether a thing is what was chosen, so that a second tap on it means: do it. @param {string} _id @returns {boolean} */
  isChosen(_id) {
    return false;
  }

  /** Whether what is under way may end in a unit: then a tap on it does not take that one in hand instead. @param {string} _id @returns {boolean} */
  mayEndIn(_id) {
    return false;
  }

  /** Whether anything has been decided that cancelling would lose. */
  get hasSteps() {
    return this.action() !== null;
  }
}
