/** What a pointer does on the board: takes, drags, puts down. */

import { byId } from '../table/dom.js';
import { show } from './panels.js';
import { use } from './tools.js';
import { textOf } from './values.js';

/** @typedef {import('../board.js').Place} Place */

/** Listens to the camera on behalf of the workshop. */
export class Hand {
  /** @param {any} shop */
  constructor(shop) {
    this.shop = shop;
    /** @type {{thing: string, from: any, to: any} | null} a thing on its way */
    this.dragged = null;
    /** @type {{corner: number, points: Place[]} | null} a polygon, one of whose corners is on its way */
    this.pulled = null;
  }

  /** The tool at work, or the thing there chosen. @param {Place} at in the SVG, as everywhere here */
  tap(at) {
    if (this.shop.tool) {
      use(this.shop, this.shop.desk.at(at, this.shop.step));
      this.shop.point(this.shop.desk.at(at, this.shop.step));
      return;
    }
    const thing = this.shop.desk.thingAt(at, this.shop.camera.unitsPerPx, this.shop.known);
    if (thing) this.shop.choose(thing).then(() => this.shop.thing && show('thing'));
    else this.shop.unchoose();
  }

  /** Nothing more than a tap. */
  hold() {}

  /** The ghost under the pointer. @param {Place | null} at */
  hover(at) {
    this.shop.point(at && this.shop.tool ? this.shop.desk.at(at, this.shop.step) : null);
  }

  /** Whether a drag from here moves a thing or a corner, not the board. @param {Place} at */
  grab(at) {
    if (this.shop.tool) return false;
    const corner = this.shop.desk.cornerAt(this.shop.shape, at, this.shop.camera.unitsPerPx);
    if (corner >= 0) {
      this.pulled = { corner, points: this.shop.shape };
      return true;
    }
    const thing = this.shop.desk.thingAt(at, this.shop.camera.unitsPerPx, this.shop.known);
    if (!thing || !this.shop.desk.element(thing)) return false;
    this.dragged = { thing, from: this.shop.desk.at(at, this.shop.step), to: null };
    if (thing !== this.shop.thing) {
      this.shop.thing = thing;
      this.shop.paint();
    }
    return true;
  }

  /** @param {Place} at */
  drag(at) {
    if (this.pulled) {
      const to = this.shop.desk.at(at, this.shop.step);
      this.pulled.points = this.pulled.points.map((each, index) => (index === this.pulled.corner ? to : each));
      byId('measure').textContent = this.shop.desk.words(to, null);
      this.shop.paint();
    }
    if (!this.dragged) return;
    this.dragged.to = this.shop.desk.at(at, this.shop.step);
    this.shop.desk.shift(this.dragged.thing, this.dragged.from, this.dragged.to);
    byId('measure').textContent = this.shop.desk.words(this.dragged.to, this.dragged.from);
    this.shop.paint();
  }

  /** What was on its way has come to lie. */
  drop() {
    byId('measure').textContent = '';
    if (this.pulled) {
      const value = textOf(this.pulled.points);
      this.pulled = null;
      this.shop.edit({ type: 'change', field: 'points', value, id: this.shop.thing });
      return;
    }
    const { thing, from, to } = this.dragged ?? {};
    this.dragged = null;
    if (to && JSON.stringify(from) !== JSON.stringify(to)) this.shop.edit(this.shop.desk.moving(thing, from, to));
    else this.shop.redraw();
  }

  /** What is drawn over the board keeps its size. */
  moved() {
    if (this.shop.camera) this.shop.paint();
  }
}
