/** The whole game without a mouse. No key acts while a text field has the focus. */

import { anyOpen } from './windows.js';

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const PAN_PX = 60;

export class Keys {
  /** @param {{board: any, camera: any, planner: any, painter: any, DO: Record<string, () => void>, closeMenu: () => void, putAway: () => boolean, pointedAt: (at: {x: number, y: number}) => void}} parts */
  constructor(parts) {
    Object.assign(this, parts);
    /** @type {any} */
    this.parts = parts;
    document.addEventListener('keydown', (event) => this.pressed(event));
    parts.planner.addEventListener('change', () => this.dropCursor());
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (anyOpen() || event.isComposing || event.defaultPrevented) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (isTyping(target)) {
      if (event.key === 'Escape') target.blur();
      return;
    }
    if (this.act(event, target)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event @param {HTMLElement} target @returns {boolean} whether the key was ours */
  act(event, target) {
    const { planner, DO, camera } = this.parts;
    const onControl = target.closest('button, a, summary, [role="tab"]') !== null && target.closest('#board') === null;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === 'z' && !event.shiftKey) return DO.undo(), true;
      return event.key in ARROWS && !onControl && this.arrow(event);
    }
    if (planner.plan?.typed?.(event)) return true;
    if (event.altKey) return false;
    if (event.key in ARROWS) return target.closest('[role="tablist"], .log, .chat, .panels') === null && this.arrow(event);
    switch (event.key) {
      case 'Tab': return target.closest('#board') !== null && this.nextUnit(event.shiftKey ? -1 : 1, false);
      case 'Enter': return (!onControl || this.onWhatIsPlanned(target)) && (this.onlyAct(event) || this.enter());
      case ' ': return !onControl && this.space();
      case 'Escape': return this.parts.closeMenu(), this.parts.putAway() || planner.cancel(), true;
      case 'Backspace': return planner.back(), true;
      case '+': case '=': return camera.zoom(1.3), true;
      case '-': return camera.zoom(1 / 1.3), true;
      case '0': return camera.fit(), true;
      case '[': return this.nextTarget(-1);
      case ']': return this.nextTarget(1);
      case '?': return DO.help(), true;
      case 'X': return planner.together.every();
      default: return this.letter(event.key.toLowerCase());
    }
  }

  /** Whether the focus is on the card of what is planned, or of nothing else, or on the button that planned it: the key does it, as it does on the
   * board. @param {HTMLElement} target */
  onWhatIsPlanned(target) {
    const { planner } = this.parts;
    if (!planner.plan?.action()) return false;
    const card = /** @type {HTMLElement | null} */ (target.closest('[data-pick]'));
    const isItsCard = card !== null && [null, card.dataset.pick].includes(planner.selected);
    return isItsCard || target.closest('#offers [data-offer][aria-pressed="true"], #plan :is([data-choice], [data-lot], [data-same])[aria-pressed="true"]') !== null;
  }

  /** @param {string} key */
  letter(key) {
    const { DO } = this.parts;
    if (/^[1-9]$/.test(key)) return this.digit(key);
    if (key === 'n') return this.nextUnit(1, true);
    if (key === 'x') return this.parts.planner.together.next();
    const name = { m: 'ruler', p: 'point', c: 'chat', v: 'words', t: 'turn' }[key];
    if (!name) return false;
    DO[name]();
    return true;
  }

  /** @param {string} n */
  digit(n) {
    const button = /** @type {HTMLElement | null} */ (document.querySelector(`#offers [data-n="${n}"]`));
    button?.click();
    return button !== null;
  }

  /** To the next own unit that can still act; off the end the key leaves the board. @param {number} step @param {boolean} round */
  nextUnit(step, round) {
    const { planner, board } = this.parts;
    const ready = planner.ready.filter((id) => board.unit(id) || document.querySelector(`[data-pick="${CSS.escape(id)}"]`));
    if (ready.length === 0) return false;
    const now = ready.indexOf(planner.selected);
    let next = now < 0 ? (step > 0 ? 0 : ready.length - 1) : now + step;
    if (next < 0 || next >= ready.length) {
      if (!round) return false;
      next = (next + ready.length) % ready.length;
    }
    planner.select(ready[next]);
    const unit = board.unit(ready[next]);
    (unit?.element ?? document.querySelector(`[data-pick="${CSS.escape(ready[next])}"]`))?.focus({ preventScroll: true });
    return true;
  }

  /** @param {number} step */
  nextTarget(step) {
    const { planner } = this.parts;
    if (planner.plan?.turnBy(-step)) return planner.update(), true;
    if (!planner.plan?.asksForTarget) {
      const offer = planner.unitOffers.find((each) => each.input === 'target' || (each.input === 'choice' && each.picks));
      if (!offer) return Boolean(planner.plan?.nextChoice(step)) && (planner.update(), true);
      planner.start(offer);
    }
    if (!planner.plan?.nextTarget(step)) return false;
    planner.update();
    return true;
  }

  /** @param {KeyboardEvent} event */
  arrow(event) {
    const [right, up] = ARROWS[/** @type {'ArrowUp'} */ (event.key)];
    const { planner, camera, board, painter } = this.parts;
    const { plan } = planner;
    const [dx, dy] = camera.isTurned ? [-right, -up] : [right, up];
    if (plan?.arrow(dx, dy)) {
      planner.update();
      if (plan.cursor) camera.reveal(board.toSvg(plan.cursor));
      return true;
    }
    if (!plan?.wantsPlace && !board.hasPlaces) {
      camera.pan(-right * PAN_PX, up * PAN_PX);
      return true;
    }
    const step = event.shiftKey ? 1 : event.ctrlKey ? 50 : 10;
    const selected = planner.selected ? board.unit(planner.selected) : null;
    const from = board.hasPlaces
      ? painter.cursor ?? selected ?? { x: board.width / 2, y: board.height / 2 }
      : painter.cursor ?? plan?.cursor ?? { x: board.width / 2, y: board.height / 2 };
    painter.cursor = board.beside(from, dx, dy, step);
    plan?.hover(painter.cursor, null, 0);
    camera.reveal(board.toSvg(painter.cursor));
    planner.update();
    this.parts.pointedAt(painter.cursor);
    return true;
  }

  /** The cross belongs to the plan it was moved for. */
  dropCursor() {
    const { planner, painter, board } = this.parts;
    if (!planner.plan?.wantsPlace && !board.hasPlaces) painter.cursor = null;
  }

  space() {
    const { planner, painter, board, camera } = this.parts;
    const { plan } = planner;
    if (plan?.takePointed()) {
      planner.update();
      return true;
    }
    if (plan?.wantsPlace && painter.cursor) {
      plan.tapPlace(painter.cursor, 0);
      planner.update();
      return true;
    }
    if (board.hasPlaces && painter.cursor) return this.pickAt(painter.cursor);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.closest('[data-unit]');
    if (!focused) return false;
    const unit = board.unit(/** @type {HTMLElement} */ (focused).dataset.unit);
    if (unit) planner.taps.tap(unit, unit.id);
    return camera !== null;
  }

  /** What the plan wants of a place, else the next unit there. @param {{x: number, y: number}} at */
  pickAt(at) {
    const { planner, board } = this.parts;
    const area = board.areaAt(at);
    const { plan } = planner;
    if (plan && area !== null && !plan.wantsPlace && (planner.isExplicit || planner.isAuto) && plan.tapUnit(area)) {
      planner.update();
      return true;
    }
    const there = board.on(area).map((unit) => unit.id);
    if (plan && planner.isExplicit && there.some((id) => plan.tapUnit(id))) {
      planner.update();
      return true;
    }
    const next = there[(there.indexOf(planner.selected) + 1) % (there.length || 1)];
    if (next) planner.select(next);
    return next !== undefined;
  }

  /** All there is to do is done by the key, where no unit is meant; a key held down does nothing. @param {KeyboardEvent} event */
  onlyAct(event) {
    const { planner } = this.parts;
    if (planner.plan || !planner.only || event.repeat || document.activeElement?.closest('[data-unit]')) return false;
    planner.doAtOnce(planner.only);
    return true;
  }

  enter() {
    const { planner, painter } = this.parts;
    const { plan } = planner;
    if (!plan?.action()) {
      painter.cursor ??= plan?.proposed ?? null;
      return this.space();
    }
    // A plan that is still being judged, or not allowed, stays as it is; so does a list that lay there by itself.
    if (planner.canCommit && !(plan.isComposed && planner.isAuto)) planner.commit();
    return true;
  }
}

/** @param {HTMLElement} target */
function isTyping(target) {
  return target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null;
}
