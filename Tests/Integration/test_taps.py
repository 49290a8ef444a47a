"""Taps: the screen never goes back and never misses the last, and a tap is done once, whatever happens meanwhile."""

import json
import threading
import uuid
from pathlib import Path
from typing import Callable

import pytest

from clock import HostClock
from counter import Counter
from today_host import Refused, TodayHost
from waiting import wait_in_folder


def test_two_taps_count_twice(counter: Counter):
    with counter.host.watch() as page:
        assert "done" in counter.tap()
        assert "done" in counter.tap()

        page.wait_for_text(Counter.WIDGET, "count 2")


def test_tap_that_is_sent_twice_counts_once(counter: Counter):
    with counter.host.watch() as page:
        first = counter.tap(id="same")
        second = counter.tap(id="same")

        assert first == second
        page.wait_for_text(Counter.WIDGET, "count 1")
        assert counter.count == 1


def test_taps_at_the_same_time_all_count(counter: Counter):
    with counter.host.watch() as page:
        threads = [threading.Thread(target=counter.tap) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        page.wait_for_text(Counter.WIDGET, "count 8")
        assert counter.count == 8


def test_lost_reply_never_doubles_a_tap(counter: Counter):
    gate = counter.gate("perform.block")
    identifier = str(uuid.uuid4())
    connection = counter.host.connect()
    body = json.dumps({"id": identifier, "target": {"widget": {"id": Counter.WIDGET}}, "data": {}, "verb": "add"})
    connection.request("POST", "/api/taps", body)
    gate.wait()
    connection.close()  # The page goes away before the answer.
    gate.open()

    assert "done" in counter.tap(id=identifier)
    assert counter.count == 1


def test_widget_killed_after_writing_and_before_answering_counts_once(counter: Counter):
    with counter.host.watch() as page:
        counter.once("perform.die")

        assert "done" in counter.tap()

        page.wait_for_text(Counter.WIDGET, "count 1")
        assert counter.count == 1


def test_app_killed_during_a_choice_chooses_once(counter: Counter):
    with counter.host.watch() as page:
        counter.once("app.perform.die")

        assert "done" in counter.host.tap_scene(Counter.SCENE, "set", inputs={"word": "plum"})

        page.wait_for_text(Counter.WIDGET, "word plum")


def test_failed_tap_changes_nothing_and_says_why(counter: Counter):
    outcome = counter.tap({"fail": "There is nothing to count."})

    assert outcome == {"failed": {"reason": "There is nothing to count."}}
    assert counter.count == 0


def test_failed_tap_is_not_tried_again(counter: Counter):
    first = counter.tap({"fail": "No."}, id="one")

    # The answer is that of the first attempt whatever another one does, so the widget's notes are read too.
    assert counter.tap(id="one") == first
    assert counter.lines("taps.txt") == ["one"]
    assert counter.count == 0


def test_refused_inputs_are_named_and_change_nothing(counter: Counter):
    outcome = counter.host.tap_scene(Counter.SCENE, "set", inputs={"word": "bad"})

    assert outcome == {"invalidInputs": {"errors": {"word": "Choose another word."}}}


def test_too_long_input_is_refused_by_the_host(counter: Counter):
    counter.host.open(Counter.SCENE)
    outcome = counter.host.tap_scene(Counter.SCENE, "set", inputs={"word": "x" * 41})

    assert "word" in outcome["invalidInputs"]["errors"]


def test_tap_may_open_an_address(counter: Counter):
    assert counter.tap({"open": "counter://"})["done"]["open"] == "counter://"


def test_widget_learns_what_came_of_an_address_that_it_opened(counter: Counter):
    def wait_for(*lines: str) -> None:
        folder = counter.host.group_folder(counter.GROUP)
        wait_in_folder(folder, lambda: counter.lines("opened.txt") == list(lines), f"the widget's lines {lines}")

    def follow(url: str, opening: str, app: str = counter.APP) -> None:
        counter.host.request("POST", "/api/open", {"url": url, "from": app, "opening": opening})

    # The widget's process runs as long as somebody watches.
    with counter.host.watch():
        assert counter.tap({"open": "nobody://x"}) == {"done": {"open": "nobody://x"}}
        told = ["nobody://x answered False None"]
        wait_for(*told)
        assert "No installed app opens" in counter.host.today("open", "nobody://x", status=1).stderr

        # Two openings of one address: the surface follows the second one first.
        first, second = (counter.tap({"open": "counter://page"})["done"]["opening"] for _ in range(2))
        told += [f"counter://page answered True {id}" for id in (first, second)]
        for id in second, first:
            follow("counter://page", id)
            told.append(f"counter://page finished True {id}")
            wait_for(*told)

        nowhere = counter.tap({"open": "counter://nowhere"})["done"]["opening"]
        with pytest.raises(Refused) as refused:
            follow("counter://nowhere", nowhere)
        assert 'does not take the address "counter://nowhere".' in refused.value.message
        told += [f"counter://nowhere answered True {nowhere}", f"counter://nowhere finished False {nowhere}"]
        wait_for(*told)
        # Nobody waits any more, or opened it for the widget; and only an installed app is named.
        follow("counter://page", first, "org.example.missing")
        counter.host.today("open", "counter://other")
    assert counter.lines("opened.txt") == told
    assert counter.lines("app.opened.txt") == [
        f"counter://page commandLine {counter.APP}", f"counter://page commandLine {counter.APP}",
        "counter://page commandLine None",
        "counter://other commandLine None",
    ]


def test_slow_old_update_never_replaces_a_fast_new_one(counter: Counter):
    with counter.host.watch() as page:
        page.wait_for_text(Counter.WIDGET, "count 0")
        gate = counter.gate("update.block")
        reload = threading.Thread(target=counter.host.today, args=("reload", "Counter"))
        reload.start()
        gate.wait()  # This update has read count 0.
        tap = threading.Thread(target=counter.tap)
        tap.start()
        counter.write("word", "new")
        gate.open()
        tap.join()
        reload.join()

        page.wait_for_text(Counter.WIDGET, "count 1", "word new")
        shown = [texts[0] for texts in page.history(Counter.WIDGET) if texts]
        assert shown == sorted(shown), shown


def test_change_of_the_group_during_an_update_is_not_missed(counter: Counter):
    with counter.host.watch() as page:
        page.wait_for_text(Counter.WIDGET, "word none")
        gate = counter.gate("update.block")
        counter.write("word", "first")
        gate.wait()
        counter.write("word", "second")
        gate.open()

        page.wait_for_text(Counter.WIDGET, "word second")


def test_change_of_a_file_during_an_update_is_not_missed(counter: Counter):
    with counter.host.watch() as page:
        page.wait_for_text(Counter.WIDGET, "note none")
        gate = counter.gate("update.block")
        counter.write("word", "first")
        gate.wait()
        assert "done" in counter.host.tap_scene(Counter.SCENE, "note", {"note": "written"})
        gate.open()

        page.wait_for_text(Counter.WIDGET, "note written", "word first")


def test_many_changes_are_merged_and_the_last_one_shows(counter: Counter):
    with counter.host.watch() as page:
        page.wait_for_text(Counter.WIDGET, "word none")
        gate = counter.gate("update.block")
        counter.write("word", "0")
        gate.wait()
        before = len(counter.host.ledger(Counter.WIDGET, 1000))
        for number in range(1, 51):
            counter.write("word", str(number))
        gate.open()

        page.wait_for_text(Counter.WIDGET, "word 50")
        updates = len(counter.host.ledger(Counter.WIDGET, 1000)) - before
        assert updates < 25, f"{updates} updates for 50 changes"


@pytest.mark.parametrize("moment", ["perform.block", "update.block"])
def test_widget_killed_in_the_midst_comes_back_with_everything(
    timed_host: TodayHost, clock: HostClock, fixture_app: Callable[..., Path], moment: str
):
    counter = Counter(timed_host).install(fixture_app)
    with counter.host.watch() as page:
        page.wait_for_text(Counter.WIDGET, "count 0")
        gate = counter.gate(moment)
        outcomes = []
        tap = threading.Thread(target=lambda: outcomes.append(counter.tap()))
        tap.start()
        gate.wait()
        counter.host.program("counter_widget").kill()
        gate.open()
        tap.join()

        assert "done" in outcomes[0]
        if moment == "update.block":
            page.wait(lambda page: "stale" in page.widgets[Counter.WIDGET]["freshness"], "the end of the update")
            clock.advance(seconds=15)  # Then it is tried again.
        page.wait_for_text(Counter.WIDGET, "count 1")
        assert counter.count == 1


def test_tap_on_a_widget_that_is_not_there_is_an_error(host: TodayHost):
    with pytest.raises(Exception, match="no widget"):
        host.tap_widget("test.nobody.widget")
