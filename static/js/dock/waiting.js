/** While others are waited for, the log has the room that the dock does not need: not for a moment's wait, so that nothing jumps to and fro. */

import { byId } from '../base/dom.js';

const AFTER_MS = 2500;

export class Waiting {
  constructor() {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
    /** Whether others were waited for when it was last looked; not known before. @type {boolean | null} */
    this.was = null;
  }

  /** @param {boolean} is whether others are waited for */
  look(is) {
    if (is === this.was) return;
    clearTimeout(this.later);
    const show = () => byId('sheet').classList.toggle('is-waiting', is);
    if (is && this.was !== null) this.later = setTimeout(show, AFTER_MS);
    else show();
    this.was = is;
  }
}
