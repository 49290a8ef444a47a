"""Clock, a sample app: clocks that go on while none of its processes runs."""

from cards import elements
from clock import HostClock
from today_host import ROOT, TodayHost

BUNDLE = ROOT / "Apps/.build/bundles/debug/Clock.app"
WIDGET = "org.today.Clock.widget"
URL = "today-clock://"
WIDGET_PROGRAM = "ClockWidget.appex/Clock"
GROUP = "group.today.clock"


def test_clocks_go_on_while_no_process_runs(timed_host: TodayHost, clock: HostClock):
    timed_host.install(BUNDLE)
    with timed_host.watch(language="en-GB") as page:
        page.wait_for_text(WIDGET, "03:00", "08:00", "17:00")
        timed_host.end_program(WIDGET_PROGRAM)
        clock.advance(minutes=1)
        page.wait_for_text(WIDGET, "03:01", "08:01", "17:01")
        assert not timed_host.programs(WIDGET_PROGRAM)
        # When the cards for an hour are used up, the widget is asked for the next ones.
        clock.advance(minutes=59)
        page.wait_for_text(WIDGET, "04:00", "09:00", "18:00")


def test_clock_that_the_person_adds_shows_on_the_widget(timed_host: TodayHost):
    timed_host.install(BUNDLE)
    with timed_host.watch(language="en-GB") as page:
        page.wait_for_text(WIDGET, "03:00")
        for _ in range(3):
            assert "done" in timed_host.tap_label(timed_host.scene(URL), "Remove")
        page.wait_for_text(WIDGET, "There are no clocks. Add one in Clock.")
        found = timed_host.open(f"{URL}?search=kolk")
        assert "done" in timed_host.tap_label(found, "Add Kolkata", {"search": "kolk", "label": "Office"})
        page.wait_for_text(WIDGET, "Office", "13:30")
        refused = timed_host.tap_label(timed_host.scene(URL), "Search", {"search": " "})
        assert refused["invalidInputs"]["errors"]["search"].endswith(".")


def test_clock_that_is_removed_can_be_put_back(timed_host: TodayHost):
    timed_host.install(BUNDLE)
    with timed_host.watch(language="en-GB") as page:
        page.wait_for_text(WIDGET, "New York", "London", "Tokyo")
        [london] = [
            each
            for each in elements(timed_host.scene(URL)["card"])
            if each.get("tooltip") == "Remove London"
        ]
        outcome = timed_host.tap_scene(URL, london.get("verb"), london["data"])
        page.wait(lambda page: "London" not in str(page.texts(WIDGET)), "a widget without London")
        undo = outcome["done"]["undo"]
        assert undo["message"] == "London was removed."
        assert "done" in timed_host.tap_scene(URL, undo.get("verb"), undo["data"])
        page.wait_for_text(WIDGET, "New York", "London", "Tokyo")
        clocks = timed_host.request("GET", f"/api/defaults/{GROUP}")["clocks"]
        assert [each["zone"] for each in clocks] == ["America/New_York", "Europe/London", "Asia/Tokyo"]
