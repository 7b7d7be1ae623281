/** The switches of the menu for what is heard and who is called: sounds with their volume, and notifications. */

import { Calls } from './calls.js';
import { Sounds } from './sounds.js';

export class Feeling {
  /** @param {(words: string) => void} notify */
  constructor(notify) {
    this.sounds = new Sounds();
    this.calls = new Calls(this.sounds, notify);
    this.listen();
  }

  listen() {
    const { sounds, calls } = this;
    const sound = /** @type {HTMLInputElement | null} */ (document.getElementById('sounds'));
    const volume = /** @type {HTMLInputElement | null} */ (document.getElementById('volume'));
    const call = /** @type {HTMLInputElement | null} */ (document.getElementById('calls'));
    if (sound && volume) {
      sound.checked = sounds.isOn;
      volume.value = String(100 * sounds.volume);
      volume.disabled = !sounds.isOn;
      sound.addEventListener('change', () => {
        sounds.turn(sound.checked);
        volume.disabled = !sound.checked;
      });
      volume.addEventListener('change', () => sounds.setVolume(Number(volume.value) / 100));
    }
    if (call) {
      call.checked = calls.isOn;
      call.addEventListener('change', async () => (call.checked = await calls.turn(call.checked)));
    }
  }

  /** After a message. @param {DOMStringMap} live */
  heard(live) {
    this.calls.heard(live);
  }
}
