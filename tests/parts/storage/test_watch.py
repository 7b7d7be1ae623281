"""The watch over an embedded database: it starts what died, never what is stopped, and gives up in the end."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from app.storage.embedded import Embedded, EmbeddedError
from app.storage.postmaster import Postmaster, is_gone_within, servers_in
from app.storage.watch import Watch
from tests.parts.storage.test_embedded import fetch
from tests.support.playing import until

PATIENCE_S = 60.0


class Served:
    """What would be served; notes that it was told to fail."""

    def __init__(self) -> None:
        self.is_stopping = False
        self.failed = threading.Event()

    def fail(self) -> None:
        self.failed.set()


@pytest.fixture
def embedded(prepared_home: Path) -> Iterator[Embedded]:
    """A database that runs."""
    made = Embedded(prepared_home)
    made.start()
    yield made
    made.stop()


def kill(embedded: Embedded) -> int:
    """Kills the database's first process; answers which that was."""
    pid = embedded.server_pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    return pid


def has_come_back(embedded: Embedded, killed: int) -> bool:
    running = Postmaster.of(embedded.data)
    return running is not None and running.is_ready and running.pid != killed


def starts_noticed(caplog: pytest.LogCaptureFixture) -> int:
    """How often the watch itself saw the database run again: whoever looks only at the database may be there first, and
    what he kills then counts as never started."""
    return sum("runs again" in record.message for record in caplog.records if record.name == "app.storage.watch")


def test_what_died_is_started_again_at_the_same_address(embedded: Embedded) -> None:
    url = embedded.start()
    fetch(url, "CREATE TABLE kept AS SELECT 7 AS number")

    with Watch(embedded, Served()):
        killed = kill(embedded)
        until(lambda: has_come_back(embedded, killed))

    assert fetch(url, "SELECT number FROM kept") == 7
    assert embedded.start() == url


def test_a_short_address_stays_too(prepared_home: Path) -> None:
    embedded = Embedded(prepared_home / ("d" * 50) / ("e" * 50), durable=False)
    try:
        url = embedded.start()
        with Watch(embedded, Served()):
            killed = kill(embedded)
            until(lambda: has_come_back(embedded, killed))
        assert fetch(url, "SELECT 1") == 1
    finally:
        embedded.stop()


def test_a_database_that_dies_after_every_start_is_given_up(embedded: Embedded) -> None:
    served = Served()

    with Watch(embedded, served, pauses_s=(0.0, 0.0, 0.0), steady_s=PATIENCE_S * 60):
        for _ in range(3):
            killed = kill(embedded)
            until(lambda killed=killed: has_come_back(embedded, killed))  # type: ignore[misc]
        assert not served.failed.is_set()
        kill(embedded)
        assert served.failed.wait(PATIENCE_S)

    assert servers_in(embedded.data) == []


def test_a_database_that_lives_for_a_while_after_each_start_is_never_given_up(
    embedded: Embedded, caplog: pytest.LogCaptureFixture
) -> None:
    served = Served()

    with Watch(embedded, served, pauses_s=(0.0, 0.0, 0.0), steady_s=0.0):
        for started in range(1, 6):
            kill(embedded)
            until(lambda started=started: starts_noticed(caplog) == started)  # type: ignore[misc]

    assert not served.failed.is_set()


def test_starts_that_fail_are_counted_in_a_row_and_end_in_giving_up(
    embedded: Embedded, caplog: pytest.LogCaptureFixture
) -> None:
    served = Served()
    (embedded.data / "postgresql.conf").write_text("no_such_setting = 1\n")

    with Watch(embedded, served, pauses_s=(0.0, 0.0)):
        kill(embedded)
        assert served.failed.wait(PATIENCE_S)

    said = [record.message for record in caplog.records if record.name == "app.storage.watch"]
    assert "was killed by signal 9" in said[0]
    assert [line.partition(":")[0] for line in said[1:]] == [
        "the database could not be started (1 of 2)",
        "the database could not be started (2 of 2)",
        "the database was started 2 times in a row in vain",
    ]


def test_nothing_is_started_for_a_server_that_stops(embedded: Embedded) -> None:
    served = Served()
    served.is_stopping = True

    with Watch(embedded, served) as watch:
        killed = psutil.Process(kill(embedded))
        assert is_gone_within(killed, PATIENCE_S)
        assert embedded.died() is not None
    watch._thread.join(PATIENCE_S)

    assert embedded.server_pid == killed.pid
    embedded.stop()
    assert embedded.died() is None


def test_a_backend_that_outlives_its_postmaster_is_ended_before_anything_is_started(embedded: Embedded) -> None:
    first = psutil.Process(embedded.server_pid)
    orphan = next(child for child in first.children() if "checkpointer" in child.cmdline()[0])
    orphan.suspend()
    first.kill()
    until(lambda: embedded.died() is not None)

    embedded.start_again()

    assert is_gone_within(orphan, 0)
    assert fetch(embedded.start(), "SELECT 1") == 1


def test_a_backend_that_cannot_be_ended_keeps_the_database_from_being_started(
    embedded: Embedded, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two servers on one folder would destroy it."""
    monkeypatch.setattr("app.storage.embedded.ORPHANS_S", 0.0)
    monkeypatch.setattr("app.storage.embedded.is_gone_within", lambda process, seconds: False)
    psutil.Process(embedded.server_pid).children()[0].suspend()
    kill(embedded)
    until(lambda: embedded.died() is not None)

    with pytest.raises(EmbeddedError, match="processes that do not end"):
        embedded.start_again()

    assert (embedded.data / "postmaster.pid").exists()


def test_a_stop_ends_a_start_that_is_under_way(embedded: Embedded) -> None:
    with Watch(embedded, Served()):
        killed = kill(embedded)
        until(lambda: embedded.server_pid not in (None, killed))
        os.kill(embedded.server_pid or 0, signal.SIGSTOP)  # a start that takes for ever

        embedded.stop()

    assert servers_in(embedded.data) == []
    with pytest.raises(EmbeddedError, match="stopped"):
        embedded.start_again()
