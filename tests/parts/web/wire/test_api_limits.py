"""Token buckets: a burst at once, then a steady pace, each asker alone; and what the API counts."""

from __future__ import annotations

import httpx
import pytest
from starlette.requests import HTTPConnection

from app.rooms.values.errors import TooFast
from app.web.wire.access import asker_of
from app.web.wire.limits import DEFAULT, Allowance, Asker, Kind, Limit, Limits
from tests.parts.web.api_site import BASE, HUMANS, PASS, Site, assert_problem, limited
from tests.parts.web.wire.authorisation import Row, campaign_rows, room_rows
from tests.parts.web.wire.test_authorisation import a_place, address, ask, body_of, exported


class Clock:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


FIGURES = {Kind.MESSAGES: Limit("chat", link=Allowance(burst=3, per_minute=30))}
ANA = Asker("192.0.2.1", "room/a")
LUIS = Asker("192.0.2.1", "room/b")


def test_a_burst_is_allowed_and_the_next_one_must_wait() -> None:
    limits = Limits(FIGURES, Clock())

    for _ in range(3):
        limits.take(Kind.MESSAGES, ANA)
    with pytest.raises(TooFast) as refused:
        limits.take(Kind.MESSAGES, ANA)

    assert refused.value.retry_after_s == 2


def test_the_wait_that_was_told_is_enough() -> None:
    clock = Clock()
    limits = Limits(FIGURES, clock)
    for _ in range(3):
        limits.take(Kind.MESSAGES, ANA)
    with pytest.raises(TooFast) as refused:
        limits.take(Kind.MESSAGES, ANA)

    clock.now += refused.value.retry_after_s

    limits.take(Kind.MESSAGES, ANA)
    with pytest.raises(TooFast):
        limits.take(Kind.MESSAGES, ANA)


BYTES = {Kind.IMPORTED_BYTES: Limit("bytes", address=Allowance(burst=1000, per_minute=60))}


def test_what_is_counted_by_size_is_used_up_by_size() -> None:
    clock = Clock()
    limits = Limits(BYTES, clock)
    limits.take(Kind.IMPORTED_BYTES, ANA, 400)
    limits.take(Kind.IMPORTED_BYTES, ANA, 600)
    with pytest.raises(TooFast):
        limits.take(Kind.IMPORTED_BYTES, ANA, 1)
    clock.now += 60

    limits.take(Kind.IMPORTED_BYTES, ANA, 60)
    with pytest.raises(TooFast):
        limits.take(Kind.IMPORTED_BYTES, ANA, 1)


def test_what_is_larger_than_what_was_left_is_waited_for_afterwards() -> None:
    clock = Clock()
    limits = Limits(BYTES, clock)
    limits.take(Kind.IMPORTED_BYTES, ANA, 999)
    limits.take(Kind.IMPORTED_BYTES, ANA, 600)
    with pytest.raises(TooFast) as refused:
        limits.take(Kind.IMPORTED_BYTES, ANA, 1)

    assert refused.value.retry_after_s == 600
    clock.now += 599
    with pytest.raises(TooFast):
        limits.take(Kind.IMPORTED_BYTES, ANA, 1)
    clock.now += 1
    limits.take(Kind.IMPORTED_BYTES, ANA, 1)


def test_what_somebody_used_up_is_not_forgotten_over_what_many_others_ask() -> None:
    limits = Limits(BYTES | {Kind.MESSAGES: Limit("chat", address=Allowance(1, 1))}, Clock())
    limits.take(Kind.IMPORTED_BYTES, ANA, 1000)
    for number in range(51_000):
        limits.take(Kind.MESSAGES, Asker(str(number)))

    with pytest.raises(TooFast):
        limits.take(Kind.IMPORTED_BYTES, ANA, 1)


def test_one_asker_never_uses_up_anothers_allowance() -> None:
    limits = Limits(FIGURES, Clock())
    for _ in range(3):
        limits.take(Kind.MESSAGES, ANA)

    limits.take(Kind.MESSAGES, LUIS)


def test_a_long_rest_saves_no_more_than_one_burst() -> None:
    clock = Clock()
    limits = Limits(FIGURES, clock)
    limits.take(Kind.MESSAGES, ANA)
    clock.now += 86_400

    for _ in range(3):
        limits.take(Kind.MESSAGES, ANA)
    with pytest.raises(TooFast):
        limits.take(Kind.MESSAGES, ANA)


def test_the_setting_off_counts_nothing() -> None:
    limits = Limits.named("off")

    for _ in range(10_000):
        limits.take(Kind.ROOMS, ANA)


def test_the_setting_default_has_a_figure_for_every_kind() -> None:
    assert set(DEFAULT) == set(Kind)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("kind", "method", "path", "body"),
    [
        (Kind.READS, "GET", "", None),
        (Kind.READS, "GET", "/position", None),
        (Kind.READS, "GET", "/events", None),
        (Kind.EXPORTS, "GET", "/export", None),
        (Kind.ACTIONS, "POST", "/actions", {"action": PASS}),
        (Kind.ACTIONS, "POST", "/proposals", {"kind": "draw"}),
        (Kind.MESSAGES, "POST", "/messages", {"text": "hi"}),
        (Kind.QUESTIONS, "POST", "/previews", {"action": PASS}),
        (Kind.QUESTIONS, "GET", "/survey?unit=a1", None),
        (Kind.QUESTIONS, "GET", "/offers", None),
    ],
)
async def test_what_a_seat_does_is_counted_by_its_link(
    site: Site, kind: Kind, method: str, path: str, body: object
) -> None:
    room = await site.make_room()

    async def ask(seat: str) -> httpx.Response:
        return await (site.get(room, path, as_=seat) if method == "GET" else site.post(room, path, body, as_=seat))

    with limited(site, kind):
        first, second, other = await ask("a"), await ask("a"), await ask("b")

    assert first.status_code != 429
    assert other.status_code != 429
    problem = assert_problem(second, 429, "too_fast")
    assert 0 < int(second.headers["retry-after"]) <= 60
    assert problem["retry_after_s"] == int(second.headers["retry-after"])


@pytest.mark.asyncio(loop_scope="module")
async def test_rooms_and_rules_questions_are_counted_by_address(site: Site) -> None:
    new_room = {"game": "pebbles", "scenario": "open", "seats": list(HUMANS)}
    asked = ("/api/v1/games/pebbles/queries/chance", {"need": 4})

    with limited(site, Kind.ROOMS):
        assert (await site.client.post("/api/v1/rooms", json=new_room)).status_code == 201
        spoofed = await site.client.post("/api/v1/rooms", json=new_room, headers={"X-Forwarded-For": "1.2.3.4"})
        assert_problem(spoofed, 429, "too_fast")

    with limited(site, Kind.RULES):
        assert (await site.client.post(asked[0], json=asked[1])).status_code == 200
        assert_problem(await site.client.post(asked[0], json=asked[1]), 429, "too_fast")

    opening = "/games/daubs/opening?scenario=yard&seats=2&option_seed=3"
    with limited(site, Kind.RULES):
        assert (await site.client.get(opening)).status_code == 200
        assert_problem(await site.client.get(opening), 429, "too_fast")


@pytest.mark.asyncio(loop_scope="module")
async def test_a_request_too_many_plays_nothing(site: Site) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)
    before = await site.state_of(room)

    with limited(site, Kind.ACTIONS):
        await site.post(room, "/actions", {"action": {"type": "fly"}}, as_=seat)
        assert_problem(await site.post(room, "/actions", {"action": PASS}, as_=seat), 429, "too_fast")

    assert await site.state_of(room) == before


# -- by address and by link --------------------------------------------------------------------------------------------

BOTH = {Kind.ACTIONS: Limit("", address=Allowance(burst=5, per_minute=60), link=Allowance(burst=3, per_minute=6))}


def test_fifty_links_at_one_address_share_what_one_address_may_do() -> None:
    limits = Limits(BOTH, Clock())
    links = [Asker("192.0.2.1", f"room-{number}/a") for number in range(50)]

    accepted = [link for link in links if is_accepted(limits, link)]

    assert len(accepted) == 5


def test_one_link_at_fifty_addresses_is_still_one_link() -> None:
    limits = Limits(BOTH, Clock())
    places = [Asker(f"192.0.2.{number}", "room/a") for number in range(50)]

    assert sum(is_accepted(limits, place) for place in places) == 3


def test_whoever_waits_longest_tells_the_wait() -> None:
    clock = Clock()
    limits = Limits(BOTH, clock)
    for _ in range(3):
        limits.take(Kind.ACTIONS, ANA)
    for _ in range(2):
        limits.take(Kind.ACTIONS, LUIS)

    with pytest.raises(TooFast) as refused:
        limits.take(Kind.ACTIONS, ANA)

    assert refused.value.retry_after_s == 10  # her link gets one every ten seconds, the address one every second


def test_a_refused_request_uses_up_nobodys_allowance() -> None:
    limits = Limits(BOTH, Clock())
    for _ in range(20):
        is_accepted(limits, ANA)

    assert [is_accepted(limits, LUIS) for _ in range(3)] == [True, True, False]


def test_a_family_of_seven_at_one_address_plays_chats_and_watches_at_once() -> None:
    clock = Clock()
    limits = Limits(DEFAULT, clock)
    family = [Asker("192.0.2.1", f"room/{seat}") for seat in "abcdefg"]

    for member in family:
        for _ in range(2):
            limits.hold(Kind.SOCKETS, member)
    for _ in range(30):
        for member in family:
            limits.take(Kind.ACTIONS, member)
            for _ in range(3):
                limits.take(Kind.QUESTIONS, member)
            limits.take(Kind.POINTERS, member)
        clock.now += 5
    for member in family:
        for _ in range(5):
            limits.take(Kind.MESSAGES, member)


def test_a_flood_of_new_askers_keeps_memory_bounded_and_forgets_the_longest_silent_first() -> None:
    limits = Limits(FIGURES, Clock())
    for number in range(60_000):
        limits.take(Kind.MESSAGES, Asker("192.0.2.1", f"room-{number}/a"))
    for _ in range(2):
        limits.take(Kind.MESSAGES, Asker("192.0.2.1", "room-59999/a"))

    assert len(limits._buckets[Kind.MESSAGES]) == 50_000
    assert not is_accepted(limits, Asker("192.0.2.1", "room-59999/a"))


def is_accepted(limits: Limits, asker: Asker) -> bool:
    try:
        limits.take(next(iter(limits._limits)), asker)
    except TooFast:
        return False
    return True


# -- what is known only afterwards -------------------------------------------------------------------------------------

THOUGHT = {Kind.THOUGHT: Limit("", address=Allowance(burst=20, per_minute=60), link=Allowance(burst=10, per_minute=30))}


def test_what_a_question_took_is_taken_afterwards_and_a_debt_is_waited_for() -> None:
    clock = Clock()
    limits = Limits(THOUGHT, clock)
    ana, luis = limits.payer(ANA), limits.payer(LUIS)

    ana.afford()
    ana.pay(13)
    with pytest.raises(TooFast) as refused:
        ana.afford()
    luis.afford()

    assert refused.value.retry_after_s == 6
    clock.now += 5.9
    with pytest.raises(TooFast):
        ana.afford()
    clock.now += 0.2
    ana.afford()


def test_links_at_one_address_share_its_time() -> None:
    limits = Limits(THOUGHT, Clock())
    links = [limits.payer(Asker("192.0.2.1", f"room-{number}/a")) for number in range(3)]

    for link in links[:2]:
        link.pay(10)

    with pytest.raises(TooFast):
        links[2].afford()
    limits.payer(Asker("192.0.2.2", "room-9/a")).afford()


def test_a_player_who_plans_all_the_time_is_never_in_debt() -> None:
    """A preview every tenth of a second while something is dragged, half of the time, each as dear as the largest scenario's."""
    clock = Clock()
    player = Limits(DEFAULT, clock).payer(ANA)

    for _ in range(60 * 60):
        clock.now += 1
        for _ in range(5):
            player.afford()
            player.pay(0.05)


@pytest.mark.asyncio(loop_scope="module")
async def test_whoever_is_in_debt_is_told_what_is_known_and_nothing_new(site: Site) -> None:
    room = await site.make_room()
    known = await site.get(room, "/offers")
    usual = site.app.state.limits
    site.app.state.limits = Limits({Kind.THOUGHT: Limit("", link=Allowance(burst=0, per_minute=60))})
    try:
        again, new = await site.get(room, "/offers"), await site.get(room, "/offers?unit=a1")
        planned = await site.post(room, "/previews", {"action": PASS})
    finally:
        site.app.state.limits = usual

    assert again.content == known.content
    for answer in (new, planned):
        assert assert_problem(answer, 429, "too_fast")["retry_after_s"] >= 1


# -- what stays open ---------------------------------------------------------------------------------------------------

LINES = {Kind.SOCKETS: Limit("", address=Allowance(100, 100, open=5), link=Allowance(100, 100, open=3))}


def test_no_more_stays_open_than_one_link_and_one_address_may_have() -> None:
    limits = Limits(LINES, Clock())
    held = [limits.hold(Kind.SOCKETS, ANA) for _ in range(3)]
    with pytest.raises(TooFast):
        limits.hold(Kind.SOCKETS, ANA)
    held += [limits.hold(Kind.SOCKETS, LUIS) for _ in range(2)]
    with pytest.raises(TooFast):
        limits.hold(Kind.SOCKETS, LUIS)

    held[0].let_go()
    held[0].let_go()  # a second time frees nothing more

    limits.hold(Kind.SOCKETS, LUIS)
    with pytest.raises(TooFast):
        limits.hold(Kind.SOCKETS, ANA)


def test_what_is_let_go_leaves_nothing_behind() -> None:
    limits = Limits(LINES, Clock())

    for number in range(100):
        with limits.hold(Kind.SOCKETS, Asker("192.0.2.1", f"room-{number}/a")):
            pass
        limits._buckets.clear()

    assert not limits._open


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::1", "::/64"),
        ("a.name.of.a.socket", "a.name.of.a.socket"),
        ("x" * 5000, "x" * 64),
    ],
)
def test_an_address_is_what_one_household_has(host: str, address: str) -> None:
    connection = HTTPConnection({"type": "http", "headers": [], "client": (host, 4711)})

    assert asker_of(connection) == Asker(address)


def test_without_an_address_everybody_is_the_same_unknown() -> None:
    assert asker_of(HTTPConnection({"type": "http", "headers": [], "client": None})) == Asker("unknown")


@pytest.mark.asyncio(loop_scope="module")
async def test_a_link_exchanged_for_many_cookies_is_still_counted_as_one(site: Site) -> None:
    room = await site.make_room()
    cookies = [(await site.app.state.rooms.exchange(room.tokens["a"]))[1] for _ in range(3)]

    with limited(site, Kind.MESSAGES):
        answers = [
            await site.client.post(
                f"{room.path}/messages",
                json={"text": "hi"},
                headers={"Cookie": f"t_{room.id}_a={cookie}", "Origin": BASE},
            )
            for cookie in cookies
        ]

    assert [answer.status_code for answer in answers] == [200, 429, 429]


@pytest.mark.asyncio(loop_scope="module")
async def test_making_links_into_cookies_is_counted_by_address(site: Site) -> None:
    room = await site.make_room()

    with limited(site, Kind.LINKS):
        first = await site.client.post(f"/join/{room.tokens['a']}", headers={"Origin": BASE})
        second = await site.client.post(f"/join/{room.tokens['b']}", headers={"Origin": BASE})
        watching = await site.client.post(f"/watch/{room.spectator}", headers={"Origin": BASE})

    assert [first.status_code, second.status_code, watching.status_code] == [303, 429, 429]
    site.client.cookies.clear()


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("row", [*room_rows(), *campaign_rows()], ids=lambda row: f"{row.method} {row.path}")
async def test_every_route_of_a_room_is_counted(site: Site, row: Row) -> None:
    place = await a_place(site, row.path)
    # 409: they may do it, but not yet.
    credential = next(name for name, status in row.expected.items() if status < 400 or status == 409)
    body, kind = body_of(row.method, row.path)
    path, headers = address(row.path, place, place.room.id), place.headers[credential] | kind
    usual = site.app.state.limits
    once = Allowance(burst=1, per_minute=1)
    site.app.state.limits = Limits({kind: Limit("", address=once) for kind in Kind})

    try:
        statuses = [(await ask(site, row.method, path, headers, body)).status for _ in range(2)]
    finally:
        site.app.state.limits = usual

    assert statuses == [row.expected[credential], 429]


@pytest.mark.asyncio(loop_scope="module")
async def test_rooms_made_from_files_are_counted_by_address(site: Site) -> None:
    file = await exported(site)

    with limited(site, Kind.IMPORTS):
        first = await site.client.post("/api/v1/rooms/import", content=file)
        second = await site.client.post("/api/v1/rooms/import", content=file)

    assert first.status_code == 201
    assert_problem(second, 429, "too_fast")


@pytest.mark.asyncio(loop_scope="module")
async def test_files_made_into_rooms_are_counted_by_their_bytes(site: Site) -> None:
    file = await exported(site)
    counted = Limits({Kind.IMPORTED_BYTES: Limit("", address=Allowance(burst=len(file) + 1, per_minute=1))})
    usual, site.app.state.limits = site.app.state.limits, counted

    try:
        answers = [await site.client.post("/api/v1/rooms/import", content=file) for _ in range(3)]
    finally:
        site.app.state.limits = usual

    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert_problem(answers[-1], 429, "too_fast")


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("lang", "a_day", "refused"),
    [
        ("es", "Desde un mismo sitio se pueden abrir unos 72 MB al día.", "de nuevo dentro de 1 min"),
        ("en", "From one place, some 72 MB a day may be opened.", "Try again in 1 min."),
    ],
)
async def test_the_page_that_opens_files_says_how_much_and_when_again(
    site: Site, lang: str, a_day: str, refused: str
) -> None:
    file = await exported(site)
    usual = site.app.state.limits
    site.app.state.limits = Limits({Kind.IMPORTED_BYTES: Limit("", address=Allowance(burst=1, per_minute=50_000))})
    headers = {"origin": BASE, "accept-language": lang}

    try:
        form = await site.client.get("/rooms/import", headers=headers)
        answers = [
            await site.client.post("/rooms/import", files={"file": ("game.jsonl", file)}, headers=headers)
            for _ in range(2)
        ]
    finally:
        site.app.state.limits = usual

    assert a_day in form.text
    assert [answer.status_code for answer in answers] == [303, 429]
    assert 0 < int(answers[1].headers["retry-after"]) <= 60
    assert refused in answers[1].text
    assert a_day not in (await site.client.get("/rooms/import", headers=headers)).text
