/** Where I want to be called outside this page: the window in which a seat says so. */

import { byId } from '../base/dom.js';
import { t } from '../base/words.js';

const { room, viewer } = document.body.dataset;
const address = `/api/v1/rooms/${room}/hook?as=${viewer}`;

export class HookWindow {
  constructor() {
    this.window = /** @type {HTMLDialogElement} */ (byId('hook'));
    this.url = /** @type {HTMLInputElement} */ (byId('hook-url'));
    this.always = /** @type {HTMLInputElement} */ (byId('hook-always'));
    this.told = byId('hook-told');
    byId('hook-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.put(this.url.value);
    });
    byId('hook-drop').addEventListener('click', () => this.put(null));
  }

  async open() {
    this.window.showModal();
    this.show(await this.ask());
  }

  /** @param {string | null} url */
  async put(url) {
    const found = await this.ask({ url, always: this.always.checked });
    if (found) this.url.value = '';
    this.show(found);
  }

  /** @param {{host: string | null, always: boolean} | null} found */
  show(found) {
    if (!found) return;
    this.told.textContent = found.host ? t('hook_on', { host: found.host }) : t('hook_off');
    this.always.checked = found.always;
    byId('hook-drop').hidden = found.host === null;
  }

  /** What stands now, or after a change; what is wrong is said. @param {object} [body] */
  async ask(body) {
    try {
      const how = body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
      const answer = await fetch(address, how);
      const data = await answer.json();
      if (answer.ok) return data;
      this.told.textContent = data.detail;
    } catch {
      this.told.textContent = t('unsent');
    }
    return null;
  }
}
