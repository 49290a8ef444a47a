"""What the integration tests need beyond Tests/conftest.py."""

from __future__ import annotations

from pathlib import Path
from typing import Callable

import pytest

from counter import Counter
from today_host import TodayHost
from weather import Weather
from weather_server import WeatherServer


@pytest.fixture
def counter(host: TodayHost, fixture_app: Callable[..., Path]) -> Counter:
    """A host with the counter installed."""
    host.install(fixture_app("counter", app="counter_app", widget="counter_widget", groups=[Counter.GROUP]))
    return Counter(host)


@pytest.fixture
def weather(host: TodayHost, provider: WeatherServer) -> Weather:
    """A host with Weather installed, which asks the provider on this machine."""
    weather = Weather(host, provider)
    weather.install()
    return weather
