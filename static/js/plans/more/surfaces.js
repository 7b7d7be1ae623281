/** A plan of a place where one may stand on several things one over another: the highest is meant until another is chosen, and what
 * was chosen is kept wherever it is there. */

import { way } from '../controls.js';
import { h } from '../../base/dom.js';
import { cm, say, t } from '../../base/words.js';

/** @typedef {import('../plan.js').Point} Point */
/** @typedef {{shape: any, level: number, name: any}} OneSurface as the offers have it */

/** @param {typeof import('../points.js').PointPlan} Kind */
export function withSurfaces(Kind) {
  return class extends Kind {
    /** The level that was chosen by hand. @type {number | null} */
    chosen = null;

    /** What one may stand on at a place, the highest first. @param {Point} at @returns {OneSurface[]} */
    surfacesAt(at) {
      const found = this.domain.surfaces.filter(({ shape }) => isInside(shape, at)).sort((one, other) => other.level - one.level);
      return found.filter(({ level }, n) => level !== found[n - 1]?.level);
    }

    /** @param {Point} at @returns {OneSurface | null} */
    surfaceAt(at) {
      const found = this.surfacesAt(at);
      return found.find(({ level }) => level === this.chosen) ?? found[0] ?? null;
    }

    /** What there is to choose from where it would be. */
    get open() {
      return this.meant ? this.surfacesAt(this.meant) : [];
    }

    /** @param {Point} at */
    filled(at) {
      return { ...super.filled(at), [this.fields.level ?? 'level']: this.surfaceAt(at)?.level ?? 0 };
    }

    /** The nearest higher or lower one. @param {number} step */
    changeLevel(step) {
      const { open } = this;
      const now = open.findIndex(({ level }) => level === (this.meant && this.surfaceAt(this.meant)?.level));
      this.chosen = open[now - step]?.level ?? this.chosen;
    }

    // In the dock and in words

    get asksFirst() {
      return this.open.length > 1 || super.asksFirst;
    }

    measure() {
      const here = this.at && this.surfaceAt(this.at);
      return here ? [h('output', { class: 'plan__tape', 'data-level': here.level }, wording(here))] : super.measure();
    }

    get told() {
      const here = this.at && this.surfaceAt(this.at);
      return [say(this.offer.label), this.at && this.board.placeWords(this.at), here && wording(here)].filter(Boolean).join(' · ');
    }

    /** @param {import('../planner.js').Planner} planner */
    controls(planner) {
      this.typed = (event) => this.keyed(event, planner);
      const { open } = this;
      if (open.length < 2) return super.controls(planner);
      const now = this.meant && this.surfaceAt(this.meant);
      const press = (level) => () => { this.chosen = level; planner.update(); };
      const buttons = open.map((each) => way({ key: `surface-${each.level}`, words: wording(each), isOn: each === now, press: press(each.level), more: { 'data-surface': String(each.level) } }));
      return [h('div', { class: 'plan__choices', role: 'group', 'aria-label': t('which_surface') }, ...buttons), ...super.controls(planner)];
    }

    /** Plus and minus go up and down where there is something to choose. @param {KeyboardEvent} event @param {import('../planner.js').Planner} planner */
    keyed(event, planner) {
      const step = { '+': 1, '=': 1, '-': -1 }[event.key];
      if (!step || this.open.length < 2) return false;
      planner.changeLevel(step);
      return true;
    }

    commands() {
      const now = this.at && this.surfaceAt(this.at);
      const others = now ? this.open.filter((each) => each !== now) : [];
      return [...super.commands(), ...others.map((each) => ({ key: `surface-${each.level}`, words: wording(each), act: () => { this.chosen = each.level; } }))];
    }
  };
}

/** Its name and how high it is. @param {OneSurface} surface */
function wording({ name, level }) {
  return level ? t('surface_high', { name: say(name), cm: cm(level) }) : say(name);
}

/** Whether a place lies in a shape of the wire, its rim included. @param {any} shape @param {Point} at */
function isInside(shape, at) {
  if (shape.type === 'disc') return Math.hypot(shape.x - at.x, shape.y - at.y) <= shape.radius;
  return isWithin(shape.points, at) && !(shape.holes ?? []).some((hole) => isWithin(hole, at) && !isOnRim(hole, at));
}

/** @param {Array<[number, number]>} ring @param {Point} at */
function isWithin(ring, at) {
  return isOnRim(ring, at) || edges(ring).filter(([[x1, y1], [x2, y2]]) => y1 > at.y !== y2 > at.y && at.x < x1 + ((at.y - y1) / (y2 - y1)) * (x2 - x1)).length % 2 === 1;
}

/** @param {Array<[number, number]>} ring @param {Point} at */
function isOnRim(ring, at) {
  return edges(ring).some(([[x1, y1], [x2, y2]]) => {
    const isAlong = (at.x - x1) * (at.x - x2) <= 0 && (at.y - y1) * (at.y - y2) <= 0;
    return isAlong && Math.abs((x2 - x1) * (at.y - y1) - (y2 - y1) * (at.x - x1)) < 1e-6;
  });
}

/** @param {Array<[number, number]>} ring @returns {Array<[[number, number], [number, number]]>} */
function edges(ring) {
  return ring.map((from, n) => [from, ring[(n + 1) % ring.length]]);
}
