"""The way out of the server leads to public addresses only, to the very one that was looked at, and nowhere further."""

from __future__ import annotations

import ipaddress

import pytest

from app.engine.refusal import InvalidInput
from app.rooms.values.calls import NotReached
from app.web.wire.outgoing import MOST_READ, Outgoing, check_url, is_public
from tests.parts.web.receiver import LOOPBACK, outgoing, receiving

INSIDE = (
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"),
    *("255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1"),
    *("64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "192.0.2.1", "198.18.0.1", "240.0.0.1"),
)


@pytest.mark.parametrize("address", INSIDE)
def test_what_is_inside_is_not_public(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["93.184.216.34", "1.1.1.1", "2606:4700:4700::1111", "::ffff:1.1.1.1"])
def test_what_is_outside_is_public(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        *("ftp://example.org/", "file:///etc/passwd", "https://", "https:///x", "//example.org", "example.org/x", ""),
        *("https://name:word@example.org/", "https://name@example.org/", "https://example.org:0/", "http://[::1"),
        *(
            "https://example.org/a b",
            "https://example.org/\r\nHost: x",
            "https://exa mple.org/",
            "https://exämple.org/",
        ),
        *("https://example.org:99999/", "https://example.org/" + "x" * 500),
    ],
)
def test_what_is_no_address_of_a_service_is_refused(url: str) -> None:
    with pytest.raises(InvalidInput):
        check_url(url)


async def test_a_document_is_posted_to_the_address_that_was_looked_at() -> None:
    async with receiving() as receiver:
        await outgoing(agent="Tapete/1").post(f"http://hooks.example:{receiver.port}/a?b=c", {"kind": "your_turn"})

        assert await receiver.next() == {"kind": "your_turn"}
        (head,) = receiver.heads
        assert head.startswith("POST /a?b=c HTTP/1.1\r\n")
        assert f"Host: hooks.example:{receiver.port}\r\n" in head
        assert "User-Agent: Tapete/1\r\n" in head


async def test_a_name_that_leads_inside_too_is_not_called_at_all() -> None:
    public = ipaddress.ip_address("1.1.1.1")
    async with receiving() as receiver:
        url = f"http://hooks.example:{receiver.port}/"
        for found in ((LOOPBACK,), (public, LOOPBACK), ()):
            with pytest.raises(NotReached) as refused:
                await outgoing(found, allows=is_public).post(url, {})
            assert not refused.value.again
        with pytest.raises(NotReached):
            await Outgoing().post(f"http://127.0.0.1:{receiver.port}/", {})
        with pytest.raises(NotReached):
            await Outgoing().post(f"http://localhost:{receiver.port}/", {})

        assert receiver.heads == []


@pytest.mark.parametrize(
    ("answer", "again"),
    [
        (b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n", False),
        (b"HTTP/1.1 404 Not Found\r\n\r\n", False),
        (b"HTTP/1.1 503 Service Unavailable\r\n\r\n", True),
        (b"HTTP/1.1 429 Too Many Requests\r\n\r\n", True),
        (b"no http at all\r\n\r\n", True),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * MOST_READ, False),
        (b"HTTP/1.1 200 OK\r\nX: " + b"x" * (2 * MOST_READ), False),
    ],
)
async def test_an_answer_that_is_none_is_not_followed_and_not_read_for_ever(answer: bytes, again: bool) -> None:
    async with receiving() as receiver:
        receiver.answers = [answer]
        with pytest.raises(NotReached) as refused:
            await outgoing().post(f"http://hooks.example:{receiver.port}/", {})

        assert refused.value.again is again
        assert len(receiver.heads) == 1


async def test_whoever_never_answers_is_left_soon() -> None:
    async with receiving() as receiver:
        receiver.answers = [b""]
        with pytest.raises(NotReached) as refused:
            await outgoing(whole_s=0.05).post(f"http://hooks.example:{receiver.port}/", {})

        assert refused.value.again
