"""An observation in the two formats that the weather providers speak: Open-Meteo's and Dark Sky's."""

from __future__ import annotations

import unicodedata
from datetime import timezone
from typing import Callable
from urllib.parse import parse_qs

import observations
from observations import Observation


class BadRequest(Exception):
    """The provider would refuse the request; holds the status and the body of its answer."""

    def __init__(self, status: int, body: dict):
        super().__init__(body)
        self.status = status
        self.body = body


def celsius(fahrenheit: float) -> float:
    """A temperature of the record in °C, as providers round it."""
    return round((fahrenheit - 32) / 1.8, 2)


def _wind(miles: float | None, unit: str) -> float | None:
    factors = {"kmh": 1.609344, "ms": 0.44704, "mph": 1.0, "kn": 0.868976}
    if unit not in factors:
        raise _open_meteo_error(f"Cannot initialize WindspeedUnit from invalid String value {unit}.")
    return None if miles is None else round(miles * factors[unit], 1)


def _open_meteo_error(reason: str) -> BadRequest:
    return BadRequest(400, {"error": True, "reason": reason})


def open_meteo(query: str, hour: int) -> dict:
    """Answers `/v1/forecast?query`."""
    values = {name: ",".join(texts) for name, texts in parse_qs(query).items()}
    try:
        latitude, longitude = float(values["latitude"]), float(values["longitude"])
    except (KeyError, ValueError):
        raise _open_meteo_error("Parameter 'latitude' and 'longitude' must have the same number of elements") from None
    if not -90 <= latitude <= 90:
        raise _open_meteo_error(f"Latitude must be in range of -90 to 90°. Given: {latitude}.")
    if not -180 <= longitude <= 180:
        raise _open_meteo_error(f"Longitude must be in range of -180 to 180°. Given: {longitude}.")
    answer: dict = {
        "latitude": latitude,
        "longitude": longitude,
        "generationtime_ms": 0.05,
        "utc_offset_seconds": 0,
        "timezone": "GMT",
        "timezone_abbreviation": "GMT",
        "elevation": 3.0,
    }
    clock = _clock(values.get("timeformat", "iso8601"))
    hours, days = int(values.get("forecast_hours", 24)), int(values.get("forecast_days", 7))
    if not (1 <= hours <= 384 and 1 <= days <= 16):
        raise _open_meteo_error("Forecast days is invalid. Allowed range 0 to 16.")
    for section, count in (("current", 1), ("hourly", hours), ("daily", days)):
        names = [name for name in values.get(section, "").split(",") if name]
        if names:
            answer.update(_section(section, names, values, (latitude, longitude), hour, count, clock))
    return answer


def _clock(name: str) -> Callable[[Observation, str], object]:
    if name == "unixtime":
        return lambda observation, section: int(observation.time.timestamp())
    return lambda observation, section: observation.time.astimezone(timezone.utc).strftime(
        "%Y-%m-%d" if section == "daily" else "%Y-%m-%dT%H:%M"
    )


def _section(section, names, values, place, hour, count, clock) -> dict:
    step = 24 if section == "daily" else 1
    seen = [observations.at(*place, hour + index * step) for index in range(count)]
    units = {"time": values.get("timeformat", "iso8601")}
    columns: dict = {"time": [clock(observation, section) for observation in seen]}
    if section == "current":
        units["interval"] = "seconds"
        columns["interval"] = [900]
    for name in names:
        if section == "daily" and name in ("temperature_2m_max", "temperature_2m_min", "sunrise", "sunset"):
            units[name], columns[name] = _daily(name, values, place, hour, count)
            continue
        unit, read = _variable(name.removesuffix("_max") if section == "daily" else name, values)
        units[name] = unit
        columns[name] = [read(observation) for observation in seen]
    body = {name: column[0] for name, column in columns.items()} if section == "current" else columns
    return {f"{section}_units": units, section: body}


def _daily(name: str, values: dict[str, str], place, hour: int, count: int) -> tuple[str, list]:
    """A value of each whole day that has none of one hour alone."""
    unit, read = _variable("temperature_2m", values)
    found: list = []
    for index in range(count):
        first = observations.at(*place, hour + index * 24)
        day = first.time.astimezone(timezone.utc).strftime("%Y-%m-%d")
        if name in ("sunrise", "sunset"):
            # The sun of these tests keeps to the clock.
            found.append(f"{day}T{'06:43' if name == 'sunrise' else '17:08'}")
            continue
        start = hour + index * 24 - first.time.astimezone(timezone.utc).hour
        temperatures = [read(observations.at(*place, start + at)) for at in range(24)]
        found.append(max(temperatures) if name.endswith("_max") else min(temperatures))
    return ("iso8601" if name in ("sunrise", "sunset") else unit), found


#: The places that the geocoding knows, with their names in other languages.
PLACES = [
    {
        "id": 2950159, "name": "Berlin", "latitude": 52.52437, "longitude": 13.41053, "elevation": 74.0,
        "feature_code": "PPLC", "country_code": "DE", "timezone": "Europe/Berlin", "population": 3426354,
        "country_id": 2921044, "country": "Germany", "admin1": "State of Berlin",
        "in": {"de": {"country": "Deutschland", "admin1": "Land Berlin"}, "ja": {"name": "ベルリン", "country": "ドイツ"}},
    },
    {
        "id": 5083330, "name": "Berlin", "latitude": 44.46867, "longitude": -71.18508, "elevation": 311.0,
        "feature_code": "PPL", "country_code": "US", "timezone": "America/New_York", "population": 9367,
        "country_id": 6252001, "country": "United States", "admin1": "New Hampshire", "in": {},
    },
    {
        "id": 3413829, "name": "Reykjavík", "latitude": 64.13548, "longitude": -21.89541, "elevation": 37.0,
        "feature_code": "PPLC", "country_code": "IS", "timezone": "Atlantic/Reykjavik", "population": 118918,
        "country_id": 2629691, "country": "Iceland", "admin1": "Capital Region", "in": {},
    },
]  # fmt: skip


def geocoding(query: str) -> dict:
    """Answers `/v1/search?query`; where nothing fits there are no results at all, as in the real service."""
    values = {name: texts[-1] for name, texts in parse_qs(query).items()}
    name = _plain(values.get("name", ""))
    if not 1 <= int(values.get("count", 10)) <= 100:
        raise _open_meteo_error("Parameter count must be between 1 and 100.")
    answer: dict = {"generationtime_ms": 0.6}
    if len(name) < 2:
        return answer
    language = values.get("language", "en")
    found = []
    for place in PLACES:
        shown = {key: value for key, value in place.items() if key != "in"} | place["in"].get(language, {})
        if _plain(place["name"]).startswith(name) or _plain(shown["name"]).startswith(name):
            found.append(shown)
    return answer | {"results": found[: int(values.get("count", 10))]} if found else answer


def _plain(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", name.lower()) if not unicodedata.combining(c))


def _variable(name: str, values: dict[str, str]) -> tuple[str, Callable[[Observation], object]]:
    fahrenheit = values.get("temperature_unit", "celsius") == "fahrenheit"
    wind_unit = values.get("wind_speed_unit", "kmh")
    inches = values.get("precipitation_unit", "mm") == "inch"

    def degrees(value: float) -> float:
        return round(value, 1) if fahrenheit else round(celsius(value), 1)

    degree = "°F" if fahrenheit else "°C"
    wind = {"kmh": "km/h", "ms": "m/s", "mph": "mp/h", "kn": "kn"}.get(wind_unit, wind_unit)
    table: dict[str, tuple[str, Callable[[Observation], object]]] = {
        "temperature_2m": (degree, lambda o: degrees(o.temperature)),
        "apparent_temperature": (degree, lambda o: degrees(o.temperature)),
        "dew_point_2m": (degree, lambda o: degrees(o.dew_point)),
        "relative_humidity_2m": ("%", lambda o: round(o.humidity)),
        "precipitation": (
            "inch" if inches else "mm",
            lambda o: round(o.precipitation if inches else o.precipitation * 25.4, 2),
        ),
        "precipitation_probability": ("%", lambda o: o.precipitation_chance),
        "weather_code": ("wmo code", lambda o: o.weather_code),
        "is_day": ("", lambda o: 1),
        "pressure_msl": ("hPa", lambda o: o.pressure),
        "visibility": ("m", lambda o: round(o.visibility * 1609.344, 1)),
        "wind_speed_10m": (wind, lambda o: _wind(o.wind_speed, wind_unit)),
        "wind_direction_10m": ("°", lambda o: o.wind_direction),
    }
    if name not in table:
        raise _open_meteo_error(f"Data corrupted at path ''. Cannot initialize from invalid String value {name}.")
    return table[name]


def dark_sky(location: str, query: str, hour: int) -> dict:
    """Answers `/forecast/KEY/location?query`."""
    values = {name: texts[-1] for name, texts in parse_qs(query).items()}
    try:
        latitude, longitude = (float(text) for text in location.split(",")[:2])
    except ValueError:
        raise BadRequest(400, {"code": 400, "error": "The given location (or time) is invalid."}) from None
    if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
        raise BadRequest(400, {"code": 400, "error": "The given location is invalid."})
    units = values.get("units", "us")
    if units == "auto":
        units = "us" if -170 < longitude < -60 and latitude > 18 else "si"
    if units not in ("us", "si", "ca", "uk2"):
        raise BadRequest(400, {"code": 400, "error": "An invalid units parameter was provided."})
    excluded = set(values.get("exclude", "").split(","))
    hours = [observations.at(latitude, longitude, hour + index) for index in range(24)]
    answer: dict = {"latitude": latitude, "longitude": longitude, "timezone": "America/New_York", "offset": -5}
    if "currently" not in excluded:
        answer["currently"] = _data_point(hours[0], units)
    if "hourly" not in excluded:
        points = [_data_point(observation, units) for observation in hours]
        answer["hourly"] = {"summary": hours[0].summary, "icon": hours[0].icon, "data": points}
    if "flags" not in excluded:
        answer["flags"] = {"sources": ["isd"], "nearest-station": 1.2, "units": units}
    return answer


def _data_point(observation: Observation, units: str) -> dict:
    us = units == "us"
    degrees = (lambda value: round(value, 2)) if us else celsius
    miles = units in ("us", "uk2")
    point: dict = {
        "time": int(observation.time.timestamp()),
        "summary": observation.summary,
        "icon": observation.icon,
        "precipIntensity": round(observation.precipitation if us else observation.precipitation * 25.4, 4),
        "precipProbability": observation.precipitation_chance / 100,
        "temperature": degrees(observation.temperature),
        "apparentTemperature": degrees(observation.temperature),
        "dewPoint": degrees(observation.dew_point),
        "humidity": round(observation.humidity / 100, 2),
        "visibility": round(observation.visibility if miles else observation.visibility * 1.609344, 2),
    }
    if observation.precipitation > 0:
        point["precipType"] = "snow" if observation.temperature <= 32 else "rain"
    if observation.pressure is not None:
        point["pressure"] = observation.pressure
    if observation.wind_speed is not None:
        point["windSpeed"] = _wind(observation.wind_speed, {"us": "mph", "uk2": "mph", "ca": "kmh"}.get(units, "ms"))
    if observation.wind_direction is not None:
        point["windBearing"] = observation.wind_direction
    return point
