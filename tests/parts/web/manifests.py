"""A made-up game's manifest with one of everything that a page may have to show."""

from __future__ import annotations

from app.engine.scene import Area, Disc, Polygon, Scene, Token
from app.engine.system import Manifest, OptionSpec, Rule, ScenarioSpec, SeatsRange
from app.engine.types import BoardKind, RuleId, Text, UnitId


def text(es: str, en: str) -> Text:
    return Text(es=es, en=en)


GROUP = text("Preparación", "Set-up")

OPTIONS = (
    OptionSpec(
        "edges",
        "string",
        "any",
        text("Bordes", "Edges"),
        text("Desde dónde se entra.", "Where armies come in."),
        GROUP,
        RuleId("GAR-DEP-01"),
        choices=("any", "long"),
        choice_names={"any": text("cualquiera", "any"), "long": text("los largos", "the long ones")},
    ),
    OptionSpec(
        "equal",
        "boolean",
        True,
        text("Iguales", "Equal"),
        text("Iguales", "Equal"),
        GROUP,
        RuleId("GAR-ARM-01"),
    ),
    OptionSpec(
        "rounds",
        "integer",
        0,
        text("Rondas", "Rounds"),
        text("0: sin límite.", "0: no limit."),
        text("Final", "End"),
        RuleId("GAR-WIN-01"),
        minimum=0,
        maximum=100,
    ),
    OptionSpec(
        "seed",
        "integer",
        1,
        text("Semilla", "Seed"),
        text("De la que sale todo.", "What all comes from."),
        text("Final", "End"),
        RuleId("GAR-WIN-01"),
        minimum=0,
        maximum=2**32 - 1,
        draw=True,
    ),
)

RULES = (
    Rule(
        RuleId("GAR-MOV-01"),
        text("Movimiento", "Movement"),
        text("Se anda recto.", "Walk in a straight line."),
        "enforced",
    ),
    Rule(
        RuleId("GAR-MOV-02"),
        text("Movimiento", "Movement"),
        text("La dirección es elección del jugador.", "The player picks the direction."),
        "choice",
    ),
    Rule(RuleId("GAR-WIN-01"), text("Final", "End"), text("Gana quien queda.", "Whoever is left wins."), "computed"),
)

TABLES = {
    "words": {"reach_mm": {"name_es": "Alcance (mm)", "name_en": "Reach (mm)"}},
    "tools": {
        "rake": {"name_es": "Rastrillo", "name_en": "Rake", "reach_mm": 300, "traits": [], "source": "rulebook"},
        "hose": {
            "name_es": "Manguera",
            "name_en": "Hose",
            "reach_mm": 900,
            "traits": ["wet"],
            "source": "rulebook",
            "extra": {"leaks": True, "source": "house"},
        },
    },
    "limits": {"deepest_mm": {"value": 40, "rule": "GAR-MOV-01", "source": "house"}},
    "hits": [{"dice": [1, 2], "result": "wet", "source": "rulebook"}],
    "gaps": {"steps_mm": [5, 50], "source": "house"},
    "options": [{"id": "edges", "default": "any", "source": "house"}],
}

PICTURE = Scene(
    board=BoardKind.MEASURED,
    width=1200,
    height=800,
    drawables=(
        Area("bed", "wood", Polygon(((100, 100), (300, 100), (300, 300))), text("Parterre", "Bed")),
        Area("pond", "water", Disc(600, 400, 90), text("Estanque", "Pond")),
        Token(UnitId("A-01"), 200, 700, 15, "gnome", "A", text("Gnomo", "Gnome"), "1"),
        Token(UnitId("B-01"), 900, 100, 15, "gnome", "B", text("Gnomo", "Gnome"), "1"),
    ),
    prompt=text("", ""),
    headline=text("", ""),
)


def garden() -> Manifest:
    """The made-up game."""
    return Manifest(
        id="garden",
        prefix="GAR",
        name=text("Jardín", "Garden"),
        summary=text("Gnomos con mangueras.", "Gnomes with hoses."),
        board=BoardKind.MEASURED,
        seats=SeatsRange(2, 3),
        minutes=20,
        scenarios=(
            ScenarioSpec(
                "duel", text("Duelo", "Duel"), text("Dos gnomos.", "Two gnomes."), SeatsRange(2, 2), 10, picture=PICTURE
            ),
            ScenarioSpec(
                "party",
                text("Fiesta", "Party"),
                text("Tres gnomos.", "Three gnomes."),
                SeatsRange(3, 3),
                30,
                {"rounds": 8},
                takes={"equal": (True,), "rounds": (0, 8, 12)},
            ),
        ),
        options=OPTIONS,
        rules=RULES,
        tables=TABLES,
        rules_version="1.0",
        rules_hash="ab" * 32,
        credits=text("De nadie.", "Nobody's."),
        seat_fields={
            "hat": {
                "type": "string",
                "enum": ["red", "blue"],
                "title": "Hat",
                "x-title": {"es": "Gorro", "en": "Hat"},
                "x-names": {"red": {"es": "rojo", "en": "red"}},
            },
            "leader": {"type": "boolean"},
            "age": {"type": "integer", "minimum": 1, "maximum": 99},
        },
    )
