/** A table with heights: what is drawn over what after a push, how high it is at a place, slow ground. A flat table has none of it. */

import { s } from '../base/dom.js';
import { cm, t } from '../base/words.js';

/** @typedef {import('./surface.js').Place} Place */

/** Puts what came or rose where it belongs in its layer, once it has glided there. @param {SVGSVGElement} svg */
export function keepInOrder(svg) {
  for (const layer of svg.querySelectorAll('#layer-terrain, #layer-tokens')) {
    new MutationObserver((changes) => {
      const moved = changes.flatMap((change) => (change.type === 'attributes' ? [change.target] : [...change.addedNodes]));
      for (const piece of new Set(moved)) if (piece instanceof SVGGElement && piece.parentNode === layer) settle(piece);
    }).observe(layer, { childList: true, subtree: true, attributeFilter: ['data-feet', 'data-top'] });
  }
}

/** @param {SVGGElement} piece */
async function settle(piece) {
  if (isInPlace(piece)) return;
  await Promise.allSettled(piece.getAnimations().map((each) => each.finished));
  const layer = piece.parentNode;
  if (!layer || isInPlace(piece)) return;
  const hadFocus = piece.contains(document.activeElement);
  const above = [...layer.children].find((other) => other !== piece && rank(other) > rank(piece));
  layer.insertBefore(piece, above ?? null);
  if (hadFocus) piece.focus({ preventScroll: true });
}

/** @param {SVGGElement} piece */
function isInPlace(piece) {
  const [before, after] = [piece.previousElementSibling, piece.nextElementSibling];
  return (!before || rank(before) <= rank(piece)) && (!after || rank(piece) <= rank(after));
}

/** Who stands on a top lies over it. @param {Element} piece */
function rank(piece) {
  const { top, feet } = /** @type {SVGGElement} */ (piece).dataset;
  return top ? 2 * Number(top) : 2 * Number(feet ?? 0) + 1;
}

/** What somebody could stand on at a place, the highest first. @param {import('./surface.js').Surface} board @param {Place} at @returns {SVGGElement[]} */
function topsAt(board, at) {
  const { x, y } = board.toSvg(at);
  const point = new DOMPoint(x, y);
  const solid = /** @type {SVGGElement[]} */ ([...board.svg.querySelectorAll('.area.is-tall:not(.is-soft)')]);
  return solid.filter((area) => /** @type {SVGGeometryElement | null} */ (area.querySelector('.ground'))?.isPointInFill(point)).sort((a, b) => Number(b.dataset.top) - Number(a.dataset.top));
}

/** How high a place lies, in millimetres: where a unit stands that is measured from, else on the highest top. @param {import('./surface.js').Surface} board @param {Place} at */
function heightAt(board, at) {
  const unit = board.units().find((each) => each.x === at.x && each.y === at.y);
  return unit ? unit.feet : Number(topsAt(board, at)[0]?.dataset.top ?? 0);
}

/** How far it is through the air, where that is farther than on the table. @param {import('./surface.js').Surface} board @param {Place} start @param {Place} end */
export function inSpace(board, start, end) {
  const rise = heightAt(board, end) - heightAt(board, start);
  return rise ? ` · ${t('in_space', { cm: cm(Math.hypot(end.x - start.x, end.y - start.y, rise)), rise: `${rise > 0 ? '↑' : '↓'}${cm(Math.abs(rise))}` })}` : '';
}

/** How high a piece of terrain is. @param {SVGGElement} area */
export function highWords({ dataset: { top, bottom } }) {
  if (!top) return '';
  return `, ${Number(bottom) ? t('words_overhead', { from: cm(Number(bottom)), to: cm(Number(top)) }) : t('words_high', { cm: cm(Number(top)) })}`;
}

/** Lines over slow ground. @param {SVGSVGElement} svg @param {string} d */
export function hatched(svg, d) {
  if (!svg.querySelector('#hatch')) {
    svg.querySelector('defs')?.append(s('pattern', { id: 'hatch', width: 9, height: 9, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, s('path', { class: 'hatch-line', d: 'M0 0V9' })));
  }
  return s('path', { class: 'overlay-hatch', fill: 'url(#hatch)', d });
}
