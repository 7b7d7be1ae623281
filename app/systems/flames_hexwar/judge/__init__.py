"""The one judge, and who may know what."""
