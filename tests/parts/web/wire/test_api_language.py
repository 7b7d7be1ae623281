"""Which language an answer speaks: the cookie's, else the browser's, else English."""

from __future__ import annotations

import pytest

from app.web.wire.security import language_of


@pytest.mark.parametrize(
    ("accepted", "cookie", "expected"),
    [
        ("", "", "en"),
        ("es", "", "es"),
        ("es-ES,es;q=0.9,en;q=0.8", "", "es"),
        ("en-GB,en;q=0.9,es;q=0.8", "", "en"),
        ("en;q=0.3, es;q=0.7", "", "es"),
        ("de, fr;q=0.9, es;q=0.1", "", "es"),
        ("de, fr", "", "en"),
        ("es;q=0", "", "en"),
        ("es;q=nonsense", "", "en"),
        ("es;q=nan", "", "en"),
        ("*", "", "en"),
        ("es", "lang=en", "en"),
        ("en", "lang=es", "es"),
        ("es", "lang=de", "es"),
        ("es", "other=en; lang=en", "en"),
    ],
)
def test_the_language_asked_for(accepted: str, cookie: str, expected: str) -> None:
    headers = [(b"accept-language", accepted.encode()), (b"cookie", cookie.encode())]

    assert language_of({"type": "http", "headers": headers}) == expected
