"""The outbox in a real browser: live, with the keyboard, without scripts, in both themes."""

from __future__ import annotations

from pathlib import Path
from typing import Callable

from playwright.sync_api import Page, expect

from action_queue import ActionQueue
from clock import HostClock
from today_host import TodayHost
from waiting import eventually

REASON = "The list cannot be written."


def entry(page: Page, state: str):
    return page.locator(f".queued[data-state={state}]")


def test_link_comes_and_goes_with_what_is_pending(stopped_host: TodayHost, make_queue, visitors) -> None:
    stopped_host.start("--no-wake-for-actions")
    queue: ActionQueue = make_queue(stopped_host)
    page = visitors().sign_in(queue.host)
    link = page.locator("#outbox-link")
    expect(link).to_be_hidden()

    queue.tap("a")
    queue.tap("b")

    expect(page.get_by_role("link", name="Outbox, 2 changes")).to_be_visible()
    link.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Outbox")).to_be_visible()
    expect(entry(page, "waiting")).to_have_count(2)
    queue.host.today("actions", "retry", "a")
    expect(page.get_by_role("heading", name="Nothing Here")).to_be_visible()
    page.get_by_role("link", name="Today").click()
    expect(page.locator("h1.date")).to_be_visible()
    expect(link).to_be_hidden()


def keep(page: Page, folder: Path, name: str) -> None:
    """Takes pictures in both themes."""
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=folder / f"{name}-{scheme}.png", full_page=True)


def test_failed_actions_are_retried_and_discarded_with_the_keyboard(
    queue: ActionQueue, visitors, screenshots: Path
) -> None:
    page = visitors().sign_in(queue.host)
    queue.fail(REASON)
    queue.tap("a")
    queue.tap("b")
    eventually(lambda: any(each["attempts"] for each in queue.outbox()), "a failed attempt")
    page.goto(f"{queue.host.ready['url']}/outbox")
    expect(entry(page, "retrying")).to_contain_text(REASON)
    expect(entry(page, "waiting")).to_have_count(1)
    keep(page, screenshots, "outbox")

    entry(page, "waiting").get_by_role("button", name="Discard").focus()
    page.keyboard.press("Enter")
    expect(entry(page, "waiting")).to_have_count(0)
    queue.fail(None)
    page.locator(".queued").get_by_role("button", name="Retry").focus()
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Nothing Here")).to_be_visible()
    queue.wait_for(1)


def test_an_action_that_was_set_aside_waits_for_the_person(
    stopped_host: TodayHost, make_queue, visitors, tmp_path: Path, screenshots: Path
) -> None:
    clock = HostClock(tmp_path / "clock.json")
    stopped_host.start("--clock-file", str(clock.file))
    queue: ActionQueue = make_queue(stopped_host)
    queue.fail(REASON)
    queue.tap("a")
    for attempts in range(1, 8):
        eventually(lambda: queue.outbox()[0]["attempts"] == attempts, f"attempt {attempts}")
        clock.advance(minutes=5)
    eventually(lambda: queue.outbox()[0]["state"] == "failed", "the last attempt")
    # The next action does not wait for it.
    queue.tap("b")
    eventually(lambda: queue.outbox()[-1]["attempts"] == 1, "a failed attempt at the next action")

    page = visitors().sign_in(queue.host)
    page.goto(f"{queue.host.ready['url']}/outbox")
    expect(page.get_by_role("heading", level=2)).to_have_text(["Could Not Be Done", "Being Retried"])
    expect(entry(page, "failed")).to_contain_text(REASON)
    expect(entry(page, "failed").get_by_role("button")).to_have_text(["Retry", "Discard"])
    # The time of the next attempt is on another day than the browser's, so it is long.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    keep(page, screenshots, "outbox-failed")

    queue.fail(None)
    entry(page, "failed").get_by_role("button", name="Retry").click()

    expect(entry(page, "failed")).to_have_count(0)
    clock.advance(minutes=5)
    expect(page.get_by_role("heading", name="Nothing Here")).to_be_visible()
    queue.wait_for(2)


def test_outbox_works_without_scripts(queue: ActionQueue, visitors: Callable) -> None:
    queue.fail(REASON)
    queue.tap("a")
    eventually(lambda: any(each["attempts"] for each in queue.outbox()), "a failed attempt")
    page = visitors(java_script_enabled=False).sign_in(queue.host)
    page.locator("#outbox-link").click()
    expect(page.get_by_text(REASON)).to_be_visible()

    def is_discarded() -> bool:
        # Without scripts the page stays as it was, perhaps made while the app had the action; it may also be given to the
        # app between the page and the press, which then discards nothing.
        page.goto(f"{queue.host.ready['url']}/outbox")
        if page.get_by_role("button", name="Discard").count() == 1:
            page.get_by_role("button", name="Discard").click()
        return page.get_by_role("heading", name="Nothing Here").count() == 1

    eventually(is_discarded, "an empty outbox", interval=0.1)
    assert queue.outbox() == []
