"""Where the time of a run went: its slowest tests and files, and whether the whole kept to what it may take."""

from __future__ import annotations

import os
import time
from collections import Counter
from typing import Final

import pytest

MOST_TOLD: Final = 20


class Spent:
    """Listens to a run and tells at its end how long it took. It never fails a test: a busy machine is no fault of theirs."""

    def __init__(self, budget_s: float | None) -> None:
        self._budget_s = budget_s
        self._began = time.monotonic()
        self._took: Counter[str] = Counter()

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test's own time and that of what it needed first."""
        self._took[report.nodeid] += report.duration  # type: ignore[assignment]

    @pytest.hookimpl
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """The slowest of them, and the budget."""
        if self._budget_s is None:
            return
        files: Counter[str] = Counter()
        for test, seconds in self._took.items():
            files[test.partition("::")[0]] += seconds  # type: ignore[assignment]
        for of, took in (("tests", self._took), ("files", files)):
            terminalreporter.section(f"the slowest {of}")
            for name, seconds in took.most_common(MOST_TOLD):
                terminalreporter.line(f"{seconds:7.1f} s  {name}")
        terminalreporter.line(self._verdict(time.monotonic() - self._began))

    def _verdict(self, took_s: float) -> str:
        budget_s = self._budget_s or 0.0
        over = f", {took_s - budget_s:.0f} s over its budget" if took_s > budget_s else ""
        used = f"{_processors():.0f} s of processors"
        return f"{took_s:.0f} s of {budget_s:.0f} s{over}; {used}, {os.cpu_count()} of them here, {os.getloadavg()[0]:.1f} wanted"


def _processors() -> float:
    """Seconds that this process and those it waited for had a processor."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
