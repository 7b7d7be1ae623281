"""Which rules speak of which thing that is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.systems.flames_hexwar.book.kinds import Kind, Order, Special, Surface, WeaponClass, Weather

Ids = tuple[str, ...]

OF_SURFACES: Final[Mapping[Surface, Ids]] = {
    "open": ("FHW-MOVE-01", "FHW-STACK-01"),
    "woods": ("FHW-TERR-05", "FHW-COV-02", "FHW-LOS-09"),
    "dense_woods": ("FHW-TERR-06", "FHW-COV-02", "FHW-LOS-11"),
    "built_up": ("FHW-TERR-07", "FHW-COV-02", "FHW-COV-11", "FHW-LOS-02"),
    "building": ("FHW-TERR-07", "FHW-COV-02", "FHW-LOS-02", "FHW-LOS-13", "FHW-STACK-01"),
}
OF_RELIEF: Final[Mapping[str, Ids]] = {
    "flat": (),
    "hill": ("FHW-TERR-01", "FHW-LOS-05", "FHW-COV-03"),
    "mountain": ("FHW-TERR-03", "FHW-TERR-04", "FHW-LOS-03", "FHW-COV-04"),
}
OF_THINGS: Final[Mapping[str, Ids]] = {
    "half": ("FHW-COV-07", "FHW-TERR-12", "FHW-STACK-02"),
    "road": ("FHW-TERR-08", "FHW-ROAD-01", "FHW-ROAD-02"),
    "trees": ("FHW-COV-05", "FHW-LOS-12"),
    "trench": ("FHW-DIG-01", "FHW-COV-02", "FHW-HIT-09"),
    "junction": ("FHW-TERR-02", "FHW-TERR-13"),
    "wreck": ("FHW-SAVE-08", "FHW-COV-08", "FHW-ROAD-04", "FHW-ROAD-05"),
    "smoke": ("FHW-SMOKE-06", "FHW-TURN-04"),
    "zone": ("FHW-SET-06",),
    "line": ("FHW-SET-07", "FHW-REIN-03"),
    "objective": ("FHW-VIC-01", "FHW-VIC-02"),
    "bombard": ("FHW-ART-07", "FHW-ART-14", "FHW-ART-17", "FHW-HID-03"),
    "strike": ("FHW-AIR-03", "FHW-AIR-06", "FHW-HID-03"),
    "volley": ("FHW-FC-02", "FHW-SHOT-06", "FHW-HID-03"),
    "entry": ("FHW-ASLT-01", "FHW-ASLT-03", "FHW-HID-03"),
    "fire": ("FHW-SHOT-06", "FHW-HIT-01"),
    "assault": ("FHW-ASLT-01", "FHW-ASLT-04", "FHW-ASLT-15"),
    "deck": ("FHW-PLAN-03", "FHW-PLAN-04", "FHW-PLAN-06", "FHW-PLAN-07", "FHW-HID-01"),
    "aside": ("FHW-PLAN-05", "FHW-HID-02", "FHW-FO-01"),
    "count": ("FHW-EXEC-02", "FHW-EXEC-04"),
    "company": ("FHW-MOR-05", "FHW-MOR-06"),
    "flight": ("FHW-AIR-02", "FHW-AIR-01", "FHW-AIR-12"),
    "stack": ("FHW-STACK-01", "FHW-STACK-03", "FHW-STACK-05"),
}
OF_SIGNS: Final[Mapping[str, Ids]] = {
    "command": ("FHW-CMD-01", "FHW-CMD-05", "FHW-HQ-07"),
    "company_command": ("FHW-HQ-04", "FHW-HQ-05", "FHW-HQ-06"),
    "second_in_command": ("FHW-HQ-05", "FHW-HQ-06"),
    "observer": ("FHW-ART-06", "FHW-HQ-01"),
    "warrior": ("FHW-HQ-08",),
    "doomed": ("FHW-FC-03", "FHW-FC-04"),
    "bailed_out": ("FHW-BAIL-02", "FHW-BAIL-03", "FHW-BAIL-04"),
    "bogged": ("FHW-BOG-05", "FHW-BOG-04"),
    "suppressed": ("FHW-SUPP-03", "FHW-RALLY-01"),
    "disorganised": ("FHW-REC-05", "FHW-AE-03"),
    "found": ("FHW-REC-01",),
    "gone_to_ground": ("FHW-HIT-04", "FHW-GTG-03"),
    "foxhole": ("FHW-DIG-01", "FHW-AE-02"),
    "in_street": ("FHW-COV-11",),
    "stuck": ("FHW-TERR-09",),
    "doubled": ("FHW-MT-02", "FHW-SHOT-10"),
    "moved": ("FHW-MOVE-08", "FHW-SHOT-04"),
    "shot": ("FHW-GTG-02", "FHW-ASLT-03"),
    "smoke_out": ("FHW-SMOKE-02",),
    "half": ("FHW-TERR-12", "FHW-COV-07"),
    "reserve": ("FHW-REIN-01", "FHW-REIN-02"),
    "arriving": ("FHW-REIN-03",),
    "coming": ("FHW-REIN-04", "FHW-ART-05"),
    "off_board": ("FHW-ART-02", "FHW-ART-03"),
    "floors": ("FHW-STACK-01", "FHW-LOS-14"),
    "objective": ("FHW-VIC-01", "FHW-VIC-02"),
    "fire": ("FHW-SHOT-06",),
    "assault": ("FHW-ASLT-01",),
    "passengers": ("FHW-TRAN-01", "FHW-TRAN-02"),
    "smoke": ("FHW-SMOKE-06",),
    "wreck": ("FHW-SAVE-08", "FHW-COV-08"),
    "trench": ("FHW-DIG-01",),
}
OF_FIGURES: Final[Mapping[str, Ids]] = {
    "objectives": ("FHW-VIC-01", "FHW-VIC-02"),
    "platoons": ("FHW-MOR-05", "FHW-VIC-03"),
    "points": ("FHW-SET-02",),
    "teams": ("FHW-MOR-01", "FHW-MOR-02"),
    "dice": ("FHW-GEN-02", "FHW-SHOT-04"),
    "planes": ("FHW-AIR-02",),
    "deck": ("FHW-EXEC-02",),
    "hits": ("FHW-ALLOC-01", "FHW-ASLT-06"),
    "strength": ("FHW-ASLT-22", "FHW-ASLT-21"),
}
OF_ORDERS: Final[Mapping[Order, Ids]] = {
    "FC": ("FHW-FC-01", "FHW-FC-02", "FHW-FC-06"),
    "FO": ("FHW-FO-01", "FHW-PLAN-05", "FHW-FO-02"),
    "MD": ("FHW-MD-01", "FHW-MD-02", "FHW-EXEC-06"),
    "MT": ("FHW-MT-01", "FHW-MT-02", "FHW-MOVE-02", "FHW-MOVE-03"),
    "AE": ("FHW-AE-01", "FHW-AE-05", "FHW-PLAN-10"),
}
OF_SPECIALS: Final[Mapping[Special, Ids]] = {
    "dig_in": ("FHW-AE-02",),
    "recce_reorganise": ("FHW-AE-03",),
    "appoint_command": ("FHW-AE-04",),
    "recover": ("FHW-BOG-06",),
    "bring_on": ("FHW-AE-06", "FHW-REIN-04"),
}
OF_KINDS: Final[Mapping[Kind, Ids]] = {
    "infantry": ("FHW-FACE-01", "FHW-SAVE-01", "FHW-TERR-10", "FHW-GTG-01"),
    "gun": ("FHW-FACE-02", "FHW-SAVE-01", "FHW-TERR-09", "FHW-GTG-01"),
    "tank": ("FHW-FACE-03", "FHW-SAVE-03", "FHW-TERR-09", "FHW-SUPP-04"),
    "transport": ("FHW-FACE-03", "FHW-SAVE-01", "FHW-TERR-09", "FHW-TRAN-01"),
}
OF_WEAPONS: Final[Mapping[WeaponClass, Ids]] = {
    "smg": ("FHW-SHOT-04", "FHW-HIT-10"),
    "rifle": ("FHW-SHOT-04", "FHW-HIT-10"),
    "lmg": ("FHW-SHOT-04", "FHW-HIT-10"),
    "hmg": ("FHW-SHOT-04", "FHW-HIT-10"),
    "at_rifle": ("FHW-SHOT-04", "FHW-SAVE-03"),
    "rocket": ("FHW-SHOT-04", "FHW-SAVE-03"),
    "rocket_artillery": ("FHW-ART-06", "FHW-ART-20"),
    "gun": ("FHW-SHOT-04", "FHW-HIT-18"),
    "howitzer": ("FHW-SHOT-04", "FHW-HIT-18", "FHW-ART-06"),
    "mortar": ("FHW-ART-04", "FHW-ART-06"),
    "tank_gun": ("FHW-SHOT-04", "FHW-SHOT-05"),
}
OF_WEATHER: Final[Mapping[Weather, Ids]] = {
    "clear": ("FHW-WEA-01",),
    "rain": ("FHW-WEA-02", "FHW-WEA-03", "FHW-WEA-04"),
    "fog": ("FHW-WEA-03", "FHW-WEA-04", "FHW-WEA-05", "FHW-WEA-06"),
    "mud": ("FHW-WEA-09", "FHW-WEA-10", "FHW-WEA-11", "FHW-WEA-12"),
}
OF_STEPS: Final[Mapping[str, Ids]] = {
    "activation": ("FHW-MD-01", "FHW-MOVE-06", "FHW-EXEC-03"),
    "window": ("FHW-FO-05", "FHW-FO-09", "FHW-FO-17"),
    "volleys": ("FHW-SHOT-06", "FHW-HIT-01", "FHW-HIT-17"),
    "hits": ("FHW-ALLOC-01", "FHW-SAVE-01", "FHW-SAVE-06"),
    "swap": ("FHW-FO-10",),
    "hero": ("FHW-HQ-08",),
    "new_command": ("FHW-HQ-07",),
    "special": ("FHW-AE-01", "FHW-PLAN-10"),
    "disengage": ("FHW-REC-03", "FHW-REC-04"),
    "fall_back": ("FHW-ASLT-24", "FHW-REC-03"),
    "aa": ("FHW-AIR-05", "FHW-AIR-07"),
    "covering": ("FHW-FC-01", "FHW-FC-04", "FHW-FC-05", "FHW-FC-07"),
    "assault": ("FHW-ASLT-06", "FHW-ASLT-07", "FHW-ASLT-15", "FHW-ASLT-20", "FHW-ASLT-21", "FHW-ASLT-22"),
}
"""What is being resolved, by the name of its frame."""
