/**
 * The camera over a board: zoom, pan and pinch, and what a pointer did in words (tap, hover, drag).
 * Works on any board drawn in an `<svg id="board">`; knows nothing of what lies on it.
 */

const TAP_PX = 7;
const HOLD_MS = 600;
const MOST_ZOOM = 8;
const NARROW_PX = 600;

/** @typedef {{x: number, y: number}} Place in the SVG's own units */

/**
 * @typedef {object} Listener
 * @property {(at: Place, event: PointerEvent) => void} tap
 * @property {(at: Place, event: PointerEvent) => void} hold pressed long in one place; no tap follows, a drag may
 * @property {(at: Place | null) => void} hover `null` when the pointer leaves
 * @property {(at: Place, event: PointerEvent) => boolean} grab whether a drag from here is the game's, not the camera's
 * @property {(at: Place, event: PointerEvent) => void} drag
 * @property {(at: Place) => void} drop
 * @property {() => void} moved after the camera moved
 * @property {(step: number) => boolean} [wheel] whether a turn of the wheel is the game's, not the camera's
 * @property {(degrees: number) => boolean} [twist] two fingers turned by so much, counter-clockwise; whether it is the game's
 */

export class Camera {
  /**
   * @param {SVGSVGElement} svg
   * @param {Listener} listener
   * @param {() => {top: number, right: number, bottom: number, left: number}} insets
   * @param {() => (Place & {scale: number, isEmpty?: boolean}) | null} near where to look, and the most units a pixel may be, where the whole would be too small
   */
  constructor(svg, listener, insets, near = () => null) {
    this.svg = svg;
    this.listener = listener;
    this.insets = insets;
    this.near = near;
    this.isWhole = false;
    /** Whether the table is seen from its other side: all that is drawn stays where it is in the SVG's own units, and its whole is turned. */
    this.isTurned = false;
    this.width = Number(svg.dataset.width);
    this.height = Number(svg.dataset.height);
    this.view = { x: 0, y: 0, w: this.width, h: this.height };
    /** How wide the bases of small units are, about: what stands on them is drawn larger where that is too little to see. */
    this.small = Number(getComputedStyle(svg).getPropertyValue('--small'));
    this.isFitted = true;
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    /** @type {'none' | 'press' | 'pan' | 'game' | 'pinch'} */
    this.gesture = 'none';
    this.listen();
    new ResizeObserver(() => (this.isFitted ? this.fit() : this.keepScale())).observe(svg);
    this.fit();
  }

  /** Board units per pixel. */
  get unitsPerPx() {
    return this.view.w / Math.max(1, this.svg.clientWidth);
  }

  /** Shows the field in what the panels leave free: the whole of it, or as much as is large enough. @param {boolean} [isWhole] */
  fit(isWhole = this.isWhole) {
    this.isWhole = isWhole;
    const { clientWidth: w, clientHeight: h } = this.svg;
    if (!w || !h) return;
    const inset = this.insets();
    const edge = Number(this.svg.dataset.edge ?? 0.045) * Math.max(this.width, this.height);
    const free = { w: Math.max(80, w - inset.left - inset.right), h: Math.max(80, h - inset.top - inset.bottom) };
    // Where there is little width, the field has all of it.
    const side = w < NARROW_PX ? Math.min(edge, 0.005 * this.width) : edge;
    this.fitted = Math.max((this.width + 2 * side) / free.w, (this.height + 2 * edge) / free.h);
    const seen = isWhole ? null : this.near();
    const near = seen && { ...seen, ...this.turned(seen) };
    this.isNear = isWhole || (near !== null && !near.isEmpty);
    const scale = Math.min(this.fitted, near?.scale ?? this.fitted);
    this.view.w = w * scale;
    this.view.h = h * scale;
    this.view.x = middle(near?.x, this.width + side, -side, free.w * scale) - (inset.left + free.w / 2) * scale;
    this.view.y = middle(near?.y, this.height + edge, -edge, free.h * scale) - (inset.top + free.h / 2) * scale;
    this.isFitted = true;
    this.apply();
  }

  /** Half way round, or back; what is in the middle stays there. @param {boolean} isTurned */
  turn(isTurned) {
    if (isTurned === this.isTurned) return;
    this.isTurned = isTurned;
    this.svg.classList.toggle('is-turned', isTurned);
    const { width, height, view } = this;
    this.svg.querySelector('#turntable')?.setAttribute('transform', isTurned ? `rotate(180 ${width / 2} ${height / 2})` : '');
    if (this.isFitted) return this.fit();
    const { x, y, width: w, height: h } = this.free();
    Object.assign(view, { x: view.x + width - w - 2 * x, y: view.y + height - h - 2 * y });
    this.apply();
  }

  /** Where what is drawn at a place is on the turned table, and back. @param {Place} at @returns {Place} */
  turned({ x, y }) {
    return this.isTurned ? { x: this.width - x, y: this.height - y } : { x, y };
  }

  keepScale() {
    const scale = this.view.w / (this.view.h || 1) ? this.lastScale ?? this.unitsPerPx : 1;
    this.view.w = this.svg.clientWidth * scale;
    this.view.h = this.svg.clientHeight * scale;
    this.apply();
  }

  apply() {
    const { x, y, w, h } = this.view;
    this.inset = null;
    const seen = `${x.toFixed(2)} ${y.toFixed(2)} ${w.toFixed(2)} ${h.toFixed(2)}`;
    if (this.svg.getAttribute('viewBox') !== seen) this.svg.setAttribute('viewBox', seen); // else all of it is laid out anew for nothing
    const px = this.unitsPerPx;
    this.lastScale = px;
    this.svg.style.setProperty('--px', px.toFixed(4));
    this.svg.style.setProperty('--grow-small', Math.min(2, Math.max(1, (25 * px) / this.small)).toFixed(3));
    this.svg.classList.toggle('is-near', px < 0.85);
    this.svg.classList.toggle('is-far', px > Number(this.svg.dataset.far ?? 1.9));
    this.svg.classList.toggle('is-very-far', px > Number(this.svg.dataset.veryFar ?? 2.8));
    this.listener.moved();
  }

  /** What of the board can be seen. @returns {{x: number, y: number, width: number, height: number}} */
  seen() {
    const { x, y, width, height } = this.free();
    return this.isTurned ? { x: this.width - x - width, y: this.height - y - height, width, height } : { x, y, width, height };
  }

  /** What of the picture the panels leave free. @returns {{x: number, y: number, width: number, height: number}} */
  free() {
    this.inset ??= this.insets();
    const { top, right, bottom, left } = this.inset;
    const px = this.lastScale ?? 1;
    const { x, y, w, h } = this.view;
    return { x: x + left * px, y: y + top * px, width: w - (left + right) * px, height: h - (top + bottom) * px };
  }

  /** @param {number} clientX @param {number} clientY @returns {Place} */
  place(clientX, clientY) {
    return this.turned(this.spot(clientX, clientY));
  }

  /** A place of the picture, however the table is turned. @param {number} clientX @param {number} clientY @returns {Place} */
  spot(clientX, clientY) {
    const box = this.svg.getBoundingClientRect();
    const px = this.unitsPerPx;
    return { x: this.view.x + (clientX - box.left) * px, y: this.view.y + (clientY - box.top) * px };
  }

  /** Where a place is within the stage, in pixels. @param {Place} at @returns {Place} */
  onStage(at) {
    const px = this.unitsPerPx;
    const { x, y } = this.turned(at);
    return { x: (x - this.view.x) / px, y: (y - this.view.y) / px };
  }

  /** Nearer or farther, until all of it is in sight. @param {number} factor above 1 comes nearer @param {number} [clientX] @param {number} [clientY] */
  zoom(factor, clientX, clientY) {
    const most = this.fitted ?? 1;
    if (factor < 1 && this.unitsPerPx / factor >= most) return this.fit(true);
    const box = this.svg.getBoundingClientRect();
    const inset = this.insets();
    const x = clientX ?? box.left + (inset.left + box.width - inset.right) / 2;
    const y = clientY ?? box.top + (inset.top + box.height - inset.bottom) / 2;
    const before = this.spot(x, y);
    const scale = Math.min(most, Math.max(most / MOST_ZOOM, this.unitsPerPx / factor));
    this.view.w = box.width * scale;
    this.view.h = box.height * scale;
    this.view.x = before.x - (x - box.left) * scale;
    this.view.y = before.y - (y - box.top) * scale;
    this.isFitted = false;
    this.apply();
  }

  /** @param {number} dxPx @param {number} dyPx */
  pan(dxPx, dyPx) {
    const px = this.unitsPerPx;
    this.view.x = clamp(this.view.x - dxPx * px, -this.view.w * 0.85, this.width - this.view.w * 0.15);
    this.view.y = clamp(this.view.y - dyPx * px, -this.view.h * 0.85, this.height - this.view.h * 0.15);
    this.isFitted = false;
    this.apply();
  }

  /** Moves only if a place lies hidden or near the edge. @param {Place} at @param {number} [margin] how much round it is to be seen, in pixels */
  reveal(at, margin = 40) {
    const inset = this.insets();
    const { x, y } = this.onStage(at);
    const left = x - inset.left - margin;
    const right = this.svg.clientWidth - inset.right - margin - x;
    const top = y - inset.top - margin;
    const bottom = this.svg.clientHeight - inset.bottom - margin - y;
    const dx = left < 0 ? -left : right < 0 ? right : 0;
    const dy = top < 0 ? -top : bottom < 0 ? bottom : 0;
    if (dx || dy) this.pan(dx, dy);
  }

  listen() {
    const { svg } = this;
    svg.addEventListener('wheel', (event) => {
      event.preventDefault();
      if (!event.ctrlKey && this.listener.wheel?.(Math.sign(event.deltaY))) return;
      this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.012 : 0.0016) * (event.deltaMode ? 18 : 1)), event.clientX, event.clientY);
    }, { passive: false });
    svg.addEventListener('contextmenu', (event) => event.preventDefault());
    svg.addEventListener('pointerdown', (event) => this.down(event));
    svg.addEventListener('pointermove', (event) => this.move(event));
    svg.addEventListener('pointerup', (event) => this.up(event));
    svg.addEventListener('pointercancel', (event) => this.lost(event));
    svg.addEventListener('pointerleave', (event) => {
      if (event.pointerType === 'mouse' && this.gesture === 'none') this.listener.hover(null);
    });
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.svg.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 2) {
      if (this.gesture === 'game') this.listener.drop(this.place(event.clientX, event.clientY));
      this.gesture = 'pinch';
    } else if (event.button === 1 || event.button === 2) {
      event.preventDefault();
      this.gesture = 'pan';
    } else if (this.pointers.size === 1) {
      this.gesture = 'press';
      this.pressed = event;
      this.isHeld = false;
      clearTimeout(this.holding);
      this.holding = setTimeout(() => this.hold(event), HOLD_MS);
    }
  }

  /** @param {PointerEvent} pressed */
  hold(pressed) {
    if (this.gesture !== 'press') return;
    this.isHeld = true;
    this.listener.hold(this.place(pressed.clientX, pressed.clientY), pressed);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') this.listener.hover(this.place(event.clientX, event.clientY));
      return;
    }
    if (this.gesture === 'pinch') this.pinch(event, before);
    else if (this.gesture === 'press') this.leavePress(event);
    else if (this.gesture === 'pan') this.pan(event.clientX - before.x, event.clientY - before.y);
    else if (this.gesture === 'game') this.listener.drag(this.place(event.clientX, event.clientY), event);
    if (this.gesture !== 'press') this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  leavePress(event) {
    const start = this.pressed;
    if (!start || Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < TAP_PX) return;
    this.gesture = this.listener.grab(this.place(start.clientX, start.clientY), event) ? 'game' : 'pan';
    if (this.gesture === 'game') this.listener.drag(this.place(event.clientX, event.clientY), event);
  }

  /** @param {PointerEvent} event @param {{x: number, y: number}} before */
  pinch(event, before) {
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    const turned = turnedBy(Math.atan2(event.clientY - other.y, event.clientX - other.x) - Math.atan2(before.y - other.y, before.x - other.x));
    if (this.listener.twist?.((-turned * 180) / Math.PI)) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    this.pan((event.clientX - before.x) / 2, (event.clientY - before.y) / 2);
    if (was > 8 && is > 8) this.zoom(is / was, (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { gesture } = this;
    this.pointers.delete(event.pointerId);
    if (gesture === 'pinch' && this.pointers.size > 0) {
      this.gesture = 'pan';
      return;
    }
    this.gesture = 'none';
    const at = this.place(event.clientX, event.clientY);
    clearTimeout(this.holding);
    if (gesture === 'press' && !this.isHeld) this.listener.tap(at, event);
    else if (gesture === 'game') this.listener.drop(at);
  }

  /** @param {PointerEvent} event */
  lost(event) {
    this.pointers.delete(event.pointerId);
    this.gesture = 'none';
  }
}

/** An angle by the shorter way round. @param {number} radians */
function turnedBy(radians) {
  return ((radians + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
}

/** Where the middle of what is seen lies: as wanted, but with nothing beyond the ends; theirs if both are seen.
 * @param {number | undefined} wanted @param {number} end @param {number} start @param {number} span */
function middle(wanted, end, start, span) {
  if (wanted === undefined || span >= end - start) return (start + end) / 2;
  return clamp(wanted, start + span / 2, end - span / 2);
}

/** @param {number} value @param {number} low @param {number} high */
function clamp(value, low, high) {
  return Math.min(Math.max(value, Math.min(low, high)), Math.max(low, high));
}
