"""Tests of the workshop of Splatball."""
