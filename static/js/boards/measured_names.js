/**
 * Names of terrain make room: a name is put away while a unit or a thing on the ground lies over it. Sizes are reckoned, not
 * measured, so that it costs no layout; it is reckoned anew when pieces change or the board is zoomed, never while it is panned.
 */

const LETTER_PX = 7.2;
const HALF_LINE_PX = 6;
const LABEL_PX = 15;

/** @typedef {{x: number, y: number, across: number, up: number, down: number}} Box about a place, in the SVG's own units */

/** Keeps the names on a board clear of its pieces, for as long as it lives. @param {SVGSVGElement} svg */
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
    pieces.observe(layer, { childList: true, subtree: true, attributeFilter: ['transform'] });
  }
  new MutationObserver(() => pxOf(svg) === last || soon()).observe(svg, { attributeFilter: ['style'] });
  soon();
}

/** @param {SVGSVGElement} svg board units per pixel, as the camera keeps them */
function pxOf(svg) {
  return Number(svg.style.getPropertyValue('--px')) || 1;
}

/** @param {SVGSVGElement} svg @param {number} px */
function clear(svg, px) {
  const boxes = [...svg.querySelectorAll('.token, .chip')].map((piece) => boxOf(/** @type {SVGElement} */ (piece), px));
  for (const name of svg.querySelectorAll('.area-name')) {
    const x = Number(name.getAttribute('x'));
    const y = Number(name.getAttribute('y')) + (name.hasAttribute('dy') ? 9.5 * px : 0);
    const half = ((name.textContent ?? '').length * LETTER_PX * px) / 2;
    const tall = HALF_LINE_PX * px;
    name.classList.toggle(
      'is-covered',
      boxes.some((box) => Math.abs(box.x - x) < box.across + half && y - tall < box.y + box.down && y + tall > box.y - box.up),
    );
  }
}

/** A piece with its own label below it. @param {SVGElement} piece @param {number} px @returns {Box} */
function boxOf(piece, px) {
  const [, x, y] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(piece.getAttribute('transform') ?? '') ?? ['', '0', '0'];
  const radius = Number(piece.dataset.radius);
  const label = piece.dataset.label ? LABEL_PX * px : 0;
  return { x: Number(x), y: Number(y), across: Math.max(radius, label && 14 * px), up: radius, down: radius + label };
}
