/** The line to the server: what comes in is swapped by htmx; here are its resume number and its light. */

import { learnToAmend } from './amend.js';
import { byId } from '../base/dom.js';
import { EDITION, KNOWN } from './known.js';
import { learnToWait, pressed } from './press.js';

/** Until then a first connection that is not open yet is no problem. */
const QUIET_MS = 5_000;
const OFFLINE_AFTER_MS = 15_000;
const LOOK_MS = 5_000;
/** A background tab looks once a minute at worst; a gap above this is a machine that slept. */
const SLEPT_MS = 150_000;
const NORMAL = 1000;
const SEAT_GIVEN = 4410;
const GONE_CODES = [1008, 4001, 4003, 4004, 4401, 4403, 4404, SEAT_GIVEN];

/** A block that is not packed, and not the last (RFC 1951, 3.2.4): what the page knows already. */
const SAID_BEFORE = new Uint8Array([0, KNOWN.length & 255, KNOWN.length >> 8, ~KNOWN.length & 255, (~KNOWN.length >> 8) & 255]);

/** A long push comes packed, as it goes on after what is known. @param {any} data @returns {Promise<string>} */
async function unpacked(data) {
  if (!(data instanceof Blob)) return data;
  const whole = new Blob([SAID_BEFORE, KNOWN, data]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return (await new Response(whole).text()).slice(KNOWN.length);
}

/** Whether something changed at the table, by which a page is told more than who is here or points where. @param {any} data */
const isPush = (data) => data instanceof Blob || data.includes('id="live"');

export class Wire extends EventTarget {
  constructor() {
    super();
    learnToAmend();
    learnToWait();
    this.light = byId('connection');
    this.words = /** @type {HTMLElement} */ (this.light.querySelector('.connection__words'));
    document.addEventListener('htmx:ws:before:connection', (event) => this.resume(/** @type {CustomEvent} */ (event).detail.connection));
    document.addEventListener('htmx:ws:before:message:incoming', (event) => this.coming(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener('htmx:ws:after:connection', (event) => {
      const { socket } = /** @type {CustomEvent} */ (event).detail.connection;
      this.socket = socket;
      socket.addEventListener('message', (/** @type {MessageEvent} */ { data }) => isPush(data) && this.came(data));
      this.show('online');
    });
    document.addEventListener('htmx:ws:close', (event) => this.closed(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener('htmx:ws:after:message:incoming', (event) => this.heard(/** @type {CustomEvent} */ (event).detail.message.data));
    addEventListener('offline', () => this.show('offline'));
    addEventListener('online', () => this.renew());
    this.lookedAt = Date.now();
    setInterval(() => this.look(), LOOK_MS);
    setTimeout(() => this.isOpen === undefined && this.wait(), QUIET_MS);
  }

  /** Wakes up with the machine. */
  look() {
    const slept = Date.now() - this.lookedAt > SLEPT_MS;
    this.lookedAt = Date.now();
    if (slept) this.renew();
  }

  /** Every connection, also a renewed one, asks for what came after the last thing seen. @param {{url: string}} connection */
  resume(connection) {
    const url = new URL(connection.url);
    url.searchParams.set('after', document.body.dataset.seq ?? '0');
    if ('DecompressionStream' in globalThis) url.searchParams.set('packed', EDITION);
    connection.url = url.href;
  }

  /** Says what came while what came before is still being shown. @param {any} data */
  async came(data) {
    this.dispatchEvent(new CustomEvent('push', { detail: await unpacked(data) }));
  }

  /** What a push waits for before it is shown, told its text. @type {(html: string) => Promise<void>} */
  async first(_html) {}

  /** htmx waits for it, and keeps the order. @param {{message: {data: any}, waitUntil: (done: Promise<unknown>) => void}} incoming */
  coming({ message, waitUntil }) {
    const { data } = message;
    const prepare = async () => {
      if (isPush(data)) {
        message.data = await unpacked(data);
        await this.first(message.data).catch(reportError);
      }
      await pressed();
    };
    waitUntil(prepare());
  }

  /** @param {string} message a push, or what somebody points at */
  heard(message) {
    if (message.startsWith('{')) {
      this.dispatchEvent(new CustomEvent('pointed', { detail: JSON.parse(message) }));
      return;
    }
    this.show('online');
    if (!message.includes('id="live"')) return; // who came or went
    const live = byId('live').dataset;
    document.body.dataset.seq = live.seq;
    this.dispatchEvent(new CustomEvent('heard', { detail: { ...live } }));
  }

  /** After a sleep or without a network a line may be dead and not know it: only a new one tells the truth. */
  renew() {
    clearTimeout(this.patience);
    this.patience = undefined;
    this.isOpen = false;
    this.wait();
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.close(NORMAL);
  }

  /** Shows something to the others for a moment; nothing is lost when the line is down. @param {unknown} said */
  say(said) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(said));
  }

  /** @param {{code: number | null, reason: string, connection: {receiving: Promise<unknown>}}} detail */
  closed(detail) {
    this.isOpen = false;
    if (detail.code !== null && GONE_CODES.includes(detail.code)) {
      this.show('offline');
      const gone = new CustomEvent('gone', { detail: { isGiven: detail.code === SEAT_GIVEN } });
      detail.connection.receiving.then(() => this.dispatchEvent(gone)); // what was said before may still be unpacked
      return;
    }
    this.wait();
  }

  /** Tries are many: patience runs out from the first of them, and what was found to be offline stays so until it is back. */
  wait() {
    if (this.patience) return;
    this.show(navigator.onLine ? 'reconnecting' : 'offline');
    this.patience = setTimeout(() => this.show('offline'), OFFLINE_AFTER_MS);
  }

  /** @param {'online' | 'reconnecting' | 'offline'} state */
  show(state) {
    if (state === 'online') {
      this.isOpen = true;
      clearTimeout(this.patience);
      this.patience = undefined;
    }
    if (this.light.dataset.state === state) return;
    this.light.dataset.state = state;
    this.words.textContent = this.words.dataset[state] ?? '';
    this.dispatchEvent(new Event(state));
  }
}
