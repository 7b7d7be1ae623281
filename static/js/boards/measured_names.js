/**
 * Names make room: for what is planned and its odds, for figures, and for one another, the selected unit's first, then one's own,
 * then the others', then terrain's. Sizes are reckoned, not measured, so that it costs no layout; it is reckoned anew when pieces
 * or what is drawn over them change or the board is zoomed, never while it is panned.
 */

import { boxesOf, overlap } from './labels.js';
import { sideOf } from '../base/people.js';

/** How wide a letter is of the names of units and of terrain, which are written in capitals. */
const UNIT_LETTER_PX = 7;
const AREA_LETTER_PX = 7.6;
const LINE_PX = 12;
/** The ring of a selected unit lies between it and its name. */
const RING_PX = 8;

/** @typedef {import('./labels.js').Box} Box */
/** @typedef {{name: Element, box: Box, own: Box | null, rank: number}} Name with the box of what it names, which it may touch */

/** Keeps the names on a board clear, for as long as it lives. @param {SVGSVGElement} svg */
export function keepNamesClear(svg) {
  let last = 0;
  let isDue = false;
  const look = () => {
    isDue = false;
    last = pxOf(svg);
    clear(svg, last);
  };
  const soon = () => {
    if (!isDue) requestAnimationFrame(look);
    isDue = true;
  };
  const pieces = new MutationObserver(soon);
  for (const layer of svg.querySelectorAll('#layer-tokens, #layer-chips, #layer-terrain')) {
    pieces.observe(layer, { childList: true, subtree: true, attributeFilter: ['transform', 'aria-pressed'] });
  }
  for (const layer of svg.querySelectorAll('.overlays')) pieces.observe(layer, { childList: true, subtree: true });
  new MutationObserver(() => pxOf(svg) === last || soon()).observe(svg, { attributeFilter: ['style'] });
  soon();
}

/** @param {SVGSVGElement} svg board units per pixel, as the camera keeps them */
function pxOf(svg) {
  return Number(svg.style.getPropertyValue('--px')) || 1;
}

/** @param {SVGSVGElement} svg @param {number} px */
function clear(svg, px) {
  const grow = Number(svg.style.getPropertyValue('--grow-small')) || 1;
  const pieces = /** @type {SVGGElement[]} */ ([...svg.querySelectorAll('.token, .chip')]);
  const boxes = new Map(pieces.map((piece) => [piece, boxOf(piece, grow)]));
  const taken = [...boxes.values(), ...[...svg.querySelectorAll('.overlays .overlay-label')].flatMap((text) => boxesOf(text, px))];
  taken.push(...[...svg.querySelectorAll('.height-mark')].map((mark) => boxOfHeight(mark, px)));
  const names = [...pieces.flatMap((piece) => nameOfUnit(piece, /** @type {Box} */ (boxes.get(piece)), px, grow)), ...[...svg.querySelectorAll('.area-name')].map((name) => nameOfArea(name, px))];
  for (const { name, box, own, rank } of names.sort((a, b) => a.rank - b.rank)) {
    const isCovered = rank > 0 && taken.some((other) => other !== own && overlap(box, other) > 0);
    name.classList.toggle('is-covered', isCovered);
    if (!isCovered) taken.push(box);
  }
}

/** @param {SVGGElement} piece @param {Box} own @param {number} px @param {number} grow @returns {Name[]} */
function nameOfUnit(piece, own, px, grow) {
  const name = piece.querySelector('.unit-label');
  if (!name) return [];
  const isSelected = piece.getAttribute('aria-pressed') === 'true';
  const isOwn = piece.classList.contains(sideOf(document.body.dataset.viewer ?? ''));
  const top = Number(name.getAttribute('y')) + (piece.classList.contains('is-small') ? (grow - 1) * 17 : 0) + (isSelected ? RING_PX * px : 0);
  const { x, y } = placeOf(piece);
  const w = (name.textContent ?? '').length * UNIT_LETTER_PX * px;
  return [{ name, box: { x, y: y + downOn(name) * (top + (LINE_PX / 2) * px), w, h: LINE_PX * px }, own, rank: isSelected ? 0 : isOwn ? 1 : 2 }];
}

/** @param {Element} name @param {number} px @returns {Name} */
function nameOfArea(name, px) {
  const y = Number(name.getAttribute('y')) + (name.hasAttribute('dy') ? 9.5 * px : 0);
  const w = ((name.firstChild?.textContent ?? '').length * AREA_LETTER_PX + 4) * px;
  const isHidden = name.parentElement?.classList.contains('is-minor');
  return { name, box: { x: Number(name.getAttribute('x')), y, w, h: LINE_PX * px }, own: null, rank: isHidden ? 4 : 3 };
}

/** @param {Element} mark the height on a top, in the middle of it or beside its corner @param {number} px @returns {Box} */
function boxOfHeight(mark, px) {
  const w = (mark.textContent ?? '').length * UNIT_LETTER_PX * px;
  const off = mark.classList.contains('is-middle') ? 0 : downOn(mark);
  return { x: Number(mark.getAttribute('x')) + off * (w / 2 + 4 * px), y: Number(mark.getAttribute('y')) - off * 9 * px, w, h: LINE_PX * px };
}

/** Figures stand up from their bases. @param {SVGGElement} piece @param {number} grow @returns {Box} */
function boxOf(piece, grow) {
  const { x, y } = placeOf(piece);
  const radius = Number(piece.dataset.radius) * (piece.classList.contains('is-small') ? grow : 1);
  return { x, y: y - downOn(piece) * 0.2 * radius, w: 2 * radius, h: 2.4 * radius };
}

/** Which way is down on the screen, which a table that is seen from its other side turns. @param {Element} drawn */
function downOn(drawn) {
  return drawn.closest('.is-turned') ? -1 : 1;
}

/** @param {SVGGElement} piece */
function placeOf(piece) {
  const [, x, y] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(piece.getAttribute('transform') ?? '') ?? ['', '0', '0'];
  return { x: Number(x), y: Number(y) };
}
