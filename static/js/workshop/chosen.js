/** What is chosen, one thing or several: who comes to it, and the edits that do something with all of it. */

/** @typedef {import('../board.js').Place} Place */

/** Those chosen with another among them, or without it if it was. @param {string[]} things @param {string} thing */
export function toggled(things, thing) {
  return things.includes(thing) ? things.filter((each) => each !== thing) : [...things, thing];
}

/** Everything on the board whose middle lies in a frame; without one, everything there is. @param {any} shop @param {{from: Place, to: Place} | null} frame in the SVG */
export function framed(shop, frame) {
  const drawn = [...shop.svg.querySelectorAll('[data-unit], [data-area], [data-edge], [data-card], [data-cell]')];
  const names = drawn.map(({ dataset: { unit, area, edge, card, cell } }) => unit ?? edge ?? (area === undefined || shop.known.has(area) ? (area ?? card ?? (shop.known.has(cell) ? cell : '')) : ''));
  return [...new Set(names)].filter((name) => name && (!frame || isWithin(shop.desk, shop.desk.middleOf(name), frame)));
}

/** @param {any} desk @param {Place} middle on the board @param {{from: Place, to: Place}} frame in the SVG */
function isWithin(desk, middle, { from, to }) {
  const between = (value, one, other) => value >= Math.min(one, other) && value <= Math.max(one, other);
  return between(middle.x, from.x, to.x) && between(desk.height - middle.y, from.y, to.y);
}

/** Those that stand on the board. @param {any} shop @param {string[]} things */
export function onBoard(shop, things) {
  return things.filter((thing) => shop.desk.element(thing));
}

/** Those that are not carried by another of them. @param {any} shop @param {string[]} things */
export function carriers(shop, things) {
  return things.filter((thing) => !things.includes(shop.desk.element(thing)?.dataset.on ?? ''));
}

/** The edits that carry things so far; null where one would be off the board. @param {any} shop @param {string[]} things @param {any} from @param {any} to */
export function moving(shop, things, from, to) {
  const edits = inOrder(shop, carriers(shop, things), from, to).map((thing) => shop.desk.moving(thing, from, to));
  return edits.includes(null) ? null : edits;
}

/** The same for copies of them. @param {any} shop @param {string[]} things @param {any} from @param {any} to */
export function copying(shop, things, from, to) {
  const edits = inOrder(shop, things, from, to).map((thing) => shop.desk.moving(thing, from, to));
  return edits.includes(null) ? null : edits.map((edit) => ({ ...edit, type: 'copy' }));
}

/** Those on the board, the ones ahead first, so that none comes to lie where another still is; what carries before what is carried. @param {any} shop @param {string[]} things @param {any} from @param {any} to */
function inOrder(shop, things, from, to) {
  const ahead = (thing) => {
    const at = shop.desk.placeOf(thing, 1);
    return at.x * (to.x - from.x) + at.y * (to.y - from.y);
  };
  const isCarried = (thing) => Number('on' in shop.desk.element(thing).dataset);
  return onBoard(shop, things).sort((one, other) => ahead(other) - ahead(one) || isCarried(one) - isCarried(other));
}

/** The edits that turn things: one about its middle, several about the middle of them all. @param {any} shop @param {string[]} things @param {number} degrees counter-clockwise */
export function turning(shop, things, degrees) {
  const turned = { type: 'turn', by_deg: degrees };
  if (things.length === 1) return [{ ...turned, id: things[0] }];
  const there = onBoard(shop, things);
  const middles = there.map((thing) => shop.desk.middleOf(thing));
  const about = ['x', 'y'].map((axis) => Math.round(middles.reduce((sum, at) => sum + at[axis], 0) / middles.length));
  return there.map((id) => ({ ...turned, id, about }));
}

/** The edits that take things away, the last of a list first, since those behind it move up; a hole is none. @param {any} shop @param {string[]} things */
export function removing(shop, things) {
  const order = [...shop.known];
  return carriers(shop, things)
    .filter((thing) => !shop.desk.element(thing)?.matches('.kind-hole'))
    .sort((one, other) => order.indexOf(other) - order.indexOf(one))
    .map((id) => ({ type: 'remove', id }));
}
