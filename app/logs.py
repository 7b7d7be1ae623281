"""What the server writes down: one JSON object per line on standard error, or text for people at a terminal.

No secret is ever meant to be logged; ``without_secrets`` is the second lock, which every line passes.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final, Literal, TextIO

import msgspec

Form = Literal["json", "text"]

FIELDS: Final = "fields"
"""What a record may carry beside its message: ``logger.info("...", extra={FIELDS: {"room": id}})``."""

LEVELS: Final[Mapping[str, int]] = {
    "": logging.WARNING,
    "app": logging.INFO,
    "uvicorn": logging.INFO,
    "alembic": logging.INFO,
    "alembic.runtime.plugins": logging.WARNING,
    "alembic.runtime.setup": logging.WARNING,
}


def _spelt(*words: str) -> str:
    """A pattern of any of the words, each letter as it is or percent-encoded, once or more often."""
    ways = (
        "".join(f"(?:{letter}|%(?:25)*(?:{ord(letter):x}|{ord(letter.upper()):x}))" for letter in word)
        for word in words
    )
    return f"({'|'.join(ways)})"


_QUERY: Final = re.compile(r"((?:^|(?<=[\s\"'(=]))/[^\s?\"']*)\?[^\s\"')]*")
_SLASH: Final = r"(?:[/\\]|%(?:25)*(?:2f|5c))"
_LINK: Final = re.compile(
    rf"(?i){_SLASH}+{_spelt('join', 'watch', 'replay')}{_SLASH}+(?!\{{secret\}}|share(?![\w%-])|\.\.\.)[^\s\"'?#]+"
)
_PASSWORD: Final = re.compile(r"(\w://[^\s:/@]*):[^\s/]*@")
_BEARER: Final = re.compile(r"(?i)\b(bearer[. ])[^\s\"',;]+")
_COOKIE: Final = re.compile(r"\b((?:__Host-)?t_[A-Za-z0-9-]+_[a-z]+=)[^\s\"';,]+")
_LETTERS: Final = re.compile(r"(?:[A-Za-z0-9_-]|%[0-9A-Fa-f]{2}){32,}")
_DIGEST: Final = re.compile(r"[0-9a-fA-F]{64,}")
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def _unless_plain(found: re.Match[str]) -> str:
    """A long word of large and small letters is a token, or holds one."""
    word = found[0]
    return "..." if word != word.lower() and word != word.upper() else word


_CUTS: Final = (
    (1, ("?",), _QUERY, r"\1"),
    (1, ("/", "\\", "%"), _LINK, r"/\1/..."),
    (1, ("://",), _PASSWORD, r"\1:...@"),
    (1, ("earer", "EARER"), _BEARER, r"\1..."),
    (1, ("t_",), _COOKIE, r"\1..."),
    (32, ("",), _LETTERS, _unless_plain),
    (64, ("",), _DIGEST, "..."),
)
"""How long a text must be and one of what it must hold, which is quickly seen; then what is cut, and what stands there
instead."""


def without_secrets(text: str) -> str:
    """The text without query strings, links' secrets, passwords of addresses, tokens, cookies and secrets of dice.

    A token standing alone is known by its form (32 letters, digits, ``_`` or ``-``, large and small ones; more, if something
    was added to it), a dice secret by its 64 hexadecimal digits; a commitment looks the same and is cut as well.
    """
    for least, signs, pattern, instead in _CUTS:
        if len(text) >= least and any(sign in text for sign in signs):
            text = pattern.sub(instead, text)
    return text


def configure(form: Form, stream: TextIO | None = None) -> None:
    """Makes everything that this process has to say, warnings and fatal errors included, a line on standard error.

    Call it first in every process of the server.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    handler.addFilter(_is_news)
    root = logging.getLogger()
    for old in tuple(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    for name, level in LEVELS.items():
        logging.getLogger(name).setLevel(level)
    logging.captureWarnings(True)
    sys.excepthook = _note_fatal
    threading.excepthook = _note_fatal_thread


def _is_news(record: logging.LogRecord) -> bool:
    """Leaves out what the server says of each socket: the app itself writes a better line for it."""
    if record.name != "uvicorn.error" or record.levelno > logging.INFO:
        return True
    return not (record.msg in ("connection open", "connection closed") or "WebSocket" in str(record.msg))


def form_for(wanted: str, stream: TextIO | None = None) -> Form:
    """The form of the setting ``LOG_FORMAT``: ``json``, ``text``, or ``auto``: text for a terminal, JSON otherwise."""
    if wanted == "auto":
        return "text" if (stream or sys.stderr).isatty() else "json"
    return "text" if wanted == "text" else "json"


class TextLines(logging.Formatter):
    """Lines for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        """One line, and below it, each of their lines set in, traceback and stack if there are any: whatever was said by somebody
        outside never looks like a line of its own."""
        record.message, record.asctime = record.getMessage().rstrip("\n"), self.formatTime(record, self.datefmt)
        lines = [without_secrets(self.formatMessage(record))]
        if record.exc_info:
            lines += _set_in(self.formatException(record.exc_info))
        if record.stack_info:
            lines += _set_in(record.stack_info)
        return "\n".join(_CONTROL.sub(_escaped, line) for line in lines)


def _set_in(text: str) -> list[str]:
    return [f"    {line}" for line in without_secrets(text).split("\n")]


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


class JsonLines(logging.Formatter):
    """Lines for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """One JSON object: time (UTC), level, logger, message, the record's own fields, and a traceback if there is one."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        for name, value in getattr(record, FIELDS, {}).items():
            line.setdefault(name, without_secrets(value) if isinstance(value, str) else value)
        if record.exc_info:
            line["exception"] = without_secrets(self.formatException(record.exc_info))
        if record.stack_info:
            line["stack"] = without_secrets(record.stack_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def _note_fatal(kind: type[BaseException], error: BaseException, traceback: Any) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, traceback)
        return
    logging.getLogger("app").critical("the process ends", exc_info=(kind, error, traceback))


def _note_fatal_thread(arguments: threading.ExceptHookArgs) -> None:
    if arguments.exc_value is not None and not issubclass(arguments.exc_type, SystemExit):
        logging.getLogger("app").critical(
            "a thread ends", exc_info=(arguments.exc_type, arguments.exc_value, arguments.exc_traceback)
        )
