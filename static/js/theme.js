// Light or dark before the first paint: what this reader chose here, else what the system says.
(() => {
  "use strict";
  const KEY = "theme";
  const root = document.documentElement;
  const systemDark = matchMedia("(prefers-color-scheme: dark)");

  /** @returns {string | null} the choice kept in this browser */
  function kept() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // storage is switched off: the choice lasts as long as the page
    }
  }

  /** @param {string | null} theme "light", "dark", or null for the system's own */
  function apply(theme) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  }

  function isDark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : systemDark.matches;
  }

  function show() {
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.setAttribute("aria-pressed", String(isDark()));
    }
  }

  function change() {
    const wanted = isDark() ? "light" : "dark";
    const isSystem = (wanted === "dark") === systemDark.matches;
    apply(isSystem ? null : wanted);
    try {
      if (isSystem) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, wanted);
    } catch {
      // see kept()
    }
    show();
  }

  apply(kept());
  root.classList.add("js");
  systemDark.addEventListener("change", show);
  addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    apply(event.newValue);
    show();
  });
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-theme-switch]")) change();
  });
})();
