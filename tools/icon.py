"""The page's icons, drawn from the nugget's own polygons with the standard library alone."""

import math
import struct
import zlib
from pathlib import Path

Point = tuple[float, float]
Colour = tuple[int, int, int]

# web/src/nugget.svg in numbers: body, its light, and the lines of its shade.
BODY: list[Point] = [
    (3, 14.5),
    (5.5, 8),
    (11, 4.5),
    (17.5, 5.8),
    (21.5, 11.8),
    (19.5, 18),
    (13, 20.5),
    (6, 19.5),
]
LIGHT: list[Point] = [(6.5, 9), (11, 6.3), (15.5, 7.3), (12.5, 10.5), (8.2, 11.3)]
SHADE: list[tuple[Point, Point]] = [
    ((14, 17.5), (18.5, 15.5)),
    ((12, 15.5), (18.5, 12.5)),
    ((9, 16.8), (11, 16.2)),
]
SAND: Colour = (0xF4, 0xEA, 0xD5)
INK: Colour = (0x2B, 0x21, 0x18)
GOLD: Colour = (0xE0, 0xA9, 0x3C)
SHINE: Colour = (0xF6, 0xDD, 0x92)


def _edges(polygon: list[Point]) -> list[tuple[Point, Point]]:
    return list(zip(polygon, [*polygon[1:], polygon[0]], strict=True))


def _away(x: float, y: float, lines: list[tuple[Point, Point]]) -> float:
    """The distance of a point from the nearest of these lines."""
    best = 1e9
    for (ax, ay), (bx, by) in lines:
        dx, dy = bx - ax, by - ay
        along = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
        best = min(best, (x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2)
    return math.sqrt(best)


def _inside(x: float, y: float, polygon: list[Point]) -> bool:
    odd = False
    for (ax, ay), (bx, by) in _edges(polygon):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def _over(under: Colour, paint: Colour, cover: float) -> Colour:
    cover = max(0.0, min(1.0, cover))
    mixed = [round(a + (b - a) * cover) for a, b in zip(under, paint, strict=True)]
    return mixed[0], mixed[1], mixed[2]


def _pixel(x: float, y: float, unit: float) -> Colour:
    """The colour of a point of the drawing (24 by 24); `unit` is the size of a pixel there."""
    edge, colour = _away(x, y, _edges(BODY)), SAND
    deep = edge if _inside(x, y, BODY) else -edge
    if deep < -2:
        return colour
    colour = _over(colour, GOLD, deep / unit + 0.5)
    lit = _away(x, y, _edges(LIGHT))
    colour = _over(colour, SHINE, (lit if _inside(x, y, LIGHT) else -lit) / unit + 0.5)
    if deep > 0:
        colour = _over(colour, INK, (0.5 - _away(x, y, SHADE)) / unit + 0.5)
    return _over(colour, INK, (0.9 - edge) / unit + 0.5)


def png(size: int, room: float) -> bytes:
    """The nugget on sand, with this share of the width left free on every side."""
    unit = 24 / (size * (1 - 2 * room))
    rows = bytearray()
    for row in range(size):
        rows.append(0)
        y = (row + 0.5 - size * room) * unit
        for column in range(size):
            rows += bytes(_pixel((column + 0.5 - size * room) * unit, y, unit))
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def draw(folder: Path, nugget: Path) -> None:
    """All icons of the manifest."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "filon.svg").write_bytes(nugget.read_bytes())
    for name, size, room in (("192", 192, 0.1), ("512", 512, 0.1), ("mask-512", 512, 0.2)):
        (folder / f"filon-{name}.png").write_bytes(png(size, room))
