/** A link to the replay for anybody: made and copied with one click, withdrawn with another. */

import { byId, h } from '../base/dom.js';
import { t } from '../base/words.js';

const { room, as } = document.body.dataset;

export class Share {
  /** @param {import('./film.js').Film} film */
  constructor(film) {
    this.film = film;
    this.form = /** @type {HTMLFormElement | null} */ (document.getElementById('share'));
    this.form?.addEventListener('submit', (event) => {
      event.preventDefault();
      this.make();
    });
  }

  async make() {
    const view = new URLSearchParams(location.search).get('view');
    const body = { seq: this.film.seq, ...(view ? { view } : {}) };
    const made = await this.ask('', body);
    if (!made) return;
    let words = 'shared';
    try {
      await navigator.clipboard.writeText(made.url);
    } catch {
      words = 'shared_by_hand';
    }
    this.tell(words, made.url);
  }

  async withdraw() {
    if (await this.ask('/withdraw', {})) this.tell('withdrawn');
  }

  /** @param {string} words @param {string} [url] */
  tell(words, url) {
    const notice = byId('notice');
    const field = url && h('input', { class: 'share__link', readonly: true, value: url, 'aria-label': t('share_link'), onfocus: (event) => event.target.select() });
    const close = h('button', { type: 'button', class: 'button button--small', onclick: () => notice.replaceChildren() }, t('close'));
    const back = url && h('button', { type: 'button', class: 'button button--second button--small', onclick: () => this.withdraw() }, t('withdraw'));
    notice.replaceChildren(h('span', {}, t(words)), field || '', h('span', { class: 'share__ways' }, back, close));
  }

  /** @param {string} what @param {object} body */
  async ask(what, body) {
    try {
      const answer = await fetch(`/api/v1/rooms/${room}/replays${what}?as=${as}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      const data = await answer.json();
      if (answer.ok) return data;
      this.film.complain(data.detail);
    } catch {
      this.film.complain(t('lost'));
    }
    return null;
  }
}
