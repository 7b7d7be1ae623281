"""What was sent to somebody and has not arrived yet, in this process and, where the machine tells it, in the machine itself."""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
from typing import Final, NamedTuple

if sys.platform == "linux":
    import fcntl
    import termios

_BYTES_ACKED: Final = 120
"""Where ``struct tcp_info`` keeps ``tcpi_bytes_acked``, a ``__u64``."""
_TCP_INFO_BYTES: Final = 256


class Unread(NamedTuple):
    """``waiting``: bytes that the other side has not taken. ``taken``: bytes it ever took, ``None`` where nobody can say."""

    waiting: int
    taken: int | None = None


def unread_of(transport: asyncio.Transport) -> Unread:
    """What waits on a connection; of a closed one, nothing."""
    own = transport.get_write_buffer_size()
    kept = transport.get_extra_info("socket")
    if sys.platform != "linux" or kept is None or transport.is_closing():
        return Unread(own)
    try:
        (queued,) = struct.unpack("i", fcntl.ioctl(kept.fileno(), termios.TIOCOUTQ, bytes(4)))  # SIOCOUTQ
        if own + queued == 0:
            return Unread(0)
        told = kept.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_INFO_BYTES)
    except OSError:
        return Unread(own)
    return Unread(
        own + queued, *(struct.unpack_from("=Q", told, _BYTES_ACKED) if len(told) >= _BYTES_ACKED + 8 else ())
    )
