/** What this page asks the server: reads, previews, and actions that survive a lost line. */

import { lang } from './words.js';

const { room: roomId, viewer, game } = document.body.dataset;
const base = `/api/v1/rooms/${encodeURIComponent(roomId ?? '')}`;
const as = `as=${encodeURIComponent(viewer ?? '')}`;

const LONGEST_RETRY_MS = 60_000;
const FIRST_PAUSE_MS = 400;

/** @typedef {{ok: boolean, status: number, data: any, retryAfter: number}} Answer */

/**
 * @param {string} method
 * @param {string} url
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>} rejects only when nothing came back, or half of it
 */
async function send(method, url, body, signal) {
  /** @type {RequestInit} */
  const request = { method, signal, credentials: 'same-origin', headers: { Accept: 'application/json', 'Accept-Language': lang } };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    Object.assign(request.headers ?? {}, { 'Content-Type': 'application/json' });
  }
  const response = await fetch(url, request);
  const data = await response.json().catch((problem) => {
    if (response.status === 200) throw problem;
    return null;
  });
  return { ok: response.ok, status: response.status, data, retryAfter: Number(response.headers.get('Retry-After')) || 1 };
}

/** @param {number} ms @param {AbortSignal} [until] */
const pause = (ms, until) => new Promise((done) => {
  setTimeout(done, ms);
  until?.addEventListener('abort', done, { once: true });
});

/** Random, also where the page came over plain HTTP. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Posts until an answer comes: the same key again rolls nothing, so trying again is safe.
 * @param {string} path
 * @param {unknown} body
 * @param {(lost: boolean) => void} [onRetry] told when it is being sent again
 * @param {AbortSignal} [signal] no more tries
 * @returns {Promise<Answer | null>} null when the server stayed out of reach
 */
async function insist(path, body, onRetry = () => {}, signal) {
  const until = Date.now() + LONGEST_RETRY_MS;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, 5000)) {
    try {
      const answer = await send('POST', `${base}${path}?${as}`, body, signal);
      if (answer.status === 429 && Date.now() + answer.retryAfter * 1000 < until) wait = answer.retryAfter * 1000;
      else if (answer.status < 500) return answer;
    } catch {
      // Nothing came back: the line is down, or the server is starting again.
    }
    if (Date.now() + wait > until || signal?.aborted) return null;
    onRetry(true);
    await pause(wait, signal);
    if (signal?.aborted) return null;
  }
}

/** @param {unknown} action @param {number} seq @param {string} key @param {() => void} onRetry @param {AbortSignal} [signal] */
export const act = (action, seq, key, onRetry, signal) => insist('/actions', { action, seq, key }, onRetry, signal);

/** @param {unknown} action @param {AbortSignal} [signal] */
export const preview = (action, signal) => send('POST', `${base}/previews?${as}`, { action }, signal);

/** @param {string} unit @param {AbortSignal} [signal] */
export const survey = (unit, signal) => send('GET', `${base}/survey?${as}&unit=${encodeURIComponent(unit)}`, undefined, signal);

/** @param {AbortSignal} [signal] */
export const offers = (signal) => send('GET', `${base}/offers?${as}`, undefined, signal);

/** What a unit may do, and what it has in the game and may not do now. @param {string} unit @param {AbortSignal} [signal] */
export const offersOf = (unit, signal) => send('GET', `${base}/offers?${as}&unit=${encodeURIComponent(unit)}`, undefined, signal);

/** What a thing is, in rules words. @param {string} thing @param {AbortSignal} [signal] */
export const about = (thing, signal) => send('GET', `${base}/about?${as}&thing=${encodeURIComponent(thing)}`, undefined, signal);

/** The board as it stood once so much had been told, as the pieces that differ. @param {number} seq @returns {Promise<string>} */
export async function boardAt(seq) {
  const response = await fetch(`/rooms/${roomId}/replay?${as}&lang=${lang}&seq=${seq}&after=${seq}`, { credentials: 'same-origin', headers: { 'HX-Request': 'true' } });
  if (!response.ok) throw new Error(`expected the board at ${seq}, got ${response.status}`);
  return response.text();
}

/** @param {string} text @param {string} to @param {string} [name] of a spectator, who talks to spectators only */
export const say = (text, to, name) => send('POST', `${base}/messages?${as}`, { text, to, ...(name ? { name } : {}) });

/** @param {string} kind @param {Record<string, unknown>} [more] what that kind asks for */
export const propose = (kind, more = {}) => send('POST', `${base}/proposals?${as}`, { kind, ...more });

/** What may be put right by consent, of every unit. */
export const correctables = () => send('GET', `${base}/correctables?${as}`);

/** @param {string} n @param {boolean} accept */
export const answer = (n, accept) => send('POST', `${base}/proposals/${n}?${as}`, { accept });

/** @param {string} side from which the game is claimed */
export const forfeit = (side) => send('POST', `${base}/forfeits?${as}`, { side });

/** The room as it is now. */
export const room = () => send('GET', `${base}?${as}`);

/** Who is here, and since when. */
export const presence = () => send('GET', `${base}/presence?${as}`);

/** A new link for a seat that was given away. @param {string} seat */
export const link = (seat) => send('POST', `${base}/links/${encodeURIComponent(seat)}?${as}`, {});

export const resign = () => send('POST', `${base}/resign?${as}`, {});

/** @type {Promise<any[]> | null} */
let known = null;

/** The game's rule inventory, asked for once. @returns {Promise<any[]>} */
export function rules() {
  known ??= send('GET', `/api/v1/games/${encodeURIComponent(game ?? '')}/rules`).then((found) => {
    if (!found.ok) throw new Error(`expected the rules, got ${found.status}`);
    return Array.isArray(found.data) ? found.data : found.data.rules;
  });
  known.catch(() => (known = null));
  return known;
}

/** Lines of the log or of the chat before a number. @param {string} name @param {number} before */
export const earlier = (name, before) => part(name, `&before=${before}`);

/** A part of this page printed again. @param {string} name @param {string} [more] @returns {Promise<string>} */
export async function part(name, more = '') {
  const response = await fetch(`/rooms/${roomId}/parts/${name}?${as}&lang=${lang}${more}`, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`expected the part ${name}, got ${response.status}`);
  return response.text();
}
