"""The list of the keys says every key there is, and none that is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
KEYS = (ROOT / "static/js/table/keys.js").read_text("utf-8")
OF_THE_TABLE = ("base", "plans", "dock", "told", "table")
ELSEWHERE = "".join(
    path.read_text("utf-8") for folder in OF_THE_TABLE for path in sorted((ROOT / "static/js" / folder).glob("*.js"))
)
HELP = (ROOT / "templates/parts/dialogs.html").read_text("utf-8")
WORDS = (ROOT / "app/web/texts/table.toml").read_text("utf-8")
SHOWN = {"Escape": "Esc", " ": "space", "1-9": "1 … 9", "ArrowLeft": "arrows"}
"""How the list shows a key that it does not show by its own name."""
WITH_THE_WHEEL = {"+", "=", "-"}
"""Listed beside the wheel, which does the same."""


def heard() -> set[str]:
    """Every key that the table's page does something at."""
    cases = set(re.findall(r"case '([^']+)':", KEYS))
    letters = re.search(r"const name = \{(.*?)\}", KEYS)
    assert letters is not None
    named = {each.upper() for each in re.findall(r"(\w): '", letters[1])}
    single = {each.upper() for each in re.findall(r"key === '(\w)'", KEYS)}
    single |= {each.upper() for each in re.findall(r"key\.toLowerCase\(\) !== '(\w)'", ELSEWHERE)}
    controlled = {f"Ctrl {key.upper()}" for key in re.findall(r"key\.toLowerCase\(\) === '(\w)'", KEYS)}
    sorting = {"Alt ↑ ↓"} if re.search(r"if \(event\.altKey\) plan\.shift", ELSEWHERE) else set()
    return cases | named | (single - {"Z"}) | controlled | sorting | {"1-9", "ArrowLeft"}


def listed() -> set[str]:
    """Every key in the list, by what it is shown as."""
    rows = re.search(r"for key, name in \[(.*?)\] %\}", HELP)
    assert rows is not None
    keys = re.findall(r"\((?:'([^']+)'|t\('table\.help\.(\w+)_key'\)), '\w+'\)", rows[1])
    return {shown for plain, word in keys for shown in (["[", "]"] if plain == "[ ]" else [plain or word])}


def test_every_key_is_in_the_list_and_every_key_of_the_list_does_something() -> None:
    found = {SHOWN.get(key, key) for key in heard() - WITH_THE_WHEEL}

    assert listed() == found


@pytest.mark.parametrize("key", sorted(WITH_THE_WHEEL - {"="}))
def test_zooming_by_key_is_told_beside_the_wheel(key: str) -> None:
    row = re.search(r'^zoom_key = \{ es = "([^"]+)", en = "([^"]+)"', WORDS, re.MULTILINE)

    assert row is not None
    assert all(key in words.replace("−", "-") for words in row.groups())
