#!/usr/bin/env python3
"""Writes Clock's names of cities anew: script/update-zone-cities.py BABEL

The argument is a folder with an unpacked wheel of PyPI's babel, whose names are Unicode's CLDR. The table has a line for each
zone of this machine's zone.tab whose city has another name in German or Japanese than in English. It has two files, one
for America, so that neither is longer than a Swift file may be.
"""

from __future__ import annotations

import sys
from pathlib import Path

# The table of which Clock lists the zones: unlike zone1970.tab it has those of every country.
TABLE = Path("/usr/share/zoneinfo/zone.tab")
FOLDER = Path(__file__).parent.parent / "Apps/Clock/Sources/ClockCore"
HEAD = """\
/// Written by script/update-zone-cities.py.
///
/// The names are those of Unicode's Common Locale Data Repository, as published in the Python package Babel {version}: the
/// bundle's Cities/LICENSE has its licence.
extension ZoneCities {{
    /// {zones}.
    ///
    /// A line has the zone and its city's name in German and in Japanese, which is empty if it is the same as in English.
    static let {name} = \"\"\"
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
    files: dict[str, list[str]] = {"America": [], "Elsewhere": []}
    for zone in sorted(names):
        english = zone.split("/")[-1].replace("_", " ")
        found = []
        for language in ("de", "ja"):
            zones = babel.Locale(language).time_zones
            entries = [zones[name] for name in (zone, *former.get(zone, [])) if name in zones]
            city = next((entry["city"] for entry in entries if "city" in entry), "")
            # A soft hyphen says where a name may be divided; people do not type it.
            city = city.replace("\u00ad", "")
            found.append("" if city == english else city)
        if any(found):
            file = "America" if zone.startswith("America/") else "Elsewhere"
            files[file].append("        " + "|".join([zone, *found]))
    for file, lines in files.items():
        zones = "The zones of America" if file == "America" else "The zones that are not of America"
        head = HEAD.format(version=babel.__version__, zones=zones, name=file.lower())
        text = head + "\n".join(lines) + '\n        """\n}\n'
        (FOLDER / f"ZoneCities+{file}.swift").write_text(text)
        print(f"{file}: {len(lines)} zones, {len(text.encode())} bytes")


if __name__ == "__main__":
    main()
