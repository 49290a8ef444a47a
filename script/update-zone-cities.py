#!/usr/bin/env python3
"""Writes Clock's names of cities anew: script/update-zone-cities.py BABEL

The argument is a folder with an unpacked wheel of PyPI's babel, whose names are Unicode's CLDR. The table has a line for each
zone of this machine's zone1970.tab whose city has another name in German or Japanese than in English.
"""

from __future__ import annotations

import sys
from pathlib import Path

TABLE = Path("/usr/share/zoneinfo/zone1970.tab")
TARGET = Path(__file__).parent.parent / "Apps/Clock/Sources/ClockCore/ZoneCities+Table.swift"
HEAD = """\
/// Written by script/update-zone-cities.py.
///
/// The names are those of Unicode's Common Locale Data Repository, as published in the Python package Babel {version}: the
/// bundle's Cities/LICENSE has its licence.
extension ZoneCities {{
    /// The zone, and the name of its city in German and in Japanese, which is empty if it is the same as in English.
    static let table = \"\"\"
"""


def main() -> None:
    sys.path.insert(0, sys.argv[1])
    import babel
    from babel.core import get_global

    # CLDR keeps the oldest name of a zone.
    former: dict[str, list[str]] = {}
    for old, new in get_global("zone_aliases").items():
        former.setdefault(new, []).append(old)
    names = {line.split("\t")[2] for line in TABLE.read_text().splitlines() if line and not line.startswith("#")}
    lines = []
    for zone in sorted(names):
        english = zone.split("/")[-1].replace("_", " ")
        found = []
        for language in ("de", "ja"):
            zones = babel.Locale(language).time_zones
            entries = [zones[name] for name in (zone, *former.get(zone, [])) if name in zones]
            city = next((entry["city"] for entry in entries if "city" in entry), "")
            found.append("" if city == english else city)
        if any(found):
            lines.append("        " + "|".join([zone, *found]))
    text = HEAD.format(version=babel.__version__) + "\n".join(lines) + '\n        """\n}\n'
    TARGET.write_text(text)
    print(f"{len(lines)} zones, {len(text.encode())} bytes")


if __name__ == "__main__":
    main()
