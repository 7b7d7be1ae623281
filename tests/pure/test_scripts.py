"""What no shared script may know: which kind of board it is speaking to, and which kind of plan is in hand."""

from __future__ import annotations

import re
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "static" / "js"
BOARDS = SCRIPTS / "boards"
PLANS = SCRIPTS / "plans"
FIELDS_OF_A_PLAN = {"offer", "board", "domain", "template"}


def texts(*, outside: Path) -> dict[str, str]:
    """Every script that does not lie in a folder, by its path under ``static/js``."""
    return {
        path.relative_to(SCRIPTS).as_posix(): path.read_text("utf-8")
        for path in sorted(SCRIPTS.rglob("*.js"))
        if outside not in path.parents
    }


def found(pattern: str, scripts: dict[str, str]) -> dict[str, list[str]]:
    """What of each script matches, where anything does."""
    return {path: words for path, text in scripts.items() if (words := re.findall(pattern, text))}


def test_no_script_outside_the_boards_names_a_kind_of_board() -> None:
    """Not even as a type: it speaks to ``Surface``."""
    kinds = [
        name
        for path in BOARDS.glob("*.js")
        for name in re.findall(r"class (\w+) extends Surface", path.read_text("utf-8"))
    ]

    assert {"CardsBoard", "MeasuredBoard"} <= set(kinds)
    assert found(rf"\b(?:{'|'.join(kinds)})\b", texts(outside=BOARDS)) == {}


def test_whatever_the_page_asks_of_a_board_is_said_by_surface() -> None:
    """A member that only some kinds have would be missing on the others."""
    said = set(re.findall(r"^  (?:get )?(\w+)(?: = |\()", (BOARDS / "surface.js").read_text("utf-8"), re.MULTILINE))
    said |= {"svg", "width", "height"}

    asked = found(r"\bboard\.(?!js\b)(\w+)", texts(outside=BOARDS))

    assert {path: missing for path, names in asked.items() if (missing := set(names) - said)} == {}


def test_no_script_outside_the_plans_asks_which_kind_of_plan_it_is() -> None:
    """A plan brings its own controls and words; what anybody asks of one is a member of every plan."""
    kinds = [
        name for path in PLANS.glob("*.js") for name in re.findall(r"class (\w*Plan) extends", path.read_text("utf-8"))
    ]

    assert {"PathPlan", "TargetPlan"} <= set(kinds)
    assert found(rf"\b(?:instanceof \w*Plan|{'|'.join(kinds)})\b", texts(outside=PLANS)) == {}
    said = set(re.findall(r"^  (?:get )?(\w+)(?: = |\()", (PLANS / "plan.js").read_text("utf-8"), re.MULTILINE))
    asked = found(r"(?<!this\.)\bplan\??\.(?!js\b)(\w+)", texts(outside=PLANS))
    assert {path: missing for path, names in asked.items() if (missing := set(names) - said - FIELDS_OF_A_PLAN)} == {}
