"""Every route of the API as it was declared, in the order in which it is described."""

from __future__ import annotations

from typing import Final

from app.web.api import api, archive_api, campaign_api, hooks, rules_api, sharing_api, stream, workshop_api

PARTS: Final = (rules_api, workshop_api, api, archive_api, hooks, sharing_api, stream, campaign_api)

OPERATIONS: Final = tuple(operation for part in PARTS for operation in part.routes.operations)
