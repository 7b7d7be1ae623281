"""The examples of the manual of the rules service, typed into a shell against a real server."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.server import ROOT, RunningServer, running_server

MANUAL = ROOT / "docs" / "rules-service.md"
BLOCK = re.compile(r"^```(sh|json)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MORE = "..."


@pytest.fixture(scope="module")
def server(module_database_url: str) -> Iterator[RunningServer]:
    with running_server(module_database_url) as running:
        yield running


def examples() -> list[tuple[str, Any]]:
    """Each piece of shell with the JSON that follows it, ``None`` where none does."""
    blocks = BLOCK.findall(MANUAL.read_text("utf-8"))
    followed = [*blocks[1:], ("sh", "")]
    return [
        (text, json.loads(after[1]) if after[0] == "json" else None)
        for (kind, text), after in zip(blocks, followed, strict=True)
        if kind == "sh"
    ]


def typed(pieces: list[str], folder: Path, url: str) -> list[str]:
    """What a shell answers to each piece, all of them in one session."""
    mark = "-- next --"
    script = f"\necho; echo '{mark}'\n".join(["set -eu", *pieces]).replace("http://127.0.0.1:8000", url)
    done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return [answer.strip() for answer in done.stdout.split(mark)[1:]]


def assert_says(found: Any, expected: Any, where: str) -> None:
    """What the manual shows, with more where it has an ellipsis."""
    if expected == MORE:
        return
    if isinstance(expected, dict):
        assert isinstance(found, dict), where
        if MORE not in expected:
            assert found.keys() == expected.keys(), where
        for name, value in expected.items():
            if name != MORE:
                assert_says(found[name], value, f"{where}.{name}")
    elif isinstance(expected, list):
        has_more = MORE in expected
        shown = [value for value in expected if value != MORE]
        assert isinstance(found, list), where
        assert len(found) >= len(shown) if has_more else len(found) == len(shown), where
        for number, value in enumerate(shown):
            assert_says(found[number], value, f"{where}[{number}]")
    else:
        assert found == expected, where


def test_every_example_of_the_manual_answers_what_the_manual_says(server: RunningServer, tmp_path: Path) -> None:
    told = examples()
    assert len(told) > 8

    answers = typed([piece for piece, _ in told], tmp_path, server.url)

    for (piece, expected), answer in zip(told, answers, strict=True):
        if expected is not None:
            assert_says(json.loads(answer), expected, piece)


def test_an_ellipsis_hides_no_mistake() -> None:
    for found, expected in (
        ({"a": 1, "b": 2}, {"a": 1}),
        ({"a": 2}, {"a": 1, MORE: MORE}),
        ([1, 2], [1]),
        ([], [1, MORE]),
        ({"a": "1"}, {"a": 1}),
    ):
        with pytest.raises(AssertionError):
            assert_says(found, expected, "here")
