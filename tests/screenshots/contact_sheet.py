"""A page on which all pictures are seen at once."""

from __future__ import annotations

from html import escape
from itertools import groupby
from pathlib import Path

_STYLE = """body{font:15px system-ui;margin:1rem;background:#888;color:#000}h2{margin:1.5rem 0 .5rem}
div{display:flex;flex-wrap:wrap;gap:8px;align-items:start}figure{margin:0;background:#fff;padding:4px}
figcaption{font-size:11px}img{display:block;height:220px;width:auto;max-width:560px;object-fit:cover;object-position:top}"""


def write_sheet(folder: Path) -> None:
    """Writes ``index.html`` over every picture in a folder, those of one state in one row."""
    pictures = sorted(path.relative_to(folder) for path in folder.rglob("*.png"))
    rows = []
    for state, found in groupby(pictures, key=lambda path: str(path).partition(".")[0]):
        shown = "".join(_figure(picture) for picture in found)
        rows.append(f'<h2 id="{escape(state)}">{escape(state)}</h2><div>{shown}</div>')
    page = f'<!doctype html><meta charset="utf-8"><title>Tapete</title><style>{_STYLE}</style>{"".join(rows)}'
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text(page, "utf-8")


def _figure(picture: Path) -> str:
    way = picture.name.split(".", 1)[1].removesuffix(".png")
    address = escape(picture.as_posix())
    return (
        f'<figure><a href="{address}"><img loading="lazy" src="{address}" alt=""></a>'
        f"<figcaption>{escape(way)}</figcaption></figure>"
    )
