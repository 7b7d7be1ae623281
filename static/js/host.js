// The form that hosts a room shows only what matters for the scenario and for who plays, draws numbers, and keeps the picture of the
// opening up to what is chosen. Without it the form still works.

/** So long nothing more is typed before a picture is asked for. */
const PAUSE_MS = 300;

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */
/** What a scenario takes of an option: which values (none: all), a sentence on that, the words of the only one. @typedef {{values?: string[], note?: string, fixed?: string}} Taken */

/** @param {unknown} field @returns {field is Field} */
const isField = (field) => field instanceof HTMLInputElement || field instanceof HTMLSelectElement;

class HostForm {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.seats = [...form.querySelectorAll("[data-seat]")];
    /** What was typed into fields that a scenario settles meanwhile. @type {Map<Field, string>} */
    this.typed = new Map();
    this.opening = form.dataset.opening ? new Opening(this, form.dataset.opening) : null;
    form.addEventListener("change", (event) => this.changed(event.target));
    form.addEventListener("input", () => this.opening?.look());
    for (const select of form.querySelectorAll("select")) tellAbout(select);
    for (const button of form.querySelectorAll("button[data-draw]")) this.offerDraw(button);
    this.tendScenario();
  }

  /** @param {EventTarget | null} field */
  changed(field) {
    if (!(field instanceof Element)) return;
    if (field.matches("input[name=scenario]")) this.tendScenario();
    const seat = field.closest("[data-seat]");
    if (seat) tendSeat(seat);
    if (field instanceof HTMLSelectElement) tellAbout(field);
    this.opening?.look();
  }

  /** The scenario that is chosen. @returns {HTMLInputElement | null} */
  get scenario() {
    return this.form.querySelector("input[name=scenario]:checked");
  }

  /** How many seats somebody plays, within what the scenario allows. */
  get players() {
    const kinds = /** @type {NodeListOf<HTMLSelectElement>} */ (this.form.querySelectorAll("[data-seat]:not([hidden]) select[data-kind]"));
    const taken = [...kinds].filter((kind) => kind.value !== "nobody").length;
    return Math.min(Number(this.scenario?.dataset.most), Math.max(Number(this.scenario?.dataset.least), taken));
  }

  tendScenario() {
    const { scenario: chosen } = this;
    if (!chosen) return;
    const least = Number(chosen.dataset.least);
    const most = Number(chosen.dataset.most);
    for (const seat of this.seats) {
      const place = Number(seat.getAttribute("data-seat"));
      const kind = seat.querySelector("select[data-kind]");
      if (!(seat instanceof HTMLElement) || !(kind instanceof HTMLSelectElement)) continue;
      if (place > most) kind.value = "nobody";
      if (place <= least && kind.value === "nobody") kind.value = "friend";
      seat.hidden = place > most;
      tendSeat(seat);
    }
    const taken = JSON.parse(chosen.dataset.taken ?? "{}");
    for (const [name, usual] of Object.entries(JSON.parse(chosen.dataset.usual ?? "{}"))) {
      const field = this.form.elements.namedItem(name);
      if (isField(field)) this.tendOption(field, String(usual), taken[name] ?? {});
    }
    this.opening?.repeat();
  }

  /** @param {Field} field @param {string} usual @param {Taken} taken */
  tendOption(field, usual, { values = [], note = "", fixed = "" }) {
    if (fixed && !this.typed.has(field) && !field.disabled) this.typed.set(field, field.value);
    if (field instanceof HTMLSelectElement) {
      field.options[0].text = fixed || usual;
      for (const option of [...field.options].slice(1)) option.disabled = values.length > 0 && !values.includes(option.value);
      if (fixed || field.selectedOptions[0]?.disabled) field.value = "";
    } else {
      field.placeholder = usual;
      if (fixed) field.value = fixed;
      else if (field.disabled) field.value = "";
    }
    const typed = this.typed.get(field);
    if (!fixed && typed !== undefined) {
      if (!values.length || values.includes(typed)) field.value = typed;
      this.typed.delete(field);
    }
    field.disabled = fixed !== "";
    const draw = this.form.querySelector(`button[data-draw="${CSS.escape(field.name)}"]`);
    if (draw instanceof HTMLButtonElement) draw.disabled = field.disabled;
    const line = this.form.querySelector(`[data-taken-of="${CSS.escape(field.name)}"]`);
    if (line) line.textContent = note;
  }

  /** One number is as good as another: the next comes from the browser. @param {Element} button */
  offerDraw(button) {
    if (!(button instanceof HTMLButtonElement)) return;
    const field = this.form.elements.namedItem(button.dataset.draw ?? "");
    if (!(field instanceof HTMLInputElement)) return;
    button.hidden = false;
    button.addEventListener("click", () => {
      field.value = String(drawn(Number(button.dataset.least), Number(button.dataset.most)));
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }
}

/** The picture of the opening, as the options that change it say. */
class Opening {
  /** @param {HostForm} host @param {string} url */
  constructor(host, url) {
    this.host = host;
    this.url = url;
    /** What the picture of a scenario shows by now, by its address; of the others it is what was printed. @type {Map<string, string>} */
    this.shown = new Map();
    /** Where the picture is shown once more. */
    this.view = host.form.querySelector("[data-opening-view]");
    /** The pictures that were printed, by their addresses: the usual options, with the fewest seats. @type {Map<string, Element>} */
    this.printed = new Map();
  }

  /** What the picture of the chosen scenario is to show: an address; null for one that nothing changes. */
  get wanted() {
    const { scenario, players, form } = this.host;
    if (!scenario || !("pictured" in scenario.dataset)) return null;
    const fields = [...form.querySelectorAll("[data-shapes]")].filter((field) => isField(field) && !field.disabled && field.value.trim() !== "");
    const query = fields.map((field) => (isField(field) ? `&${field.name}=${encodeURIComponent(field.value.trim())}` : ""));
    return `${this.url}&scenario=${encodeURIComponent(scenario.value)}&seats=${players}${query.join("")}`;
  }

  /** What was printed. @param {HTMLInputElement} scenario */
  usual(scenario) {
    return `${this.url}&scenario=${encodeURIComponent(scenario.value)}&seats=${scenario.dataset.least}`;
  }

  /** Something was typed: looks once nothing more is. */
  look() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.show(), PAUSE_MS);
  }

  async show() {
    const { wanted } = this;
    const { scenario } = this.host;
    const { now } = this;
    this.asking?.abort();
    if (!wanted || !scenario || !now) return;
    const usual = this.usual(scenario);
    const shown = this.shown.get(scenario.value) ?? usual;
    if (wanted === shown) return;
    if (shown === usual) this.printed.set(usual, now);
    const found = this.printed.get(wanted) ?? (await this.ask(wanted));
    if (!found || wanted !== this.wanted) return;
    now.replaceWith(found);
    this.shown.set(scenario.value, wanted);
    this.repeat();
  }

  /** The picture of the chosen scenario. @returns {Element | null} */
  get now() {
    return this.host.scenario?.closest(".choice")?.querySelector(".picture") ?? null;
  }

  /** Whoever draws a number sees what comes of it without looking up. */
  repeat() {
    const { now, view } = this;
    if (!(view instanceof HTMLElement)) return;
    view.hidden = !now;
    view.replaceChildren(...(now ? [now.cloneNode(true)] : []));
  }

  /** The picture at an address; null where there is none, and then the old one stays. @param {string} url @returns {Promise<Element | null>} */
  async ask(url) {
    this.asking = new AbortController();
    try {
      const answer = await fetch(url, { signal: this.asking.signal });
      if (!answer.ok) return null;
      const template = document.createElement("template");
      template.innerHTML = await answer.text();
      const sprite = document.querySelector(".sprite defs");
      for (const drawing of template.content.querySelectorAll(".sprite defs > [id]")) if (!document.getElementById(drawing.id)) sprite?.append(drawing);
      return template.content.querySelector(".picture");
    } catch {
      return null; // something else is asked for by now, or the line is down
    }
  }
}

/** @param {number} least @param {number} most */
function drawn(least, most) {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return least + Math.floor((number / 2 ** 32) * (most - least + 1));
}

/** The fields of a seat that matter for who plays it. @param {Element} seat */
function tendSeat(seat) {
  const kind = seat.querySelector("select[data-kind]");
  if (!(kind instanceof HTMLSelectElement)) return;
  for (const part of seat.querySelectorAll("[data-for]")) {
    if (part instanceof HTMLElement) part.hidden = !(part.dataset.for ?? "").split(" ").includes(kind.value);
  }
}

/** What the chosen value is like, in the line below it. @param {HTMLSelectElement} select */
function tellAbout(select) {
  const line = document.querySelector(`[data-about-of="${CSS.escape(select.name)}"]`);
  if (line) line.textContent = select.selectedOptions[0]?.dataset.about ?? "";
}

const form = document.querySelector("form[data-host-form]");
if (form instanceof HTMLFormElement) new HostForm(form).opening?.look();
