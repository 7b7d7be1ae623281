"""The embedded PostgreSQL: started, stopped, found again, whatever became of its owner."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import psutil
import pytest

from app.storage.embedded import POINTER, Embedded, EmbeddedError
from app.storage.postmaster import Account, Postmaster, servers_in, unprivileged_account
from tests.support.postgres import in_thread, temporary_home

OWNER = """
import sys
from pathlib import Path
from app.storage.embedded import Embedded
embedded = Embedded(Path(sys.argv[1]))
print(embedded.start(), flush=True)
sys.stdin.read()
embedded.stop()
"""


@pytest.fixture
def new_home() -> Iterator[Path]:
    """An empty folder."""
    with temporary_home() as folder:
        yield folder


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """A home that has had an embedded database since the first test that used it; no test may leave it harmed."""
    with temporary_home() as folder:
        yield folder


@pytest.fixture
def embedded(home: Path) -> Iterator[Embedded]:
    made = Embedded(home, durable=False)
    yield made
    made.stop()


@pytest.fixture
def first_time(new_home: Path) -> Iterator[Embedded]:
    """An embedded database that is still to be made."""
    made = Embedded(new_home, durable=False)
    yield made
    made.stop()


class Owner:
    """Another process that owns the embedded database of a home."""

    def __init__(self, home: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", OWNER, str(home)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()

    def begin_to_leave(self) -> None:
        """Lets it end cleanly, without waiting for it."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def kill(self) -> None:
        """Ends it at once; its database goes on."""
        self.process.kill()
        self.bury()

    def bury(self) -> None:
        """Waits for its end."""
        with self.process:
            self.process.wait()


def fetch(url: str, query: str) -> object:
    async def run() -> object:
        connection = await asyncpg.connect(url)
        try:
            return await connection.fetchval(query)
        finally:
            await connection.close()

    return in_thread(run())


def test_it_starts_answers_and_leaves_nothing_running(first_time: Embedded) -> None:
    url = first_time.start()
    assert fetch(url, "SELECT 1") == 1

    first_time.stop()

    assert servers_in(first_time.data) == []
    assert Postmaster.of(first_time.data) is None


def test_what_was_stored_is_there_at_the_next_start(embedded: Embedded, home: Path) -> None:
    fetch(embedded.start(), "CREATE TABLE stored AS SELECT 42 AS number")
    embedded.stop()

    assert fetch(embedded.start(), "SELECT number FROM stored") == 42


def test_stopping_twice_or_without_a_start_is_nothing(embedded: Embedded) -> None:
    embedded.stop()
    embedded.start()
    embedded.stop()
    embedded.stop()


def test_the_product_keeps_fsync_on(home: Path) -> None:
    durable = Embedded(home)
    try:
        url = durable.start()
        assert [fetch(url, f"SHOW {name}") for name in ("fsync", "synchronous_commit", "full_page_writes")] == [
            "on"
        ] * 3
    finally:
        durable.stop()


def test_it_listens_on_no_network_and_its_socket_is_closed_to_other_users(first_time: Embedded, new_home: Path) -> None:
    url = first_time.start()

    assert fetch(url, "SHOW listen_addresses") == ""
    assert stat.S_IMODE((new_home / "postgres" / "run").stat().st_mode) == 0o700
    assert stat.S_IMODE((new_home / "postgres" / "data").stat().st_mode) == 0o700


def test_it_never_runs_as_root(embedded: Embedded) -> None:
    embedded.start()

    assert embedded.server_pid is not None
    assert psutil.Process(embedded.server_pid).uids().real != 0


def test_a_second_owner_is_told_who_is_the_first(embedded: Embedded, home: Path) -> None:
    embedded.start()

    with pytest.raises(EmbeddedError, match=f"process {os.getpid()}"):
        Embedded(home).start(wait_s=0)

    assert servers_in(embedded.data) != []


def test_a_second_owner_waits_for_the_first_to_leave(embedded: Embedded, home: Path) -> None:
    first = Owner(home)
    fetch(first.url, "CREATE TABLE handed_over AS SELECT 7 AS number")

    first.begin_to_leave()

    assert fetch(embedded.start(), "SELECT number FROM handed_over") == 7
    first.bury()


def test_a_guest_uses_the_running_server_and_leaves_it_running(embedded: Embedded, home: Path) -> None:
    url = embedded.start()
    guest = Embedded(home)

    assert guest.start_or_join() == url
    guest.stop()

    assert fetch(url, "SELECT 1") == 1


def test_a_guest_finding_nobody_starts_and_stops_it(first_time: Embedded) -> None:
    assert fetch(first_time.start_or_join(), "SELECT 1") == 1

    first_time.stop()

    assert servers_in(first_time.data) == []


def test_after_its_owner_was_killed_the_next_start_takes_over(embedded: Embedded, home: Path) -> None:
    killed = Owner(home)
    fetch(killed.url, "CREATE TABLE orphaned AS SELECT 5 AS number")
    killed.kill()
    orphan = Postmaster.of(home / "postgres" / "data")
    assert orphan is not None

    assert fetch(embedded.start(), "SELECT number FROM orphaned") == 5

    assert orphan.pid not in {process.pid for process in servers_in(embedded.data)}


def test_after_the_server_was_killed_as_well_the_next_start_recovers(embedded: Embedded, home: Path) -> None:
    killed = Owner(home)
    fetch(killed.url, "CREATE TABLE recovered AS SELECT 6 AS number")
    killed.kill()
    orphan = Postmaster.of(home / "postgres" / "data")
    assert orphan is not None
    os.kill(orphan.pid, signal.SIGKILL)

    assert fetch(embedded.start(), "SELECT number FROM recovered") == 6


def test_an_orphan_can_be_stopped_without_starting_another(home: Path) -> None:
    killed = Owner(home)
    killed.kill()

    assert Embedded(home).stop_orphan()

    assert servers_in(home / "postgres" / "data") == []


def test_a_server_whose_owner_lives_is_no_orphan(embedded: Embedded, home: Path) -> None:
    embedded.start()

    assert not Embedded(home).stop_orphan()

    assert servers_in(embedded.data) != []


def test_a_pid_file_that_names_another_process_is_not_believed(embedded: Embedded, home: Path) -> None:
    embedded.start()
    embedded.stop()
    innocent = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
    pid_file = embedded.data / "postmaster.pid"
    folder, now = embedded.data, int(time.time())
    pid_file.write_text(f"{innocent.pid}\n{folder}\n{now}\n5432\n{home}/postgres/run\n\n 1 2\nready\n")

    assert fetch(embedded.start(), "SELECT 1") == 1

    assert innocent.poll() is None
    innocent.communicate()


def test_a_server_of_another_folder_is_not_taken_for_ours(embedded: Embedded, home: Path) -> None:
    embedded.start()
    assert embedded.server_pid is not None
    with temporary_home() as other:
        data = other / "postgres" / "data"
        data.mkdir(parents=True)
        (data / "postmaster.pid").write_text((embedded.data / "postmaster.pid").read_text())

        assert Postmaster.of(embedded.data) is not None
        assert Postmaster.of(data) is None


def test_a_server_that_began_at_another_time_is_not_taken_for_ours(embedded: Embedded) -> None:
    embedded.start()
    pid_file = embedded.data / "postmaster.pid"
    lines = pid_file.read_text().splitlines()
    lines[2] = str(int(lines[2]) - 3600)
    pid_file.write_text("\n".join(lines))

    assert Postmaster.of(embedded.data) is None


def test_a_half_made_cluster_is_made_anew(first_time: Embedded, new_home: Path) -> None:
    half = new_home / "postgres" / "data.new"
    half.mkdir(parents=True)
    (half / "PG_VERSION").write_text("18\n")

    assert fetch(first_time.start(), "SELECT 1") == 1


def test_data_of_another_major_version_are_left_alone(first_time: Embedded, home: Path) -> None:
    first_time.start()
    first_time.stop()
    (first_time.data / "PG_VERSION").write_text("17\n")

    with pytest.raises(EmbeddedError, match=r"PostgreSQL 18 .* found 17"):
        first_time.start()


def test_a_server_that_cannot_start_says_why(first_time: Embedded) -> None:
    first_time.start()
    first_time.stop()
    (first_time.data / "postgresql.conf").write_text("no_such_setting = 1\n")

    with pytest.raises(EmbeddedError, match="no_such_setting"):
        first_time.start()


def test_a_home_too_deep_for_a_socket_gets_a_short_one(new_home: Path) -> None:
    deep = new_home / ("d" * 50) / ("e" * 50)
    embedded = Embedded(deep, durable=False)
    url = embedded.start()
    short = Postmaster.of(embedded.data)
    assert short is not None
    assert fetch(url, "SELECT 1") == 1

    embedded.stop()

    assert not short.socket_folder.exists()


def test_a_home_with_blanks_and_signs_in_its_name_works(new_home: Path) -> None:
    embedded = Embedded(new_home / "mesa & tapete ñ%20?", durable=False)
    try:
        assert fetch(embedded.start(), "SELECT 1") == 1
    finally:
        embedded.stop()


def test_a_folder_that_others_may_not_enter_is_known_as_such(new_home: Path) -> None:
    stranger = Account("stranger", 4_000_000, 4_000_000)
    closed = new_home / "closed" / "inside"
    closed.mkdir(parents=True)
    assert stranger.can_enter(closed)

    (new_home / "closed").chmod(0o700)

    assert not stranger.can_enter(closed)
    assert Account("owner", os.geteuid(), os.getegid()).can_enter(closed)


def test_permissions_of_folders_that_are_not_ours_stay_as_they_are(new_home: Path) -> None:
    new_home.chmod(0o711)
    inner = new_home / "inner"
    inner.mkdir(mode=0o751)
    inner.chmod(0o751)
    embedded = Embedded(inner / "var", durable=False)
    try:
        embedded.start()
    finally:
        embedded.stop()

    assert stat.S_IMODE(new_home.stat().st_mode) == 0o711
    assert stat.S_IMODE(inner.stat().st_mode) == 0o751


def test_below_a_folder_closed_to_its_account_the_database_still_works(
    new_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As root, in a home that only root may enter, the data live elsewhere and a file says where; else in the home."""
    elsewhere = new_home / "elsewhere"
    monkeypatch.setattr("app.storage.embedded.ELSEWHERE", elsewhere)
    private = new_home / "private"
    private.mkdir(mode=0o700)
    embedded = Embedded(private / "var", durable=False)
    try:
        fetch(embedded.start(), "CREATE TABLE kept AS SELECT 9 AS number")
        embedded.stop()
        assert fetch(embedded.start(), "SELECT number FROM kept") == 9
    finally:
        embedded.stop()

    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    if os.geteuid() == 0:
        assert unprivileged_account().can_enter(Path((private / "var" / POINTER).read_text().strip()))
        assert not (private / "var" / "postgres").exists()
    else:
        assert (private / "var" / "postgres" / "data").exists()


def test_binaries_out_of_reach_are_copied_to_where_they_can_be_run(
    new_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Account, "can_run", lambda self, program: False)
    embedded = Embedded(new_home, durable=False)
    try:
        assert fetch(embedded.start(), "SELECT 1") == 1
        embedded.stop()
        assert fetch(embedded.start(), "SELECT 1") == 1
    finally:
        embedded.stop()

    copies = list((new_home / "postgres").glob("binaries-*"))
    assert len(copies) == (1 if os.geteuid() == 0 else 0)
