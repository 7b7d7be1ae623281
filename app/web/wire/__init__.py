"""HTTP itself: lines, heads, bodies, limits, access, errors, words, templates, static files."""
