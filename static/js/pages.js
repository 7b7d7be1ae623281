// What the pages around the table gain from a script: the rule filter, contents folded on phones, copy buttons,
// and a host form that shows only what matters. Without it every page still works.

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

filterRules();
foldContents();
