"""`kill -9` at any time: nothing acknowledged is lost, and the screen comes back with the last snapshot."""

import random
import threading
import uuid

import pytest

from cards import texts
from clock import HostClock
from counter import Counter
from gate import Gate
from today_host import Refused, TodayHost
from waiting import Collected, eventually
from weather import Weather
from weather_server import WeatherServer


def test_widget_killed_during_an_update_is_started_again(
    timed_host: TodayHost, clock: HostClock, provider: WeatherServer
):
    weather = Weather(timed_host, provider)
    weather.install()
    with weather.host.watch() as page:
        temperature = weather.wait_until_fresh(page)
        weather.provider.rule("hold", times=1)
        weather.choose("Berlin")
        weather.provider.wait_for_held()

        weather.host.program(weather.widget_program).kill()

        page.wait(lambda page: "stale" in page.widgets[weather.widget]["freshness"], "the end of the update")
        assert any(temperature in text for text in texts(page.widgets[weather.widget]["compact"]))
        weather.provider.release()
        clock.advance(seconds=15)  # Then it is tried again.
        weather.wait_until_fresh(page)
        assert any("Berlin" in text for text in page.texts(weather.widget))


def test_choice_survives_the_death_of_the_host(weather: Weather):
    with weather.host.watch() as page:
        weather.wait_until_fresh(page)
    weather.choose("Tokyo")  # Acknowledged.

    weather.host.kill()
    weather.host.start()

    with weather.host.watch(opens=True) as page:
        page.wait(lambda page: any("Tokyo" in text for text in page.texts(weather.widget)), "Tokyo on the widget")
        weather.wait_until_fresh(page)


def test_screen_comes_back_with_the_last_snapshot(counter: Counter):
    with counter.host.watch() as page:
        counter.tap()
        page.wait_for_text(Counter.WIDGET, "count 1")
        # The snapshot is written with the ledger's entry, after pages have been told.
        eventually(lambda: "tap" in counter.host.ledger(Counter.WIDGET)[0]["reasons"], "the update in the ledger")
        counter.host.kill()
        page.wait(lambda page: page.has_ended, "the end of the stream")

    gate = counter.gate("update.block")  # No process says anything new.
    counter.host.start()
    [widget] = counter.host.request("GET", "/api/screen")["widgets"]
    assert "count 1" in texts(widget["compact"])
    gate.open()


def test_tap_that_the_host_died_of_is_done_once(counter: Counter):
    gate = counter.gate("perform.block")
    identifier = str(uuid.uuid4())

    def tap() -> None:
        try:
            counter.tap(id=identifier)
        except (OSError, Refused, Exception):
            pass  # The host dies; that is the point.

    thread = threading.Thread(target=tap)
    thread.start()
    gate.wait()
    counter.host.kill()
    thread.join()
    gate.open()

    counter.host.start()
    with counter.host.watch() as page:  # The host repeats it by itself.
        page.wait_for_text(Counter.WIDGET, "count 1")
    assert "done" in counter.tap(id=identifier)
    assert counter.count == 1


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(1, 4))])
def test_acknowledged_writes_survive_the_host_killed_at_any_time(counter: Counter, seed: int):
    acknowledged = Collected()

    def write() -> None:
        for number in range(100_000):
            try:
                counter.write(f"key{number % 50}", number)
            except Exception:
                return  # The host is gone.
            acknowledged.append(number)

    writer = threading.Thread(target=write)
    writer.start()
    target = random.Random(seed).randrange(20, 200)
    acknowledged.wait_for(target, "acknowledged writes")
    counter.host.kill()
    writer.join()

    counter.host.start()
    values = counter.host.request("GET", f"/api/defaults/{Counter.GROUP}")
    newest: dict[str, int] = {}
    for number in acknowledged:
        newest[f"key{number % 50}"] = number
    for key, number in newest.items():
        # A write that was under way when the host died may be there as well.
        assert values[key] >= number, (key, number, values[key])


def test_taps_survive_a_host_that_dies_again_and_again(counter: Counter):
    done = 0
    for round in range(3):
        identifiers = [f"tap-{round}-{number}" for number in range(4)]
        lost = []
        kill = threading.Timer(0.02 * (round + 1), counter.host.kill)
        kill.start()
        for identifier in identifiers:
            try:
                counter.tap(id=identifier)
            except Exception:
                lost.append(identifier)
        kill.join()
        counter.host.start()
        for identifier in identifiers:
            assert "done" in counter.tap(id=identifier)
        done += len(identifiers)
        assert counter.count == done


def test_crash_loop_backs_off_and_disturbs_nobody(host: TodayHost, fixture_app):
    group = "group.test.crash"
    host.install(fixture_app("crash", widget="crash_widget", groups=[group]))
    host.install(fixture_app("counter", app="counter_app", widget="counter_widget", groups=[Counter.GROUP]))
    counter = Counter(host)
    with host.watch() as page:
        page.wait_for_text("test.crash.widget", "how none")
        starts = host.group_folder(group) / "starts.txt"
        before = len(starts.read_text().splitlines())

        host.request("PUT", f"/api/defaults/{group}/how", "crash")

        page.wait(lambda page: "stale" in page.widgets["test.crash.widget"]["freshness"], "a stale widget")
        assert "how none" in page.texts("test.crash.widget")
        for number in range(1, 6):
            counter.tap()
            page.wait_for_text(Counter.WIDGET, f"count {number}")
        assert len(starts.read_text().splitlines()) - before < 20

        host.request("PUT", f"/api/defaults/{group}/how", "well")
        page.wait_for_text("test.crash.widget", "how well", timeout=90)


@pytest.mark.parametrize("how", ["hang", "garbage"])
def test_hang_or_garbage_never_delays_another_widget(host: TodayHost, fixture_app, how: str):
    host.install(fixture_app("crash", widget="crash_widget", groups=["group.test.crash"]))
    host.install(fixture_app("counter", app="counter_app", widget="counter_widget", groups=[Counter.GROUP]))
    counter = Counter(host)
    with host.watch() as page:
        page.wait_for_text("test.crash.widget", "how none")
        gate = Gate(host.group_folder("group.test.crash"), "hang")
        host.request("PUT", "/api/defaults/group.test.crash/how", how)
        if how == "hang":
            gate.wait()

        counter.tap()

        page.wait_for_text(Counter.WIDGET, "count 1", timeout=5)
        assert "how none" in page.texts("test.crash.widget") or how == "garbage"
        gate.open()
