/** What stands in a field, as the server wants it. Lengths are whole millimetres there, and centimetres wherever people read. */

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** The value of a field; null for one that is not yet anything. @param {Field} input */
export function valueOf(input) {
  if (input.dataset.type === 'enum') return JSON.parse(input.value);
  if (input.dataset.type === 'boolean') return /** @type {HTMLInputElement} */ (input).checked;
  if (input.dataset.type === 'integer') return /^-?\d+$/.test(input.value) ? Number(input.value) : null;
  if (input.dataset.type === 'length') return mmOf(input.value);
  if (input.dataset.type === 'corners') return textOf(cornersOf(input.value));
  return input.value.replace(/\s+/g, ' ').trim();
}

/** A length in whole millimetres, written in centimetres; null where that is none. @param {string} text */
function mmOf(text) {
  return /^-?\d+([.,]\d)?$/.test(text) ? Math.round(Number(text.replace(',', '.')) * 10) : null;
}

/** Corners in millimetres, written `20 35; 40 35; 40 52.5` in centimetres; none where anything else is written. @param {string} text @returns {{x: number, y: number}[]} */
export function cornersOf(text) {
  const pairs = text.split(';').map((pair) => pair.trim().split(/\s+/).map(mmOf));
  if (pairs.some((pair) => pair.length !== 2 || pair.includes(null))) return [];
  return pairs.map(([x, y]) => ({ x: Number(x), y: Number(y) }));
}

/** Corners as the server reads them; null for too few. @param {{x: number, y: number}[]} corners */
export function textOf(corners) {
  return corners.length < 3 ? null : corners.map(({ x, y }) => `${x} ${y}`).join(', ');
}
