"""Tiles: the parts of an array that are worked on at a time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

TILE = 196_608  # points worked on at a time: their temporaries stay near the processor


def tiles(shape: tuple[int, ...]) -> Iterator[tuple[slice, ...]]:
    """Slices that cut an array into tiles of about TILE points, whole along the last axes."""
    sizes = tile_shape(shape, TILE)
    for starts in product(
        *(range(0, length, size) for length, size in zip(shape, sizes, strict=True))
    ):
        yield tuple(slice(start, start + size) for start, size in zip(starts, sizes, strict=True))


def tile_shape(shape: tuple[int, ...], room: int) -> tuple[int, ...]:
    """The shape of tiles of at most `room` points, whole along the last axes."""
    sizes: list[int] = []
    for length in reversed(shape):
        size = max(1, min(length, room))
        sizes.append(size)
        room = room // size if size == length else 1
    return tuple(reversed(sizes))
