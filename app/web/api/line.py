"""The way out of a websocket: prebuilt frames, handed to the connection itself where that can be done at once.

A frame of a server is the same bytes for everybody (nothing is masked, and no line has a compressor of its own), so it is
built once for each kind of viewer, and a long text packed once for all pages that unpack it. Going through the server's own
``send`` costs twice as much for each viewer, and waking a task for each costs more than both.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from functools import cached_property
from typing import Final

import msgspec
from starlette.types import Message, Send
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_TEXT, _BINARY = 0x81, 0x82  # a whole message in one frame
PACKED_FROM: Final = 1000
"""Bytes of a text from which it is packed; shorter ones hardly shrink."""


class Parcel(msgspec.Struct, frozen=True, dict=True):
    """Messages to be sent together, and all of them as frames: UTF-8 texts, or one that ``is_packed``."""

    texts: tuple[bytes, ...]
    frames: bytes
    is_packed: bool = False

    @classmethod
    def of(cls, texts: Iterable[bytes]) -> Parcel:
        """A parcel of UTF-8 texts."""
        texts = tuple(texts)
        return cls(texts, b"".join([part for text in texts for part in (_head(len(text)), text)]))

    @classmethod
    def packed(cls, text: bytes, known: bytes = b"") -> Parcel:
        """A parcel of one text, as a binary message with the text in raw deflate (RFC 1951) if it is long, as it goes on after
        ``known``, which whoever unpacks it has said to have."""
        if len(text) < PACKED_FROM:
            return cls.of([text])
        packer = zlib.compressobj(zlib.Z_BEST_COMPRESSION, wbits=-zlib.MAX_WBITS, zdict=known)
        packed = packer.compress(text) + packer.flush()
        return cls((packed,), _head(len(packed), _BINARY) + packed, is_packed=True)

    @cached_property
    def messages(self) -> tuple[Message, ...]:
        """Each as the server's own message, made when first needed."""
        if self.is_packed:
            return tuple({"type": "websocket.send", "bytes": packed} for packed in self.texts)
        return tuple({"type": "websocket.send", "text": text.decode()} for text in self.texts)


def _head(size: int, kind: int = _TEXT) -> bytes:
    """What stands before a message of ``size`` bytes (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((kind, size))
    if size < 1 << 16:
        return struct.pack("!BBH", kind, 126, size)
    return struct.pack("!BBQ", kind, 127, size)


class WayOut:
    """Sends parcels on one accepted socket; ``send`` is the server's own."""

    __slots__ = ("_is_waiting", "_protocol", "_send")

    def __init__(self, send: Send) -> None:
        self._send = send
        protocol = getattr(send, "__self__", None)
        self._protocol = protocol if isinstance(protocol, WebSocketsSansIOProtocol) else None
        self._is_waiting = False

    @property
    def is_free(self) -> bool:
        """Whether something can be sent without waiting: the other side keeps up, the line is not ending."""
        protocol = self._protocol
        if protocol is None or self._is_waiting:
            return False
        return protocol.writable.is_set() and not protocol.close_sent and not protocol.transport.is_closing()

    def send_now(self, parcel: Parcel) -> None:
        """Sends without waiting; only while it ``is_free``."""
        assert self._protocol is not None
        self._protocol.transport.write(parcel.frames)

    async def send(self, parcel: Parcel) -> None:
        """Sends, waiting for a slow reader; raises ``OSError`` when nobody reads any more."""
        if self.is_free:
            self.send_now(parcel)
            return
        self._is_waiting = True
        try:
            for message in parcel.messages:
                await self._send(message)
        finally:
            self._is_waiting = False
