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


def guard(headers: MutableHeaders) -> None:
    """Adds the safety headers that an answer does not have already."""
    for name, content in HEADERS:
        headers.setdefault(name, content)
    headers.setdefault("cache-control", "no-store")
