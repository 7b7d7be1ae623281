"""The one way out of this server: a small POST to an address that a player named, and only if it is a public one.

The name is resolved once, every address found must be public, and that very address is connected to, so that a name cannot
mean something else a moment later. Redirects are not followed, little is read, and nothing takes long.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

import h11
import msgspec

from app.engine.refusal import InvalidInput
from app.rooms.values.calls import NotReached

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], Awaitable[Sequence[Address]]]

LONGEST_URL: Final = 500
RESOLVING_S: Final = 3.0
LOOK_UPS: Final = 8
"""How many names are looked up at once."""
WHOLE_S: Final = 8.0
MOST_READ: Final = 16 * 1024
FIRST_FREE_PORT: Final = 1024
_PORTS: Final = {"http": 80, "https": 443}
_HOST: Final = re.compile(r"[A-Za-z0-9.-]{1,253}|[0-9A-Fa-f:]{2,45}")
_TARGET: Final = re.compile(r"[\x21-\x7e]*")
# What holds an IPv4 address within: it could be one that is not public.
_TUNNELS: Final = tuple(
    ipaddress.ip_network(net) for net in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
)
_RELAYS: Final = ipaddress.ip_network("192.88.99.0/24")
_TRY_AGAIN: Final = frozenset({408, 425, 429, 500, 502, 503, 504})


def is_public(address: Address) -> bool:
    """Whether an address is one of the internet, not of this machine, its network or a tunnel into another."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address.is_site_local or any(address in net for net in _TUNNELS):
            return False
    elif address in _RELAYS:
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


class Names:
    """Every address of a name, looked up in threads of its own: names that nobody answers for take long, and must not take the
    threads in which all else is done that takes time."""

    def __init__(self, look_up: Callable[..., Sequence[tuple[Any, ...]]] = socket.getaddrinfo) -> None:
        self._look_up = look_up
        self._threads = ThreadPoolExecutor(LOOK_UPS, "names")

    async def __call__(self, host: str, port: int) -> Sequence[Address]:
        asked = partial(self._look_up, host, port, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(self._threads, asked)
        return [ipaddress.ip_address(str(where[0]).partition("%")[0]) for *_, where in found]


def check_url(url: str) -> SplitResult:
    """The parts of an address that may be called, as far as can be seen from it; raises ``InvalidInput``."""
    refused = InvalidInput.at(
        "url", "an address https://... of a service outside, without a name and password", url[:80]
    )
    if len(url) > LONGEST_URL:
        raise refused
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise refused from None
    if parts.scheme not in _PORTS or parts.username is not None or parts.password is not None:
        raise refused
    # Below lie the ports of other services (mail, remote shells), which take words that are not theirs for their own.
    if port is not None and port < FIRST_FREE_PORT and port not in _PORTS.values():
        raise refused
    if not parts.hostname or not _HOST.fullmatch(parts.hostname) or not _TARGET.fullmatch(url):
        raise refused
    return parts


class Outgoing:
    """Sends small JSON documents outside. ``allows`` says which addresses may be called."""

    def __init__(
        self,
        *,
        allows: Callable[[Address], bool] = is_public,
        resolve: Resolve | None = None,
        context: ssl.SSLContext | None = None,
        agent: str = "Tapete",
        whole_s: float = WHOLE_S,
    ) -> None:
        self._allows = allows
        self._resolve = resolve or Names()
        self._context = context
        self._agent = agent
        self._whole_s = whole_s

    async def post(self, url: str, document: object) -> None:
        """Posts a JSON document; raises ``NotReached`` unless it is taken."""
        try:
            parts = check_url(url)
        except InvalidInput as error:
            raise NotReached(str(error), again=False) from None
        try:
            async with asyncio.timeout(self._whole_s):
                status = await self._exchange(parts, msgspec.json.encode(document))
        except (TimeoutError, OSError, h11.RemoteProtocolError) as error:
            raise NotReached(f"no answer: {type(error).__name__}", again=True) from None
        if not 200 <= status < 300:
            raise NotReached(f"answered {status}", again=status in _TRY_AGAIN)

    async def _exchange(self, parts: SplitResult, body: bytes) -> int:
        host = parts.hostname or ""
        port = parts.port or _PORTS[parts.scheme]
        address = await self._pinned(host, port)
        context = (self._context or ssl.create_default_context()) if parts.scheme == "https" else None
        name = host if context is not None else None
        reader, writer = await asyncio.open_connection(str(address), port, ssl=context, server_hostname=name)
        try:
            return await self._talk(reader, writer, parts, body)
        finally:
            writer.transport.abort()

    async def _pinned(self, host: str, port: int) -> Address:
        """The address to connect to: none of the name's may be one that must not be called."""
        async with asyncio.timeout(RESOLVING_S):
            try:
                found = await self._resolve(host, port)
            except UnicodeError:  # an empty or too long part of a name
                raise NotReached("no name can be that", again=False) from None
        if not found or not all(self._allows(address) for address in found):
            raise NotReached("the name leads to no public address", again=False)
        return found[0]

    async def _talk(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, parts: SplitResult, body: bytes
    ) -> int:
        connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_READ)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = [
            ("Host", parts.netloc),
            ("User-Agent", self._agent),
            ("Content-Type", "application/json"),
            ("Content-Length", str(len(body))),
            ("Connection", "close"),
        ]
        request = h11.Request(method="POST", target=target, headers=headers)
        for part in (request, h11.Data(data=body), h11.EndOfMessage()):
            writer.write(connection.send(part) or b"")
        await writer.drain()
        read = 0
        while True:
            event = connection.next_event()
            if isinstance(event, h11.Response):
                return event.status_code
            if event is h11.NEED_DATA:
                data = await reader.read(4096)
                read += len(data)
                if read > MOST_READ:
                    raise NotReached("its answer is too long", again=False)
                connection.receive_data(data)
            elif not isinstance(event, h11.InformationalResponse):
                raise NotReached("no answer", again=True)
