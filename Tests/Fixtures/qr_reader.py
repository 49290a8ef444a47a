"""Reads QR codes with zbar, which Debian's system Python has: what a camera would read."""

from __future__ import annotations

import re
import subprocess

PROGRAM = """
import sys, zbar
width, height = int(sys.argv[1]), int(sys.argv[2])
scanner = zbar.ImageScanner()
scanner.parse_config("enable")
image = zbar.Image(width, height, "Y800", sys.stdin.buffer.read())
scanner.scan(image)
for symbol in image:
    print(symbol.data)
"""


def read_code(rows: list[list[bool]], scale: int = 4) -> str | None:
    """The text of the code in a matrix, `True` for dark; `None` if zbar finds none."""
    width, height = len(rows[0]) * scale, len(rows) * scale
    pixels = b"".join(
        bytes(0 if dark else 255 for dark in row for _ in range(scale)) for row in rows for _ in range(scale)
    )
    return read_pixels(width, height, pixels)


def read_pixels(width: int, height: int, gray: bytes) -> str | None:
    """The text of the code in a picture with one byte for each pixel; `None` if zbar finds none."""
    result = subprocess.run(
        ["/usr/bin/python3", "-c", PROGRAM, str(width), str(height)], input=gray, capture_output=True, timeout=60
    )
    assert result.returncode == 0, result.stderr.decode()
    lines = result.stdout.decode().splitlines()
    assert len(lines) <= 1, lines
    return lines[0] if lines else None


def read_terminal(output: str) -> str | None:
    """The text of the code that a command has printed in half blocks, black on white."""
    rows: list[list[bool]] = []
    for line in re.findall(r"\x1b\[38;5;16;48;5;231m([^\x1b]*)\x1b\[0m", output):
        rows.append([character in "█▀" for character in line])
        rows.append([character in "█▄" for character in line])
    return read_code(rows)
