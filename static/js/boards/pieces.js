/** A unit as its element on the board tells it. */

/** @typedef {{id: string, x: number, y: number, radius: number, side: string, seat: string, level: number, feet: number, name: string, label: string, symbol: string, spent: boolean, element: SVGGElement}} Piece */

/** What of a unit's element is read. */
export const UNIT_WORDS = ['data-unit', 'data-x', 'data-y', 'data-radius', 'data-side', 'data-seat', 'data-level', 'data-feet', 'data-name', 'data-label', 'data-symbol', 'data-on', 'data-count'];

/** @param {SVGGElement} element @returns {Piece} */
export function piece(element) {
  const { unit, x, y, radius, side, seat, level, feet, name, label: letters, symbol } = element.dataset;
  return {
    id: unit ?? '',
    x: Number(x),
    y: Number(y),
    radius: Number(radius),
    side: side ?? '',
    seat: seat ?? '',
    level: Number(level),
    feet: Number(feet ?? 0),
    name: [name, letters].filter(Boolean).join(' '),
    label: letters ?? '',
    symbol: symbol ?? '',
    get spent() {
      return element.classList.contains('is-spent');
    },
    element,
  };
}

/** @param {MutationRecord} change */
export function isAboutUnits(change) {
  return change.type === 'attributes' || [...change.addedNodes, ...change.removedNodes].some((node) => node instanceof SVGElement && (node.dataset.unit || node.querySelector('[data-unit]')));
}
