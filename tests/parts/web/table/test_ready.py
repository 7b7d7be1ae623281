"""What is made before anybody sits down is all that the first one would wait for."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from jinja2 import Environment
from jinja2.meta import find_referenced_templates

from app.web.table.ready import make_ready
from app.web.wire.static import CachedFiles
from app.web.wire.templating import STATIC, build_templates


def test_a_process_reads_every_template_of_the_table_before_the_first_asks_for_it() -> None:
    templates = build_templates()

    make_ready(templates, CachedFiles(STATIC))

    cache = templates.environment.cache
    assert cache is not None
    assert {template.name for template in cache.values()} >= named_by(templates.environment, "pages/table.html")


def test_the_script_that_a_table_names_is_made_by_then(tmp_path: Path) -> None:
    static = Path(shutil.copytree(STATIC, tmp_path / "static"))
    templates, files = build_templates(), CachedFiles(static)
    make_ready(templates, files)
    named = templates.environment.from_string("{{ table_script_url('hexes') }}").render().removeprefix("/static/")

    for script in (static / "js").rglob("*.js"):
        changed = script.stat().st_mtime_ns
        script.write_text("", "utf-8")
        os.utime(script, ns=(changed, changed))  # whoever looks for changes sees none
    kept, _ = files.find(named)

    assert kept is not None
    assert b"boards/hexes.js" in kept.plain


def named_by(environment: Environment, name: str) -> set[str]:
    """A template, and all that it and they name; those whose name is put together are named by others, too."""
    assert environment.loader is not None
    source, _, _ = environment.loader.get_source(environment, name)
    found = {each for each in find_referenced_templates(environment.parse(source)) if each is not None}
    return {name}.union(*(named_by(environment, each) for each in found))
