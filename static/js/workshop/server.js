/** What the workshop asks the server: a battle after an edit, drawn. One question at a time, in order. */

import { lang } from '../base/words.js';

const game = encodeURIComponent(document.body.dataset.game ?? '');

/** @typedef {{ok: boolean, data: any}} Answer */

/** @type {Promise<unknown>} */
let last = Promise.resolve();

/**
 * @param {Record<string, unknown>} question the battle, and what is to be done with it
 * @returns {Promise<Answer | null>} null when nothing came back
 */
async function ask(question) {
  try {
    const response = await fetch(`/games/${game}/workshop/look`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { Accept: 'application/json', 'Accept-Language': lang, 'Content-Type': 'application/json' },
      body: JSON.stringify(question),
    });
    return { ok: response.ok, data: await response.json() };
  } catch {
    return null;
  }
}

/** Everything asked has been answered. */
export async function settled() {
  await last;
}

/** Asks after everything asked before; what to ask is worked out only then. @param {() => Record<string, unknown>} question @returns {Promise<Answer | null>} */
export function look(question) {
  const answer = last.then(() => ask(question()));
  last = answer;
  return answer;
}
