"""Matches between equations and the library's relations."""
