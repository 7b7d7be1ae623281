"""The environment: what it may say, and what is said about the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.settings import Settings, SettingsError


def test_an_empty_environment_means_the_defaults() -> None:
    assert Settings.from_environment({}) == Settings()
    assert Settings.from_environment({"PORT": "", "HOST": " ", "DATABASE_URL": ""}) == Settings()


def test_every_variable_is_read() -> None:
    given = {
        "HOST": "0.0.0.0",
        "PORT": "8123",
        "DATABASE_URL": "postgresql://u:p@db/tapete",
        "TAPETE_HOME": "/srv/tapete",
        "WORKERS": "3",
        "LIMITS": "off",
        "TAPETE_SYSTEMS": "my.games, other.games,app.systems",
        "FORWARDED_ALLOW_IPS": "10.0.0.1",
        "WEBHOOKS": "on",
        "KEEP_UNBEGUN_DAYS": "7",
        "KEEP_IMPORTS_DAYS": "off",
        "KEEP_FINISHED_DAYS": "365",
    }

    assert Settings.from_environment(given) == Settings(
        host="0.0.0.0",
        port=8123,
        database_url="postgresql://u:p@db/tapete",
        home=Path("/srv/tapete"),
        workers=3,
        limits="off",
        systems=("app.systems", "my.games", "other.games"),
        trusted_proxies="10.0.0.1",
        webhooks=True,
        keep_unbegun=7,
        keep_imports=None,
        keep_finished=365,
    )


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("PORT", "http", "PORT: expected a whole number from 0 to 65535, found 'http'"),
        ("PORT", "65536", "PORT: expected a whole number from 0 to 65535, found '65536'"),
        ("PORT", "-1", "PORT: expected a whole number"),
        ("PORT", "٣", "PORT: expected a whole number"),
        ("WORKERS", "65", "WORKERS: expected a whole number from 1 to 64, found '65'"),
        ("WORKERS", "0", "WORKERS: expected a whole number from 1 to 64, found '0'"),
        ("WEBHOOKS", "yes", "WEBHOOKS: expected on or off, found 'yes'"),
        (
            "KEEP_UNBEGUN_DAYS",
            "0",
            "KEEP_UNBEGUN_DAYS: expected off or a whole number of days from 1 to 36500, found '0'",
        ),
        ("KEEP_FINISHED_DAYS", "never", "KEEP_FINISHED_DAYS: expected off or a whole number of days"),
        ("LIMITS", "none", "LIMITS: expected default or off, found 'none'"),
        ("FORWARDED_ALLOW_IPS", "*", "FORWARDED_ALLOW_IPS: expected addresses or networks of proxies"),
        ("FORWARDED_ALLOW_IPS", "10.0.0.1,", "FORWARDED_ALLOW_IPS: expected addresses or networks of proxies"),
        ("FORWARDED_ALLOW_IPS", "::1, proxy", "FORWARDED_ALLOW_IPS: expected addresses or networks of proxies"),
        ("FORWARDED_ALLOW_IPS", "10.0.0.1/8", "FORWARDED_ALLOW_IPS: expected addresses or networks of proxies"),
        ("DATABASE_URL", "mysql://secret@db", "DATABASE_URL: expected postgresql://"),
    ],
)
def test_a_value_that_cannot_be_used_is_named_with_what_was_expected(name: str, value: str, expected: str) -> None:
    with pytest.raises(SettingsError) as refused:
        Settings.from_environment({name: value})

    assert str(refused.value).startswith(expected)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+asyncpg"])
def test_every_way_to_write_a_database_address_is_taken(scheme: str) -> None:
    assert Settings.from_environment({"DATABASE_URL": f"{scheme}://db/tapete"}).database_url == f"{scheme}://db/tapete"
