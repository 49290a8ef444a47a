"""What an app may do: the page of its rights in Settings, in a real browser."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from counter import Counter
from today_host import TodayHost

SENTENCE = f"Keep data in the app group {Counter.GROUP} and share it with other apps in that group."


def open_rights(page: Page, host: TodayHost, app: str) -> None:
    page.goto(host.ready["url"] + "/settings")
    page.get_by_role("group", name="Apps").get_by_role("link", name=app).click()
    expect(page.get_by_role("heading", level=1, name=app)).to_be_visible()


def test_switch_revokes_a_right_and_gives_it_back(counter: Counter, visitors) -> None:
    screen, page = (visitors().sign_in(counter.host) for _ in range(2))
    open_rights(page, counter.host, "Counter")
    switch = page.get_by_role("switch", name=SENTENCE)
    expect(switch).to_be_checked()
    switch.focus()
    with page.expect_response("**/api/apps/*/rights/*"):
        page.keyboard.press("Space")
    expect(switch).not_to_be_checked()
    expect(switch).to_be_focused()
    expect(screen.locator("#screen")).to_contain_text("You have revoked the right")
    page.reload()
    expect(switch).not_to_be_checked()
    switch.click()
    expect(switch).to_be_checked()
    expect(screen.locator("#screen")).not_to_contain_text("You have revoked")
    expect(page.get_by_role("switch", name="Run a program")).to_have_count(0)
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()
