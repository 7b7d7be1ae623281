"""What the server writes down: a JSON object per line, whatever happens, and never a secret."""

from __future__ import annotations

import io
import json
import logging
import sys
import threading
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from app import logs
from app.settings import Settings, SettingsError

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
        ("/watch/s3cret/", "/watch/.../"),
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
        ("why? because", "why? because"),
        ("room 0123456789abcdef is full", "room 0123456789abcdef is full"),
    ],
)
def test_secrets_are_cut_out_of_whatever_is_said(said: str, written_down: str) -> None:
    assert logs.without_secrets(said) == written_down


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
