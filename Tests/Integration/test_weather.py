"""The Weather app and its widget in processes of their own, with live data from a provider on this machine."""

import json

from cards import elements, texts
from today_host import TodayHost
from waiting import eventually
from weather import Weather
from weather_server import KEY


def test_widget_fills_with_live_data(weather: Weather):
    with weather.host.watch() as page:
        temperature = weather.wait_until_fresh(page)

        compact = page.widgets[weather.widget]["compact"]
        assert compact["header"] == {"title": "Cupertino, CA"} and texts(compact["body"])[0] == temperature
        assert compact["backgroundImage"]["url"].startswith("bundle:sky-")
        observation = weather.provider.observation(*weather.asked_places()[-1])
        expanded = " ".join(texts(page.widgets[weather.widget]["expanded"]))
        assert f"{round(observation.humidity)}%" in expanded
        assert f"{observation.precipitation_chance}%" in expanded


def test_choosing_a_place_changes_the_widget(weather: Weather):
    with weather.host.watch() as page:
        weather.wait_until_fresh(page)

        outcome = weather.choose("Tokyo")

        assert "done" in outcome
        page.wait(lambda page: any("Tokyo" in text for text in page.texts(weather.widget)), "Tokyo on the widget")
        latitude, longitude = weather.asked_places()[-1]
        assert (round(latitude), round(longitude)) == (36, 140)
        weather.wait_until_fresh(page)


def test_app_marks_the_place_that_is_chosen(weather: Weather):
    def marked() -> str:
        rows = [row for row in elements(weather.host.open(weather.places_url)["card"]) if row.get("type") == "ColumnSet"]
        blocks = [[each["text"] for each in elements(row) if each.get("type") == "TextBlock"] for row in rows]
        [mark, name] = next(row for row in blocks if len(row) == 2)
        return name

    assert marked() == "My Location"
    weather.choose("Berlin")
    assert marked() == "Berlin"
    weather.choose("Cupertino")
    assert marked() == "Cupertino"


def test_choice_is_shared_under_the_names_of_the_original(weather: Weather):
    def stored() -> dict:
        values = weather.host.today_json("defaults", "read", Weather.GROUP)
        return {key: values.get(key) for key in ("hasSetLocation", "location", "locationData", "choice")}

    data = {"name": "Tokyo", "latLong": "35.6895,139.6917"}
    tokyo = {"hasSetLocation": True, "location": 5, "locationData": data, "choice": None}
    with weather.host.watch() as page:
        page.wait_for_text(weather.widget, "Cupertino, CA")
        assert stored() == dict.fromkeys(tokyo)

        # What an earlier version stored.
        weather.write("choice", "tokyo")
        page.wait_for_text(weather.widget, "Tokyo")
        page.wait(lambda _: stored() == tokyo, "the choice under its new names")

        # Another process writes all three, and then the number alone.
        weather.write("location", 99)
        weather.write("locationData", {"name": "Paris", "latLong": "48.85,2.35"})
        page.wait_for_text(weather.widget, "Paris")
        weather.wait_until_fresh(page)
        assert weather.asked_places()[-1] == (48.85, 2.35)
        weather.choose("Berlin")
        page.wait_for_text(weather.widget, "Berlin")
        weather.write("location", 2)
        page.wait_for_text(weather.widget, "Redmond, WA")


def test_choice_of_an_earlier_version_is_moved(weather: Weather):
    def stored() -> tuple:
        values = weather.host.today_json("defaults", "read", Weather.GROUP)
        return tuple(values.get(key) for key in ("choice", "hasSetLocation", "location", "locationData"))

    oslo = {"name": "Oslo", "latLong": "59.91,10.75"}
    weather.write("places", [{"name": "Oslo", "latitude": 59.91, "longitude": 10.75}])
    with weather.host.watch() as page:
        for choice, title, location, data in (
            (" oslo ", "Oslo", 7, oslo),
            ("mountain-view", "Mountain View, CA", 4, {"name": "Mountain View", "latLong": "37.3861,-122.0839"}),
            ("現在地", "Cupertino, CA", 0, {"name": "My Location", "latLong": "37.323,-122.0322"}),
        ):
            weather.write("choice", choice)
            page.wait_for_text(weather.widget, title)
            page.wait(lambda _: stored() == (None, True, location, data), f"the choice {choice!r} under its new names")


def test_choice_of_an_earlier_version_that_names_nothing_is_my_location(weather: Weather):
    with weather.host.watch() as page:
        weather.write("choice", "Atlantis")
        page.wait(lambda _: not weather.host.today_json("defaults", "read", Weather.GROUP).get("choice"), "its removal")
        weather.wait_until_fresh(page)
        assert "Cupertino, CA" in page.texts(weather.widget)
    card = weather.host.open(weather.places_url)["card"]
    assert [each["text"] for each in elements(card) if each.get("text") in ("✓", "My Location")][:2] == ["✓", "My Location"]


def test_other_process_of_the_group_writes_the_choice(weather: Weather, fixture_app):
    host = weather.host
    other = fixture_app("keeper", app="keeper_app", groups=["group.test.keeper", Weather.GROUP])
    host.install(other)

    def write(**values: object) -> None:
        questions = [
            {"method": "defaults/set", "params": {"group": Weather.GROUP, "key": key, "value": value}}
            for key, value in values.items()
        ]
        assert "done" in host.tap_scene("keeper://", "ask", {"ask": questions})
        answers = host.today_json("defaults", "read", "group.test.keeper", "answers")
        assert json.loads(answers) == [{}] * len(questions)

    def marked() -> list[str]:
        rows = [row for row in elements(host.open(weather.places_url)["card"]) if row.get("type") == "ColumnSet"]
        blocks = [[each["text"] for each in elements(row) if each.get("type") == "TextBlock"] for row in rows]
        return [row[-1] for row in blocks if "✓" in row]

    with host.watch() as page:
        page.wait_for_text(weather.widget, "Cupertino, CA")
        # In any order, and not at once.
        write(locationData={"name": "Berlin", "latLong": "52.52,13.405"}, location=6, hasSetLocation=True)
        page.wait_for_text(weather.widget, "Berlin")
        assert "Berlin" in marked()
        # The app and the other process in turn: the last one counts.
        weather.choose("Tokyo")
        page.wait_for_text(weather.widget, "Tokyo")
        write(location=2, locationData={"name": "Redmond", "latLong": "47.674,-122.1215"})
        page.wait_for_text(weather.widget, "Redmond, WA")
        assert "Redmond" in marked()
        # What an earlier version stored and no list has any more does not hide what is written now.
        write(choice="Atlantis", location=6, locationData={"name": "Berlin", "latLong": "52.52,13.405"})
        page.wait_for_text(weather.widget, "Berlin")
        # Values of other types are nothing that was chosen.
        write(location="6", locationData=["Berlin"], hasSetLocation="yes")
        page.wait_for_text(weather.widget, "Cupertino, CA")
        assert "My Location" in marked()
        write(hasSetLocation=True, location=5, locationData={"name": "Tokyo", "latLong": "35.6895,139.6917"})
        page.wait_for_text(weather.widget, "Tokyo")
        write(hasSetLocation=False)
        page.wait_for_text(weather.widget, "Cupertino, CA")
        assert "My Location" in marked()


def test_my_location_is_cupertino_without_a_position(weather: Weather):
    host = weather.host
    with host.watch() as page:
        for choose in (False, True):
            if choose:
                weather.choose("My Location")
            page.wait_for_text(weather.widget, "Cupertino, CA")
            host.today("location", "--latitude", "48.8584", "--longitude", "2.2945")
            page.wait_for_text(weather.widget, "My Location")
            # The app may not know it.
            host.today("settings", "Weather", "--revoke", "location")
            page.wait_for_text(weather.widget, "Cupertino, CA")
            host.today("settings", "Weather", "--restore", "location")
            page.wait_for_text(weather.widget, "My Location")
            host.today("location", "--forget")


def test_number_of_the_choice_follows_the_list(weather: Weather):
    def add(name: str) -> None:
        scene = weather.host.open(weather.places_url)
        assert "done" in weather.host.tap_label(scene, "Add", {"name": name, "latitude": "60", "longitude": "10"})

    def stored() -> int:
        return weather.host.today_json("defaults", "read", Weather.GROUP, "location")

    add("Oslo")
    add("Bergen")
    weather.choose("Bergen")
    assert stored() == 8
    for name, number in (("Oslo", 7), ("Cupertino", 6), ("Bergen", 0)):
        weather.host.tap_label(weather.host.open(weather.places_url), f"Remove {name}")
        assert stored() == number


def test_place_that_the_person_adds_can_be_chosen(weather: Weather):
    with weather.host.watch() as page:
        weather.wait_until_fresh(page)
        scene = weather.host.open(weather.places_url)

        outcome = weather.host.tap_label(scene, "Add", {"name": "Reykjavík", "latitude": "64.15", "longitude": "-21.94"})
        assert "done" in outcome
        weather.choose("Reykjavík")

        page.wait(lambda page: any("Reykjavík" in text for text in page.texts(weather.widget)), "the new place")
        weather.wait_until_fresh(page)
        assert weather.asked_places()[-1] == (64.15, -21.94)


def test_bad_input_is_refused_with_a_sentence(weather: Weather):
    before = texts(weather.host.open(weather.places_url)["card"])
    for name, latitude, longitude, wrong in (
        ("Nowhere", "91", "0", "latitude"),
        ("Nowhere", "0", "-180.5", "longitude"),
        ("Nowhere", "north", "0", "latitude"),
        ("Nowhere", "", "0", "latitude"),
        ("", "1", "1", "name"),
        ("Nowhere", "nan", "1", "latitude"),
        ("Nowhere", "1e400", "1", "latitude"),
    ):
        inputs = {"name": name, "latitude": latitude, "longitude": longitude}

        outcome = weather.host.tap_label(weather.host.open(weather.places_url), "Add", inputs)

        [(field, sentence)] = outcome["invalidInputs"]["errors"].items()
        assert wrong in field.lower() and sentence.endswith(".")
        assert texts(weather.host.open(weather.places_url)["card"]) == before


def test_every_provider_and_unit_shows_whole_degrees(weather: Weather):
    with weather.host.watch() as page:
        for kind in "openmeteo", "darksky":
            for units in "us", "si":
                weather.write("units", units)
                weather.point_at(weather.provider, kind)

                page.wait(
                    lambda page: weather.provider.requests
                    and ("/forecast/" in weather.provider.requests[-1]) == (kind == "darksky")
                    and weather.wait_until_fresh(page, units, kind),
                    "the weather of the provider",
                )


def test_key_of_the_provider_is_moved_to_the_keychain(weather: Weather):
    with weather.host.watch() as page:
        weather.point_at(weather.provider, "darksky")
        weather.wait_until_fresh(page, kind="darksky")
        eventually(
            lambda: "provider.key" not in weather.host.today_json("defaults", "read", Weather.GROUP), "that the key was moved"
        )

        # The next request finds it in the keychain.
        weather.write("units", "si")
        page.wait(lambda page: "units=si" in weather.provider.requests[-1], "a request in other units")
        weather.wait_until_fresh(page, "si", kind="darksky")
        assert f"/{KEY}/" in weather.provider.requests[-1]

        weather.write("provider.key", "")
        page.wait(
            lambda page: "The provider darksky needs a key" in str(page.widgets[weather.widget]),
            "that the key was deleted",
        )


def test_language_decides_the_units_when_nobody_chose(weather: Weather):
    with weather.host.watch(language="de-DE", opens=True) as page:
        weather.wait_until_fresh(page, units="si")


def test_last_choice_wins_over_a_slow_fetch(weather: Weather):
    with weather.host.watch() as page:
        weather.wait_until_fresh(page)
        weather.provider.rule("hold", match="35.")  # Tokyo's latitude
        weather.choose("Tokyo")
        weather.provider.wait_for_held()

        weather.choose("Berlin")
        weather.provider.clear()
        weather.provider.release()

        page.wait(lambda page: any("Berlin" in text for text in page.texts(weather.widget)), "Berlin on the widget")
        weather.wait_until_fresh(page)
        latitude, longitude = weather.asked_places()[-1]
        assert (round(latitude), round(longitude)) == (53, 13)


def test_choices_in_any_order_end_in_the_last(weather: Weather):
    with weather.host.watch() as page:
        for place in ("Tokyo", "Berlin", "Redmond", "Berlin", "Menlo Park", "Tokyo", "Mountain View"):
            weather.choose(place)

        page.wait(
            lambda page: any("Mountain View" in text for text in page.texts(weather.widget)), "the last place"
        )
        weather.wait_until_fresh(page)


def test_widget_shows_dashes_before_the_first_data(host: TodayHost, provider):
    provider.rule("hold")
    weather = Weather(host, provider)
    weather.install()

    with host.watch() as page:
        for place in ("Cupertino, CA", "Tokyo"):
            provider.wait_for_held()
            shown = page.wait_for_text(weather.widget, place, "--")
            assert shown["freshness"] == {"placeholder": {}}
            # The place, the temperature, the summary, and what a tap does; no explanation and no button.
            assert sorted(texts(shown["compact"])) == sorted([place, "--", "--", "Open Weather"])
            # Temperature, summary, chance of precipitation, humidity, time.
            assert place in texts(shown["expanded"]) and texts(shown["expanded"]).count("--") == 5
            assert not [each for card in (shown["compact"], shown["expanded"]) for each in elements(card)
                        if each.get("type") == "ActionSet"]
            # Another choice is followed while there is no weather yet.
            weather.choose("Tokyo")

        provider.clear()
        provider.release()
        weather.wait_until_fresh(page)


def test_first_content_is_in_each_language_and_stays_while_there_is_no_weather(host: TodayHost, provider):
    provider.rule("status", status=500)
    weather = Weather(host, provider)
    weather.install()
    weather.choose("Tokyo")

    for language, place in (("en-US", "Tokyo"), ("de-DE", "Tokio"), ("ja-JP", "東京")):
        with host.watch(language=language, opens=True) as page:
            page.wait(lambda page: "failed" in page.widgets.get(weather.widget, {}).get("freshness", {}), "a failure")
            shown = page.wait_for_text(weather.widget, place)
            assert sorted(text for text in texts(shown["compact"]) if text in (place, "--")) == ["--", "--", place]

    # An update that fails takes nothing away once there is content.
    provider.clear()
    with host.watch() as page:
        host.reload(weather.widget)
        temperature = weather.wait_until_fresh(page)
        weather.forget_responses()
        provider.rule("status", status=500)
        weather.choose("Berlin")
        page.wait(lambda page: "stale" in page.widgets[weather.widget]["freshness"], "a stale widget")
        assert temperature in page.texts(weather.widget) and "--" not in page.texts(weather.widget)


def test_page_without_weather_is_of_the_place_of_the_widget(host: TodayHost, provider):
    provider.rule("status", status=500)
    weather = Weather(host, provider)
    weather.install()
    with host.watch(opens=True) as page:
        page.wait_for_text(weather.widget, "Cupertino, CA")
    card = host.open(weather.scene_url)["card"]
    assert [each["text"] for each in elements(card) if each.get("style") == "heading"][0] == "Cupertino"


def test_host_that_nobody_allowed_is_not_reached(weather: Weather):
    with weather.host.watch() as page:
        weather.wait_until_fresh(page)
        count = len(weather.provider.requests)

        weather.host.today("disallow", weather.app, weather.provider.host)
        again = weather.host.today("disallow", weather.app, weather.provider.host, status=1)
        assert f"You have not allowed {weather.app} to fetch from {weather.provider.host}." in again.stderr
        declared = weather.host.today("disallow", weather.app, "api.open-meteo.com", status=1)
        assert f"“today settings {weather.app} --revoke host:api.open-meteo.com”" in declared.stderr
        weather.choose("Berlin")

        page.wait(lambda page: "stale" in page.widgets[weather.widget]["freshness"], "a stale widget")
        assert len(weather.provider.requests) == count


def test_snapshot_shows_at_once_after_a_restart(weather: Weather):
    with weather.host.watch() as page:
        temperature = weather.wait_until_fresh(page)
    weather.provider.rule("hold")  # The network says nothing more.

    assert weather.host.stop() == 0
    weather.host.start()

    [widget] = [each for each in weather.host.request("GET", "/api/screen")["widgets"] if each["id"] == weather.widget]
    assert any(temperature in text for text in texts(widget["compact"]))
    assert temperature in weather.host.today("show", "Weather").stdout
