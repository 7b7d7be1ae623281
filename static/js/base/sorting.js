/** Things that lie in an order are dragged to another place in it: at once by a mouse, after a moment by a finger, so that it may scroll as well. */

const TAP_PX = 6;
/** A finger that stays so long where it is drags; one that leaves before scrolls. */
const HOLD_MS = 220;
/** A click comes so soon after a drag, if it comes. */
const CLICK_MS = 60;

/** @typedef {{item: string, handle: string, within?: string, key: (item: HTMLElement) => string, sorted: (keys: string[], before: string[], list: HTMLElement) => void, isOn?: () => boolean}} How
 * what may be dragged and by which part of it, within what it stays, what it is known by, what is done with the new order */

/** @param {HTMLElement} list what holds the things, by itself or further down @param {How} how */
export function letDrag(list, how) {
  list.addEventListener('pointerdown', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const item = /** @type {HTMLElement | null} */ (target.closest(how.handle)?.closest(how.item) ?? null);
    if (!item || event.button !== 0 || !event.isPrimary || target.closest('.tool') || how.isOn?.() === false) return;
    new Drag(how.within ? item.closest(how.within) ?? list : list, item, event, how);
  });
  // What a finger drags does not scroll; the browser asks before it is known to drag.
  list.addEventListener('touchmove', (event) => { if (list.querySelector('.is-dragged')) event.preventDefault(); }, { passive: false });
  list.addEventListener('contextmenu', (event) => { if (list.querySelector('.is-dragged')) event.preventDefault(); });
}

class Drag {
  /** @param {Element} list @param {HTMLElement} item @param {PointerEvent} pressed @param {How} how */
  constructor(list, item, pressed, how) {
    this.list = list;
    this.item = item;
    this.how = how;
    this.pressed = pressed;
    this.last = pressed;
    this.isOn = false;
    this.before = this.keys;
    const at = middle(item);
    /** How far from its middle it was grasped. */
    this.grasped = { x: pressed.clientX - at.x, y: pressed.clientY - at.y };
    this.home = { parent: item.parentElement, next: item.nextElementSibling };
    const { signal } = (this.over = new AbortController());
    addEventListener('pointermove', (event) => this.moved(event), { signal });
    addEventListener('pointerup', (event) => this.ended(event, true), { signal });
    addEventListener('pointercancel', (event) => this.ended(event, false), { signal });
    if (pressed.pointerType !== 'mouse') this.holding = setTimeout(() => this.begin(), HOLD_MS);
  }

  get items() {
    return /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll(this.how.item)]);
  }

  get keys() {
    return this.items.map(this.how.key);
  }

  begin() {
    if (!this.item.isConnected) return this.over.abort();
    this.isOn = true;
    this.item.classList.add('is-dragged');
  }

  /** @param {PointerEvent} event */
  moved(event) {
    if (event.pointerId !== this.pressed.pointerId) return;
    this.last = event;
    const far = Math.hypot(event.clientX - this.pressed.clientX, event.clientY - this.pressed.clientY) > TAP_PX;
    if (!this.isOn && far) {
      if (event.pointerType !== 'mouse') return this.ended(event, false);
      this.begin();
    }
    if (!this.isOn) return;
    event.preventDefault();
    this.lay();
    this.follow();
  }

  /** A thing makes room once the pointer is past its middle, as seen from where the dragged one belongs; a pointer that has left the list is where it
   * is nearest. */
  lay() {
    const { item } = this;
    item.style.translate = '';
    const home = middle(item);
    const all = this.list.getBoundingClientRect();
    const last = { clientX: between(this.last.clientX, all.left + 1, all.right - 1), clientY: between(this.last.clientY, all.top + 1, all.bottom - 1) };
    const over = this.items.find((each) => each !== item && holds(each, last));
    if (!over) return;
    const there = middle(over);
    const isUpright = Math.abs(there.y - home.y) > Math.abs(there.x - home.x);
    const [from, to, now] = isUpright ? [home.y, there.y, last.clientY] : [home.x, there.x, last.clientX];
    if (from < to ? now < to : now > to) return;
    const isAfter = Boolean(item.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING);
    over.parentElement?.insertBefore(item, isAfter ? over.nextSibling : over);
    item.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** It lies under the pointer as it was grasped, wherever its place is now, and does not leave the others. */
  follow() {
    const { item, last, grasped } = this;
    item.style.translate = '';
    const home = middle(item);
    const [own, all] = [item, this.list].map((each) => each.getBoundingClientRect());
    const x = between(last.clientX - grasped.x - home.x, all.left - own.left, all.right - own.right);
    const y = between(last.clientY - grasped.y - home.y, all.top - own.top, all.bottom - own.bottom);
    item.style.translate = `${x}px ${y}px`;
  }

  /** @param {PointerEvent} event @param {boolean} isDropped */
  ended(event, isDropped) {
    if (event.pointerId !== this.pressed.pointerId) return;
    this.over.abort();
    clearTimeout(this.holding);
    if (!this.isOn) return;
    this.item.classList.remove('is-dragged');
    this.item.style.translate = '';
    const { keys } = this;
    const isOther = keys.join('\n') !== this.before.join('\n');
    swallowClick();
    if (!isDropped) this.home.parent?.insertBefore(this.item, this.home.next);
    else if (isOther) this.how.sorted(keys, this.before, /** @type {HTMLElement} */ (this.list));
  }
}

/** The click that follows a drag means nothing; one that is pressed anew does. */
function swallowClick() {
  const gone = new AbortController();
  addEventListener('pointerdown', () => gone.abort(), { capture: true, signal: gone.signal });
  addEventListener('click', (click) => { click.preventDefault(); click.stopImmediatePropagation(); }, { capture: true, once: true, signal: gone.signal });
  setTimeout(() => gone.abort(), CLICK_MS);
}

/** @param {Element} thing */
function middle(thing) {
  const box = thing.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** @param {number} value @param {number} least @param {number} most */
function between(value, least, most) {
  return Math.max(least, Math.min(most, value));
}

/** Whether a pointer is on a thing. @param {Element} thing @param {{clientX: number, clientY: number}} at */
function holds(thing, { clientX, clientY }) {
  const box = thing.getBoundingClientRect();
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}
