"""Actions of notifications in a real browser: they reach the app once, with a text, and are gone everywhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from notifier import Notifier
from test_notifications import banner, fresh_row, open_row, open_tab, row
from visibility import set_hidden


@pytest.mark.parametrize("place", ["banner", "row"])
def test_action_reaches_the_app_and_is_gone_everywhere(notifier: Notifier, visitors, place: str) -> None:
    pages = [visitors().sign_in(notifier.host) for _ in range(2)]
    open_tab(pages[1])
    notifier.end()
    notifier.add("Tea", categoryIdentifier="all")
    expect(banner(pages[0], "Tea")).to_be_visible()
    expect(fresh_row(pages[1], "Tea")).to_be_visible()
    if place == "banner":
        banner(pages[0], "Tea").get_by_role("button", name="Plain").click()
    else:
        open_row(pages[1], "Tea").get_by_role("button", name="Plain").click()
    for page in pages:
        expect(banner(page, "Tea")).to_have_count(0)
    expect(row(pages[1], "Tea")).to_have_count(0)
    notifier.wait_for_actions("plain")


@pytest.mark.parametrize("place", ["banner", "row"])
def test_text_comes_along(notifier: Notifier, visitor, place: str) -> None:
    page = visitor.sign_in(notifier.host)
    if place == "row":
        open_tab(page)
    notifier.add("Tea", categoryIdentifier="all")
    item = banner(page, "Tea") if place == "banner" else row(page, "Tea")
    expect(item).to_be_visible()
    if place == "row":
        item.locator("summary").click()
    item.get_by_role("button", name="Say").click()
    field = item.get_by_role("textbox", name="Say")
    expect(field).to_have_attribute("placeholder", "What?")
    # Nothing is no answer.
    field.fill("  ")
    page.keyboard.press("Enter")
    expect(field).to_be_focused()
    field.fill("With milk, <b>please</b> 🥛")
    page.keyboard.press("Enter")
    expect(item).to_have_count(0)
    notifier.wait_for_actions("say")
    assert notifier.responses[0]["text"] == "With milk, <b>please</b> 🥛"


def test_foreground_action_opens_the_page_of_the_app(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.write("respond.open", "notifier://shown")
    notifier.add("Tea", categoryIdentifier="all")
    open_tab(page)
    open_row(page, "Tea").get_by_role("button", name="Show").click()
    page.wait_for_url("**/app?url=notifier%3A%2F%2Fshown")
    expect(page.get_by_text("notifier://shown")).to_be_visible()
    assert notifier.actions == ["show"]
    # The way back is the tab that it came from.
    page.get_by_role("link", name="Notifications").click()
    expect(page.get_by_text("No Notifications")).to_be_visible()


@pytest.mark.parametrize("place", ["banner", "row"])
def test_opening_a_notification_opens_its_address(notifier: Notifier, visitor, place: str) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add("Tea", deepLink="notifier://tea")
    expect(banner(page, "Tea")).to_be_visible()
    if place == "banner":
        banner(page, "Tea").get_by_text("Tea").click()
    else:
        open_tab(page)
        open_row(page, "Tea").get_by_role("button", name="Open").click()
    page.wait_for_url("**/app?url=notifier%3A%2F%2Ftea")
    expect(page.get_by_text("notifier://tea")).to_be_visible()
    assert notifier.actions == ["today.default"]


def test_answer_whose_reply_is_lost_is_done_once(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add("Tea", categoryIdentifier="all")
    open_tab(page)
    sent: list[int] = []

    def lose_first(route) -> None:
        sent.append(1)
        if len(sent) == 1:
            # It arrives and is done; its answer gets lost.
            notifier.host.request("POST", "/api/notifications/answer", route.request.post_data_json)
            route.abort()
        else:
            route.continue_()

    page.route("**/api/notifications/answer", lose_first)
    with page.expect_response("**/api/notifications/answer"):  # The first time has none.
        open_row(page, "Tea").get_by_role("button", name="Plain").click()
        expect(row(page, "Tea")).to_have_count(0)
    assert len(sent) == 2
    expect(page.locator("#status")).to_be_empty()
    notifier.wait_for_actions("plain")
    assert len(notifier.lines("attempts.txt")) == 1


def test_first_answer_wins(notifier: Notifier, visitors) -> None:
    first, second = (visitors().sign_in(notifier.host) for _ in range(2))
    notifier.add("Tea", categoryIdentifier="all")
    open_tab(first)
    open_tab(second)
    item = open_row(second, "Tea")
    # The second page does not hear of it in time.
    set_hidden(second, True)
    open_row(first, "Tea").get_by_role("button", name="Plain").click()
    expect(row(first, "Tea")).to_have_count(0)
    item.get_by_role("button", name="Plain").click()
    expect(second.locator("#status")).to_have_text("That was answered or dismissed elsewhere.")
    notifier.wait_for_actions("plain")


def test_what_an_app_fails_at_is_retried_or_discarded(notifier: Notifier, visitors) -> None:
    page, other = (visitors().sign_in(notifier.host) for _ in range(2))
    notifier.write("respond.fail")
    notifier.add("Tea", categoryIdentifier="all")
    banner(page, "Tea").get_by_role("button", name="Plain").click()
    for each in (page, other):
        expect(each.locator(".failure")).to_contain_text("Plain")
        expect(each.locator(".failure")).to_contain_text("Notifier")
    notifier.remove("respond.fail")
    page.get_by_role("button", name="Retry").click()
    for each in (page, other):
        expect(each.locator(".failure")).to_have_count(0)
    notifier.wait_for_actions("plain")
    notifier.write("respond.fail")
    notifier.add("Cake", categoryIdentifier="all")
    banner(page, "Cake").get_by_role("button", name="Plain").click()
    open_tab(other)
    other.get_by_role("button", name="Discard").click()
    for each in (page, other):
        expect(each.locator(".failure")).to_have_count(0)
    assert notifier.actions == ["plain"]
