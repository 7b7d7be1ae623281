"""What the server writes down, with secrets kept out."""

from __future__ import annotations

import copy
import logging
import re
from typing import Any, Final

from uvicorn.config import LOGGING_CONFIG

SECRET_PATH: Final = re.compile(r"^/(join|watch)/[^/]+")


def log_configuration() -> dict[str, Any]:  # what logging.config takes
    """Uvicorn's, with our own loggers beside and every address cut before it is written."""
    config = copy.deepcopy(LOGGING_CONFIG)
    config["filters"] = {"addresses": {"()": AddressFilter}}
    for handler in config["handlers"].values():
        handler["filters"] = ["addresses"]
    config["loggers"]["app"] = {"handlers": ["default"], "level": "INFO", "propagate": False}
    config["root"] = {"handlers": ["default"], "level": "WARNING"}
    return config


class AddressFilter(logging.Filter):
    """Takes query strings and the secrets of links out of everything that looks like a path."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always lets the record through, cut."""
        if isinstance(record.args, tuple):
            record.args = tuple(_cut(value) for value in record.args)
        return True


def _cut(value: object) -> object:
    if not (isinstance(value, str) and value.startswith("/")):
        return value
    return SECRET_PATH.sub(r"/\1/...", value.partition("?")[0])
