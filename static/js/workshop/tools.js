/** What is in hand in the workshop: a tool of the palette, or a copy of a thing; and the likenesses of what is on the board. */

import { byId } from '../base/dom.js';
import { t } from '../base/words.js';
import { copying, onBoard } from './chosen.js';
import { show, toolOf } from './panels.js';

/** A tool of the palette taken up, or laid down again; what has no place is added at once. @param {any} shop @param {HTMLElement} button */
export function pick(shop, button) {
  const tool = toolOf(button);
  if (tool.how === 'add') {
    release(shop);
    shop.edit({ type: 'add', tool: tool.id }, t('added', { name: tool.name })).then((done) => done && show('thing'));
    return;
  }
  const isSame = shop.tool?.id === tool.id;
  if (shop.isGathering) shop.gather(false);
  release(shop);
  if (isSame) return;
  shop.tool = tool;
  shop.turn = 0;
  armed(shop);
  shop.unchoose();
  const placing = shop.desk.hasPlaces ? 'place' : 'place_cell';
  shop.say(t(tool.how === 'place' ? placing : tool.how, { name: tool.name }));
  shop.paint();
}

/** A copy of what is chosen taken in hand, or laid down again; what has no place is on its list once more at once. @param {any} shop */
export function copy(shop) {
  const { things } = shop;
  if (!things.length) return;
  const [isSame, name] = [shop.tool?.how === 'copy', shop.nameOf(things)];
  release(shop);
  if (isSame) return;
  const of = onBoard(shop, things);
  if (!of.length) {
    shop.edit(things.map((id) => ({ type: 'copy', id })), t('added', { name }));
    return;
  }
  shop.tool = { id: null, how: 'copy', of, name, turn: 0, from: shop.desk.placeOf(of[0], shop.step) };
  armed(shop);
  shop.say(t('copying', { name }));
  shop.paint();
}

/** What is chosen put down once more as its image. @param {any} shop @param {string} image */
export function image(shop, image) {
  if (!shop.things.length) return;
  release(shop);
  const edits = onBoard(shop, shop.things).map((id) => ({ type: 'copy', id, image }));
  shop.edit(edits, t('imaged', { name: shop.nameOf(shop.things) }));
}

/** The half to be kept is the one that is being worked on: where what is chosen lies, or what was last put somewhere. @param {any} shop */
export function propose(shop) {
  const place = shop.desk.middleOf(shop.things[0] ?? shop.latest);
  if (!place) return;
  const half = /** @type {HTMLSelectElement} */ (byId('mirror-half'));
  const isUpright = half.value === 'west' || half.value === 'east';
  const [at, size, near, far] = isUpright ? [place.x, shop.desk.width, 'west', 'east'] : [place.y, shop.desk.height, 'south', 'north'];
  if (at !== size / 2) half.value = at < size / 2 ? near : far;
}

/** One half as the image of the other. @param {any} shop @param {Event} event */
export function mirror(shop, event) {
  event.preventDefault();
  const value = (id) => /** @type {HTMLSelectElement} */ (byId(id)).value;
  byId('mirror').hidePopover();
  release(shop);
  shop.edit({ type: 'mirror', half: value('mirror-half'), turned: value('mirror-turned') === 'true' }, t('mirrored'));
}

/** Lets go of what is in hand. @param {any} shop */
export function release(shop) {
  shop.tool = null;
  shop.corners = [];
  shop.cursor = null;
  byId('measure').textContent = '';
  armed(shop);
  shop.paint();
}

/** Lets go of it by its button. @param {any} shop */
export function letGo(shop) {
  release(shop);
  shop.say(t('pick'));
}

/** Shows what is in hand. @param {any} shop */
export function armed(shop) {
  for (const button of document.querySelectorAll('[data-tool][aria-pressed]')) {
    button.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (button).dataset.tool === shop.tool?.id));
  }
  document.querySelector('[data-do="copy"]')?.setAttribute('aria-pressed', String(shop.tool?.how === 'copy'));
  byId('stage').classList.toggle('is-armed', Boolean(shop.tool));
  byId('in-hand').hidden = !shop.tool;
  for (const button of document.querySelectorAll('#in-hand [data-do^="turn-"]')) /** @type {HTMLElement} */ (button).hidden = !shop.tool?.turn;
  drawn(shop);
}

/** Whether there is a shape to be closed. @param {any} shop */
function drawn(shop) {
  /** @type {HTMLElement} */ (document.querySelector('#in-hand [data-do="close"]')).hidden = shop.corners.length < 3;
}

/** What is in hand put to use at a place. @param {any} shop @param {any} at */
export function use(shop, at) {
  const { tool, desk, corners } = shop;
  if (tool.how === 'copy') return shop.edit(copying(shop, tool.of, tool.from, at));
  if (tool.how !== 'draw') return shop.edit(desk.placing(tool, at, shop.turn));
  if (desk.closes(corners, at, shop.camera.unitsPerPx)) return close(shop);
  const last = corners.at(-1);
  if (last && last.x === at.x && last.y === at.y) return corners.length > 2 && close(shop);
  corners.push(at);
  drawn(shop);
  shop.say(t('corners', { count: corners.length }));
  shop.paint();
}

/** The polygon is whole. @param {any} shop */
export async function close(shop) {
  if (shop.corners.length < 3) return;
  const done = await shop.edit(shop.desk.drawing(shop.tool, shop.corners));
  if (done) {
    shop.corners = [];
    shop.say(t('draw', { name: shop.tool.name }));
  }
  drawn(shop);
  shop.paint();
}
