/** The workshop: makes battles on the board they are played on. Every edit is the server's; here is who asks for it. */

import { Camera } from './board.js';
import { byId } from './base/dom.js';
import { t } from './base/words.js';
import { Hand } from './workshop/hand.js';
import { History } from './workshop/history.js';
import { moving, removing, turning } from './workshop/chosen.js';
import { listenForHelp } from './help.js';
import { boardKey } from './workshop/keys.js';
import { paint } from './workshop/overlay.js';
import { listen, menu } from './workshop/page.js';
import { forget, isTyped, print } from './workshop/panels.js';
import { look, settled } from './workshop/server.js';
import { armed, release } from './workshop/tools.js';
import { cornersOf } from './workshop/values.js';

const TURN_DEG = 15;

const kind = byId('board').dataset.board;
const { Desk } = await import(`./workshop/${kind}.js`);

class Workshop {
  constructor() {
    const given = JSON.parse(byId('look').textContent ?? '{}');
    this.game = document.body.dataset.game ?? '';
    this.history = new History(this.game, given.battle);
    this.toolsMark = given.tools_mark;
    this.faultThings = given.fault_things;
    /** @type {string[]} what is chosen */
    this.things = [];
    /** @type {string | null} what was put somewhere last */
    this.latest = null;
    this.isGathering = false;
    this.asked = 0; // edits under way
    /** @type {any} */
    this.tool = null;
    this.turn = 0;
    /** @type {any[]} */
    this.corners = [];
    /** @type {any} */
    this.cursor = null;
    /** @type {Promise<unknown> | null} */
    this.nudge = null;
    /** @type {import('./board.js').Place | null} how far arrow keys carry what is chosen next */
    this.waiting = null;
    this.mount();
    listen(this);
    this.begin();
  }

  /** A new board on the page. */
  mount() {
    this.svg = /** @type {any} */ (byId('board'));
    this.desk = new Desk(this.svg);
    this.hand = new Hand(this);
    this.camera = new Camera(this.svg, this.hand, () => ({ top: byId('stage').offsetWidth < 600 ? 68 : 44, right: 0, bottom: 60, left: 0 }));
    this.svg.addEventListener('keydown', (event) => boardKey(this, event));
    this.svg.addEventListener('focus', () => this.tool && this.point(this.cursor ?? this.desk.start()));
  }

  get step() {
    return Number(/** @type {HTMLSelectElement | null} */ (document.getElementById('snap'))?.value ?? 1);
  }

  /** What is chosen, if it is one thing. */
  get thing() {
    return this.things.length === 1 ? this.things[0] : null;
  }

  /** Whether what is touched now comes to what is chosen. @param {MouseEvent} event */
  gathers(event) {
    return this.isGathering || event.shiftKey || event.ctrlKey || event.metaKey;
  }

  /** The corners of what is chosen, where it was drawn corner by corner. */
  get shape() {
    const field = /** @type {HTMLTextAreaElement | null} */ (document.querySelector('#fields [data-field="points"]'));
    if (!field || this.tool) return [];
    return cornersOf(field.defaultValue);
  }

  get known() {
    return new Set([...document.querySelectorAll('#lists [data-thing]')].map((row) => /** @type {HTMLElement} */ (row).dataset.thing ?? ''));
  }

  /** Goes on with what this browser kept, unless something new was asked for. */
  begin() {
    const wanted = new URLSearchParams(location.search).has('scenario');
    const kept = this.history.kept();
    if (wanted) {
      history.replaceState(null, '', location.pathname);
      if (kept) this.history.before.push(kept);
      this.history.putAside();
      this.history.keep();
    } else if (kept) {
      this.open(kept, 'kept');
    }
    this.buttons();
    this.paint();
    this.say(t('pick'));
    byId('main').dataset.answers ??= '0';
  }

  // -- asking ------------------------------------------------------------------------------------

  /** One step of the history, however many edits it takes. @param {Record<string, any> | Record<string, any>[] | null} edit null for one that leads off the board @param {string} [words] what to say once it is done */
  async edit(edit, words) {
    const edits = edit === null ? [] : [edit].flat();
    if (!edits.length) return this.refuse({}, 'move');
    this.asked += 1;
    const answer = await look(() => ({ ...this.question(), edits }));
    this.asked -= 1;
    if (!answer || !answer.ok) return this.refuse(answer, String(edits[0].type));
    this.history.step(answer.data.battle);
    this.latest = answer.data.things[0] ?? this.latest;
    this.take(answer.data);
    if (words) this.say(words);
    return true;
  }

  /** The present battle as it is, other things chosen. @param {string[]} things */
  async choose(things) {
    this.things = things;
    this.waiting = null;
    this.paint();
    const answer = await look(this.question.bind(this));
    if (!answer || !answer.ok) return this.refuse(answer);
    this.take(answer.data);
    if (this.things.length) this.say(t(this.desk.element(this.things[0]) ? 'chosen' : 'chosen_listed', { name: this.nameOf(this.things) }));
  }

  /** Nothing is chosen any more; nobody has to be asked for that. */
  unchoose() {
    if (!this.things.length) return;
    this.things = [];
    this.waiting = null;
    for (const row of document.querySelectorAll('#lists [aria-pressed="true"]')) row.setAttribute('aria-pressed', 'false');
    forget('lists');
    print('fields', `<p class="soft">${t('choose')}</p>`);
    byId('thing-name').textContent = t('nothing');
    this.buttons();
    this.paint();
  }

  /** The battle that was put aside for this one, which takes its place there. */
  async swap() {
    const aside = this.history.kept('.aside');
    const now = this.history.battle;
    if (aside && (await this.open(aside, 'opened'))) this.history.write('.aside', now);
  }

  /** Whether leaving now would lose something. */
  get isUnfinished() {
    return this.asked > 0 || this.corners.length > 0 || isTyped(document.activeElement) || (!this.history.isKept && this.history.before.length > 0);
  }

  /** Whether one thing after another comes to what is chosen, and a drag draws a frame. @param {boolean} isGathering */
  gather(isGathering) {
    if (isGathering) release(this);
    this.isGathering = isGathering;
    document.querySelector('[data-do="gather"]')?.setAttribute('aria-pressed', String(isGathering));
    this.say(t(isGathering ? 'gather' : 'pick'));
  }

  /** Another battle: from a file, or kept from last time. @param {any} battle @param {'opened' | 'kept'} how */
  async open(battle, how) {
    const answer = await look(() => ({ battle, whole: true, tools: this.toolsMark }));
    if (!answer || !answer.ok) return this.refuse(answer, 'file');
    this.history.step(answer.data.battle);
    this.take(answer.data, true);
    this.say(t(how, { name: byId('battle-name').textContent ?? '' }));
    return true;
  }

  /** @param {'before' | 'after'} where */
  async go(where) {
    release(this);
    await settled();
    if (!this.history.go(where)) return;
    const answer = await look(() => ({ ...this.question(), whole: true }));
    if (!answer || !answer.ok) return this.refuse(answer);
    this.take(answer.data, true);
    this.say(t(where === 'before' ? 'undone' : 'redone'));
  }

  /** What is asked of the server: the battle as it is. */
  question() {
    return { battle: this.history.battle, things: this.things, tools: this.toolsMark };
  }

  /** @param {any} answer @param {string} [what] was asked for: a kind of edit, or a file to be opened */
  refuse(answer, what = 'other') {
    this.say(answer ? t(`refused_${what}`) : t('lost'), true);
    this.redraw();
    return false;
  }

  /** Puts what came back on the page. @param {any} data @param {boolean} [isWhole] */
  take(data, isWhole = false) {
    this.things = data.things;
    this.faultThings = data.fault_things;
    byId('battle-name').textContent = data.name[document.documentElement.lang] || data.name.en;
    if (data.tools) print('tools', data.tools);
    this.toolsMark = data.tools_mark;
    for (const part of ['lists', 'faults', 'settings', 'fields']) print(part, data[part]);
    const count = byId('fault-count');
    count.textContent = String(data.fault_count);
    count.dataset.count = String(data.fault_count);
    if (!isWhole && (data.width !== this.desk.width || data.height !== this.desk.height)) this.whole();
    else this.board(data.board, isWhole);
    byId('thing-name').textContent = this.things.length ? this.nameOf(this.things) : t('nothing');
    armed(this);
    this.buttons();
    this.paint();
    this.answers = (this.answers ?? 0) + 1;
    byId('main').dataset.answers = String(this.answers);
  }

  /** The board itself anew, since its size is another. */
  async whole() {
    const answer = await look(() => ({ ...this.question(), whole: true }));
    if (answer?.ok) this.take(answer.data, true);
  }

  /** @param {string} printed @param {boolean} isWhole */
  board(printed, isWhole) {
    if (isWhole) {
      const isFocused = document.activeElement === this.svg;
      byId('board-place').innerHTML = printed;
      this.mount();
      if (isFocused) this.svg.focus();
      return;
    }
    const found = new DOMParser().parseFromString(printed, 'text/html');
    for (const layer of found.querySelectorAll('g[id^="layer-"]')) {
      document.getElementById(layer.id)?.replaceChildren(...layer.childNodes);
    }
  }

  /** Everything where the battle says it is. */
  redraw() {
    look(this.question.bind(this)).then((answer) => answer?.ok && this.take(answer.data));
  }

  /** The ghost at a place. @param {any} at */
  point(at) {
    this.cursor = at;
    byId('measure').textContent = at ? this.desk.words(at, this.corners.at(-1) ?? null) : '';
    this.paint();
  }

  // -- the keyboard ------------------------------------------------------------------------------

  escape() {
    if (!byId('file-menu').hidden) return menu(false);
    if (this.corners.length) {
      this.corners = [];
      armed(this);
      this.paint();
    } else if (this.tool) release(this);
    else if (this.isGathering) this.gather(false);
    else this.unchoose();
    this.say(t('pick'));
  }

  /** Arrow keys held down become one edit after another, never a queue of them. @param {import('./board.js').Place} by so many strides to the east and to the north */
  nudged(by) {
    if (this.nudge) {
      this.waiting = { x: by.x + (this.waiting?.x ?? 0), y: by.y + (this.waiting?.y ?? 0) };
      return;
    }
    const to = this.desk.carried(this.things[0], by);
    this.nudge = this.edit(to && moving(this, this.things, { x: 0, y: 0 }, to)).then(() => {
      this.nudge = null;
      const next = this.waiting;
      this.waiting = null;
      if (next) this.nudged(next);
    });
  }

  /** @param {1 | -1} way counter-clockwise or clockwise */
  rotate(way) {
    if (this.tool && this.tool.how !== 'copy') {
      this.turn += way * (this.tool.turn || TURN_DEG);
      this.paint();
    } else if (this.things.length) this.edit(turning(this, this.things, way * TURN_DEG));
  }

  async remove() {
    if (!this.things.length) return;
    await this.edit(removing(this, this.things), t('pick'));
  }

  buttons() {
    for (const [name, steps] of [['undo', this.history.before], ['redo', this.history.after]]) {
      /** @type {HTMLButtonElement} */ (document.querySelector(`[data-do="${name}"]`)).disabled = !steps.length;
    }
    for (const name of ['turn-left', 'turn-right', 'copy', 'image', 'remove']) {
      for (const button of document.querySelectorAll(`#thing [data-do="${name}"]`)) /** @type {HTMLButtonElement} */ (button).disabled = !this.things.length;
    }
  }

  paint() {
    /** @type {HTMLElement} */ (document.querySelector('.thing-likes__images')).hidden = !this.things.some((thing) => this.desk.element(thing));
    paint(this);
  }

  /** What things are called: by its name the only one, several by their number. @param {string[]} things */
  nameOf(things) {
    if (things.length > 1) return t('several', { count: things.length });
    const [thing] = things;
    const row = document.querySelector(`#lists [data-thing="${CSS.escape(thing)}"] .thing__words > span`);
    const element = this.desk.element(thing);
    return row?.textContent ?? [element?.dataset.label ?? element?.dataset.cell, element?.dataset.name].filter(Boolean).join(' · ') ?? thing;
  }

  /** @param {string} words @param {boolean} [isBad] */
  say(words, isBad = false) {
    const hint = byId('hint');
    hint.textContent = words;
    hint.classList.toggle('is-bad', isBad);
  }
}

new Workshop();
listenForHelp();
