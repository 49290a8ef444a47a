#!/usr/bin/env python3
"""Writes Clock's names of cities anew: script/update-zone-cities.py BABEL

The argument is a folder with an unpacked wheel of PyPI's babel, whose names are Unicode's CLDR: write its version into
Apps/Clock/Bundle/Cities/LICENSE. The string catalog has a text for each zone of this machine's zone.tab whose city has
another name in German or Japanese than in English.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

# The table of which Clock lists the zones: unlike zone1970.tab it has those of every country.
TABLE = Path("/usr/share/zoneinfo/zone.tab")
CATALOG = Path(__file__).parent.parent / "Apps/Clock/Texts/Cities.xcstrings"


def main() -> None:
    sys.path.insert(0, sys.argv[1])
    import babel
    from babel.core import get_global

    # CLDR keeps the oldest name of a zone.
    former: dict[str, list[str]] = {}
    for old, new in get_global("zone_aliases").items():
        former.setdefault(new, []).append(old)
    names = {line.split("\t")[2] for line in TABLE.read_text().splitlines() if line and not line.startswith("#")}
    texts = {}
    for zone in names:
        english = zone.split("/")[-1].replace("_", " ")
        found = {}
        for language in ("de", "ja"):
            zones = babel.Locale(language).time_zones
            entries = [zones[name] for name in (zone, *former.get(zone, [])) if name in zones]
            city = next((entry["city"] for entry in entries if "city" in entry), "")
            # A soft hyphen says where a name may be divided; people do not type it.
            city = city.replace("\u00ad", "")
            if city not in ("", english):
                found[language] = {"stringUnit": {"state": "translated", "value": city}}
        if found:
            texts[zone] = {"extractionState": "manual", "localizations": found}
    catalog = {"sourceLanguage": "en", "strings": texts, "version": "1.0"}
    text = json.dumps(catalog, ensure_ascii=False, indent=2, sort_keys=True, separators=(",", " : "))
    CATALOG.write_text(text + "\n")
    print(f"{len(texts)} zones of Babel {babel.__version__}")


if __name__ == "__main__":
    main()
