"""The environment, read once into one frozen value; nobody else reads it."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

import msgspec

SYSTEMS: Final = "app.systems"
MOST_WORKERS: Final = 64
MOST_DAYS: Final = 36_500

Limits = Literal["default", "off"]
LogFormat = Literal["auto", "json", "text"]


class SettingsError(Exception):
    """A variable of the environment has a value that cannot be used; the message says which and what was expected."""


class Settings(msgspec.Struct, frozen=True):
    """Where to listen, where the data are, and how strict to be.

    ``database_url`` is ``None`` for the embedded PostgreSQL below ``home``. ``systems`` are the packages whose
    sub-packages are games. ``workers`` is how many processes serve. ``trusted_proxies`` are the addresses whose word on who asks is believed. ``log_format`` is
    ``auto`` for text at a terminal and JSON elsewhere. ``webhooks`` lets seats be called at addresses outside. ``keep_...``:
    for how many days such rooms stay that nobody opens (``None``: for ever).
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database_url: str | None = None
    home: Path = Path("var")
    workers: int = 1
    limits: Limits = "default"
    systems: tuple[str, ...] = (SYSTEMS,)
    trusted_proxies: str = "127.0.0.1,::1"
    log_format: LogFormat = "auto"
    webhooks: bool = False
    keep_unbegun: int | None = 30
    keep_imports: int | None = 30
    keep_finished: int | None = None

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """The settings that the variables ask for; unset and empty ones mean the defaults.

        Raises ``SettingsError`` for a value that cannot be used.
        """
        given = {
            name: value.strip()
            for name, value in (os.environ if environment is None else environment).items()
            if value.strip()
        }
        return cls(
            host=given.get("HOST", "127.0.0.1"),
            port=_whole_number(given, "PORT", 8000, most=65535),
            database_url=_database_url(given),
            home=Path(given.get("TAPETE_HOME", "var")).expanduser(),
            workers=_whole_number(given, "WORKERS", 1, least=1, most=MOST_WORKERS),
            limits=_limits(given),
            systems=_systems(given),
            trusted_proxies=_proxies(given),
            log_format=_log_format(given),
            webhooks=_webhooks(given),
            keep_unbegun=_days(given, "KEEP_UNBEGUN_DAYS", 30),
            keep_imports=_days(given, "KEEP_IMPORTS_DAYS", 30),
            keep_finished=_days(given, "KEEP_FINISHED_DAYS", None),
        )


def _whole_number(given: Mapping[str, str], name: str, default: int, most: int, least: int = 0) -> int:
    value = given.get(name)
    if value is None:
        return default
    if not (value.isascii() and value.isdigit() and least <= int(value) <= most):
        raise SettingsError(f"{name}: expected a whole number from {least} to {most}, found {value!r}")
    return int(value)


def _database_url(given: Mapping[str, str]) -> str | None:
    url = given.get("DATABASE_URL")
    if url is not None and url.partition("://")[0].partition("+")[0] not in ("postgres", "postgresql"):
        # The value itself may hold a password, so it is not repeated.
        raise SettingsError("DATABASE_URL: expected postgresql://..., found another scheme")
    return url


def _limits(given: Mapping[str, str]) -> Limits:
    match given.get("LIMITS", "default"):
        case "default":
            return "default"
        case "off":
            return "off"
        case other:
            raise SettingsError(f"LIMITS: expected default or off, found {other!r}")


def _proxies(given: Mapping[str, str]) -> str:
    """Addresses and networks. ``*`` would believe everybody, names are never compared with anything: neither names a proxy."""
    value = given.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1")
    for part in value.split(","):
        try:
            ipaddress.ip_network(part.strip())
        except ValueError:
            expected = "addresses or networks of proxies such as 10.0.0.1,172.18.0.0/16"
            raise SettingsError(f"FORWARDED_ALLOW_IPS: expected {expected}, found {part.strip()!r}") from None
    return value


def _log_format(given: Mapping[str, str]) -> LogFormat:
    match given.get("LOG_FORMAT", "auto"):
        case "auto" | "json" | "text" as form:
            return form
        case other:
            raise SettingsError(f"LOG_FORMAT: expected auto, json or text, found {other!r}")


def _webhooks(given: Mapping[str, str]) -> bool:
    value = given.get("WEBHOOKS", "off")
    if value not in ("on", "off"):
        raise SettingsError(f"WEBHOOKS: expected on or off, found {value!r}")
    return value == "on"


def _days(given: Mapping[str, str], name: str, default: int | None) -> int | None:
    value = given.get(name, "off" if default is None else str(default))
    if value == "off":
        return None
    if not (value.isascii() and value.isdigit() and 1 <= int(value) <= MOST_DAYS):
        raise SettingsError(f"{name}: expected off or a whole number of days from 1 to {MOST_DAYS}, found {value!r}")
    return int(value)


def _systems(given: Mapping[str, str]) -> tuple[str, ...]:
    more = (package.strip() for package in given.get("TAPETE_SYSTEMS", "").split(","))
    return tuple(dict.fromkeys([SYSTEMS, *(package for package in more if package)]))
