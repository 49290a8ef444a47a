"""Icons and pictures for the bundles of fixture apps."""

from __future__ import annotations

import plistlib
import struct
import zlib
from pathlib import Path

#: A drawing that is an icon.
DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#07f"/></svg>"""


def png(side: int, color: tuple[int, int, int] = (0, 128, 255)) -> bytes:
    """A square PNG of one color."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes(color) * side) * side
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def give_icon(bundle: Path, **files: bytes | str) -> Path:
    """Gives a bundle the icon `Icon`, of these files by ending: `svg=…`, `png=…`."""
    for ending, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        (bundle / f"Icon.{ending}").write_bytes(data)
    path = bundle / "Info.plist"
    info = plistlib.loads(path.read_bytes())
    info["CFBundleIcons"] = {"CFBundlePrimaryIcon": {"CFBundleIconFiles": ["Icon"]}}
    path.write_bytes(plistlib.dumps(info))
    return bundle
