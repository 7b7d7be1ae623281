"""Rooms brought to a state by acts over the public API, always the same ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import httpx

PATIENCE_S = 60.0
NAMES = ("Ana", "Luis", "Eva", "Iker", "Marta", "Pablo", "Zoe")
Offer = dict[str, Any]


def people(count: int = 2, **fields: Sequence[str]) -> list[dict[str, str]]:
    """That many people; ``faction=("orcs", "elves")`` gives each their own."""
    given = [{"kind": "human", "name": name} for name in NAMES[:count]]
    for field, values in fields.items():
        for seat, value in zip(given, values, strict=True):
            seat[field] = value
    return given


class Site:
    """A running server and everything that was made at it, so that many pictures may share a room."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._shared: dict[Any, Any] = {}

    @cached_property
    def client(self) -> httpx.Client:
        """Somebody who asks over HTTP."""
        return httpx.Client(base_url=self.url, timeout=PATIENCE_S, trust_env=False)

    def close(self) -> None:
        """Asks no more."""
        self.client.close()

    def once(self, key: Any, make: Callable[[], Any]) -> Any:
        """What ``make`` made when it was first asked for."""
        if key not in self._shared:
            self._shared[key] = make()
        return self._shared[key]

    def post(self, path: str, body: object) -> Any:
        """What the server answers to a post without a token."""
        return checked(self.client.post(f"/api/v1{path}", json=body))


def checked(answer: httpx.Response) -> Any:
    """What a good answer holds."""
    assert answer.is_success, f"{answer.request.method} {answer.request.url}: {answer.status_code} {answer.text}"
    return answer.json()


class Room:
    """A room at a site; ``tokens`` and ``links`` by viewer."""

    def __init__(
        self, site: Site, game: str, scenario: str, seats: Sequence[Mapping[str, Any]] | None = None, **more: Any
    ) -> None:
        options = more.pop("options", {})
        wanted = {"game": game, "scenario": scenario, "seats": seats or people(), "options": options, **more}
        self._enter(site, site.post("/rooms", wanted))

    @classmethod
    def imported(cls, site: Site, data: bytes) -> Room:
        """A finished game from its file."""
        room = cls.__new__(cls)
        room._enter(site, checked(site.client.post("/api/v1/rooms/import", content=data)))
        return room

    def _enter(self, site: Site, made: Mapping[str, Any]) -> None:
        self.site = site
        self.id: str = made["id"]
        self.tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
        self.links = {seat["seat"]: seat["url"] for seat in made["seats"]}
        if made.get("spectator"):
            self.tokens["spectator"], self.links["spectator"] = made["spectator"]["token"], made["spectator"]["url"]
        self.tokens["host"] = made["host_token"]

    @property
    def seats(self) -> list[str]:
        """The letters of its seats."""
        return [viewer for viewer in self.tokens if len(viewer) == 1]

    def get(self, viewer: str, what: str = "") -> Any:
        """What a viewer reads."""
        return checked(self.site.client.get(f"/api/v1/rooms/{self.id}{what}", headers=self._as(viewer)))

    def post(self, viewer: str, what: str, body: object = None) -> Any:
        """What a viewer does; it must succeed."""
        url = f"/api/v1/rooms/{self.id}{what}"
        return checked(self.site.client.post(url, json=body or {}, headers=self._as(viewer)))

    def offers(self, seat: str) -> list[Offer]:
        """What a seat may do now."""
        found: list[Offer] = self.get(seat, "/offers")["offers"]
        return found

    def asked(self) -> str:
        """The first seat that is asked."""
        return str(self.get("a")["to_act"][0])

    def act(self, seat: str, kind: str, **fields: Any) -> None:
        """An act that must be legal."""
        self.post(seat, "/actions", {"action": {"type": kind, **fields}})

    def pick(self, seat: str, kind: str, **wanted: Any) -> None:
        """The first example of an offer of a kind whose fields are as wanted."""
        for offer in self.offers(seat):
            for example in offer["examples"]:
                if example["type"] == kind and all(example.get(name) == value for name, value in wanted.items()):
                    self.post(seat, "/actions", {"action": example})
                    return
        raise AssertionError(f"{seat} was not offered {kind} {wanted}")

    def until(self, kind: str, prefer: Sequence[str] = (), *, seed: int = 1, most: int = 400) -> str:
        """Everybody plays, what is preferred before anything else, until somebody is offered ``kind``; answers who. A kind, or
        a kind and a spell: ``cast:dark_pact``."""
        chance = random.Random(seed)
        for _ in range(most):
            asked = self.get("a")["to_act"]
            if not asked:
                break
            found = self.offers(asked[0])
            if any(offer["type"] == kind for offer in found):
                return str(asked[0])
            self.post(asked[0], "/actions", {"action": _chosen(found, prefer, chance)})
        raise AssertionError(f"expected {kind} to be offered within {most} acts")

    def play(self, acts: int, prefer: Sequence[str] = (), *, seed: int = 1) -> None:
        """So many acts of whoever is asked, fewer if the game ends before."""
        chance = random.Random(seed)
        for _ in range(acts):
            asked = self.get("a")["to_act"]
            if not asked:
                return
            self.post(asked[0], "/actions", {"action": _chosen(self.offers(asked[0]), prefer, chance)})

    def agree(self, what: Mapping[str, Any], by: str = "a") -> None:
        """A proposal to which everybody agrees."""
        self.post(by, "/proposals", what)
        for seat in self.seats:
            for proposal in self.get(seat)["proposals"]:
                if seat in proposal["waiting"]:
                    self.post(seat, f"/proposals/{proposal['n']}", {"accept": True})

    def put(self, *changes: tuple[str | None, str, Any]) -> None:
        """Puts values right by consent: (unit, field, value)."""
        wanted = [{"unit": unit, "field": field, "value": value} for unit, field, value in changes]
        self.agree({"kind": "correction", "changes": wanted})

    def say(self, viewer: str, text: str, **more: str) -> None:
        """A line of chat."""
        self.post(viewer, "/messages", {"text": text, "to": "table", **more})

    def _as(self, viewer: str) -> dict[str, str]:
        return {"authorization": f"Bearer {self.tokens[viewer]}"}


def _chosen(offers: Sequence[Offer], prefer: Sequence[str], chance: random.Random) -> Any:
    for wanted in prefer:
        kind, _, spell = wanted.partition(":")
        fitting = [
            example
            for offer in offers
            for example in offer["examples"]
            if offer["type"] == kind and spell in ("", example.get("spell"))
        ]
        if fitting:
            return chance.choice(fitting)
    return chance.choice(list(_examples(offers)))


def _examples(offers: Sequence[Offer]) -> Iterator[Any]:
    for offer in offers:
        if offer["type"] not in ("resign", "offer_draw"):
            yield from offer["examples"][:8]
