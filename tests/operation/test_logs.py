"""What the server writes down: a JSON object per line, whatever happens, and never a secret."""

from __future__ import annotations

import io
import json
import logging
import random
import secrets
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import unquote

import pytest

from app import logs
from app.settings import Settings, SettingsError
from app.web.wire.metrics import _write_down

TOKEN = "Zk3v9Qm-1xT_8bYw2RcN5dLs0HgJ7fPa"
DIGEST = "0f" * 32


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the log holds, with the process as it was before afterwards."""
    stream = io.StringIO()
    root = logging.getLogger()
    handlers, levels = list(root.handlers), {name: logging.getLogger(name).level for name in logs.LEVELS}
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    logs.configure("json", stream)
    yield stream
    logging.captureWarnings(False)
    root.handlers[:] = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("said", "written_down"),
    [
        ("/join/s3cret", "/join/..."),
        ("/join/s3cret?lang=es", "/join/..."),
        ("/watch/s3cret/", "/watch/..."),
        ("/replay/s3cret/report", "/replay/..."),
        ("/rooms/r1/replay/share", "/rooms/r1/replay/share"),
        ("//JOIN//s3cret%20more", "/JOIN/..."),
        ("/%6Aoin%2fs3cret", "/%6Aoin/..."),
        ("/rooms/r1/socket?as=b&after=3", "/rooms/r1/socket"),
        ("GET /api/v1/rooms/r1?token=s3cret 200", "GET /api/v1/rooms/r1 200"),
        ('1.2.3.4 - "WebSocket /rooms/r1/socket?as=b" [accepted]', '1.2.3.4 - "WebSocket /rooms/r1/socket" [accepted]'),
        ("/games/war_of_plastic", "/games/war_of_plastic"),
        ("postgresql://tapete:p4ss:word@db:5432/x", "postgresql://tapete:...@db:5432/x"),
        ("Authorization: Bearer s3cret", "Authorization: Bearer ..."),
        ("subprotocol bearer.s3cret, other", "subprotocol bearer...., other"),
        ("cookie t_0a1b2c_spectator=s3cret; lang=es", "cookie t_0a1b2c_spectator=...; lang=es"),
        ("cookie __Host-t_0a1b2c_a=s3cret", "cookie __Host-t_0a1b2c_a=..."),
        (f"unknown {TOKEN}!", "unknown ...!"),
        (f"secret {DIGEST}", "secret ..."),
        (f"secret {DIGEST}0", "secret ..."),
        (f"secret {DIGEST.upper()}", "secret ..."),
        (f"/x/{TOKEN}and-more", "/x/..."),
        ("é" + TOKEN, "é..."),
        ("/games/a_long_name_of_a_game_or_of_a_test", "/games/a_long_name_of_a_game_or_of_a_test"),
        ("why? because", "why? because"),
        ("room 0123456789abcdef is full", "room 0123456789abcdef is full"),
    ],
)
def test_secrets_are_cut_out_of_whatever_is_said(said: str, written_down: str) -> None:
    assert logs.without_secrets(said) == written_down


def mangled(chance: random.Random, secret: str) -> str:
    """The address of a link as somebody broke it, as it is sent."""
    door = chance.choice(["join", "watch", "replay"])
    slash = chance.choice(["/", "//", "%2F", "%2f", "///", "/%2f"])
    ways: list[Callable[[str], str]] = [
        str,
        str.upper,
        str.title,
        lambda text: "".join(f"%{ord(sign):02x}" if chance.random() < 0.3 else sign for sign in text),
        lambda text: "".join(f"%25{ord(sign):02X}" if chance.random() < 0.3 else sign for sign in text),
    ]
    spelt = chance.choice([ways[0], *ways[3:]])(secret)
    if chance.random() < 0.3:  # something that a mail or a chat put into the midst of it
        at = chance.randrange(1, len(spelt))
        spelt = spelt[:at] + chance.choice(["%20", "%0a", "%0d%0a", ".", "%00", "%22", "%3D"]) + spelt[at:]
    tail = chance.choice(
        ["", ".", ")", "/", "%20", "and-more", "/report", "?lang=es", "%3Flang", "&x=1", ";", "%22", "é"]
    )
    return f"{chance.choice(['', '', '/rooms'])}{slash}{chance.choice(ways)(door)}{slash}{spelt}{tail}"


def test_no_mangled_address_of_a_link_leaves_a_piece_of_its_secret(written: io.StringIO) -> None:
    chance = random.Random(10)
    for _ in range(3000):
        secret = secrets.token_urlsafe(24)
        sent = mangled(chance, secret)
        scope = {"type": "http", "path": unquote(sent.partition("?")[0]), "client": ("192.0.2.1", 1)}
        _write_down(scope, "GET", 0.1, 404)
        logging.getLogger("app").info("somebody came by %s to us", sent)
        said = written.getvalue()
        written.seek(0)
        written.truncate()
        for _ in range(4):
            said = unquote(said)
        assert not [secret[at : at + 8] for at in range(24) if secret[at : at + 8] in said], (sent, said)


def test_a_text_line_is_one_line_whatever_was_said() -> None:
    said = "\n12:00:00 INFO app: forged\r\x1b[2K\x85\u2028\u202e"
    try:
        raise ValueError(said)
    except ValueError as error:
        trouble = (type(error), error, error.__traceback__)
    record = logging.LogRecord("app", logging.INFO, "", 0, "name %s\n", (said,), trouble)

    first, *others = logs.TextLines().format(record).splitlines()

    assert first.endswith(r" INFO app: name \n12:00:00 INFO app: forged\r\x1b[2K\x85\u2028\u202e")
    assert any("ValueError" in line for line in others)
    assert all(line.startswith("    ") for line in others)


def test_a_line_is_an_object_with_time_level_logger_and_message(written: io.StringIO) -> None:
    logging.getLogger("app.rooms").info("room %s is full", "r1", extra={logs.FIELDS: {"room": "r1", "seconds": 0.5}})

    (line,) = lines(written)
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "info",
        "logger": "app.rooms",
        "message": "room r1 is full",
        "room": "r1",
        "seconds": 0.5,
    }


def test_a_traceback_is_part_of_its_line_and_holds_no_secret(written: io.StringIO) -> None:
    def fail() -> None:
        raise ValueError(f"cannot read {TOKEN}\nat all")

    try:
        fail()
    except ValueError:
        logging.getLogger("app").exception("it broke over /join/%s", TOKEN)

    (line,) = lines(written)
    assert line["message"] == "it broke over /join/..."
    assert "ValueError: cannot read ...\nat all" in line["exception"]
    assert TOKEN not in written.getvalue()


def test_fields_hold_no_secret_and_never_replace_what_every_line_has(written: io.StringIO) -> None:
    logging.getLogger("app").info("in", extra={logs.FIELDS: {"path": f"/watch/{TOKEN}", "message": "out"}})

    (line,) = lines(written)
    assert (line["path"], line["message"]) == ("/watch/...", "in")


def test_warnings_fatal_errors_and_those_of_threads_are_lines_too(written: io.StringIO) -> None:
    def fail() -> None:
        raise RuntimeError("no more")

    with warnings.catch_warnings():
        warnings.simplefilter("default")
        logging.captureWarnings(True)
        warnings.warn("old", DeprecationWarning, stacklevel=1)
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    try:
        fail()
    except RuntimeError as error:
        sys.excepthook(RuntimeError, error, error.__traceback__)

    warned, died, ended = lines(written)
    assert (warned["logger"], warned["level"]) == ("py.warnings", "warning")
    assert (died["level"], ended["level"]) == ("critical", "critical")
    assert "no more" in died["exception"]
    assert "no more" in ended["exception"]


def test_what_the_web_server_says_of_each_socket_is_left_out(written: io.StringIO) -> None:
    server = logging.getLogger("uvicorn.error")
    server.info('%s - "WebSocket %s" [accepted]', "1.2.3.4", "/rooms/r1/socket")
    server.info("connection open")
    server.info("Application startup complete.")
    server.error("connection closed")

    assert [line["message"] for line in lines(written)] == ["Application startup complete.", "connection closed"]


def test_the_setting_names_one_of_the_forms() -> None:
    assert Settings.from_environment({}).log_format == "auto"
    assert Settings.from_environment({"LOG_FORMAT": "text"}).log_format == "text"
    with pytest.raises(SettingsError, match="LOG_FORMAT: expected auto, json or text, found 'xml'"):
        Settings.from_environment({"LOG_FORMAT": "xml"})


def test_people_at_a_terminal_read_text() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    assert logs.form_for("auto", Terminal()) == "text"
    assert logs.form_for("auto", io.StringIO()) == "json"
    assert logs.form_for("json", Terminal()) == "json"
    assert logs.form_for("text", io.StringIO()) == "text"
    record = logging.LogRecord("app", logging.INFO, "", 0, "GET %s", (f"/join/{TOKEN}",), None)
    assert logs.TextLines().format(record).endswith(" INFO app: GET /join/...")
