"""``python -m app``, as a person types it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.rooms.archive.export import export_lines
from app.storage.embedded import Embedded
from app.storage.migrate import newest_revision
from app.storage.postmaster import servers_in
from tests.parts.rooms.exported import Game
from tests.parts.storage.conftest import opened_store
from tests.parts.storage.rooms import entry, header
from tests.support.command import run
from tests.support.postgres import in_thread, temporary_home


@pytest.fixture
def home() -> Iterator[Path]:
    with temporary_home() as folder:
        yield folder


@pytest.fixture
def finished() -> bytes:
    game = Game()
    game.act("a", 6, 6, 20)
    game.act("b", 6)
    game.finish()
    return b"".join(export_lines(game.stored()))


def test_every_command_explains_itself() -> None:
    shown = run("--help")

    assert shown.returncode == 0
    assert all(name in shown.stdout for name in ("serve", "migrate", "replay", "export", "verify-dice"))


@pytest.mark.parametrize("arguments", [(), ("dance",), ("export",), ("verify-dice", "one", "two")])
def test_wrong_usage_is_code_2(arguments: tuple[str, ...]) -> None:
    assert run(*arguments).returncode == 2


def test_a_setting_that_cannot_be_used_is_one_sentence_and_code_1() -> None:
    refused = run("serve", WORKERS="none")

    assert refused.returncode == 1
    assert refused.stderr == "WORKERS: expected a whole number from 1 to 64, found 'none'\n"


@pytest.mark.parametrize("arguments", [("migrate",), ("serve",), ("export", "r1")])
def test_a_database_that_does_not_answer_is_one_sentence_and_code_1(arguments: tuple[str, ...], home: Path) -> None:
    refused = run(*arguments, DATABASE_URL=f"postgresql://u@/db?host={home}")

    assert refused.returncode == 1
    assert refused.stderr.startswith("the database did not let us in:")
    assert "Traceback" not in refused.stderr


def test_a_database_that_is_not_there_is_one_sentence_and_code_1(database_url: str) -> None:
    refused = run("migrate", DATABASE_URL=database_url.replace("@/", "@/no_"))

    assert refused.returncode == 1
    assert refused.stderr.startswith('the database did not let us in: database "no_')


def test_migrating_a_given_database_twice(empty_database_url: str) -> None:
    for _ in range(2):
        migrated = run("migrate", DATABASE_URL=empty_database_url)
        assert migrated.returncode == 0, migrated.stderr
        assert migrated.stdout == f"the schema is at {newest_revision()}\n"


def test_migrating_the_embedded_database_leaves_no_server_behind(home: Path) -> None:
    assert run("migrate", TAPETE_HOME=str(home)).returncode == 0

    assert servers_in(Embedded(home).data) == []


def test_migrating_beside_a_running_server_leaves_it_running(home: Path) -> None:
    embedded = Embedded(home, durable=False)
    try:
        embedded.start()

        assert run("migrate", TAPETE_HOME=str(home)).returncode == 0

        assert servers_in(embedded.data) != []
    finally:
        embedded.stop()


def test_exporting_a_room_that_is_not_there_is_one_sentence_and_code_1(database_url: str) -> None:
    refused = run("export", "nowhere", DATABASE_URL=database_url)

    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == "expected the id of a room, found none with 'nowhere'\n"


def test_exporting_a_room_writes_its_lines(database_url: str) -> None:
    async def make() -> None:
        async with opened_store(database_url) as store:
            await store.create(header("r1"), [], [entry(1, "¡hola!")])

    in_thread(make())

    exported = run("export", "r1", DATABASE_URL=database_url)

    lines = exported.stdout.splitlines()
    assert exported.returncode == 0, exported.stderr
    assert [line.split(",", 1)[0] for line in lines] == ['{"type":"export"', '{"seq":1', '{"type":"export_end"']
    assert "¡hola!" in lines[1]


def test_fair_dice_are_code_0(tmp_path: Path, finished: bytes) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(finished)

    verified = run("verify-dice", str(file))

    assert verified.returncode == 0
    assert verified.stdout.startswith("verified: 4 dice of 4 acts")


def test_an_altered_byte_is_code_1(tmp_path: Path, finished: bytes) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(finished.replace(b'"purpose":"to hit"', b'"purpose":"to hat"', 1))

    refused = run("verify-dice", str(file))

    assert refused.returncode == 1
    assert refused.stdout == "refused: line 5: it, or a line before it, is not as it was written\n"


@pytest.mark.parametrize("command", ["verify-dice", "replay"])
def test_a_file_that_is_not_there_is_one_sentence_and_code_1(command: str, tmp_path: Path) -> None:
    refused = run(command, str(tmp_path / "none"))

    assert refused.returncode == 1
    assert refused.stderr.endswith("none: No such file or directory\n")
    assert "Traceback" not in refused.stderr
