"""Shopping List and its widget in processes of their own: a list in a file that survives everything."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from cards import action, elements, texts
from shopping import Shopping
from today_host import Refused


def test_widget_shows_what_is_still_to_buy(shopping: Shopping):
    with shopping.host.watch() as page:
        shopping.wait_for_widget(page, "All done")
        for title in ("Milk", "Bread", "Eggs", "Tea", "Rice", "Salt", "Jam"):
            assert "done" in shopping.add(title)
        shopping.wait_for_widget(page, "7 to buy", "Milk", "Salt")
        compact = texts(page.widgets[shopping.WIDGET]["compact"])
        assert "Jam" not in compact

        shopping.tap("Mark Milk as bought")

        shopping.wait_for_widget(page, "6 to buy", "Jam")
        assert page.widgets[shopping.WIDGET].get("expanded") is None


def test_a_tap_in_the_widget_ticks_and_every_page_follows(shopping: Shopping):
    shopping.add("Milk")
    shopping.add("Tea")
    with shopping.host.watch(scene=shopping.URL) as page:
        shopping.wait_for_widget(page, "2 to buy")
        milk = action(page.widgets[shopping.WIDGET]["compact"], "Mark Milk as bought")
        before = sum(name == "scene" for name, _ in page.events)
        for _ in range(2):  # A repeated tap changes nothing.
            outcome = shopping.host.tap_widget(shopping.WIDGET, milk["data"], milk.get("verb"), "tap-milk")
            assert "done" in outcome, outcome
        shopping.wait_for_widget(page, "1 to buy", "Milk")
        page.wait(
            lambda page: sum(name == "scene" for name, _ in page.events) > before, "that the page is to be drawn again"
        )
    assert shopping.items() == [("Milk", True), ("Tea", False)]
    shopping.delete("Tea")
    with shopping.host.watch() as page:
        shopping.wait_for_widget(page, "All done", "Milk")
        milk = action(page.widgets[shopping.WIDGET]["compact"], "Mark Milk as still to buy")
        shopping.host.tap_widget(shopping.WIDGET, milk["data"], milk.get("verb"))
        shopping.wait_for_widget(page, "1 to buy", "Milk")
    shopping.delete("Milk")
    outcome = shopping.host.tap_widget(shopping.WIDGET, milk["data"], milk.get("verb"))
    assert "failed" in outcome, "an item that is gone cannot be ticked"


def test_app_and_widget_write_to_one_database(shopping: Shopping):
    """Both in their sandboxes; each is killed after it wrote, and the other one goes on."""
    for title in ("Milk", "Tea"):
        shopping.add(title)
    with shopping.host.watch() as page:
        shopping.wait_for_widget(page, "2 to buy")
        milk = action(page.widgets[shopping.WIDGET]["compact"], "Mark Milk as bought")
        shopping.host.tap_widget(shopping.WIDGET, milk["data"], milk.get("verb"))
        shopping.wait_for_widget(page, "1 to buy")
        shopping.host.end_program(shopping.WIDGET_PROGRAM)
        shopping.tap("Mark Tea as bought")
        shopping.end()
        history = shopping.host.scene(shopping.HISTORY_URL)
        assert {"Milk", "Tea", "Bought once"} <= set(texts(history["card"]))
        [again] = [each for each in elements(history["card"]) if each.get("tooltip") == "Add Tea again"]
        for _ in range(2):
            shopping.host.tap_scene(shopping.HISTORY_URL, again.get("verb"), again["data"], id="tap-again")
        shopping.wait_for_widget(page, "1 to buy", "Tea")
    assert shopping.items() == [("Milk", True), ("Tea", True), ("Tea", False)]
    with closing(sqlite3.connect(shopping.database)) as database:
        assert database.execute("PRAGMA journal_mode").fetchall() == [("wal",)]
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("SELECT title FROM purchase ORDER BY title").fetchall() == [("Milk",), ("Tea",)]


def test_items_are_ticked_deleted_and_cleared(shopping: Shopping):
    for title in ("Milk", "Bread", "Eggs"):
        shopping.add(title)
    shopping.tap("Mark Milk as bought")
    shopping.tap("Mark Bread as bought")
    shopping.tap("Mark Milk as still to buy")
    assert shopping.items() == [("Milk", False), ("Bread", True), ("Eggs", False)]
    assert "done" in shopping.delete("Milk")
    assert shopping.items() == [("Bread", True), ("Eggs", False)]
    assert "done" in shopping.tap("Clear List")
    assert shopping.items() == []
    assert "Nothing is on the list." in texts(shopping.scene()["card"])


def test_every_open_page_follows(shopping: Shopping):
    with shopping.host.watch(scene=shopping.URL) as page:
        shopping.add("Milk")
        page.wait(lambda page: any(name == "scene" for name, _ in page.events), "that the page is to be drawn again")


def test_an_item_without_a_name_is_refused(shopping: Shopping):
    outcome = shopping.add("  ")
    assert outcome["invalidInputs"]["errors"] == {"item": "Enter what to buy."}
    assert not shopping.file.exists()


def test_a_tap_that_comes_again_adds_nothing(shopping: Shopping):
    shopping.add("Milk", id="tap-1")
    shopping.host.program(shopping.PROGRAM).kill()
    shopping.add("Milk", id="tap-1")
    assert shopping.items() == [("Milk", False)]


def test_the_list_survives_the_host(shopping: Shopping):
    shopping.add("Milk")
    shopping.host.kill()
    shopping.host.start()
    assert "Milk" in texts(shopping.scene()["card"])


@pytest.mark.parametrize(
    "content, reason", [("{", "it is not valid JSON"), ('{"version": 9}', "a newer Shopping List wrote it")]
)
def test_a_file_that_is_no_list_is_said_and_kept(shopping: Shopping, content: str, reason: str):
    shopping.add("Milk")
    shopping.file.write_text(content)

    [sentence] = [text for text in texts(shopping.scene()["card"]) if "cannot be read" in text]
    assert reason in sentence
    assert shopping.file.read_text() == content

    assert "done" in shopping.add("Bread")
    assert shopping.items() == [("Bread", False)]
    kept = shopping.file.with_name("shopping-list-unreadable-1.json")
    assert kept.read_text() == content
    assert any(kept.name.replace("-", "\\-").replace(".", "\\.") in text for text in texts(shopping.scene()["card"]))


def test_the_widget_keeps_its_content_while_the_file_is_no_list(shopping: Shopping):
    shopping.add("Milk")
    with shopping.host.watch() as page:
        shopping.wait_for_widget(page, "Milk")
        shopping.file.write_text("{")
        with pytest.raises(Refused, match="cannot be read"):
            shopping.host.request("POST", f"/api/widgets/{shopping.WIDGET}/reload")
        page.wait(
            lambda page: "fresh" not in page.widgets[shopping.WIDGET]["freshness"], "the reason why it is not fresh"
        )
        assert "Milk" in page.texts(shopping.WIDGET)
        assert "cannot be read" in json.dumps(page.widgets[shopping.WIDGET]["freshness"])


def test_the_cursor_stands_in_the_field_for_a_new_item(shopping: Shopping):
    assert "focus" not in shopping.scene()
    scene = shopping.host.scene(shopping.EDIT_URL)
    assert scene["focus"] == "item"
    assert any(each.get("id") == "item" for each in elements(scene["card"]))


def test_a_reminder_that_will_not_do_is_explained(shopping: Shopping):
    shopping.scene()
    for inputs, wrong in (
        ({}, {"reminder-day", "reminder-time"}),
        ({"reminder-day": "2000-01-01", "reminder-time": "08:00"}, {"reminder-day"}),
        ({"reminder-day": "2200-02-30", "reminder-time": "08:00"}, {"reminder-day"}),
        ({"reminder-day": "2200-02-03", "reminder-time": "25:00"}, {"reminder-time"}),
        ({"reminder-day": "2200-02-03", "reminder-time": "08:00", "reminder-repeat": "x"}, {"reminder-repeat"}),
    ):
        outcome = shopping.host.tap_scene(shopping.URL, None, {"action": {"remind": {}}}, inputs)
        assert set(outcome["invalidInputs"]["errors"]) == wrong
