"""A hand-made scene of location cards: every state of a card and of a stack."""

from __future__ import annotations

from app.engine.scene import Card, Drawable, Figure, Mark, Panel, Row, Scene, Stack, Standing
from app.engine.types import BoardKind, Seat, Text, UnitId
from tests.parts.web.scenes import text

WIDTH, HEIGHT, GAP = 240.0, 260.0, 16.0
COLUMNS, ROWS = 4, 3

LOCKED = Mark("locked", text("trabada", "locked"))
ACTED = Mark("acted", text("ya ha actuado", "has acted"))


def middle(cell: str) -> tuple[float, float]:
    """The middle of a cell's card, y from the south."""
    column, row = ord(cell[0]) - ord("A"), int(cell[1:])
    return GAP + WIDTH / 2 + column * (WIDTH + GAP), GAP + HEIGHT / 2 + (ROWS - row) * (HEIGHT + GAP)


def figure(symbol: str, value: int, shift: int = 0, *why: Text) -> Figure:
    """A number called by its symbol."""
    names = {"movement": "movimiento", "attack": "ataque", "range": "alcance", "cost": "coste"}
    return Figure(symbol, text(names.get(symbol, symbol), symbol), value, shift, why)


def card(
    cell: str,
    kind: str,
    name: Text,
    *,
    symbol: str = "",
    figures: tuple[Figure, ...] = (),
    tags: tuple[Text, ...] = (),
    marks: tuple[Mark, ...] = (),
    side: str | None = None,
    arms: str | None = None,
    contested: bool = False,
) -> Card:
    """A location card in its cell."""
    x, y = middle(cell)
    return Card(
        id=cell,
        x=x,
        y=y,
        width=WIDTH,
        height=HEIGHT,
        kind=kind,
        symbol=symbol or kind,
        name=name,
        label=cell,
        kind_name=text(kind),
        figures=(figure("entry", 1), *figures),
        tags=tags,
        marks=marks,
        side=side,
        arms=arms,
        contested=contested,
    )


def stack(
    unit: str,
    cell: str,
    seat: str,
    place: int,
    *,
    count: int = 1,
    size: float = 76,
    line: tuple[int, int, int, int, int] = (2, 1, 0, 1, 1),
    attack_shift: int = 0,
    arms: str = "plain",
    kind: str = "plains",
    unique: bool = False,
    pose: str = "normal",
    marks: tuple[Mark, ...] = (),
    spent: bool = False,
    active: bool = False,
) -> Stack:
    """Tokens on a card: ``place`` counts from the upper left, three in a row; ``line`` is movement, attack, range,
    initiative, cost."""
    x, y = middle(cell)
    names = ("movement", "attack", "range", "initiative", "cost")
    why = (text("Bosque sombrío +1", "Shadow wood +1"),) if attack_shift else ()
    figures = tuple(
        figure(name, value, attack_shift if name == "attack" else 0, *(why if name == "attack" else ()))
        for name, value in zip(names, line, strict=True)
    )
    return Stack(
        id=UnitId(f"{cell}-{seat}-{unit}"),
        card=cell,
        x=x + (place % 3 - 1) * size,
        y=y + 5 - (place // 3) * size,
        size=size,
        symbol=unit,
        kind=kind,
        kind_name=text(kind),
        arms=arms,
        side=seat,
        name=text(unit.rpartition("-")[2].capitalize()),
        count=count,
        seat=Seat(seat),
        unique=unique,
        pose=pose,
        figures=figures,
        marks=marks,
        spent=spent,
        active=active,
    )


def drawables() -> tuple[Drawable, ...]:
    """Eleven cards about a hole, and stacks in every state."""
    wood = text("Las unidades de bosque tienen +1 Ataque aquí.", "Forest units have +1 Attack here.")
    gold, mana = figure("gold", 2), figure("mana", 1)
    return (
        card("A1", "city", text("Capital"), figures=(figure("gold", 3), mana), side="a", arms="orcs"),
        card("B1", "forest", text("Selva de las sombras", "Shadow Jungle"), tags=(wood,), side="a", arms="orcs"),
        card("C1", "mountain", text("Cumbre del trueno", "Thunder Summit"), figures=(mana,)),
        card("D1", "water", text("Bahía de las sirenas", "Mermaid's Bay")),
        card("A2", "plains", text("Campo de trigo", "Wheat Field"), tags=(wood,), contested=True),
        card("B2", "desert", text("Desierto de las almas perdidas", "Desert of Lost Souls"), tags=(wood,)),
        card(
            "D2",
            "city",
            text("Puerto franco", "Free Port"),
            figures=(gold,),
            marks=(Mark("port", text("puerto", "port")),),
        ),
        card("A3", "water", text("Agua", "Water")),
        card("B3", "plains", text("Llanuras", "Plains")),
        card("C3", "forest", text("Bosque", "Forest")),
        card("D3", "city", text("Capital"), figures=(figure("gold", 3), mana), side="b", arms="elves"),
        stack("orcs-axer", "A1", "a", 0, count=3, arms="orcs", kind="mountain"),
        stack("orcs-shaman", "A1", "a", 1, arms="orcs", kind="magic", line=(2, 2, 1, 2, 4), active=True),
        stack("orcs-gorath", "A1", "a", 2, arms="orcs", unique=True, pose="wounded", line=(2, 2, 0, 3, 6)),
        stack("orcs-slynn", "B1", "a", 0, count=4, arms="orcs", kind="forest", line=(2, 2, 0, 1, 1), attack_shift=1),
        stack("orcs-wolf_rider", "A2", "a", 0, count=2, arms="orcs", marks=(LOCKED,), line=(3, 2, 0, 2, 4)),
        stack("elves-archer", "A2", "b", 1, count=2, arms="elves", marks=(LOCKED, ACTED), spent=True),
        stack("elves-magician", "D3", "b", 0, arms="elves", kind="magic", line=(2, 1, 1, 3, 4)),
        stack("elves-fairy", "D3", "b", 1, count=2, arms="elves", kind="flying", line=(3, 1, 1, 2, 4)),
        stack("elves-castle", "D3", "b", 2, arms="elves", kind="city", line=(0, 3, 0, 3, 3)),
    )


def valley(*, my_go: bool = True) -> Scene:
    """The cards in the middle of a fight, as seat a sees it."""
    return Scene(
        board=BoardKind.CARDS,
        width=COLUMNS * (WIDTH + GAP) + GAP,
        height=ROWS * (HEIGHT + GAP) + GAP,
        drawables=drawables(),
        prompt=text(
            "Actúa el hachero en A2: ataca, retírate o espera.", "The axer acts in A2: attack, retreat or hold."
        ),
        headline=text("Turno 3 de 8 · Combate", "Turn 3 of 8 · Combat"),
        my_go=my_go,
        panels=(
            Panel(
                "army-a",
                text("Orcos", "Orcs"),
                (Row("row-1", text("Hachero ×3", "Axer ×3"), symbol="orcs-axer", side="a"),),
            ),
        ),
        spotlight=Panel(
            "site",
            text("Combate en A2", "Combat in A2"),
            (
                Row(
                    "act-1",
                    text("Jinete de lobo ×2", "Wolf Rider ×2"),
                    symbol="orcs-wolf_rider",
                    side="a",
                    figures=(figure("initiative", 2),),
                    active=True,
                ),
                Row(
                    "act-2",
                    text("Arquera ×2", "Archer ×2"),
                    symbol="elves-archer",
                    side="b",
                    figures=(figure("initiative", 2),),
                    spent=True,
                ),
            ),
        ),
        standings=(
            Standing(
                Seat("a"),
                "a",
                text("Orcos", "Orcs"),
                "orcs",
                (figure("gold", 5), figure("mana", 2), figure("army", 17)),
                text("primero: 17", "first: 17"),
                active=True,
            ),
            Standing(
                Seat("b"),
                "b",
                text("Elfos", "Elves"),
                "elves",
                (figure("gold", 0), figure("mana", 6), figure("army", 14)),
            ),
        ),
    )
