"""The safety headers of every answer."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import MutableHeaders

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
HEADERS: Final = (
    ("content-security-policy", CONTENT_SECURITY_POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
)


ONLY_HTTPS: Final = ("strict-transport-security", "max-age=31536000")
"""For a year, browsers ask this host over HTTPS alone; other hosts below its name may do as they like."""


def guard(headers: MutableHeaders, scheme: str) -> None:
    """Adds the safety headers that an answer over ``scheme`` does not have already."""
    for name, content in HEADERS:
        headers.setdefault(name, content)
    if scheme in ("https", "wss"):
        headers.setdefault(*ONLY_HTTPS)
    headers.setdefault("cache-control", "no-store")
