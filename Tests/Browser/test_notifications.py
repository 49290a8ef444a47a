"""Notifications in a real browser: the tab, badges, the keyboard, and what all files about notifications share."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from counter import Counter
from notifier import Notifier
from visibility import set_hidden


def banner(page: Page, title: str) -> Locator:
    return page.locator("#banners > li").filter(has_text=title)


def row(page: Page, title: str) -> Locator:
    return page.locator("#list .item").filter(has=page.locator(".title", has_text=title))


def fresh_row(page: Page, title: str) -> Locator:
    """The row of a new notification, which stands out where the list is in view instead of a banner over it."""
    return page.locator("#list .item[data-fresh]").filter(has=page.locator(".title", has_text=title))


def follow(page: Page, name: str) -> None:
    """Goes where a link leads, also while a banner lies above it."""
    page.get_by_role("link", name=name).focus()
    page.keyboard.press("Enter")


def open_tab(page: Page) -> None:
    follow(page, "Notifications")
    expect(page.get_by_role("heading", level=1, name="Notifications")).to_be_attached()


def open_row(page: Page, title: str) -> Locator:
    item = row(page, title)
    item.locator("summary").click()
    expect(item.get_by_role("button", name="Dismiss")).to_be_visible()
    return item


def expect_ready(clear: Locator) -> None:
    """Waits until the button takes a second press for one."""
    expect(clear).to_have_attribute("data-armed", "ready")


# The tab


def test_notifications_stand_by_app_with_their_age(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add("Older", subtitle="Below", body="A longer text.")
    notifier.host.today("notify", "From a script")
    notifier.add("Newer")
    open_tab(page)
    expect(page.locator(".group h2")).to_have_text(["Notifier", "Scripts"])
    expect(page.get_by_role("region", name="Notifier").locator(".title")).to_have_text(["Newer", "Older"])
    expect(row(page, "Older")).to_contain_text("A longer text.")
    expect(row(page, "Older").locator("time")).to_have_text("just now")
    expect(page.locator("#count")).to_have_text("3")
    # The ways from and to the tab.
    page.get_by_role("link", name="Today").click()
    expect(page.locator("h1.date")).to_be_visible()


def test_first_paint_is_one_request_and_can_be_read_without_the_script(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add_all(*(f"Number {number}" for number in range(60)), categoryIdentifier="all")
    asked: list[str] = []
    page.on("request", lambda request: "/icon/" in request.url or asked.append(request.resource_type))
    page.route("**/assets/**", lambda route: route.abort())
    response = page.goto(f"{notifier.host.ready['url']}/notifications")
    assert len(response.body()) < 54_000
    assert [kind for kind in asked if kind != "script"] == ["document"]
    expect(row(page, "Number 59")).to_be_visible()
    expect(row(page, "Number 0")).to_have_count(0)
    expect(page.get_by_role("button")).to_have_count(0)
    page.get_by_role("link", name="More").click()
    expect(page.locator(".item")).to_have_count(60)


def test_rest_of_the_list_opens_where_it_ended(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add_all(*(f"Number {number}" for number in range(60)), body="It is ready.", categoryIdentifier="all")
    page.goto(f"{notifier.host.ready['url']}/notifications")
    last = page.locator(".item .title").last.text_content()
    page.get_by_role("button", name="60 notifications of Notifier").click()
    page.get_by_role("link", name="More").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".item")).to_have_count(60)
    expect(page.locator(".item", has=page.get_by_text(last, exact=True)).locator("summary")).to_be_focused()
    assert page.locator("summary:focus").bounding_box()["y"] < 844


def test_list_is_live(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    open_tab(page)
    expect(page.get_by_text("No Notifications")).to_be_visible()
    notifier.add("Tea")
    expect(row(page, "Tea")).to_be_visible()
    notifier.add("Cake")
    expect(page.locator(".item .title")).to_have_text(["Cake", "Tea"])
    notifier.ask("notifications/remove", identifiers=["Tea"], pending=False, delivered=True)
    expect(page.locator(".item .title")).to_have_text(["Cake"])
    notifier.ask("notifications/remove", pending=False, delivered=True)
    expect(page.get_by_text("No Notifications")).to_be_visible()


def test_what_is_open_and_typed_stays_when_another_arrives(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add("Tea", categoryIdentifier="all")
    open_tab(page)
    item = open_row(page, "Tea")
    item.get_by_role("button", name="Say").click()
    field = item.get_by_role("textbox", name="Say")
    expect(field).to_be_focused()
    field.press_sequentially("with mil")
    notifier.add("Cake")
    expect(row(page, "Cake")).to_be_visible()
    expect(field).to_be_focused()
    page.keyboard.type("k")
    expect(field).to_have_value("with milk")


def test_opened_notification_offers_every_action(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add("Tea", categoryIdentifier="all")
    notifier.add("Cake")
    open_tab(page)
    # A mark says which one can be answered.
    expect(page.locator(".asks")).to_have_text(["Tea"])
    expect(row(page, "Cake").locator(".choice:visible")).to_have_count(0)
    expect(row(page, "Tea").locator(".choice:visible")).to_have_text(["Plain", "Say", "Show"])
    item = open_row(page, "Tea")
    expect(item.locator(".choices > button")).to_have_text(["Plain", "Say", "Show", "Wipe", "Open", "Dismiss"])
    expect(item.locator(".choices > button:visible")).to_have_count(6)


def test_keyboard_goes_on_where_what_was_pressed_is_gone(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.host.today("notify", "From a script")
    notifier.add("Tea")
    open_tab(page)
    expect(row(page, "Tea")).to_be_visible()
    page.get_by_role("button", name="Clear Notifier").focus()
    page.keyboard.press("Enter")
    expect_ready(page.locator(":focus"))
    page.keyboard.press("Enter")
    expect(row(page, "Tea")).to_have_count(0)
    expect(page.get_by_role("button", name="Clear Scripts")).to_be_focused()
    page.get_by_role("button", name="Clear All").focus()
    page.keyboard.press("Enter")
    expect_ready(page.locator(":focus"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="No Notifications")).to_be_focused()


def test_app_with_many_notifications_has_a_stack(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add_all(*(f"Number {number}" for number in range(5)))
    notifier.host.today("notify", "From a script")
    open_tab(page)
    stack = page.get_by_role("button", name="5 notifications of Notifier")
    expect(stack).to_have_attribute("aria-expanded", "false")
    shown = page.locator("#list .item:visible .title")
    expect(shown).to_have_text(["From a script", "Number 4", "Number 3", "Number 2"])
    expect(page.get_by_role("button", name="notifications of Scripts")).to_have_count(0)
    stack.focus()
    page.keyboard.press("Enter")
    expect(stack).to_have_attribute("aria-expanded", "true")
    expect(shown).to_have_count(6)
    # It stays open when another arrives.
    notifier.add("Number 5")
    expect(shown).to_have_count(7)
    page.keyboard.press("Enter")
    expect(shown).to_have_text(["Number 5", "Number 4", "Number 3", "From a script"])


def test_question_stays_in_a_closed_stack(notifier: Notifier, visitor) -> None:
    notifier.add("Question", categoryIdentifier="all")
    notifier.add_all("One", "Two", "Three", "Four")
    page = visitor.sign_in(notifier.host)
    open_tab(page)
    expect(page.locator(".stack")).to_have_attribute("aria-expanded", "false")
    expect(row(page, "Question")).to_be_visible()
    expect(row(page, "One")).to_be_hidden()


def test_row_in_use_stays_in_a_closed_stack(notifier: Notifier, visitor) -> None:
    notifier.add_all("One", "Two", "Three", categoryIdentifier="all")
    page = visitor.sign_in(notifier.host)
    open_tab(page)
    row(page, "One").locator("summary").click()
    expect(row(page, "One").locator("details")).to_have_attribute("open", "")
    notifier.add("Four")
    expect(row(page, "Four")).to_be_visible()
    expect(page.locator(".stack")).to_have_attribute("aria-expanded", "false")
    expect(row(page, "One")).to_be_visible()


def test_column_beside_the_screen_announces_by_itself(notifier: Notifier, visitors) -> None:
    page = visitors(1280, 900, banners_pass=True).sign_in(notifier.host)
    expect(page.locator("#beside #list")).to_be_visible()
    page.clock.install()
    notifier.add("Tea", body="It is ready.")
    expect(fresh_row(page, "Tea")).to_be_visible()
    expect(page.locator("#announcer")).to_have_text("Notifier, Tea, It is ready.")
    expect(page.locator("#banners > li")).to_have_count(0)
    page.keyboard.press("F8")
    expect(row(page, "Tea").locator("summary")).to_be_focused()
    page.clock.fast_forward(6500)
    expect(fresh_row(page, "Tea")).to_have_count(0)
    # Where the row is not in view, a banner is.
    page.set_viewport_size({"width": 390, "height": 844})
    notifier.add("Cake")
    expect(banner(page, "Cake")).to_be_visible()


# Dismissing


def test_one_an_apps_and_all_are_dismissed(notifier: Notifier, visitors) -> None:
    page, other = (visitors().sign_in(notifier.host) for _ in range(2))
    open_tab(page)
    open_tab(other)
    for name in ("Tea", "Cake", "Milk"):
        notifier.add(name)
    notifier.host.today("notify", "From a script")
    expect(page.locator(".item")).to_have_count(4)
    page.reload()
    open_row(page, "Cake").get_by_role("button", name="Dismiss").click()
    for each in (page, other):
        expect(each.locator(".item .title")).to_have_text(["From a script", "Milk", "Tea"])
    clear = page.get_by_role("button", name="Clear Notifier")
    clear.click()
    # It asks once more, and forgets when the person goes elsewhere.
    expect(page.locator("#announcer")).to_have_text("Press again to clear")
    expect(page.locator(".item")).to_have_count(3)
    page.keyboard.press("Escape")
    # A double click is one press.
    clear.dblclick()
    expect_ready(clear)
    expect(page.locator(".item")).to_have_count(3)
    clear.click()
    for each in (page, other):
        expect(each.locator(".item .title")).to_have_text(["From a script"])
    everything = page.get_by_role("button", name="Clear All")
    everything.dblclick()
    expect_ready(page.get_by_role("button", name="Clear Everything"))
    expect(page.locator(".item")).to_have_count(1)
    page.get_by_role("button", name="Clear Everything").click()
    for each in (page, other):
        expect(each.get_by_text("No Notifications")).to_be_visible()
        expect(each.locator("#count")).to_be_hidden()


# Badges


def test_badge_is_on_the_icon_and_in_the_title(notifier: Notifier, visitors) -> None:
    pages = [visitors().sign_in(notifier.host) for _ in range(2)]
    open_tab(pages[1])
    notifier.add("Tea", badge=3)
    for page, name in zip(pages, ("Today", "Notifications")):
        expect(page).to_have_title(f"(3) {name}")
    icon = pages[0].get_by_role("navigation", name="Apps").get_by_role("link", name="Notifier")
    expect(icon.locator(".badge")).to_have_text("3")
    pages[0].reload()
    expect(icon.locator(".badge")).to_have_text("3")
    expect(pages[0]).to_have_title("(3) Today")
    notifier.ask("notifications/badge", number=0)
    for page, name in zip(pages, ("Today", "Notifications")):
        expect(page).to_have_title(name)
    expect(icon.locator(".badge")).to_be_hidden()


# The host comes and goes


@pytest.mark.parametrize("ends", ["stop", "kill"])
def test_notifications_survive_that_the_host_restarts(notifier: Notifier, visitor, ends: str) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add("Tea", categoryIdentifier="all")
    open_tab(page)
    expect(row(page, "Tea")).to_be_visible()
    page.evaluate("window.sameDocument = true")
    getattr(notifier.host, ends)()
    expect(page.locator("#status")).to_have_text("Reconnecting…")
    expect(row(page, "Tea")).to_be_visible()
    notifier.host.start()
    expect(page.locator("#status")).to_be_empty()
    notifier.add("Cake")
    expect(page.locator(".item .title")).to_have_text(["Cake", "Tea"])
    # What was there before does not slide in again.
    expect(fresh_row(page, "Cake")).to_be_visible()
    expect(page.locator("#banners > li, [data-fresh]")).to_have_count(1)
    assert page.evaluate("window.sameDocument") is True


def test_hidden_page_catches_up(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add("Tea")
    notifier.add("Cake")
    open_tab(page)
    set_hidden(page, True)
    notifier.ask("notifications/remove", identifiers=["Tea"], pending=False, delivered=True)
    notifier.add("Milk", badge=2)
    set_hidden(page, False)
    expect(page.locator(".item .title")).to_have_text(["Milk", "Cake"])
    expect(page).to_have_title("(2) Notifications")


# Keyboard


def test_everything_is_done_with_the_keyboard(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    for name in ("Tea", "Cake", "Milk"):
        notifier.add(name, categoryIdentifier="all")
    open_tab(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to notifications")).to_be_focused()
    row(page, "Cake").locator("summary").focus()
    page.keyboard.press("Enter")
    expect(row(page, "Cake").get_by_role("button", name="Open")).to_be_visible()
    page.keyboard.press("Tab")
    expect(row(page, "Cake").get_by_role("button", name="Plain")).to_be_focused()
    page.keyboard.press("Enter")
    # The keyboard goes on at what took its place.
    expect(row(page, "Cake")).to_have_count(0)
    expect(row(page, "Tea").locator("summary")).to_be_focused()
    page.keyboard.press("Delete")
    expect(row(page, "Tea")).to_have_count(0)
    expect(row(page, "Milk").locator("summary")).to_be_focused()
    page.keyboard.press("Delete")
    expect(page.get_by_role("heading", name="No Notifications")).to_be_focused()
    notifier.wait_for_responses(3)
    assert notifier.actions == ["plain", "today.dismiss", "today.dismiss"]


def test_escape_ends_editing(counter: Counter, visitor) -> None:
    page = visitor.sign_in(counter.host)
    page.get_by_role("button", name="Edit").click()
    expect(page.get_by_role("heading", name="Add Widgets")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Add Widgets")).to_be_hidden()
    expect(page.get_by_role("button", name="Edit")).to_be_focused()
