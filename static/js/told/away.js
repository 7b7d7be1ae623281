/**
 * What happened while nobody looked, step by step: the board goes back to where the reader left it and comes forward act by act,
 * pieces gliding from where they were, each with its line, its measurement and its dice. Nothing else is touched meanwhile; as soon as
 * anything new is heard the board is the present one again.
 */

import * as api from '../base/api.js';
import { byId, h, icon, reducedMotion } from '../base/dom.js';
import { isWorth, momentOf } from './entries.js';
import { t } from '../base/words.js';

const DICE_MS = 2800;
const STEP_MS = 1500;
const LAST_MS = 1800;

export class Away {
  /** @param {import('./log.js').Log} log */
  constructor(log) {
    this.log = log;
    this.notice = byId('notice');
    this.isPlaying = false;
    this.title = '';
    /** @type {number | undefined} */
    this.seen = undefined;
    /** @type {HTMLElement[]} */
    this.steps = [];
    /** Which of them is shown; none yet before the first. */
    this.place = -1;
    document.addEventListener('keydown', (event) => this.pressed(event), true);
  }

  /** What was seen once is shown once more. @param {HTMLElement[]} steps @param {number} seen how far the reader had seen before */
  again(steps, seen) {
    Object.assign(this, { seen, steps, title: t('again_title') });
    this.begin();
  }

  /** @param {HTMLElement[]} missed @param {number} seen how far the reader had seen */
  offer(missed, seen) {
    Object.assign(this, { seen, steps: missed.filter(isWorth), title: t('away_title') });
    this.notice.replaceChildren(
      h('span', {}, t('away', { n: this.steps.length })),
      h('button', { type: 'button', class: 'button button--small', onclick: () => this.begin() }, t('show')),
      h('button', { type: 'button', class: 'button button--second button--small', onclick: () => this.leave() }, t('skip')),
    );
  }

  leave() {
    this.notice.replaceChildren();
    this.log.traceOthers();
  }

  async begin() {
    this.isPlaying = true;
    document.body.classList.add('is-recalling');
    this.place = -1;
    this.runs = !reducedMotion();
    this.controls();
    this.log.clearTrace();
    await this.stand(this.seen ?? 0);
    this.go(0);
  }

  /** The board as it stood once so much had been told. @param {number} seq */
  async stand(seq) {
    const mine = (this.asked = (this.asked ?? 0) + 1);
    const text = await api.boardAt(seq).catch(() => null);
    if (text && mine === this.asked && this.isPlaying) await swap(text);
  }

  /** How much of what was told the board shows at a step: all its act, but while that goes on after its dice, what was before it.
   * @param {number} place @returns {number} seq */
  standing(place) {
    const [entry, next] = this.steps.slice(place, place + 2);
    const seq = Number(entry.dataset.seq);
    if (!entry.querySelector('.roll') || !next || momentOf(next) !== momentOf(entry)) return seq;
    const before = this.log.entries().filter((each) => Number(each.dataset.seq) < seq && ![null, momentOf(entry)].includes(momentOf(each)));
    return Number(before[before.length - 1]?.dataset.seq ?? this.seen);
  }

  /** @param {number} place */
  async go(place) {
    if (!this.isPlaying || place < 0) return;
    clearTimeout(this.timer);
    if (place >= this.steps.length) return this.stop();
    this.place = place;
    const entry = this.steps[place];
    this.controls();
    await this.stand(this.standing(place));
    if (!this.isPlaying || this.place !== place) return;
    this.log.showNow([entry]);
    const pause = entry.querySelector('.roll') ? DICE_MS : place === this.steps.length - 1 ? LAST_MS : STEP_MS;
    if (this.runs) this.timer = setTimeout(() => this.go(place + 1), pause);
  }

  /** Back to the present: its board, what the others did traced. */
  async stop() {
    if (!this.isPlaying) return;
    clearTimeout(this.timer);
    this.notice.replaceChildren();
    this.log.dice.clear();
    await this.stand(Number(document.body.dataset.seq));
    this.isPlaying = false;
    document.body.classList.remove('is-recalling');
    this.log.effects.changed();
    this.log.traceOthers();
    document.dispatchEvent(new Event('tapete:present'));
  }

  toggle() {
    this.runs = !this.runs;
    clearTimeout(this.timer);
    this.controls();
    if (this.runs) this.go(this.place + 1);
  }

  /** @param {number} by */
  step(by) {
    this.runs = false;
    this.go(this.place + by);
  }

  controls() {
    const n = Math.max(0, this.place) + 1;
    const entry = this.steps[Math.max(0, this.place)];
    const words = entry?.querySelector('.entry__words')?.textContent ?? '';
    const dice = entry?.querySelector('.entry__dice')?.cloneNode(true);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.away;
    const button = (name, picture, act, disabled = false) =>
      h('button', { type: 'button', class: 'tool', 'data-away': name, 'aria-label': t(`away_${name}`), disabled, onclick: act }, icon(picture));
    this.notice.replaceChildren(h('div', { class: 'away', role: 'group', 'aria-label': this.title },
      h('p', { class: 'away__words' }, h('small', {}, `${this.title} · ${t('away_of', { n, of: this.steps.length })}`), words, ' ', dice),
      h('div', { class: 'away__ways' },
        button('back', 'icon-back', () => this.step(-1), this.place < 1),
        button(this.runs ? 'pause' : 'play', this.runs ? 'icon-pause' : 'icon-replay', () => this.toggle()),
        button('step', 'icon-forward', () => this.step(1)),
        h('button', { type: 'button', class: 'button button--second button--small', 'data-away': 'skip', onclick: () => this.stop() }, t('skip')))));
    const again = { pause: 'play', play: 'pause' }[focused ?? ''] ?? focused;
    const next = focused ? this.notice.querySelector(`[data-away="${focused}"]:enabled, [data-away="${again}"]:enabled`) : null;
    /** @type {HTMLElement | null} */ (next)?.focus();
  }

  /** Esc ends it; nothing else of the table hears a key meanwhile. @param {KeyboardEvent} event */
  pressed(event) {
    if (!this.isPlaying || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.stop();
  }
}

/** Of a moment only the pieces: sentences and lists stay those of the present. @param {string} text */
async function swap(text) {
  const template = document.createElement('template');
  template.innerHTML = text;
  const layers = [...template.content.querySelectorAll('svg > g[id^="layer-"]')].map((layer) => `<svg>${layer.outerHTML}</svg>`);
  await /** @type {any} */ (globalThis).htmx.swap({ sourceElement: document.body, target: document.body, swap: 'none', text: layers.join(''), transition: false });
}
