/** What happened to stacks between two pushes, shown: they glide from card to card, flash when hit, fade when gone. */

import { reducedMotion } from '../base/dom.js';

const GLIDE_MS = 650;
const FADE_MS = 700;
/** How far a stack reaches as it is drawn, before it is scaled. */
const DRAWN = 50;
const EASING = 'cubic-bezier(0.3, 0, 0.2, 1)';

/** @typedef {{id: string, kind: string, x: number, y: number, scale: number, count: number, hurt: boolean, copy: SVGGElement}} Seen */

export class Moves {
  /** @param {import('./cards.js').CardsBoard} board @param {EventTarget} wire */
  constructor(board, wire) {
    this.board = board;
    this.seen = this.look();
    wire.addEventListener('heard', () => this.heard());
  }

  /** @returns {Map<string, Seen>} */
  look() {
    return new Map(this.board.units().map((unit) => {
      const { count, symbol, side } = unit.element.dataset;
      const { x, y } = this.board.toSvg(unit);
      const scale = unit.radius / DRAWN;
      const copy = /** @type {SVGGElement} */ (unit.element.cloneNode(true));
      return [unit.id, { id: unit.id, kind: `${symbol} ${side}`, x, y, scale, count: Number(count), hurt: unit.element.classList.contains('is-wounded'), copy }];
    }));
  }

  heard() {
    const before = this.seen;
    this.seen = this.look();
    if (reducedMotion()) return;
    const left = [...before.values()].map((was) => ({ was, fewer: was.count - (this.seen.get(was.id)?.count ?? 0) })).filter(({ fewer }) => fewer > 0);
    const come = [...this.seen.values()].map((is) => ({ is, more: is.count - (before.get(is.id)?.count ?? 0) })).filter(({ more }) => more > 0);
    for (const arrival of come) this.arrive(arrival, left, before.has(arrival.is.id));
    for (const { was, fewer } of left) if (fewer > 0) this.lose(was);
    for (const is of this.seen.values()) if (is.hurt && before.get(is.id)?.hurt === false) this.flash(is.id);
  }

  /** Tokens that came from another card glide from there. @param {{is: Seen, more: number}} arrival @param {Array<{was: Seen, fewer: number}>} left @param {boolean} joined they came to others of their name */
  arrive({ is, more }, left, joined) {
    const from = left.find(({ was, fewer }) => fewer > 0 && was.kind === is.kind && was.id !== is.id);
    if (!from) return;
    from.fewer -= more;
    const keyframes = [from.was, is].map(({ x, y, scale }) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})` }));
    const element = joined ? this.ghost(from.was) : this.board.unit(is.id)?.element;
    const motion = element?.animate(keyframes, { duration: GLIDE_MS, easing: EASING });
    if (joined && element) motion?.finished.then(() => element.remove(), () => element.remove());
  }

  /** @param {Seen} was */
  lose(was) {
    if (this.seen.has(was.id)) return this.flash(was.id);
    const ghost = this.ghost(was);
    ghost.classList.add('is-hit');
    ghost.animate([{ opacity: 1 }, { opacity: 1 }, { opacity: 0 }], { duration: FADE_MS }).finished.then(() => ghost.remove(), () => ghost.remove());
  }

  /** A picture of what was, that nothing can pick. @param {Seen} was */
  ghost(was) {
    const ghost = was.copy;
    ghost.removeAttribute('id');
    ghost.removeAttribute('data-unit');
    ghost.setAttribute('aria-hidden', 'true');
    this.board.table.append(ghost);
    return ghost;
  }

  /** @param {string} id */
  flash(id) {
    const element = this.board.unit(id)?.element;
    if (!element) return;
    element.classList.add('is-hit');
    element.addEventListener('animationend', () => element.classList.remove('is-hit'), { once: true });
  }
}
