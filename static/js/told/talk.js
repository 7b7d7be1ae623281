/** Talking: to the table, to one's army, or among spectators. What was typed is kept until the server has it, and over a reload. */

import { byId } from '../base/dom.js';

const NAME = 'tapete:name';

/** @typedef {(text: string, to: string, name?: string) => Promise<boolean>} Say whether the server has it */

export class Talk {
  /** @param {import('../table/wire.js').Wire} wire @param {import('../base/sheet.js').Sheet} sheet @param {Say} say */
  constructor(wire, sheet, say) {
    this.sheet = sheet;
    this.say = say;
    this.list = byId('chat');
    this.newest = this.last();
    wire.addEventListener('heard', () => this.heard());
    const form = /** @type {HTMLFormElement | null} */ (document.querySelector('.say'));
    if (form) this.listen(form);
  }

  /** @param {HTMLFormElement} form */
  listen(form) {
    const { room, viewer } = document.body.dataset;
    this.draft = `tapete:draft:${room}:${viewer}`;
    this.text = /** @type {HTMLInputElement} */ (byId('say-text'));
    this.to = /** @type {HTMLSelectElement | null} */ (document.querySelector('#say-to'));
    this.name = /** @type {HTMLInputElement | null} */ (document.querySelector('#say-name'));
    this.text.value = sessionStorage.getItem(this.draft) ?? '';
    this.text.addEventListener('input', () => this.keep());
    if (this.name) this.name.value = localStorage.getItem(NAME) ?? '';
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.send();
    });
  }

  keep() {
    sessionStorage.setItem(this.draft ?? '', this.text?.value ?? '');
  }

  async send() {
    const { text, name } = this;
    const said = text?.value.trim();
    if (!text || !said) return;
    const called = name?.value.trim();
    if (called !== undefined) localStorage.setItem(NAME, called);
    if (!(await this.say(said, this.to?.value ?? 'table', called))) return;
    if (text.value.trim() === said) text.value = '';
    this.keep();
  }

  /** After a message: an army may have come or gone, and somebody may have spoken where it is not seen. */
  heard() {
    const hasAllies = byId('live').dataset.allies === 'true';
    const whom = document.getElementById('say-whom');
    if (whom) whom.hidden = !hasAllies;
    if (this.to && !hasAllies) this.to.value = 'table';
    const last = this.last();
    if (last > this.newest && !this.list.lastElementChild?.classList.contains('is-me')) this.sheet.news(true);
    this.newest = last;
  }

  last() {
    return Number(/** @type {HTMLElement | null} */ (this.list.lastElementChild)?.dataset.seq ?? 0);
  }
}
