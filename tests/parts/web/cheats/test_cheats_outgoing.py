"""Addresses with which a call outside could be led astray."""

from __future__ import annotations

import asyncio
import ipaddress
import threading
from typing import Any

import pytest

from app.engine.refusal import InvalidInput
from app.rooms.values.calls import NotReached
from app.web.wire.outgoing import Names, Outgoing, check_url, is_public


@pytest.mark.parametrize("address", ["fec0::1", "192.88.99.1", "::127.0.0.1", "::ffff:0:127.0.0.1"])
def test_what_belongs_to_a_network_inside_or_leads_through_a_tunnel_is_not_public(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("url", ["http://a..b/", "https://.a/", f"https://{'a' * 64}.example/"])
async def test_a_name_that_cannot_be_one_is_not_reached_and_not_tried_again(url: str) -> None:
    with pytest.raises(NotReached) as refused:
        await Outgoing().post(url, {})

    assert not refused.value.again


@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "017700000001", "127.1", "0", "[::ffff:7f00:1]", "[::1]"])
async def test_this_machine_by_any_other_name_is_not_called(host: str) -> None:
    with pytest.raises(NotReached):
        await Outgoing().post(f"http://{host}:22/", {})


@pytest.mark.parametrize("port", [0, 22, 25, 110, 143, 587, 1023])
def test_a_service_of_another_kind_is_not_spoken_to(port: int) -> None:
    for scheme in ("http", "https"):
        with pytest.raises(InvalidInput):
            check_url(f"{scheme}://mail.example.org:{port}/")
        assert [check_url(f"{scheme}://bot.example.org:{free}/").port for free in (80, 443, 8443)] == [80, 443, 8443]


async def test_names_that_nobody_answers_for_do_not_hold_up_what_else_takes_a_thread() -> None:
    answered = threading.Event()

    def look_up(*asked: Any, **how: Any) -> list[tuple[Any, ...]]:
        answered.wait(30)
        return []

    out = Outgoing(resolve=Names(look_up))
    calls = [asyncio.create_task(out.post(f"http://name-{n}.example/", {})) for n in range(40)]
    try:
        assert await asyncio.wait_for(asyncio.to_thread(lambda: "done"), 20) == "done"
        assert not answered.is_set()
    finally:
        answered.set()
        results = await asyncio.gather(*calls, return_exceptions=True)
    assert all(isinstance(result, NotReached) for result in results)
