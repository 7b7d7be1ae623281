"""What no shared script may know: which kind of board it is speaking to, which kind of plan is in hand, what a game calls things."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "static" / "js"
BOARDS = SCRIPTS / "boards"
PLANS = SCRIPTS / "plans"
WIRE = r"\w+_(?:mm|step)|passengers?|vehicles?|riders?|boardings?|boardBy|climbs?"
"""What games call what they send, and what only one of them knows."""
SPOKEN = {"longest_mm", "limits_mm", "min_leg_mm", "start_mm", "level_mm"}
"""What every offer's domain has (``app/engine/offers.py``)."""
PICKED = SCRIPTS / "table" / "known.js"
"""What pushes have in common is no script of anybody: it is picked from drawings of games."""
FIELDS_OF_A_PLAN = {"offer", "board", "domain", "template"}


def texts(*, outside: Path | None = None) -> dict[str, str]:
    """Every script, or those that do not lie in a folder, by its path under ``static/js``."""
    return {
        path.relative_to(SCRIPTS).as_posix(): path.read_text("utf-8")
        for path in sorted(SCRIPTS.rglob("*.js"))
        if outside not in path.parents and path != PICKED
    }


def found(pattern: str, scripts: dict[str, str]) -> dict[str, list[str]]:
    """What of each script matches, where anything does."""
    return {path: words for path, text in scripts.items() if (words := re.findall(pattern, text))}


def test_no_script_outside_the_boards_names_a_kind_of_board() -> None:
    """Not even as a type: it speaks to ``Surface``."""
    kinds = [
        name
        for path in BOARDS.glob("*.js")
        for name in re.findall(r"class (\w+) extends (?:\w+Board|Surface)\b", path.read_text("utf-8"))
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


def test_no_shared_script_knows_what_a_game_calls_things() -> None:
    """What is filled in has its name from the offer, and so has the height of a floor."""
    named = {path: set(words) - SPOKEN for path, words in found(rf"\b(?:{WIRE})\b", texts()).items()}

    assert {path: words for path, words in named.items() if words} == {}


def test_where_there_is_no_node_the_types_of_the_scripts_are_left_out_in_one_line(tmp_path: Path) -> None:
    make = shutil.which("make")
    assert make is not None

    done = subprocess.run(
        [make, "scripts"],
        cwd=ROOT,
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "types of the scripts: left out, there is no Node here\n"


def test_the_compiler_of_the_types_is_pinned_and_named_without_an_address() -> None:
    lock = (ROOT / "package-lock.json").read_text("utf-8")
    packages = json.loads(lock)["packages"]
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))

    assert "://" not in lock
    assert {"typescript"} == set(wanted["devDependencies"])
    assert "dependencies" not in wanted
    assert packages["node_modules/typescript"]["version"] == wanted["devDependencies"]["typescript"]
    assert packages["node_modules/typescript"]["integrity"].startswith("sha512-")
