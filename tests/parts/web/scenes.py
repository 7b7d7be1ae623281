"""Hand-made scenes: a small garden with two sides, everything a table page can be asked to draw."""

from __future__ import annotations

from app.engine.scene import Area, Chip, Disc, Drawable, Link, Mark, Panel, Pips, Polygon, Row, Scene, Token
from app.engine.telling import Line, LogEntry, RollShown
from app.engine.types import BoardKind, Seat, Text, UnitId


def text(es: str, en: str | None = None) -> Text:
    """A text, the same in both languages unless told."""
    return Text(es=es, en=en or es)


def box(x: float, y: float, width: float, height: float) -> Polygon:
    """An upright rectangle from its south-west corner."""
    return Polygon(points=((x, y), (x + width, y), (x + width, y + height), (x, y + height)))


def token(
    unit: str,
    x: float,
    y: float,
    *,
    symbol: str = "soldier",
    radius: float = 15,
    pose: str = "normal",
    marks: tuple[Mark, ...] = (),
    spent: bool = False,
    active: bool = False,
    level: int = 0,
    passengers: int = 0,
    facing_deg: float | None = None,
) -> Token:
    """A unit of the side its id begins with."""
    side, _, place = unit.partition("-")
    names = {"soldier": ("Soldado", "Soldier"), "tank": ("Tanque", "Tank"), "jeep": ("Jeep", "Jeep")}
    es, en = names.get(symbol, (symbol, symbol))
    return Token(
        id=UnitId(unit),
        x=x,
        y=y,
        radius=radius,
        symbol=symbol,
        side=side,
        name=text(f"{es} {place}", f"{en} {place}"),
        label=str(int(place)),
        seat=Seat("a" if side == "A" else "b"),
        pose=pose,
        marks=marks,
        spent=spent,
        active=active,
        level=level,
        passengers=passengers,
        facing_deg=facing_deg,
    )


WOUND = Mark("wound", text("herido", "wounded"))
STUN = Mark("stun", text("aturdido", "stunned"))
MACHINE_GUN = Mark("machine_gun", text("ametralladora", "machine gun"))


def terrain() -> tuple[Area, ...]:
    """One piece of every kind."""
    cover = text("cobertura 2", "cover 2")
    return (
        Area("zone-a", "deployment", box(0, 0, 1200, 200), text("Despliegue", "Deployment"), layer="zone", side="A"),
        Area("house-1", "house", box(520, 340, 160, 120), text("Casa", "House"), levels=2, tags=(cover,)),
        Area("barricade-1", "barricade", box(250, 292, 100, 16), text("Barricada", "Barricade"), tags=(cover,)),
        Area("sandbags-1", "sandbags", box(840, 260, 80, 20), text("Sacos terreros", "Sandbags"), tags=(cover,)),
        Area("tree-1", "tree", Disc(90, 330, 15), text("Árbol", "Tree")),
        Area("tree-2", "tree", Disc(450, 225, 15), text("Árbol", "Tree")),
        Area(
            "rock-1",
            "rock",
            Polygon(points=((980, 330), (1020, 315), (1060, 340), (1050, 375), (1000, 380))),
            text("Roca", "Rock"),
        ),
        Area(
            "wood-1",
            "wood",
            Polygon(points=((60, 520), (220, 500), (260, 600), (180, 690), (70, 660))),
            text("Bosque", "Wood"),
        ),
        Area("crater-1", "crater", Disc(760, 500, 45), text("Cráter", "Crater")),
        Area("trench-1", "trench", box(860, 470, 180, 40), text("Trinchera", "Trench")),
        Area(
            "water-1",
            "water",
            Polygon(points=((1040, 560), (1160, 540), (1180, 620), (1090, 660), (1030, 620))),
            text("Agua", "Water"),
            layer="ground",
        ),
        Area("hedge-1", "hedge", box(330, 560, 130, 16), text("Seto", "Hedge")),
        Area("low-wall-1", "low_wall", box(420, 420, 14, 110), text("Muro bajo", "Low wall")),
        Area("high-wall-1", "high_wall", box(1100, 220, 12, 140), text("Muro alto", "High wall")),
        Area("ruins-1", "ruins", box(300, 640, 120, 90), text("Ruinas", "Ruins")),
        Area("bunker-1", "bunker", box(560, 640, 110, 80), text("Búnker", "Bunker")),
        Area("emplacement-1", "emplacement", Disc(820, 640, 50), text("Fortín de sacos", "Emplacement")),
        Area("wreck-1", "wreck", Disc(660, 240, 40), text("Vehículo volcado", "Overturned vehicle")),
    )


def units() -> tuple[Drawable, ...]:
    """Two sides in every pose."""
    return (
        token("A-01", 250, 150),
        token("A-02", 400, 120, marks=(WOUND,), pose="wounded"),
        token("A-03", 600, 150, active=True),
        token("A-04", 800, 120, spent=True, symbol="officer"),
        token("A-05", 900, 150, symbol="machine_gunner", marks=(MACHINE_GUN,)),
        token("A-06", 500, 70, symbol="tank", radius=50),
        token("A-07", 150, 80, symbol="jeep", radius=40, passengers=3),
        token("A-08", 700, 60, symbol="mortar"),
        token("A-09", 320, 60, symbol="truck", radius=50, passengers=2),
        token("A-10", 1000, 80, symbol="bazooka"),
        token("A-11", 600, 400, level=1),
        token("B-01", 950, 650, facing_deg=180),
        token("B-02", 800, 560, facing_deg=180, marks=(STUN,), pose="stunned"),
        token("B-03", 600, 560, facing_deg=180),
        token("B-04", 400, 600, facing_deg=180, symbol="bazooka"),
        token("B-05", 300, 520, facing_deg=180, symbol="machine_gunner", marks=(MACHINE_GUN, WOUND)),
        token("B-06", 700, 740, facing_deg=180, symbol="tank", radius=50, pose="stunned", marks=(STUN,)),
        token("B-07", 500, 740, facing_deg=180, symbol="armoured_car", radius=45),
        token("B-08", 160, 740, facing_deg=180, symbol="self_propelled_gun", radius=50),
        token("B-09", 900, 740, facing_deg=180, symbol="armed_jeep", radius=40),
        token("B-10", 1120, 740, facing_deg=180, symbol="officer"),
        Chip("token-1", 720, 330, 10, "machine_gun", text("Ametralladora", "Machine gun")),
        token("A-12", 480, 300),
        token("B-11", 508, 310, facing_deg=180),
        Link("fight-1", 480, 300, 508, 310, "engaged", text("En cuerpo a cuerpo", "In close combat")),
    )


def garden(*, my_go: bool = True, ending: Text | None = None) -> Scene:
    """The garden in the middle of a game, as side A sees it."""
    return Scene(
        board=BoardKind.MEASURED,
        width=1200,
        height=800,
        drawables=(*terrain(), *units()),
        prompt=text("Tu turno: mueve o dispara con una unidad.", "Your turn: move or shoot with a unit."),
        headline=text("Ronda 3 · turno de A", "Round 3 · A's turn"),
        my_go=my_go,
        pips=(Pips(text("Maniobras", "Manoeuvres"), 1, 3),),
        panels=(
            Panel(
                "army-a",
                text("Ejército A", "Army A"),
                tuple(
                    Row(
                        f"row-A-{n:02}",
                        text(f"Soldado {n:02}", f"Soldier {n:02}"),
                        detail=text("en la mesa", "on the table"),
                        unit=UnitId(f"A-{n:02}"),
                        symbol="soldier",
                        side="A",
                        marks=(WOUND,) if n == 2 else (),
                        spent=n == 4,
                    )
                    for n in range(1, 8)
                ),
                side="A",
            ),
            Panel(
                "reserve-b",
                text("Reserva B", "Reserve B"),
                (
                    Row(
                        "row-B-20",
                        text("Tanque 20", "Tank 20"),
                        detail=text("lista", "ready"),
                        unit=UnitId("B-20"),
                        symbol="tank",
                        side="B",
                    ),
                ),
                side="B",
            ),
        ),
        ending=ending,
    )


def shot_entry() -> LogEntry:
    """A shot with its two dice and its line."""
    return LogEntry(
        text("El soldado 1 de A dispara a B-03: herido", "A's soldier 1 shoots at B-03: wounded"),
        tone="warn",
        side="A",
        rolls=(
            RollShown(text("Disparo", "Shot"), 5, need=4, success=True),
            RollShown(text("Daño", "Damage"), 3),
        ),
        details=(text("Fusil, 41.2 cm, protección 1", "Rifle, 41.2 cm, protection 1"),),
        overlays=(Line(((250, 150), (600, 560)), "good", text("41,2 cm", "41.2 cm")),),
    )
