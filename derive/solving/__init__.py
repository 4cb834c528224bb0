"""Asking a system of relations in every direction."""

from derive.solving.system import Bundle, System

__all__ = ["Bundle", "System"]
