"""Backup and restore, as a host types them: everything comes back, and whatever cannot be restored changes nothing."""

from __future__ import annotations

import gzip
import hashlib
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from tests.operation.test_serving import TOYS, Table
from tests.support.command import run
from tests.support.postgres import Databases, in_thread, temporary_home
from tests.support.server import ROOT, RunningServer, running_server

FOOT = b'{"type":"foot"'
TABLES = ("rooms", "links", "entries", "snapshots", "keys")


@pytest.fixture
def other_url(databases: Databases) -> Iterator[str]:
    """An empty database without schema, beside the test's own."""
    url = databases.empty()
    yield url
    databases.drop(url)


def contents(url: str) -> dict[str, list[Any]]:
    """Every row of every table."""

    async def read() -> dict[str, list[Any]]:
        connection = await asyncpg.connect(url)
        try:
            return {
                name: [tuple(row) for row in await connection.fetch(f"SELECT * FROM {name} ORDER BY 1, 2, 3")]
                for name in TABLES
            }
        finally:
            await connection.close()

    found: dict[str, list[Any]] = in_thread(read())
    return found


def played(url: str, acts: int = 3) -> Table:
    """A room in which something happened, made by a server that is gone again."""
    with running_server(url, TAPETE_SYSTEMS=TOYS) as server:
        table = Table(server)
        for _ in range(acts):
            table.act()
    return table


def test_a_game_goes_on_in_a_new_home_with_the_same_links(tmp_path: Path) -> None:
    file = tmp_path / "tapete.backup"
    with temporary_home() as old, temporary_home() as new:
        with running_server(TAPETE_HOME=str(old), TAPETE_SYSTEMS=TOYS) as server:
            table = Table(server)
            table.act()
            saved = run("backup", str(file), TAPETE_HOME=str(old))
            assert saved.returncode == 0, saved.stderr
            before = table.get("/events")["events"]
            table.act()

        restored = run("restore", str(file), TAPETE_HOME=str(new))
        assert restored.returncode == 0, restored.stderr
        assert restored.stdout == "restored 1 rooms with 2 entries\n"

        with running_server(TAPETE_HOME=str(new), TAPETE_SYSTEMS=TOYS) as server:
            table.server = server
            assert table.get("/events")["events"] == before
            seq = table.get()["seq"]
            assert table.act()["seq"] > seq
            seat = httpx.get(table.links["b"].replace(httpx.URL(table.links["b"]).netloc.decode(), server.url[7:]))
            assert seat.status_code == 200


def test_a_backup_during_play_is_one_moment_of_every_table(database_url: str, other_url: str, tmp_path: Path) -> None:
    file = tmp_path / "tapete.backup"
    with running_server(database_url, TAPETE_SYSTEMS=TOYS) as server:
        tables = [Table(server) for _ in range(3)]
        done = threading.Event()
        player = threading.Thread(target=play_until, args=(server, tables, done))
        player.start()
        saved = run("backup", str(file), DATABASE_URL=database_url)
        done.set()
        player.join()
        refused = run("restore", "--replace", str(file), DATABASE_URL=database_url)
    assert saved.returncode == 0, saved.stderr
    assert refused.returncode == 1
    assert "stop the server first" in refused.stderr, "nothing is restored under a running server"

    restored = run("restore", str(file), DATABASE_URL=other_url)

    assert restored.returncode == 0, restored.stderr
    found, whole = contents(other_url), contents(database_url)
    assert {row[0]: row[3] for row in found["rooms"]} == {
        room: max([entry[1] for entry in found["entries"] if entry[0] == room], default=0)
        for room in {row[0] for row in found["rooms"]}
    }
    for name in ("entries", "links", "keys"):
        assert set(map(str, found[name])) <= set(map(str, whole[name]))


def play_until(server: RunningServer, tables: list[Table], done: threading.Event) -> None:
    while not done.is_set():
        for number, table in enumerate(tables):
            if table.get()["status"] == "finished":
                tables[number] = Table(server)
            else:
                table.act()


@pytest.fixture(scope="module")
def past_url(module_database_url: str) -> str:
    """A database in which something was played; nobody writes to it any more."""
    played(module_database_url)
    return module_database_url


@pytest.fixture(scope="module")
def backup(past_url: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of it, in a folder of its own; nobody writes to it."""
    file = tmp_path_factory.mktemp("backup") / "tapete.backup"
    saved = run("backup", str(file), DATABASE_URL=past_url)
    assert saved.returncode == 0, saved.stderr
    return file


@pytest.fixture
def lived_url(databases: Databases, past_url: str) -> Iterator[str]:
    """A copy of it for one test."""
    url = databases.copy(past_url)
    yield url
    databases.drop(url)


def test_everything_comes_back_to_the_byte(backup: Path, past_url: str, other_url: str) -> None:
    restored = run("restore", str(backup), DATABASE_URL=other_url)

    assert restored.returncode == 0, restored.stderr
    assert contents(other_url) == contents(past_url)
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert os.listdir(backup.parent) == ["tapete.backup"]


def test_a_backup_may_go_to_standard_output(backup: Path, past_url: str) -> None:
    command = [sys.executable, "-m", "app", "backup", "-"]
    environment = os.environ | {"DATABASE_URL": past_url}
    piped = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=60, check=True)

    rows = [
        gzip.decompress(data).partition(b"\n")[2].rpartition(FOOT)[0] for data in (piped.stdout, backup.read_bytes())
    ]
    assert rows[0] == rows[1] != b""


def damaged(data: bytes) -> dict[str, bytes]:
    """A backup harmed in one way each."""
    middle = len(data) // 2
    plain = gzip.decompress(data)
    lines = plain.split(b"\n")
    return {
        "a byte": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :],
        "cut off": data[:middle],
        "without its last line": gzip.compress(plain.rpartition(FOOT)[0]),
        "altered inside": gzip.compress(plain.replace(b"pebbles", b"pebblez", 1)),
        "another format": gzip.compress(lines[0].replace(b"backup-1", b"backup-9") + b"\n"),
        "something else": b"PGDMP and so on",
        "nothing": b"",
    }


def test_a_damaged_file_is_refused_and_changes_nothing(backup: Path, lived_url: str, tmp_path: Path) -> None:
    before = contents(lived_url)
    for how, data in damaged(backup.read_bytes()).items():
        file = tmp_path / "damaged"
        file.write_bytes(data)

        refused = run("restore", "--replace", str(file), DATABASE_URL=lived_url)

        assert refused.returncode == 1, how
        assert refused.stderr.startswith(f"{file}: "), how
        assert "Traceback" not in refused.stderr, how
        assert contents(lived_url) == before, how


def test_rooms_are_only_given_up_when_that_is_said(backup: Path, lived_url: str) -> None:
    before = contents(lived_url)
    played(lived_url)
    more = contents(lived_url)

    refused = run("restore", str(backup), DATABASE_URL=lived_url)

    assert refused.returncode == 1
    assert "found one with 2 rooms: --replace gives them up" in refused.stderr
    assert contents(lived_url) == more

    assert run("restore", "--replace", str(backup), DATABASE_URL=lived_url).returncode == 0
    assert contents(lived_url) == before


def test_a_backup_of_a_newer_version_is_refused(backup: Path, other_url: str, tmp_path: Path) -> None:
    plain = gzip.decompress(backup.read_bytes())
    head, _, rest = plain.partition(b"\n")
    body, mark, foot = rest.rpartition(FOOT)
    newer = head.replace(b'"revision":"', b'"revision":"9') + b"\n" + body
    old_hash = hashlib.sha256(head + b"\n" + body).hexdigest().encode()
    new_hash = hashlib.sha256(newer).hexdigest().encode()
    file = tmp_path / "newer"
    file.write_bytes(gzip.compress(newer + mark + foot.replace(old_hash, new_hash)))

    refused = run("restore", str(file), DATABASE_URL=other_url)

    assert refused.returncode == 1
    assert "expected a backup and a database of no newer version than this one" in refused.stderr


def test_a_file_that_is_there_is_never_written_over(backup: Path, lived_url: str) -> None:
    data = backup.read_bytes()

    refused = run("backup", str(backup), DATABASE_URL=lived_url)

    assert (refused.returncode, refused.stderr) == (1, f"{backup}: expected no file of that name, found one\n")
    assert backup.read_bytes() == data


def test_a_backup_that_fails_leaves_no_file(empty_database_url: str, tmp_path: Path) -> None:
    refused = run("backup", str(tmp_path / "tapete.backup"), DATABASE_URL=empty_database_url)

    assert refused.returncode == 1
    assert refused.stderr.endswith("found none: run python -m app migrate first\n")
    assert os.listdir(tmp_path) == []


def test_a_file_that_is_not_there_cannot_be_restored(empty_database_url: str, tmp_path: Path) -> None:
    refused = run("restore", str(tmp_path / "none"), DATABASE_URL=empty_database_url)

    assert refused.returncode == 1
    assert refused.stderr.endswith("none: No such file or directory\n")
