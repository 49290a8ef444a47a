"""Weather's forecast, its search for places, and its units."""

from __future__ import annotations

import cards
from weather import Weather


def types(card: object) -> set[str]:
    """The types of all elements of a card."""
    return {str(element.get("type")) for element in cards.elements(card)}


def find(weather: Weather, text: str) -> dict:
    """What the page of places shows after a search."""
    return weather.host.open(f"{weather.places_url}?search={text}")


def test_the_widget_shows_the_sky_and_the_range_of_the_day(weather: Weather):
    # A small one has no room for them.
    weather.host.request("PUT", f"/api/widgets/{weather.widget}/size", {"size": "medium"})
    with weather.host.watch() as page:
        weather.wait_until_fresh(page)
        page.wait(lambda page: cards.icons(page.widgets[weather.widget]["compact"]), "the sky")
        shown = page.widgets[weather.widget]
        day = [weather.provider.observation(*weather.asked_places()[-1])]
        assert day[0].weather_code is not None
        icons = cards.icons(shown["compact"])
        assert len(icons) == 7 and all(icon.startswith("Weather") for icon in icons)
        assert any(text.startswith("H ") and " L " in text for text in cards.texts(shown["compact"]))
        assert "ProgressBar" in types(shown["expanded"])


def test_the_page_shows_hours_days_and_the_sun(weather: Weather):
    card = weather.host.open(weather.scene_url)["card"]

    assert {"Chart.Line", "Table"} <= types(card)
    [hours, _] = [element for element in cards.elements(card) if element.get("type") == "Chart.Line"]
    assert len(hours["data"][0]["values"]) == 25
    [table] = [element for element in cards.elements(card) if element.get("type") == "Table"]
    assert len(table["rows"]) == 8  # The titles, and seven days.
    assert all(len(cards.texts(row["cells"])) == 5 for row in table["rows"])
    facts = {element["title"]: element["value"] for element in cards.elements(card) if "value" in element and "title" in element}
    assert facts["Sunrise"] == "6:43 AM" and facts["Sunset"] == "5:08 PM"
    request = weather.provider.requests[-1]
    assert "timezone=auto" in request and "forecast_days=7" in request


def test_a_place_is_found_by_its_name_and_added(weather: Weather):
    with weather.host.watch() as page:
        found = find(weather, "berl")
        assert "State of Berlin, Germany" in str(found) and "New Hampshire, United States" in str(found)
        assert [path for path in weather.provider.requests if "/v1/search?name=berl&" in path]

        # Berlin is in the list already: the one that is found has a number.
        assert "done" in weather.host.tap_label(found, "Add Berlin")
        assert "Berlin 2" in str(weather.host.open(weather.places_url))
        page.wait(lambda page: any("Berlin 2" in text for text in page.texts(weather.widget)), "the place that was found")


def test_a_search_leads_to_its_results(weather: Weather):
    outcome = weather.host.tap_label(weather.host.open(weather.places_url), "Search", {"search": "  Reykjavík "})
    assert "done" in outcome

    refused = weather.host.tap_label(weather.host.open(weather.places_url), "Search", {"search": " "})
    assert refused["invalidInputs"]["errors"]["search"].endswith(".")


def test_without_the_service_the_list_is_searched(weather: Weather):
    weather.provider.rule("drop", match="/v1/search")

    found = find(weather, "m%C3%BCnch")

    assert "Munich" in str(found) and "GeoNames" in str(found)
    assert "done" in weather.host.tap_label(found, "Add Munich")
    with weather.host.watch() as page:
        page.wait(lambda page: any("Munich" in text for text in page.texts(weather.widget)), "Munich on the widget")
    latitude, longitude = weather.asked_places()[-1]
    assert (round(latitude), round(longitude)) == (48, 12)


def test_an_answer_that_is_none_is_not_believed(weather: Weather):
    for mode in ("malformed", "status", "huge", "truncated"):
        weather.provider.clear()
        weather.provider.rule(mode, match="/v1/search")
        found = find(weather, f"tok{mode[:1]}" if mode == "status" else "tokyo")
        assert "GeoNames" in str(found) or mode == "status", mode


def test_the_units_are_chosen_on_the_page(weather: Weather):
    with weather.host.watch() as page:
        weather.wait_until_fresh(page, "us")
        assert "done" in weather.host.tap_label(weather.host.open(weather.scene_url), "°C, m/s, km")
        weather.wait_until_fresh(page, "si")
        assert "✓ °C, m/s, km" in str(weather.host.open(weather.scene_url))
