/** What is drawn over the board of the workshop. */

import { s } from '../base/dom.js';
import { carriers } from './chosen.js';

/** Draws over the board: faults, what is chosen, the ghost of the tool, the polygon in the making. @param {any} shop */
export function paint(shop) {
  const layer = shop.svg.querySelector('#layer-plan');
  if (!layer) return;
  layer.replaceChildren();
  const px = shop.camera?.unitsPerPx ?? 1;
  for (const thing of new Set(shop.faultThings)) ring(shop, layer, thing, 'is-fault');
  for (const thing of shop.things) ring(shop, layer, thing, 'is-selected');
  const { dragged, frame, painted } = shop.hand;
  for (const cell of painted ?? []) shop.desk.ghost(layer, shop.tool, cell, shop.turn, px);
  if (frame) layer.append(box(frame));
  if (dragged?.to) for (const thing of carriers(shop, shop.things)) shop.desk.aim(layer, thing, dragged.from, dragged.to);
  else if (shop.thing) shop.desk.handles(layer, shop.hand.pulled?.points ?? shop.shape, Boolean(shop.hand.pulled), px);
  if (shop.corners.length) shop.desk.outline(layer, shop.corners, shop.cursor, px);
  if (shop.tool?.how === 'copy' && shop.cursor) likeness(shop, layer);
  else if (shop.tool && shop.cursor && shop.tool.how !== 'draw') shop.desk.ghost(layer, shop.tool, shop.cursor, shop.turn, px);
  else if (shop.tool && shop.cursor) shop.desk.cross(layer, shop.cursor, px);
}

/** What is being copied, where it would come to lie. @param {any} shop @param {Element} layer */
function likeness(shop, layer) {
  const { of, from } = shop.tool;
  for (const thing of carriers(shop, of)) shop.desk.likeness(layer, outline(shop, layer, thing), thing, from, shop.cursor);
  if (shop.desk.hasPlaces) shop.desk.cross(layer, shop.cursor, shop.camera.unitsPerPx);
}

/** The frame being drawn round what is to be chosen. @param {{from: any, to: any}} frame in the SVG */
function box({ from, to }) {
  const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
  return s('rect', { class: 'shop-frame', x, y, width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) });
}

/** A line round what is drawn of a thing. @param {any} shop @param {Element} layer @param {string} thing @param {string} kind */
function ring(shop, layer, thing, kind) {
  const shape = outline(shop, layer, thing);
  if (!shape) return;
  shape.setAttribute('class', 'shop-ring__line');
  const under = /** @type {SVGElement} */ (shape.cloneNode());
  under.setAttribute('class', 'shop-ring__under');
  const line = s('g', { class: `shop-ring ${kind}` });
  line.append(under, shape);
  layer.append(line);
}

/** The shape of a thing where it is drawn; null for one that is not on the board. @param {any} shop @param {Element} layer @param {string} thing @returns {SVGElement | null} */
function outline(shop, layer, thing) {
  const shape = shop.desk.element(thing)?.querySelector('.ground, .base, .card-paper');
  if (!(shape instanceof SVGGraphicsElement)) return null;
  const copy = /** @type {SVGElement} */ (shape.cloneNode());
  copy.removeAttribute('id');
  const inside = shape.getCTM();
  const outside = /** @type {SVGGElement} */ (layer).getCTM();
  if (inside && outside) {
    const { a, b, c, d, e, f } = outside.inverse().multiply(inside);
    copy.setAttribute('transform', `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  }
  return copy;
}
