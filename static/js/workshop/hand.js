/** What a pointer does on the board: takes, drags, puts down. */

import { byId } from '../base/dom.js';
import { framed, moving, toggled } from './chosen.js';
import { show } from './panels.js';
import { use } from './tools.js';
import { textOf } from './values.js';

/** @typedef {import('../board.js').Place} Place */

/** So many places are looked at along a drag for each cell it goes over, so that none is left out. */
const STROKES = 4;
/** So many cells at once, as the server takes edits. */
const MOST_PAINTED = 400;

/** Listens to the camera on behalf of the workshop. */
export class Hand {
  /** @param {any} shop */
  constructor(shop) {
    this.shop = shop;
    /** @type {{from: any, to: any} | null} what is chosen, on its way */
    this.dragged = null;
    /** @type {{from: Place, to: Place} | null} a frame round what is to be chosen, in the SVG */
    this.frame = null;
    /** @type {{corner: number, points: Place[]} | null} a polygon, one of whose corners is on its way */
    this.pulled = null;
    /** @type {any[] | null} the cells that a drag has painted */
    this.painted = null;
  }

  /** The tool at work, or the thing there chosen. @param {Place} at in the SVG, as everywhere here @param {PointerEvent} event */
  tap(at, event) {
    if (this.shop.tool) {
      use(this.shop, this.shop.desk.at(at, this.shop.step));
      this.shop.point(this.shop.desk.at(at, this.shop.step));
      return;
    }
    const thing = this.shop.desk.thingAt(at, this.shop.camera.unitsPerPx, this.shop.known);
    if (this.shop.gathers(event)) {
      if (thing) this.choose(toggled(this.shop.things, thing));
    } else if (thing) this.choose([thing]);
    else this.shop.unchoose();
  }

  /** @param {string[]} things */
  choose(things) {
    this.shop.choose(things).then(() => this.shop.things.length && show('thing'));
  }

  /** Nothing more than a tap. */
  hold() {}

  /** The ghost under the pointer. @param {Place | null} at */
  hover(at) {
    this.shop.point(at && this.shop.tool ? this.shop.desk.at(at, this.shop.step) : null);
  }

  /** Whether a drag from here paints, moves things or a corner or draws a frame, not the board. @param {Place} at @param {PointerEvent} event */
  grab(at, event) {
    if (this.shop.tool?.how === 'paint' && this.shop.desk.thingAt(at, 0, this.shop.known) !== null) {
      this.painted = [this.shop.desk.at(at, this.shop.step)];
      this.last = at;
      return true;
    }
    if (this.shop.tool) return false;
    const thing = this.shop.desk.thingAt(at, this.shop.camera.unitsPerPx, this.shop.known);
    if (this.shop.gathers(event) && !this.shop.things.includes(thing)) {
      this.frame = { from: at, to: at };
      return true;
    }
    const corner = this.shop.desk.cornerAt(this.shop.shape, at, this.shop.camera.unitsPerPx);
    if (corner >= 0) {
      this.pulled = { corner, points: this.shop.shape };
      return true;
    }
    if (!thing || !this.shop.desk.element(thing)) return false;
    this.dragged = { from: this.shop.desk.at(at, this.shop.step), to: null };
    if (!this.shop.things.includes(thing)) {
      this.shop.things = [thing];
      this.shop.paint();
    }
    return true;
  }

  /** @param {Place} at */
  drag(at) {
    const { pulled } = this;
    if (this.painted) this.paint(at);
    if (pulled) {
      const to = this.shop.desk.at(at, this.shop.step);
      pulled.points = pulled.points.map((each, index) => (index === pulled.corner ? to : each));
      byId('measure').textContent = this.shop.desk.words(to, null);
      this.shop.paint();
    }
    if (this.frame) {
      this.frame.to = at;
      this.shop.paint();
    }
    if (!this.dragged) return;
    this.dragged.to = this.shop.desk.at(at, this.shop.step);
    for (const thing of this.shop.things) this.shop.desk.shift(thing, this.dragged.from, this.dragged.to);
    byId('measure').textContent = this.shop.desk.words(this.dragged.to, this.dragged.from);
    this.shop.paint();
  }

  /** Every cell between where the pointer was and where it is, once each. @param {Place} to */
  paint(to) {
    const { desk, step } = this.shop;
    const { painted, last: from = to } = this;
    const parts = Math.max(1, Math.ceil((Math.hypot(to.x - from.x, to.y - from.y) * STROKES) / desk.start().width));
    for (let part = 1; part <= parts && painted; part += 1) {
      const at = { x: from.x + ((to.x - from.x) * part) / parts, y: from.y + ((to.y - from.y) * part) / parts };
      if (desk.thingAt(at, 0, this.shop.known) === null) continue; // beside the board
      const cell = desk.at(at, step);
      if (painted.length < MOST_PAINTED && !painted.some((each) => each.cell === cell.cell)) painted.push(cell);
    }
    this.last = to;
    this.shop.point(desk.at(to, step));
  }

  /** What was on its way has come to lie. */
  drop() {
    byId('measure').textContent = '';
    if (this.painted) {
      const edits = this.painted.map((cell) => this.shop.desk.placing(this.shop.tool, cell, this.shop.turn));
      this.painted = null;
      this.shop.edit(edits);
      return;
    }
    if (this.pulled) {
      const value = textOf(this.pulled.points);
      this.pulled = null;
      this.shop.edit({ type: 'change', field: 'points', value, id: this.shop.thing });
      return;
    }
    if (this.frame) {
      const found = framed(this.shop, this.frame);
      this.frame = null;
      this.choose(found);
      return;
    }
    const { from, to } = this.dragged ?? {};
    this.dragged = null;
    if (to && JSON.stringify(from) !== JSON.stringify(to)) this.shop.edit(moving(this.shop, this.shop.things, from, to));
    else this.shop.redraw();
  }

  /** What is drawn over the board keeps its size. */
  moved() {
    if (this.shop.camera) this.shop.paint();
  }
}
