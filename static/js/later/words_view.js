/** The board in words: in the place of the board, so that everything round it goes on working, with a line to type in. */

import { Commands } from './commands.js';
import { byId, h } from '../base/dom.js';
import { t } from '../base/words.js';

const KEPT_LINES = 30;
/** Kept while the page is open, over reloads. */
const OPEN = 'tapete:words';

export class WordsView {
  /** @param {import('../boards/surface.js').Surface} board @param {import('../plans/planner.js').Planner} planner @param {EventTarget} wire */
  constructor(board, planner, wire) {
    this.board = board;
    this.planner = planner;
    this.commands = new Commands(board, planner);
    this.root = /** @type {HTMLDialogElement} */ (byId('words-view'));
    this.found = byId('words-found');
    this.said = document.getElementById('words-said');
    this.line = /** @type {HTMLInputElement | null} */ (document.getElementById('words-line'));
    this.log = byId('log');
    planner.addEventListener('change', () => this.changed());
    planner.addEventListener('problem', (event) => this.isOpen && this.say(/** @type {CustomEvent} */ (event).detail.words));
    wire.addEventListener('heard', () => this.heard());
    this.root.addEventListener('keydown', (event) => this.pressed(event));
    this.root.addEventListener('close', () => this.closed());
    this.line?.form?.addEventListener('submit', (event) => {
      event.preventDefault();
      this.typed();
    });
  }

  get isOpen() {
    return this.root.open;
  }

  toggle() {
    if (this.isOpen) return this.leave();
    this.before = /** @type {HTMLElement | null} */ (document.activeElement);
    this.root.show();
    document.body.classList.add('is-in-words');
    sessionStorage.setItem(OPEN, 'open');
    this.render();
    this.heardOf = this.log.lastElementChild;
    (this.line ?? this.found).focus();
  }

  /** It is forgotten at once: what is told of its end comes only later, when the page may be gone. */
  leave() {
    sessionStorage.removeItem(OPEN);
    this.root.close();
  }

  closed() {
    document.body.classList.remove('is-in-words');
    sessionStorage.removeItem(OPEN);
    const before = this.before;
    if (before?.isConnected && before !== document.body) before.focus();
    else byId('board').focus();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (this.line?.value) this.line.value = '';
    else this.leave();
  }

  typed() {
    const { line } = this;
    if (!line) return;
    this.say(`› ${line.value}`, 'is-mine');
    this.act(() => this.commands.run(line.value));
    line.value = '';
  }

  /** Does something and says what came of it: at once, or when the server has looked at it. @param {() => string | void | Promise<string>} doing */
  act(doing) {
    this.isAwaited = true;
    this.last = '';
    const answer = doing();
    if (answer) {
      this.isAwaited = false;
      if (answer instanceof Promise) answer.then((words) => this.say(words));
      else this.say(answer);
    }
    this.changed();
  }

  changed() {
    if (!this.isOpen) return;
    this.render();
    const words = this.isAwaited ? this.commands.planWords() : '';
    if (!words || words === this.last) return;
    this.last = words;
    this.say(words);
  }

  /** What the others did is said as the log says it. */
  heard() {
    if (!this.isOpen) return;
    this.isAwaited = false;
    const lines = [...this.log.children];
    for (const entry of lines.slice(lines.indexOf(/** @type {Element} */ (this.heardOf)) + 1)) {
      const words = (entry.querySelector('.entry__words') ?? entry).textContent?.trim();
      if (words) this.say(words, 'is-told');
    }
    this.heardOf = this.log.lastElementChild;
    this.say(asked(), 'is-asked');
    this.render();
  }

  /** @param {string} words @param {string} [kind] */
  say(words, kind = '') {
    if (!this.said || !words) return;
    this.said.append(h('p', { class: kind }, words));
    while (this.said.childElementCount > KEPT_LINES) this.said.firstElementChild?.remove();
    this.said.scrollTop = this.said.scrollHeight;
  }

  /** Everything anew; whoever stands on a button of it stays there. */
  render() {
    const key = /** @type {HTMLElement | null} */ (document.activeElement?.closest('#words-found [data-focus]'))?.dataset.focus;
    const top = this.found.scrollTop;
    this.found.replaceChildren(...this.choices(), ...this.board.inWords(this.planner, (id) => this.commands.sightOf(id)));
    this.found.scrollTop = top;
    if (key) (/** @type {HTMLElement | null} */ (this.found.querySelector(`[data-focus="${CSS.escape(key)}"]`)) ?? this.line ?? this.found).focus();
  }

  /** What can be done, numbered as it may be typed. @returns {Node[]} */
  choices() {
    const choices = this.planner.playing ? this.commands.choices() : [];
    const first = h('p', { class: 'words-asked' }, asked());
    if (!choices.length) return [first];
    const press = (each) => () => this.act(() => each.run());
    return [first, h('h3', {}, t('command_can')), h('ol', { class: 'words-choices' }, ...choices.map((each) =>
      h('li', {}, h('button', { type: 'button', 'data-focus': `words-${each.key}`, onclick: press(each) }, each.words))))];
  }
}

/** The one sentence as it was told last, which may still wait to be shown. */
function asked() {
  const { dataset, textContent } = byId('prompt');
  return (dataset.told ?? textContent ?? '').trim();
}
