// What the pages around the table gain from a script: the rule filter, contents folded on phones, copy buttons. Without it every page
// still works.

/** @param {string} words @returns {string} as a search compares them: without case and accents */
function fold(words) {
  return words.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
}

/** Hides the rules that lack a word of the search, and chapters left empty. */
function filterRules() {
  const form = document.querySelector("form[data-filter]");
  if (!(form instanceof HTMLFormElement)) return;
  const field = form.querySelector("input[type=search]");
  const list = document.querySelector(form.dataset.filter ?? "");
  const count = form.querySelector("[data-filter-count]");
  const empty = list?.querySelector("[data-filter-empty]");
  if (!(field instanceof HTMLInputElement) || !list || !count || !empty) return;
  if (new URLSearchParams(location.search).get("q")) return; // the server has already left rules out
  const sections = [...list.querySelectorAll("section")].map((section) => {
    const title = section.querySelector("h2")?.textContent ?? "";
    const rules = [...section.querySelectorAll("article")].map((rule) => ({
      rule,
      content: fold(`${title} ${rule.querySelector("h3")?.textContent} ${rule.querySelector("p")?.textContent}`),
    }));
    return { section, rules, link: document.querySelector(`[data-chapter="${section.id}"]`) };
  });

  const apply = () => {
    const wanted = fold(field.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { section, rules, link } of sections) {
      let here = 0;
      for (const { rule, content } of rules) {
        rule.hidden = !wanted.every((word) => content.includes(word));
        if (!rule.hidden) here += 1;
      }
      section.hidden = here === 0;
      if (link instanceof HTMLElement) link.hidden = here === 0;
      shown += here;
    }
    if (empty instanceof HTMLElement) empty.hidden = shown > 0;
    count.textContent = (count.getAttribute("data-words") ?? "").replace("{count}", String(shown));
  };
  field.addEventListener("input", apply);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    apply();
  });
  if (field.value) apply();
}

/** Long lists of contents start folded where they would push the text off the screen. */
function foldContents() {
  if (!matchMedia("(max-width: 60rem)").matches) return;
  for (const details of document.querySelectorAll("details[data-folded-on-phones]")) details.removeAttribute("open");
}

/** Copy buttons, where the browser can copy; without one the address itself can be selected. */
function offerCopies() {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    const field = document.getElementById(button.getAttribute("data-copy") ?? "");
    if (!(button instanceof HTMLButtonElement) || !(field instanceof HTMLInputElement)) continue;
    button.hidden = false;
    field.addEventListener("focus", () => field.select());
    button.addEventListener("click", async () => {
      await copy(field);
      const [words, name] = [button.textContent, button.getAttribute("aria-label")];
      if (button.hasAttribute("data-waiting")) return;
      button.setAttribute("data-waiting", "");
      button.setAttribute("aria-label", button.dataset.copied ?? "");
      button.textContent = button.dataset.copied ?? "";
      button.setAttribute("aria-live", "polite");
      setTimeout(() => {
        button.textContent = words;
        button.setAttribute("aria-label", name ?? "");
        button.removeAttribute("data-waiting");
      }, 2000);
    });
  }
}

/** @param {HTMLInputElement} field its words go to the clipboard */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select(); // over plain HTTP there is no clipboard: the old way, or the reader's own Ctrl+C
    document.execCommand("copy");
  }
}

/** After a refused form the reader starts at what is wrong. */
function startAtErrors() {
  const errors = document.querySelector("[data-focus]");
  if (errors instanceof HTMLElement) errors.focus();
}

filterRules();
offerCopies();
startAtErrors();
foldContents();
