"""What Schemathesis does not know by itself: how a file of JSON lines is sent. It loads this module as its hooks."""

from __future__ import annotations

import schemathesis


@schemathesis.serializer("application/jsonl")
def json_lines(context: schemathesis.SerializationContext, value: object) -> bytes:
    """The body as it is; whatever is no text is sent as its text."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
