/** Draws over the board: who can act, who is selected, what may be picked, the plan and what the server says of it. */

import { byId, s } from './dom.js';
import { PathPlan } from './plans.js';

export class Painter {
  /** @param {any} board of any kind @param {import('../board.js').Camera} camera @param {import('./planner.js').Planner} planner */
  constructor(board, camera, planner) {
    this.board = board;
    this.camera = camera;
    this.planner = planner;
    /** @type {{x: number, y: number} | null} */
    this.cursor = null;
  }

  paint() {
    this.paintUnits();
    this.paintSurvey();
    this.paintPlan();
    byId('main').classList.toggle('crosshair', Boolean(this.planner.plan?.wantsPlace && this.planner.isExplicit));
  }

  /** Selection is said to the keyboard and to readers too. */
  paintUnits() {
    const { selected, ready } = this.planner;
    for (const unit of this.board.units()) {
      unit.element.setAttribute('aria-pressed', String(unit.id === selected));
      unit.element.classList.toggle('can-act', ready.includes(unit.id));
    }
    for (const row of document.querySelectorAll('[data-pick]')) {
      row.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (row).dataset.pick === selected));
    }
  }

  paintSurvey() {
    const { planner, board } = this;
    const layer = board.layer('survey');
    layer.replaceChildren();
    const isQuiet = planner.plan && (planner.plan.tentative() || planner.isExplicit);
    if (planner.survey && planner.selected && !isQuiet) board.draw(layer, planner.survey.overlays ?? []);
    if (planner.selected === null) {
      for (const id of planner.ready) {
        const unit = board.unit(id);
        if (unit) board.mark(layer, unit, 'is-ready', this.camera.unitsPerPx);
      }
    }
  }

  paintPlan() {
    const { planner, board } = this;
    const { plan, verdict } = planner;
    const layer = board.layer('plan');
    layer.replaceChildren();
    const selected = planner.selected ? board.unit(planner.selected) : null;
    if (selected) board.mark(layer, selected, 'is-selected', this.camera.unitsPerPx);
    if (this.cursor) board.cross(layer, this.cursor, 12 * this.camera.unitsPerPx);
    if (!plan) return;
    const isBad = verdict?.legal === false;
    if (planner.isExplicit || plan.picked.length) {
      for (const id of plan.candidates) {
        const unit = board.thing(id);
        if (unit && !plan.picked.includes(id)) board.mark(layer, unit, 'is-candidate', this.camera.unitsPerPx);
      }
    }
    for (const id of plan.picked) {
      const unit = board.thing(id);
      if (unit) board.mark(layer, unit, 'is-picked', this.camera.unitsPerPx);
    }
    plan.draw(layer, this.camera.unitsPerPx, isBad);
    if (verdict && !planner.isChecking) board.draw(layer, overlaysOf(verdict).filter((overlay) => !isTheWay(overlay, plan)));
  }

  /** The scale bar follows the zoom, and so do marks of a least size. */
  moved() {
    this.rescale();
    const scale = this.board.scaleBar(this.camera.unitsPerPx);
    if (!scale) return;
    const { pixels, words } = scale;
    const bar = byId('scale-bar');
    bar.setAttribute('width', String(Math.ceil(pixels) + 44));
    bar.querySelector('path')?.setAttribute('d', `M1 8v10M1 13h${pixels.toFixed(1)}M${(pixels + 1).toFixed(1)} 8v10`);
    const text = bar.querySelector('text');
    text?.setAttribute('x', String(pixels + 8));
    text?.setAttribute('y', '14');
    if (text) text.textContent = words;
  }

  /** Once a frame at most, and only when the zoom changed. */
  rescale() {
    const px = this.camera.unitsPerPx;
    if (px === this.paintedAt || this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.paintedAt = this.camera.unitsPerPx;
      this.paintSurvey();
      this.paintPlan();
    });
  }

  /** Says what a piece of terrain is and does. @param {Element} target */
  showArea(target) {
    for (const shown of this.board.svg.querySelectorAll('.area.is-shown')) {
      shown.classList.remove('is-shown');
      shown.querySelector('.area-tags')?.remove();
    }
    const area = /** @type {SVGGElement | null} */ (target.closest('.area:not(.area-zone)'));
    if (!area) return;
    area.classList.add('is-shown');
    const name = area.querySelector('.area-name');
    if (!area.dataset.tags || !name) return;
    const tags = s('tspan', { class: 'area-tags', x: name.getAttribute('x'), dy: '1.25em' }, area.dataset.tags);
    name.append(tags);
  }

  toggleNames() {
    const isOff = this.board.svg.classList.toggle('no-names');
    document.querySelector('[data-do="names"]')?.setAttribute('aria-pressed', String(!isOff));
  }
}

/** A refused preview may say its drawing twice. @param {any} verdict @returns {any[]} */
function overlaysOf(verdict) {
  const all = [...(verdict.overlays ?? []), ...(verdict.refusal?.overlays ?? [])];
  return [...new Map(all.map((overlay) => [JSON.stringify(overlay), overlay])).values()];
}

/** The path itself is drawn by the tape, with more in it. @param {any} overlay @param {any} plan */
function isTheWay(overlay, plan) {
  if (!(plan instanceof PathPlan) || overlay.type !== 'line') return false;
  return JSON.stringify(overlay.points) === JSON.stringify(plan.way.map(({ x, y }) => [x, y]));
}
