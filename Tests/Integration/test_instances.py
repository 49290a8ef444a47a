"""A widget that is on the screen more than once: instances with a place, a process and content of their own."""

from __future__ import annotations

import plistlib
import shutil
from pathlib import Path

import pytest

from counter import Counter
from waiting import eventually
from streams import Refused
from today_host import TodayHost
from weather import Weather

FIRST = Counter.WIDGET
SECOND = f"{Counter.WIDGET}:2"


def place(host: TodayHost, *widgets: str) -> None:
    """Puts exactly these on the screen, in this order."""
    host.request("PUT", "/api/screen", {"widgets": list(widgets)})


def shown(host: TodayHost) -> list[str]:
    """What is on the screen, in its order."""
    return [choice["id"] for choice in host.request("GET", "/api/screen")["chosen"]]


def test_each_instance_has_a_place_a_process_and_content(counter: Counter):
    host = counter.host
    place(host, SECOND, FIRST)
    assert shown(host) == [SECOND, FIRST]
    with host.watch(opens=True) as page:
        for widget in (FIRST, SECOND):
            page.wait_for_text(widget, "count 0")
        assert len({process.pid for process in host.programs("counter_widget")}) == 2
        assert host.tap_widget(SECOND) == {"done": {}}
        # Both belong to the group in which the tap changed something.
        for widget in (FIRST, SECOND):
            page.wait_for_text(widget, "count 1")
    [app] = host.today_json("list")
    assert [(widget["id"], widget["title"]) for widget in app["widgets"]] == [(FIRST, "Counter"), (SECOND, "Counter 2")]
    for name in (SECOND, "Counter 2"):
        shown_text = host.today("show", name).stdout
        assert "Counter 2" in shown_text and "count 1" in shown_text
        why = host.today("why", name).stdout
        assert why.startswith(f"{SECOND}\n") and "groupChanged, tap" in why
    assert host.ledger(SECOND)[0]["outcome"] == "newData"


def test_instances_survive_restarts_and_updates(weather: Weather, tmp_path: Path):
    host, first, second = weather.host, weather.widget, f"{weather.widget}:2"
    names = {first: "Cupertino, CA", second: "Tokyo"}
    place(host, first, second)
    host.request("PUT", f"/api/widgets/{second}/configuration", {"values": {"place": "Tokyo"}})
    with host.watch(opens=True) as page:
        for widget, name in names.items():
            page.wait(
                lambda page: name in (texts := page.texts(widget)) and any("°" in text for text in texts),
                f"the weather of {name}",
            )

    def contents() -> dict[str, str]:
        return {widget["id"]: str(widget.get("compact")) for widget in host.request("GET", "/api/screen")["widgets"]}

    host.stop()
    host.start()
    assert "Tokyo" in contents()[second], "the content of the earlier run shows at once"
    # A new version, from elsewhere.
    bundle = Path(shutil.copytree(weather.bundle, tmp_path / weather.bundle.name))
    info = plistlib.loads((bundle / "Info.plist").read_bytes())
    (bundle / "Info.plist").write_bytes(plistlib.dumps(info | {"CFBundleShortVersionString": "99.0"}))
    host.install(bundle, replaces=True)
    [app] = host.today_json("list")
    assert app["version"] == "99.0"
    assert shown(host) == [first, second]
    # Its processes get the configuration of each instance, too.
    for widget, name in names.items():
        before = host.ledger(widget)[0]
        host.today("reload", widget)
        eventually(lambda: host.ledger(widget)[0] != before, f"another update of {widget}")
        assert host.ledger(widget)[0]["outcome"] in ("newData", "noData")
        assert name in contents()[widget]


def test_instance_that_is_removed_is_gone_with_its_process_and_content(counter: Counter):
    host = counter.host
    place(host, FIRST, SECOND)
    with host.watch(opens=True) as page:
        page.wait_for_text(SECOND, "count 0")
        second = [process for process in host.programs("counter_widget") if process.is_alive]
        place(host, FIRST)
        page.wait(lambda page: SECOND not in page.widgets, "the second to go")
        eventually(lambda: len([each for each in second if each.is_alive]) == 1, "the end of its process")
    assert host.request("GET", "/api/screen")["available"] == []
    for path in (f"/api/widgets/{SECOND}/ledger", f"/api/widgets/{SECOND}/schedule"):
        with pytest.raises(Refused) as refusal:
            host.request("GET", path)
        assert refusal.value.status == 404
    place(host, FIRST, SECOND)
    [again] = [widget for widget in host.request("GET", "/api/screen")["widgets"] if widget["id"] == SECOND]
    assert again.get("compact") is None, "it begins anew"


def test_instance_can_stay_without_the_first(counter: Counter):
    host = counter.host
    place(host, SECOND)
    with host.watch(opens=True) as page:
        page.wait_for_text(SECOND, "count 0")
    assert [choice["id"] for choice in host.request("GET", "/api/screen")["available"]] == [FIRST]
    host.today("uninstall", Counter.APP, "--yes")
    assert shown(host) == []


def test_what_is_no_instance_is_refused_and_changes_nothing(counter: Counter):
    for name in "1", "0", "17", "02", "+2", "x", "", "2:3", "-2":
        with pytest.raises(Refused) as refusal:
            place(counter.host, FIRST, f"{FIRST}:{name}")
        assert refusal.value.status == 400 and "number from 2 to 16" in str(refusal.value.message), name
        assert shown(counter.host) == [FIRST], name


def test_instance_of_no_widget_is_refused(counter: Counter):
    with pytest.raises(Refused) as refusal:
        place(counter.host, "test.nobody.widget:2")
    assert refusal.value.status == 404
    with pytest.raises(Refused) as refusal:
        counter.host.tap_widget(SECOND)
    assert refusal.value.status == 404, "it is not on the screen"


def test_app_reloads_every_instance_of_its_widget(counter: Counter):
    host = counter.host
    place(host, FIRST, SECOND)
    with host.watch(opens=True) as page:
        for widget in (FIRST, SECOND):
            page.wait_for_text(widget, "note none")
        (host.group_folder(Counter.GROUP) / "note.txt").write_text("new")
        host.today("reload", FIRST)
        page.wait_for_text(FIRST, "note new")
        assert "note none" in page.texts(SECOND), "the person asked for the first alone"
        host.today("reload", SECOND)
        page.wait_for_text(SECOND, "note new")


def test_weather_of_two_places_at_once(weather: Weather):
    host = weather.host
    second = f"{weather.widget}:2"
    place(host, weather.widget, second)
    with host.watch(opens=True) as page:
        page.wait_for_text(weather.widget, "Cupertino, CA")
        page.wait_for_text(second, "Cupertino, CA")
        host.request("PUT", f"/api/widgets/{second}/configuration", {"values": {"place": "Tokyo"}})
        page.wait_for_text(second, "Tokyo", weather.temperature(35.6895, 139.6917))
        assert "Cupertino, CA" in page.texts(weather.widget)
    host.stop()
    host.start()
    with host.watch(opens=True) as page:
        page.wait_for_text(second, "Tokyo")
        page.wait_for_text(weather.widget, "Cupertino, CA")
        host.request("PUT", f"/api/widgets/{second}/configuration", {"values": {}})
        page.wait_for_text(second, "Cupertino, CA")


def test_configuration_that_is_wrong_is_refused(weather: Weather):
    path = f"/api/widgets/{weather.widget}/configuration"
    for values, sentence in (
        ({"place": "Atlantis"}, "none of the choices"), ({"other": "y" * 17_000}, "16384 bytes"), ({"place": 5}, "")
    ):
        with pytest.raises(Refused) as refusal:
            weather.host.request("PUT", path, {"values": values})
        assert refusal.value.status == 400 and sentence in str(refusal.value.message), sentence


def test_widget_without_configuration_has_none(counter: Counter):
    with pytest.raises(Refused) as refusal:
        counter.host.request("PUT", f"/api/widgets/{FIRST}/configuration", {"values": {}})
    assert refusal.value.status == 404 and "nothing to configure" in str(refusal.value.message)
