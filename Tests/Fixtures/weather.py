"""The Weather sample app, installed on a host that asks a provider of the test's."""

from __future__ import annotations

import math
import plistlib
import re
import sqlite3
from pathlib import Path
from urllib.parse import parse_qs, quote, unquote, urlsplit

import weather_formats
import weather_server
from streams import Watch
from today_host import WEATHER, TodayHost
from weather_server import WeatherServer


class Weather:
    """What tests say to the Weather app, and what its widget must then show."""

    GROUP = "group.today.weather"

    def __init__(self, host: TodayHost, provider: WeatherServer, bundle: Path = WEATHER):
        self.host = host
        self.provider = provider
        self.bundle = bundle
        info = plistlib.loads((bundle / "Info.plist").read_bytes())
        [extension] = (bundle / "PlugIns").glob("*.appex")
        widget = plistlib.loads((extension / "Info.plist").read_bytes())
        self.app: str = info["CFBundleIdentifier"]
        self.widget: str = widget["CFBundleIdentifier"]
        self.widget_program = f"{extension.name}/{widget['CFBundleExecutable']}"
        self.scene_url: str = info["CFBundleURLTypes"][0]["CFBundleURLSchemes"][0] + "://"
        self.places_url = self.scene_url + "places"

    def install(self) -> None:
        """Installs the app, lets it reach the provider, and points it there."""
        self.host.install(self.bundle)
        self.point_at(self.provider)

    def point_at(self, provider: WeatherServer, kind: str = "openmeteo") -> None:
        """Makes a provider the one that is asked."""
        self.host.request("PUT", f"/api/apps/{self.app}/hosts/{quote(provider.host)}")
        if kind == "darksky":
            self.write("provider.key", weather_server.KEY)
        self.write("provider.url", provider.url)
        self.write("provider", kind)

    def forget_responses(self) -> None:
        """Has the host keep none of the provider's answers."""
        with sqlite3.connect(self.host.state / "caches.sqlite", timeout=30) as database:
            database.execute("DELETE FROM response")

    def age_responses(self, seconds: int = 3600) -> None:
        """Makes what the host keeps of the provider's answers older than it is."""
        with sqlite3.connect(self.host.state / "caches.sqlite", timeout=30) as database:
            database.execute("UPDATE response SET fetched = fetched - ?, expires = expires - ?", [seconds * 1000] * 2)

    def write(self, key: str, value: object) -> None:
        """Sets a shared default as the command line does."""
        self.host.request("PUT", f"/api/defaults/{self.GROUP}/{key}", value)

    def choose(self, place: str) -> dict:
        """Chooses a place in the app; returns the tap's outcome."""
        return self.host.tap_label(self.host.open(self.places_url), place)

    def temperature(self, latitude: float, longitude: float, units: str = "us", kind: str = "openmeteo") -> str:
        """What the widget must show for a place now, such as `61°`."""
        observation = self.provider.observation(latitude, longitude)
        value = observation.temperature if units == "us" else weather_formats.celsius(observation.temperature)
        value = round(value, 1 if kind == "openmeteo" else 2)
        assert abs(value % 1 - 0.5) > 1e-6, "choose another hour: this one is between two degrees"
        return f"{math.floor(value + 0.5)}°"

    def asked_places(self) -> list[tuple[float, float]]:
        """The coordinates that the provider was asked for, in order."""
        return [place for place in map(coordinates, self.provider.requests) if place]

    def wait_until_fresh(self, page: Watch, units: str = "us", kind: str = "openmeteo") -> str:
        """Waits until the widget shows the weather of the place that was asked for last; returns the temperature."""

        def shows(page: Watch) -> str | None:
            places = self.asked_places()
            if not places or page.widgets.get(self.widget, {}).get("freshness") != {"fresh": {}}:
                return None
            wanted = self.temperature(*places[-1], units, kind)
            return wanted if wanted in page.texts(self.widget) else None

        return page.wait(shows, "the temperature of the place that was asked for")


def coordinates(path: str) -> tuple[float, float] | None:
    """The place that a request to a provider asks for."""
    address = urlsplit(path)
    query = parse_qs(address.query)
    if address.path == "/v1/forecast" and "latitude" in query:
        return float(query["latitude"][0]), float(query["longitude"][0])
    match = re.fullmatch(r"/forecast/[^/]+/(-?[\d.]+),(-?[\d.]+)(,.*)?", unquote(address.path))
    return (float(match[1]), float(match[2])) if match else None
