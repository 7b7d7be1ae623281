"""What is wrong with a page as it is shown: said by axe, by its words, by its width."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tests.screenshots.windows import Window
from tests.support import axe
from tests.support.catalogue import is_foreign

# Every text that can be read or heard, one of each: what nobody sees or hears is left out, what is said to be of a language, and what
# is written for programs: codes, and the data's own values in the fields of house values.
_WORDS: Final = """() => {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const own = document.documentElement.lang;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement;
    if (!holder || holder.closest('script, style, textarea, code, kbd')) continue;
    if (holder.closest('[lang]')?.lang !== own || !holder.checkVisibility()) continue;
    found.add(node.data.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    if (!element.checkVisibility() || element.closest('[lang]')?.lang !== own) continue;
    const names = /^value_/.test(element.getAttribute('name') ?? '') ? ['aria-label', 'title'] : ['aria-label', 'title', 'placeholder', 'alt'];
    for (const name of names) found.add((element.getAttribute(name) ?? '').trim());
  }
  return [...found].filter(Boolean);
}"""
_TOO_WIDE: Final = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def words_of(window: Window) -> list[str]:
    """Every text of a page that is seen, or told to those who do not see."""
    found: list[str] = window.page.evaluate(_WORDS)
    return found


def findings(window: Window) -> Iterator[str]:
    """What is wrong with a page in the theme that it has now."""
    yield from axe.breaches(window.page)
    yield from wrong_words(window)
    if window.page.evaluate(_TOO_WIDE) > 0:
        yield "it scrolls sideways"
    yield from window.problems


def wrong_words(window: Window) -> Iterator[str]:
    """Texts of the other language, and numbers written in its way."""
    for words in words_of(window):
        if is_foreign(words, window.language):
            yield f"not {window.language}: {words[:120]}"
