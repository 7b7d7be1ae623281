"""Questions about assaults."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from app.engine.asking import Answer, judged
from app.engine.refusal import InvalidInput
from app.systems.flames_hexwar.assault import numbers
from app.systems.flames_hexwar.book.kinds import Order
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.fire.damage import against
from app.systems.flames_hexwar.queries import inputs as ask

ASSAULTS = ask.questions()


@ASSAULTS.of_options
def _may_assault(
    rules: Rules,
    *,
    order: Order,
    suppressed: bool = False,
    disorganised: bool = False,
    most_dice_by_a_team: ask.Few = 0,
    nearest_team_distance: ask.Few = 1,
    tanks: bool = False,
    only_targets: Literal["upper_floor", "dense_woods"] | None = None,
) -> Answer:
    entry = numbers.Entering(
        order, suppressed, disorganised, most_dice_by_a_team, nearest_team_distance, tanks, only_targets
    )
    return judged(numbers.entry_refused(entry), "allowed", "rule")


class _Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tanks: ask.Few
    teams: ask.Few


@ASSAULTS.of_options
def _assault_role(
    rules: Rules,
    *,
    A: _Force,  # noqa: N803  # the name on the wire
    B: _Force,  # noqa: N803
    roll_off: Annotated[tuple[ask.Die, ...], msgspec.Meta(max_length=100)] = (),
) -> Answer:
    found = numbers.assaulter(numbers.Force(A.tanks, A.teams), numbers.Force(B.tanks, B.teams))
    if found is None:
        pairs = zip(roll_off[::2], roll_off[1::2], strict=False)
        found = next((("A" if a > b else "B") for a, b in pairs if a != b), None)
    if found is None:
        raise InvalidInput.at("given.roll_off", "two dice that differ", list(roll_off))
    return {"assaulter": found}


@ASSAULTS.of_options
def _assault_repel(
    rules: Rules,
    *,
    infantry_platoons: ask.Few = 0,
    hits: ask.Few = 0,
    tank_platoons: ask.Few = 0,
    destroyed: ask.Few = 0,
    bailed_or_bogged: ask.Few = 0,
) -> Answer:
    found: Answer = {}
    if infantry_platoons:
        found["infantry_repelled"] = numbers.infantry_repelled(rules, infantry_platoons, hits)
    if tank_platoons:
        found["tanks_repelled"] = numbers.tanks_repelled(rules, tank_platoons, destroyed, bailed_or_bogged)
    return found


class _Strength(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    infantry: ask.Few = 0
    mounted_dice: ask.Few = 0
    tank_tops: Annotated[tuple[ask.Few, ...], msgspec.Meta(max_length=60)] = ()

    def strength(self) -> numbers.Strength:
        return numbers.Strength(self.infantry, self.mounted_dice, self.tank_tops)


@ASSAULTS.of_options
def _assault_motivation(rules: Rules, *, own: _Strength, enemy: _Strength) -> Answer:
    mine, theirs = own.strength(), enemy.strength()
    return {
        "own_strength": mine.total,
        "enemy_strength": theirs.total,
        "modifier": numbers.motivation_modifier(rules, mine, theirs),
    }


@ASSAULTS.of_options
def _assault_round(
    rules: Rules,
    *,
    attacker_stays: bool = False,
    defender_stays: bool = False,
    round_: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1,
    attacker_die: ask.Die | None = None,
    attacker_modifier: ask.Whole = 0,
    attacker_motivation: ask.MotivationType = None,
    defender_die: ask.Die | None = None,
    defender_modifier: ask.Whole = 0,
    defender_motivation: ask.MotivationType = None,
) -> Answer:
    if round_ >= rules.options.assault_rounds:
        return {"outcome": "defender_wins"}
    if not attacker_stays:
        return {"outcome": "defender_wins"}
    if not defender_stays:
        return {"outcome": "attacker_wins"}
    if attacker_die is None or defender_die is None or attacker_motivation is None or defender_motivation is None:
        raise InvalidInput.at("given", "a die and the motivation of both, who both stay", None)
    return {
        "outcome": numbers.round_outcome(
            attacker_passes=attacker_die + attacker_modifier >= attacker_motivation.test,
            defender_passes=defender_die + defender_modifier >= defender_motivation.test,
        )
    }


@ASSAULTS.of_options
def _assault_victims(
    rules: Rules, *, hits: ask.Few, same_hex_enemies: ask.Few = 0, adjacent_enemies: ask.Few = 0
) -> Answer:
    near = min(hits, same_hex_enemies)
    return {"on_same_hex": near, "on_adjacent": min(hits - near, adjacent_enemies)}


@ASSAULTS.of_options
def _assault_armour(rules: Rules, *, top: ask.Few, die: ask.Die, tank_assault: ask.Few) -> Answer:
    found = against(top + die, tank_assault)
    return {"result": {"no_effect": "no_effect", "equal": "bailed_out", "less": "destroyed"}[found]}
