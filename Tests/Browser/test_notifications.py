"""Notifications in a real browser: banners, the tab, actions, and several pages in step."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from counter import Counter
from notifier import CATEGORY, Notifier
from visibility import set_hidden
from waiting import eventually

MINIMAL = {**CATEGORY, "identifier": "minimal", "minimalActions": [CATEGORY["actions"][1], CATEGORY["actions"][3]]}


def banner(page: Page, title: str) -> Locator:
    return page.locator("#banners > li").filter(has_text=title)


def row(page: Page, title: str) -> Locator:
    return page.locator("#list .item").filter(has=page.locator(".title", has_text=title))


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


def steady(page: Page) -> Page:
    """The page with a clock that tests may move on."""
    page.clock.install()
    page.reload()
    expect(page.locator("h1.date")).to_be_visible()
    return page


# Banners


def test_banner_slides_in_on_every_page_and_passes(notifier: Notifier, visitors) -> None:
    here = steady(visitors(banners_pass=True).sign_in(notifier.host))
    elsewhere = visitors().sign_in(notifier.host)
    elsewhere.goto(f"{notifier.host.ready['url']}/app?url={quote(notifier.SCENE, safe='')}")
    # The app in front says how it shows; this one shows it as always.
    notifier.write("present.json", '{"options": ["banner", "list"]}')
    expect(elsewhere.get_by_role("heading", name="Notifier")).to_be_visible()
    notifier.add("Tea", body="It is ready.", categoryIdentifier="all")
    for page in (here, elsewhere):
        expect(banner(page, "Tea")).to_be_visible()
        expect(banner(page, "Tea")).to_contain_text("It is ready.")
        expect(page.locator("#announcer")).to_have_text("Notifier, Tea, It is ready.")
    here.clock.fast_forward(6500)
    expect(banner(here, "Tea")).to_have_count(0)
    # That it passed withdraws nothing.
    open_tab(here)
    expect(row(here, "Tea")).to_be_visible()


def test_banner_stays_for_whoever_is_at_it(notifier: Notifier, visitors) -> None:
    page = steady(visitors(banners_pass=True).sign_in(notifier.host))
    notifier.add("Tea", categoryIdentifier="all")
    banner(page, "Tea").hover()
    page.clock.fast_forward(60_000)
    expect(banner(page, "Tea")).to_be_visible()
    banner(page, "Tea").get_by_role("button", name="Plain").focus()
    page.mouse.move(10, 700)
    page.clock.fast_forward(60_000)
    expect(banner(page, "Tea")).to_be_visible()
    page.get_by_role("link", name="Settings").focus()
    page.clock.fast_forward(6500)
    expect(banner(page, "Tea")).to_have_count(0)


def test_banner_shows_the_actions_of_the_minimal_context(notifier: Notifier, visitor) -> None:
    notifier.offer(CATEGORY, MINIMAL)
    page = visitor.sign_in(notifier.host)
    notifier.add("First two", categoryIdentifier="all")
    expect(banner(page, "First two").locator(".choice:visible")).to_have_text(["Plain", "Say"])
    notifier.add("Chosen two", categoryIdentifier="minimal")
    expect(banner(page, "Chosen two").locator(".choice:visible")).to_have_text(["Say", "Wipe"])
    # The destructive one is red.
    red = banner(page, "Chosen two").get_by_role("button", name="Wipe")
    assert red.evaluate("(element) => getComputedStyle(element).color") == "rgb(255, 179, 173)"


def test_one_long_word_is_broken(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    word = "Donaudampfschifffahrtsgesellschaftskapitänsmützenhalterungsverordnung"
    notifier.add("Long", title=word, body=f"https://example.org/{'path' * 30}", categoryIdentifier="all")
    expect(banner(page, word)).to_be_visible()
    box = banner(page, word).locator(".title").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    assert banner(page, word).bounding_box()["width"] <= 374
    open_tab(page)
    expect(row(page, word)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_at_most_three_banners_show(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    for name in ("One", "Two", "Three", "Four"):
        notifier.add(name)
        expect(banner(page, name)).to_be_visible()
    expect(banner(page, "One")).to_have_count(0)
    expect(page.locator("#banners > li .title")).to_have_text(["Four", "Three", "Two"])
    expect(page.locator("#count")).to_have_text("4")


def test_banner_that_is_replaced_says_the_new_words(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add("tea", title="Tea in a minute")
    expect(banner(page, "Tea in a minute")).to_be_visible()
    notifier.add("tea", title="Tea now")
    expect(banner(page, "Tea now")).to_be_visible()
    expect(page.locator("#banners > li")).to_have_count(1)
    expect(page.locator("#count")).to_have_text("1")


def test_dismissed_banner_is_dismissed_everywhere(notifier: Notifier, visitors) -> None:
    pages = [visitors().sign_in(notifier.host) for _ in range(2)]
    notifier.add("Tea", categoryIdentifier="all")
    for page in pages:
        expect(banner(page, "Tea")).to_be_visible()
    banner(pages[0], "Tea").get_by_role("button", name="Dismiss").click()
    for page in pages:
        expect(banner(page, "Tea")).to_have_count(0)
        expect(page.locator("#count")).to_be_hidden()
    notifier.wait_for_actions("today.dismiss")


def test_app_in_front_decides_how_it_shows(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    page.goto(f"{notifier.host.ready['url']}/app?url={quote(notifier.SCENE, safe='')}")
    expect(page.get_by_role("heading", name="Notifier")).to_be_visible()
    notifier.write("present.json", '{"options": ["list"]}')
    notifier.add("Quiet")
    notifier.write("present.json", '{"options": ["banner", "list"]}')
    notifier.add("Loud")
    expect(banner(page, "Loud")).to_be_visible()
    expect(banner(page, "Quiet")).to_have_count(0)
    assert notifier.lines("presented.txt") == ["Quiet", "Loud"]


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
    for number in range(60):
        notifier.add(f"Number {number}", categoryIdentifier="all")
    asked: list[str] = []
    page.on("request", lambda request: "/icon/" in request.url or asked.append(request.resource_type))
    page.route("**/assets/**", lambda route: route.abort())
    response = page.goto(f"{notifier.host.ready['url']}/notifications")
    assert len(response.body()) < 50_000
    assert [kind for kind in asked if kind != "script"] == ["document"]
    expect(row(page, "Number 59")).to_be_visible()
    expect(row(page, "Number 0")).to_have_count(0)
    expect(page.get_by_role("button")).to_have_count(0)
    page.get_by_role("link", name="More").click()
    expect(page.locator(".item")).to_have_count(60)


def test_rest_of_the_list_opens_where_it_ended(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    for number in range(60):
        notifier.add(f"Number {number}", body="It is ready.", categoryIdentifier="all")
    page.goto(f"{notifier.host.ready['url']}/notifications")
    last = page.locator(".item .title").last.text_content()
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
    open_tab(page)
    expect(row(page, "Tea").get_by_role("button", name="Plain")).to_be_hidden()
    item = open_row(page, "Tea")
    expect(item.locator(".choices > button")).to_have_text(["Open", "Plain", "Say", "Show", "Wipe", "Dismiss"])


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


# Actions


@pytest.mark.parametrize("place", ["banner", "row"])
def test_action_reaches_the_app_and_is_gone_everywhere(notifier: Notifier, visitors, place: str) -> None:
    pages = [visitors().sign_in(notifier.host) for _ in range(2)]
    open_tab(pages[1])
    notifier.end()
    notifier.add("Tea", categoryIdentifier="all")
    for page in pages:
        expect(banner(page, "Tea")).to_be_visible()
    if place == "banner":
        banner(pages[0], "Tea").get_by_role("button", name="Plain").click()
    else:
        banner(pages[1], "Tea").hover()
        page = pages[1]
        page.keyboard.press("F8")
        page.keyboard.press("Escape")
        open_row(page, "Tea").get_by_role("button", name="Plain").click()
    for page in pages:
        expect(banner(page, "Tea")).to_have_count(0)
    expect(row(pages[1], "Tea")).to_have_count(0)
    notifier.wait_for_actions("plain")


def test_banner_shows_on_the_page_that_was_being_loaded_and_only_once(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    # The page is there, and its stream is not: a notification arrives meanwhile.
    held = []
    page.route("**/events?*", lambda route: held.append(route))
    open_tab(page)
    eventually(lambda: page.evaluate("1") and held, "the request for the stream")
    notifier.add("Tea")
    held[0].continue_()
    expect(banner(page, "Tea")).to_be_visible()
    page.unroute("**/events?*")
    # The next page of the tab does not show it again.
    follow(page, "Settings")
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()
    notifier.add("Cake")
    expect(banner(page, "Cake")).to_be_visible()
    expect(page.locator("#banners > li")).to_have_count(1)


@pytest.mark.parametrize("place", ["banner", "row"])
def test_text_comes_along(notifier: Notifier, visitor, place: str) -> None:
    page = visitor.sign_in(notifier.host)
    if place == "row":
        open_tab(page)
    notifier.add("Tea", categoryIdentifier="all")
    expect(banner(page, "Tea")).to_be_visible()
    item = banner(page, "Tea") if place == "banner" else row(page, "Tea")
    if place == "row":
        page.keyboard.press("F8")
        page.keyboard.press("Escape")
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
    expect(page.locator("#banners .title")).to_have_text(["Cake"])
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


def test_keyboard_reaches_a_banner_and_leaves_it(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add("Tea", categoryIdentifier="all")
    expect(banner(page, "Tea")).to_be_visible()
    page.keyboard.press("F8")
    expect(banner(page, "Tea").locator(".said")).to_be_focused()
    page.keyboard.press("Tab")
    expect(banner(page, "Tea").get_by_role("button", name="Plain")).to_be_focused()
    page.keyboard.press("Escape")
    expect(banner(page, "Tea")).to_have_count(0)
    expect(page.locator(".tabs [aria-current]")).to_be_focused()
    # It only went out of the way.
    expect(page.locator("#count")).to_have_text("1")


def test_escape_ends_editing(counter: Counter, visitor) -> None:
    page = visitor.sign_in(counter.host)
    page.get_by_role("button", name="Edit").click()
    expect(page.get_by_role("heading", name="On the Screen")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="On the Screen")).to_be_hidden()
    expect(page.get_by_role("button", name="Edit")).to_be_focused()
