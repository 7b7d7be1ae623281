"""Imported by nobody but the process from which server processes are forked: the templates of the table are read there, so that each of them
begins with them at once."""

from __future__ import annotations

from app.web.table.ready import read_templates
from app.web.wire.templating import build_templates

read_templates(build_templates())
