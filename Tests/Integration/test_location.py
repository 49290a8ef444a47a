"""Where the person is: stored by the host, rounded by it, and given to nobody else than who may know it."""

import json

import pytest

from cards import texts
from fixture_apps import make_app
from streams import Watch
from today_host import TodayHost

WIDGET = "test.place.widget"
PROGRAMS = {"app": "place_app", "widget": "place_widget"}
BERLIN = ("--latitude", "52.5163", "--longitude", "13.3777", "--accuracy", "20")


def page_text(host: TodayHost) -> str:
    """What the app's page says."""
    return " ".join(texts(host.open("place://")["card"]))


def wait_for(page: Watch, text: str) -> None:
    page.wait(lambda page: any(text in line for line in page.texts(WIDGET)), f"{text!r} on the widget")


def test_each_process_gets_what_its_own_entitlement_allows(host: TodayHost, fixture_app):
    host.install(fixture_app("place", **PROGRAMS, location="full", widget_location="reduced"))
    host.today("location", *BERLIN)
    assert page_text(host) == "52.5163 13.3777 20 full"
    with host.watch() as page:
        wait_for(page, "reduced")
        latitude, longitude, accuracy, _ = page.texts(WIDGET)[0].split()
    assert (latitude, accuracy) == ("52.5", "5000")
    # The exact number is nowhere in what the widget got.
    assert longitude != "13.3777" and abs(float(longitude) - 13.3777) < 0.05


def test_process_without_the_entitlement_is_refused(host: TodayHost, fixture_app):
    host.install(fixture_app("place", **PROGRAMS, location="full"))
    host.today("location", *BERLIN)
    assert page_text(host).endswith("full")
    with host.watch() as page:
        wait_for(page, "-32001 test.place.widget may not know the location")


def test_right_is_revoked_at_once(host: TodayHost, fixture_app):
    host.install(fixture_app("place", **PROGRAMS, location="full", widget_location="full"))
    host.today("location", *BERLIN)
    with host.watch() as page:
        wait_for(page, "52.5163 13.3777 20 full")
        program = host.program("place_widget")
        host.today("settings", "Place", "--revoke", "precise-location")
        wait_for(page, "52.5 ")
        assert page_text(host).endswith("reduced")
        host.today("settings", "Place", "--revoke", "location")
        wait_for(page, "You have revoked the right location of this app;")
        assert "You have revoked the right location of this app;" in page_text(host)
        host.today("settings", "Place", "--restore", "location")
        wait_for(page, "52.5 ")
        host.today("settings", "Place", "--restore", "precise-location")
        wait_for(page, "52.5163 13.3777 20 full")
        # It was the same process all the time.
        assert host.program("place_widget") == program


def test_widget_follows_the_location(host: TodayHost, fixture_app):
    host.install(fixture_app("place", **PROGRAMS, location="full", widget_location="full"))
    with host.watch() as page:
        wait_for(page, "-32030 Today does not know where you are. Switch on Location in Settings")
        host.today("location", *BERLIN)
        wait_for(page, "52.5163 13.3777 20 full")
        wait_for(page, "locationChanged")
        host.kill()
    host.start()
    assert page_text(host) == "52.5163 13.3777 20 full"
    with host.watch() as page:
        host.today("location", "--forget")
        wait_for(page, "-32030")
    assert "No location is known." in host.today("location").stdout


def test_command_shows_what_is_known(host: TodayHost):
    shown = host.today("location", *BERLIN).stdout
    assert "52.5163, 13.3777, within 20 m" in shown and "Times are those of GMT." in shown
    known = json.loads(host.today("location", "--json").stdout)
    assert (known["latitude"], known["longitude"], known["accuracy"], known["isShared"]) == (52.5163, 13.3777, 20, False)


def test_what_is_no_place_is_refused(host: TodayHost, subtests: pytest.Subtests):
    for arguments, status in (
        (("--latitude", "91", "--longitude", "0"), 2),
        (("--latitude", "0", "--longitude", "-180.5"), 2),
        (("--latitude", "nan", "--longitude", "0"), 2),
        (("--latitude", "0", "--longitude", "inf"), 2),
        (("--latitude", "0", "--longitude", "0", "--accuracy=-1"), 1),
        (("--latitude", "0"), 2),
        (("--accuracy", "5"), 2),
        (("--latitude", "north", "--longitude", "0"), 2),
        (("--latitude", "0", "--longitude", "0", "--forget"), 2),
    ):
        with subtests.test(arguments=arguments):
            assert host.today("location", *arguments, status=status).stderr.strip()
    assert "No location is known." in host.today("location").stdout


def test_consent_names_the_accuracy_and_the_purpose(host: TodayHost, tmp_path):
    first = make_app(tmp_path / "first", "place", **PROGRAMS, location="reduced")
    asked = host.today("install", first, status=3).stderr
    assert "Know where you are, to about 5 km. The app says: “It shows where you are.”" in asked
    assert "Know exactly where you are." not in asked
    host.install(first)
    # A newer version that wants to know it exactly asks for that alone.
    newer = make_app(tmp_path / "newer", "place", **PROGRAMS, location="full", version="2.0")
    asked = host.today("install", newer, status=3).stderr
    assert "Know exactly where you are." in asked and "to about 5 km" not in asked
