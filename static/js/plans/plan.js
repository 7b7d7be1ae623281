/**
 * What every plan can do. A plan starts from an example of its offer, replaces what the player decides, and answers the action when
 * it is complete. It brings what the dock shows of it, the words by which it is made without a board, and what pointers and keys mean
 * to it. It knows the board's geometry and nothing of any game.
 */

import { h } from '../base/dom.js';
import { say, t } from '../base/words.js';

/** @typedef {import('../boards/surface.js').Surface} Board */
/** @typedef {import('../boards/surface.js').Point} Point */
/** @typedef {import('./planner.js').Planner} Planner */
/** @typedef {any} Offer as the API answers it */
/** @typedef {'way' | 'into' | 'along' | 'company' | 'x' | 'y' | 'level' | 'turn' | 'targets' | 'members' | 'facing' | 'cell' | 'seat' | 'between' | 'rows' | 'pattern'} Field of an action, as `Fields` of the offers has them */
/** Something that one word does to a plan. @typedef {{key: string, words: string, act: () => unknown}} Command */
/** What the words of a command may say of the board. @typedef {{aim: (id: string) => string}} Names */

/** What every plan can be told; those that do not care leave it be. */
export class Plan {
  /** @param {Offer} offer @param {Board} board */
  constructor(offer, board) {
    this.offer = offer;
    this.board = board;
    this.domain = offer.domain ?? {};
    /** What the action calls what is filled in. @type {Partial<Record<Field, string>>} */
    this.fields = this.domain.fields ?? {};
    this.template = offer.examples[0] ?? { type: offer.type };
  }

  /** Whether what is chosen was chosen by nobody: there was no other. */
  isGiven = false;

  /** Whether it goes from place to place, so that a tap near somebody may mean a place. */
  isWay = false;

  /** Whether it places one thing after another, so that another may always be taken instead. */
  isPlacing = false;

  /** Whether what it places is the unit itself. */
  isUnit = false;

  /** Whether it is put together over a while: what it comes to stays in sight, and it is handed in by a hand, not by Enter. */
  isComposed = false;

  /** Takes a key that was pressed elsewhere on the page, and answers whether it was for it. @type {((event: KeyboardEvent) => boolean) | undefined} */
  typed = undefined;

  /** Why it is asked once more before it is done; an empty word where nothing speaks against it. */
  get doubt() {
    return '';
  }

  /** The same act, offered anew. @param {Offer} offer */
  renew(offer) {
    this.offer = offer;
  }

  /** The same act of another, by the plan for it; nothing where there is none. @param {Plan} _other @returns {any} */
  sameBy(_other) {
    return null;
  }

  /** How far ahead of this one another begins that goes the same way. @param {Plan} _other */
  ahead(_other) {
    return 0;
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

  /** What to ask about while there is nothing to preview, as long as it is not known: what may be added to an act of nothing. @returns {any} */
  get probe() {
    return null;
  }

  /** What the server says of an act that was asked about. @param {string} _act its wording @param {any} _verdict @returns {boolean} whether another act follows from that */
  heard(_act, _verdict) {
    return false;
  }

  /** What may be added to it besides. @returns {import('./parts.js').More[]} */
  get more() {
    return [];
  }

  /** Whether that was said of it as it is. */
  get isSure() {
    return true;
  }

  /** Adds it, or asks which of several ways is meant. @param {import('./parts.js').More} _more @returns {boolean} whether it asks */
  addPart(_more) {
    return false;
  }

  /** Whether one of several things is to be picked before anything else: a tap means nothing but these. */
  get isPicking() {
    return false;
  }

  /** Leaves what is being picked. @returns {boolean} whether there was anything */
  leave() {
    return false;
  }

  /** Takes an example as it is. @param {any} _example */
  follow(_example) {}

  /** Takes what there is only one of. */
  takeOnly() {}

  /** What it asks to be put in order, by id, as it lies; nothing where no order is asked. @returns {string[]} */
  get sortable() {
    return [];
  }

  /** Puts that in another order. @param {string[]} _ids @returns {boolean} whether that could be done */
  sort(_ids) {
    return false;
  }

  /** Takes back the last step. @returns {boolean} whether there was one */
  back() {
    return false;
  }

  /** Whether anything has been decided that cancelling would lose. */
  get hasSteps() {
    return this.action() !== null;
  }

  // In words

  /** What is asked of the player. @returns {string} */
  get ask() {
    return say(this.offer.label);
  }

  /** The same, as it can be typed. @returns {string} */
  get typedAsk() {
    return this.ask;
  }

  /** What is about to be done, where no length and no list says so. @returns {string} */
  get title() {
    return say(this.offer.label);
  }

  /** What is planned, to whoever does not see it. @returns {string} */
  get told() {
    return say(this.offer.label);
  }

  /** What is in hand with nothing left to decide. @returns {string} */
  get inHand() {
    return say(this.offer.label);
  }

  /** What can be done with it while something is left to decide. @returns {string} */
  get wanted() {
    return t(this.wantsPlace ? 'hand_place' : 'hand_choose', { what: say(this.offer.label) });
  }

  /** What can be done to it by one word. @param {Names} _names @returns {Command[]} */
  commands(_names) {
    return [];
  }

  /** The act with a unit that it does not offer as its target; null where it cannot be said. @param {import('../boards/surface.js').Piece} _unit @returns {any} */
  aimedAt(_unit) {
    return null;
  }

  // In the dock

  /** Whether more can be added to what could be done already. */
  get isOpen() {
    return false;
  }

  /** Whether it has so many steps that taking one back has a button. */
  get canBack() {
    return false;
  }

  /** Whether what it asks stands before the verdict: what is pressed there keeps its place, whatever the verdict says. */
  get asksFirst() {
    return false;
  }

  /** What is said below its title, with the verdict in a word. @param {Planner} planner @param {Node} judged @returns {Array<Node | string>} */
  summary(planner, judged) {
    return [...this.measure(), this.about(planner), judged];
  }

  /** What is said below what it asks, where that stands first. @param {Planner} _planner @param {Node} _judged @returns {Array<Node | string>} */
  answer(_planner, _judged) {
    return [];
  }

  /** How long it is, which way it leads, what was chosen. @returns {Node[]} */
  measure() {
    return [];
  }

  /** What the act does, until there is a verdict. @param {Planner} planner */
  about(planner) {
    return this.offer.about && !planner.verdict ? h('p', { class: 'plan__about' }, say(this.offer.about)) : '';
  }

  /** What alone is said anew while it follows the pointer; null where all of it is. @returns {Node | null} */
  followed() {
    return null;
  }

  /** What else may be decided. @param {Planner} _planner @returns {Node[]} */
  controls(_planner) {
    return [];
  }

  /** Whether a note on what it leads to comes before its odds. @param {{tone: string}} _note */
  putsFirst(_note) {
    return false;
  }

  /** Whether a place is typed as a bearing and a distance from where it has come to. */
  get hasBearings() {
    return false;
  }

  /** Where the next leg of it begins. @returns {Point | null} */
  get last() {
    return null;
  }

  /** Levels up or down that may be taken on the spot before anything else. @returns {number[]} */
  get levelsBeside() {
    return [];
  }

  /** @param {number} _step levels up or down */
  changeLevel(_step) {}

  // Under a pointer

  get wantsPlace() {
    return false;
  }

  /** Units that may be picked. @returns {string[]} */
  get candidates() {
    return [];
  }

  /** Places of which one should be in view for it to be chosen. @returns {Point[]} */
  get offered() {
    return this.candidates.map((id) => this.board.thing(id)).filter((each) => each !== null);
  }

  /** Units picked so far. @returns {string[]} */
  get picked() {
    return [];
  }

  /** @param {Point} _at @param {number} _px @returns {boolean} whether the tap meant this plan */
  tapPlace(_at, _px) {
    return false;
  }

  /** @param {string} _unit @returns {boolean} */
  tapUnit(_unit) {
    return false;
  }

  /** Aims at a unit that may be no target, so that the server says why. @param {string} _unit */
  aimAt(_unit) {}

  /** Goes over cells one after the other, in place of what was planned. @param {Point[]} _cells @returns {boolean} whether it goes over cells */
  goOver(_cells) {
    return false;
  }

  /** @param {Point | null} _at @param {string | null} _unit @param {number} _px @returns {boolean} whether anything changed */
  hover(_at, _unit, _px) {
    return false;
  }

  /** Whether what a pointer would add is asked about. */
  get asksWherePointed() {
    return true;
  }

  /** Whether what is planned can be dragged on. */
  get canDrag() {
    return false;
  }

  /** Whether a drag from a place moves what is planned. @param {Point} _at @param {number} _px @returns {boolean} */
  holds(_at, _px) {
    return false;
  }

  /** A drag has begun where nothing was planned. @param {Point} _at @param {number} _px */
  grabbed(_at, _px) {}

  /** @param {Point} _at @param {number} _px */
  dragTo(_at, _px) {}

  /** A drag has ended. */
  dropped() {}

  /** Turns what is in hand by steps. @param {number} _by @returns {boolean} whether it can be turned */
  turnBy(_by) {
    return false;
  }

  /** Turns what is in hand as two fingers do. @param {number} _degrees @returns {boolean} whether it can be turned */
  twist(_degrees) {
    return false;
  }

  /** Whether a place is where the plan ends, so that a tap there means: do it. @param {Point} _at @param {number} _px @returns {boolean} */
  isAt(_at, _px) {
    return false;
  }

  /** Whether a thing is what was chosen, so that a second tap on it means: do it. @param {string} _id @returns {boolean} */
  isChosen(_id) {
    return false;
  }

  /** Whether naming a thing once more would be taken for a second tap. @param {string} id */
  has(id) {
    return this.isChosen(id);
  }

  /** What each act at one target is, and where that is. @returns {Array<{id: string, action: any}>} */
  get aimable() {
    return [];
  }

  /** Whether what is under way may end in a unit: then a tap on it does not take that one in hand instead. @param {string} _id @returns {boolean} */
  mayEndIn(_id) {
    return false;
  }

  /** Whether a place may be meant where one of several units stands that could be taken in hand instead. @param {Point} _at @param {number} _px @returns {boolean} */
  isOpenAt(_at, _px) {
    return true;
  }

  /** Whether it leads on from a unit that has not set out yet, so that a tap on that unit means the unit. @param {string} _id @returns {boolean} */
  startsFrom(_id) {
    return false;
  }

  /** Whether it has not set out and a unit is too far for it. @param {Point} _unit @returns {boolean} */
  isBeyond(_unit) {
    return false;
  }

  /** Whether another unit cannot be meant as where it leads to. @param {Point} _own @param {Point} _other @returns {boolean} */
  isOutOfReach(_own, _other) {
    return false;
  }

  // By keys

  /** Whether it asks for something to be picked on the board. */
  get asksForTarget() {
    return false;
  }

  /** On to the next that may be picked, or back to the one before. @param {number} _step @returns {boolean} whether there was one */
  nextTarget(_step) {
    return false;
  }

  /** On to the next of what stands in a list alone, or back to the one before. @param {number} _step @returns {boolean} whether there was one */
  nextChoice(_step) {
    return false;
  }

  /** Picks what the keys have come to. @returns {boolean} whether there was anything */
  takePointed() {
    return false;
  }

  /** What an arrow key does to it, where it does not lead on over the board. @param {number} _dx to the east @param {number} _dy to the north @returns {boolean} whether it did anything */
  arrow(_dx, _dy) {
    return false;
  }

  /** Where the arrow keys begin, on boards not made of places. @returns {Point | null} */
  get cursor() {
    return null;
  }

  /** The place that Enter shows first. @returns {Point | null} */
  get proposed() {
    return null;
  }

  // As it is drawn

  /** Draws the plan itself; the server's overlays come beside it. @param {Element} _layer @param {number} _px @param {boolean} _bad */
  draw(_layer, _px, _bad) {}

  /** What is turned by handles about it. @returns {Point | null} */
  get hub() {
    return null;
  }

  /** Whether it shows in itself what an overlay of the server shows. @param {any} _overlay @returns {boolean} */
  drawsItself(_overlay) {
    return false;
  }

  /** Whether how far the unit gets is of use while it is planned. */
  get needsReach() {
    return false;
  }

  /** Where the unit would come to stand. @returns {Point | null} */
  get end() {
    return null;
  }

  /** Words keep off what is planned. @param {import('../boards/labels.js').Labels} _labels */
  keepClear(_labels) {}
}
