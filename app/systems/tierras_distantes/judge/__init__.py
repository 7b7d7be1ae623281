"""The one judge, views and secrets."""
