"""The forms of Tierras Distantes' documents."""

from __future__ import annotations

from app.engine.workshop import forms as base
from app.systems.tierras_distantes.workshop.document import Battle

Form = base.Form[Battle]
Put = base.Put[Battle]
Setting = base.Setting[Battle]
