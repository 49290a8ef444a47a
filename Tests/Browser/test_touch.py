"""The installed app on a phone, used by touch alone: paired, tapped offline, shared with, and signed out."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from counter import Counter
from shopping import Shopping
from test_installed_app import card, wait_for_worker
from test_share_page import share
from today_host import TodayHost

#: The controls that are smaller than 24 pixels, which a finger misses (WCAG 2.2, target size); not links in sentences, and
#: not those whose whole card is the link.
SMALL = """() => [...document.querySelectorAll("a[href], button, summary, input, select, [role=switch]")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !each.closest("p, li p"))
    .filter((each) => getComputedStyle(each, "::after").position !== "absolute")
    .map((each) => each.closest("label") ?? each)
    .map((place) => [place, place.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.width < 24 || box.height < 24))
    .map(([place, box]) => `${place.outerHTML.slice(0, 120)} ${box.width} x ${box.height}`)"""


@pytest.fixture
def phone(counter: Counter, visitors) -> Page:
    """A phone that was paired by touch, whose worker keeps the screen."""
    host = counter.host
    visitor = visitors(390, 844, has_touch=True, is_mobile=True, service_workers="allow", device_scale_factor=2)
    page = visitor.page()
    page.goto(host.today_json("pair", "--name", "Phone", "--rights", "change")["link"])
    page.get_by_role("button", name="Pair This Device").tap()
    wait_for_worker(page, host)
    return page


def check(page: Page) -> None:
    """Nothing is beside the page, and each control is large enough for a finger."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(SMALL) == []


def test_taps_without_the_host_are_made_and_withdrawn(counter: Counter, phone: Page) -> None:
    host = counter.host
    host.kill()
    button = card(phone, "Counter").get_by_role("button", name="Add").first
    button.tap()
    expect(phone.locator("#waiting li")).to_have_count(1)
    check(phone)
    phone.get_by_role("button", name="Withdraw “Counter: Add”").tap()
    expect(phone.locator("#waiting li")).to_have_count(0)
    button.tap()
    expect(phone.locator("#waiting li")).to_have_count(1)
    host.start()
    expect(card(phone, "Counter")).to_contain_text("count 1")
    expect(phone.locator("#waiting")).to_have_count(0)
    assert counter.count == 1


def test_something_is_shared(host: TodayHost, visitors) -> None:
    shopping = Shopping(host)
    shopping.install()
    phone = visitors(390, 844, has_touch=True, is_mobile=True).sign_in(host)
    share(phone, host, {"text": "Oat milk"})
    check(phone)
    phone.get_by_role("button", name="Share with Shopping List").tap()
    expect(phone.get_by_role("heading", name="Shared with Shopping List")).to_be_visible()
    check(phone)
    assert len(shopping.items()) == 1
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.get_by_role("heading", name="Undone")).to_be_visible()
    assert shopping.items() == []


def test_another_device_is_paired_and_this_one_signed_out(counter: Counter, phone: Page) -> None:
    host = counter.host
    phone.get_by_role("link", name="Settings").tap()
    expect(phone.get_by_role("heading", name="Settings", exact=True)).to_be_visible()
    check(phone)
    phone.get_by_role("link", name="Pair a Device").tap()
    phone.get_by_label("Name").fill("Wall")
    check(phone)
    phone.get_by_role("button", name="Make a Link").tap()
    expect(phone.locator(".address")).to_be_visible()
    check(phone)
    phone.goto(host.ready["url"])
    phone.get_by_role("button", name="Sign Out").tap()
    check(phone)
    phone.get_by_role("dialog").get_by_role("button", name="Sign Out").tap()
    expect(phone.locator("h1.date")).to_have_count(0)
    check(phone)
    assert [each["name"] for each in host.today_json("devices")["devices"]] == []
