"""The Today screen in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from counter import Counter
from editing import choose, edit, open_menu, order
from today_host import ROOT, TodayHost
from visibility import set_hidden
from waiting import TIMEOUT_SECONDS, wait_in_folder
from weather import Weather

#: The name of the Weather widget, whose header shows the place.
WEATHER = "Weather Cupertino, CA"


def widget(page: Page, identifier: str):
    return page.locator(f'[data-widget="{identifier}"]')


def wait_for_weather(page: Page, weather: Weather) -> str:
    """Waits until the page shows the weather of the place that was asked for last; returns the temperature."""
    with weather.host.watch() as watch:
        temperature = weather.wait_until_fresh(watch)
    expect(widget(page, weather.widget)).to_contain_text(temperature)
    return temperature


def test_first_paint_is_one_request(shared_weather: Weather, visitor) -> None:
    page = visitor.sign_in(shared_weather.host)
    wait_for_weather(page, shared_weather)
    asked: list[str] = []
    # The browser asks for the icon of its tab when it has painted.
    page.on("request", lambda request: "/icon/" in request.url or asked.append(request.resource_type))
    # Without the script and the icons everything is there to read.
    page.route("**/assets/**", lambda route: route.abort())
    page.route("**/bundle/**", lambda route: route.abort())
    response = page.goto(shared_weather.host.ready["url"])
    assert len(response.body()) < 70_000
    expect(widget(page, shared_weather.widget)).to_contain_text("°")
    expect(page.get_by_role("navigation").get_by_text("Weather")).to_be_visible()
    assert [kind for kind in asked if kind not in ("script", "image")] == ["document"]
    expect(page.locator(".edit-button")).to_be_hidden()


def test_widget_follows_the_choice_without_a_reload(weather: Weather, visitor) -> None:
    page = visitor.sign_in(weather.host)
    before = wait_for_weather(page, weather)
    page.evaluate("window.sameDocument = true")
    weather.choose("Tokyo")
    expect(widget(page, weather.widget)).to_contain_text("Tokyo")
    wait_for_weather(page, weather)
    assert before
    assert page.evaluate("window.sameDocument") is True


def test_show_more_is_remembered_by_this_browser(weather: Weather, visitors) -> None:
    mine, other = visitors(), visitors()
    page = mine.sign_in(weather.host)
    wait_for_weather(page, weather)
    more = page.get_by_role("button", name="Show More")
    expect(more).to_have_attribute("aria-expanded", "false")
    expect(page.get_by_text("Humidity")).to_be_hidden()
    more.focus()
    page.keyboard.press("Enter")
    less = page.get_by_role("button", name="Show Less")
    expect(less).to_have_attribute("aria-expanded", "true")
    expect(less).to_be_focused()
    expect(page.get_by_text("Humidity")).to_be_visible()
    # An update leaves it as it is.
    weather.choose("Tokyo")
    expect(page.get_by_text("Tokyo").and_(page.locator(":visible"))).to_be_visible()
    expect(page.get_by_text("Humidity")).to_be_visible()
    # The server draws it so at once.
    page.route("**/assets/**", lambda route: route.abort())
    page.reload()
    expect(page.get_by_text("Humidity")).to_be_visible()
    elsewhere = other.sign_in(weather.host)
    expect(elsewhere.get_by_text("Humidity")).to_be_hidden()


def test_widget_opens_its_app(shared_weather: Weather, visitor) -> None:
    page = visitor.sign_in(shared_weather.host)
    wait_for_weather(page, shared_weather)
    # Anywhere on the widget, as on a button.
    box = widget(page, shared_weather.widget).locator(".place:visible").bounding_box()
    page.mouse.click(box["x"] + 20, box["y"] + 20)
    page.wait_for_url("**/app?url=*")
    expect(page.get_by_text("Visibility")).to_be_visible()
    page.get_by_role("link", name="Today").click()
    expect(page.locator("h1.date")).to_be_visible()


def test_widget_learns_what_came_of_the_opening_that_the_page_follows(counter: Counter, visitor) -> None:
    page = visitor.sign_in(counter.host)
    # The widget's process runs as long as somebody watches.
    with counter.host.watch():
        counter.once("perform.open")
        widget(page, Counter.WIDGET).get_by_role("button", name="Add").click()
        page.wait_for_url("**/app?url=counter*")
        folder = counter.host.group_folder(Counter.GROUP)
        wait_in_folder(folder, lambda: len(counter.lines("opened.txt")) == 2, "what came of the opening")
    asked, told = counter.lines("opened.txt")
    assert told == f"counter://page finished True {asked.split(' ')[-1]}"
    assert counter.lines("app.opened.txt") == [f"counter://page own {Counter.APP}"]


def test_tap_changes_every_open_page(counter: Counter, visitors) -> None:
    pages = [visitors().sign_in(counter.host) for _ in range(2)]
    for page in pages:
        expect(widget(page, counter.WIDGET)).to_contain_text("count 0")
    pages[0].get_by_role("button", name="Add").click()
    for page in pages:
        expect(widget(page, counter.WIDGET)).to_contain_text("count 1")


def test_two_taps_are_two(counter: Counter, visitor) -> None:
    page = visitor.sign_in(counter.host)
    button = page.get_by_role("button", name="Add")
    for number in (1, 2, 3):
        button.click()
        expect(widget(page, counter.WIDGET)).to_contain_text(f"count {number}")
    assert counter.count == 3


def test_double_click_is_one_tap_while_it_is_on_its_way(counter: Counter, visitor) -> None:
    gate = counter.gate("perform.block")
    page = visitor.sign_in(counter.host)
    button = page.get_by_role("button", name="Add")
    button.dblclick(no_wait_after=True)
    gate.wait()
    expect(button).to_have_attribute("aria-busy", "true")
    gate.open()
    expect(widget(page, counter.WIDGET)).to_contain_text("count 1")
    expect(button).not_to_have_attribute("aria-busy", "true")
    assert counter.count == 1


def test_tap_with_a_lost_reply_is_done_once(counter: Counter, visitor) -> None:
    page = visitor.sign_in(counter.host)
    sent: list[str] = []

    def lose_first(route) -> None:
        sent.append(route.request.post_data_json["id"])
        if len(sent) == 1:
            # It arrives and is done; its answer gets lost.
            counter.host.request("POST", "/api/taps", route.request.post_data_json)
            route.abort()
        else:
            route.continue_()

    page.route("**/api/taps", lose_first)
    with page.expect_response("**/api/taps"):  # The first time has none.
        page.get_by_role("button", name="Add").click()
        expect(widget(page, counter.WIDGET)).to_contain_text("count 1")
    assert len(sent) > 1
    expect(page.get_by_role("button", name="Add")).to_be_enabled()
    assert len(set(sent)) == 1
    assert counter.count == 1


def test_tap_on_a_page_that_is_left_is_sent_by_the_next(counter: Counter, visitor) -> None:
    page = visitor.sign_in(counter.host)
    page.route("**/api/taps", lambda route: route.abort())
    page.get_by_role("button", name="Add").click()
    page.unroute("**/api/taps")
    page.goto(counter.host.ready["url"])
    expect(widget(page, counter.WIDGET)).to_contain_text("count 1")
    assert counter.count == 1


def test_widgets_are_removed_and_added(weather: Weather, visitor) -> None:
    page = visitor.sign_in(weather.host)
    edit(page)
    page.get_by_role("button", name="Remove Weather").click()
    add = page.get_by_role("button", name="Add Weather")
    expect(add).to_be_visible()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("heading", name="No Widgets")).to_be_visible()
    edit(page)
    add.click()
    page.get_by_role("button", name="Done").click()
    expect(widget(page, weather.widget)).to_be_visible()


def test_removed_widget_comes_back_to_its_place(three: Page) -> None:
    before = order(three).all_text_contents()
    three.get_by_role("button", name=f"Remove {before[1]}").click()
    expect(order(three)).to_have_text([before[0], *before[2:]])
    three.get_by_role("group", name="Undo").get_by_role("button", name="Undo").click()
    expect(order(three)).to_have_text(before)
    expect(three.get_by_role("group", name="Undo")).to_have_count(0)
    three.reload()
    expect(order(three)).to_have_text(before)


def test_without_a_connection_the_screen_is_not_edited(shared_weather: Weather, visitor) -> None:
    page = visitor.sign_in(shared_weather.host)
    wait_for_weather(page, shared_weather)
    page.route("**/editor", lambda route: route.abort())
    page.route("**/events?*", lambda route: route.abort())
    page.reload()
    page.get_by_role("button", name="Edit").click()
    expect(page.locator("#status")).to_have_text("Today cannot be reached.")
    expect(page.get_by_role("button", name="Edit")).to_have_attribute("aria-pressed", "false")
    expect(widget(page, shared_weather.widget)).to_be_visible()
    page.unroute("**/editor")
    edit(page)
    expect(page.get_by_role("button", name="Remove Weather")).to_be_visible()


def test_widgets_are_reordered_with_the_keyboard(weather: Weather, counter: Counter, visitor) -> None:
    page = visitor.sign_in(weather.host)
    names = page.locator(".widget .name")
    expect(names).to_have_text([WEATHER, "Counter"])
    page.get_by_role("button", name="Edit").focus()
    page.keyboard.press("Enter")
    grip = page.get_by_role("button", name="Move Weather", exact=True)
    grip.focus()
    page.keyboard.press("ArrowDown")
    expect(names).to_have_text(["Counter", WEATHER])
    expect(page.locator("#announcer")).to_have_text("Weather Cupertino, CA, 2 of 2")
    expect(grip).to_be_focused()
    choose(page, "Weather", "Move Earlier")
    expect(names).to_have_text([WEATHER, "Counter"])
    with page.expect_response("**/api/screen"):
        choose(page, "Weather", "Move Later")
    page.get_by_role("button", name="Done").click()
    expect(names).to_have_text(["Counter", WEATHER])
    page.reload()
    expect(names).to_have_text(["Counter", WEATHER])


@pytest.fixture
def three(counter: Counter, visitor) -> Page:
    """The screen with Counter, Clock and System, which is edited."""
    for name in ("Clock", "System"):
        counter.host.install(ROOT / f"Apps/.build/bundles/debug/{name}.app")
    page = visitor.sign_in(counter.host)
    expect(order(page)).to_have_count(3)
    edit(page)
    return page


def test_changes_on_a_slow_connection_all_count_and_a_failed_one_is_taken_back(three: Page, counter: Counter) -> None:
    page = three
    first, second, third = order(page).all_inner_texts()
    held: list[Route] = []
    page.route("**/api/screen", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/api/screen"):
        page.get_by_role("button", name=f"Remove {second}").click()
    page.get_by_role("button", name=f"Remove {first}").click()
    held[0].continue_()
    expect(order(page)).to_have_text([third])
    assert len(counter.host.request("GET", "/api/screen")["chosen"]) == 1
    page.get_by_role("button", name=f"Add {first}").click()
    expect(order(page)).to_have_text([third, first])
    page.unroute("**/api/screen")
    page.route("**/api/screen", lambda route: route.abort())
    choose(page, first, "Move Earlier")
    expect(page.locator("#status")).to_have_text("That could not be saved. Is Today running?")
    expect(order(page)).to_have_text([third, first])


def test_what_arrives_while_a_widget_is_dragged_shows_when_it_is_dropped(three: Page, counter: Counter) -> None:
    page = three
    card = widget(page, Counter.WIDGET)
    before = card.inner_text()
    grip = card.locator(".grip").bounding_box()
    page.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    page.mouse.down()
    counter.tap()
    # Another part of the page shows what comes after it.
    counter.host.today("notify", "Later")
    expect(page.locator("#count")).to_have_text("1")
    assert card.inner_text() == before
    page.mouse.up()
    expect(card).not_to_have_text(before)


def test_menu_of_a_widget_has_the_keyboard_on_a_phone(three: Page) -> None:
    open_menu(three, "Clock")
    expect(three.locator("#widget-menu :focus")).to_be_visible()
    three.keyboard.press("Escape")
    expect(three.locator("#widget-menu")).to_be_hidden()


def test_widgets_are_reordered_by_dragging(weather: Weather, counter: Counter, visitor) -> None:
    page = visitor.sign_in(weather.host)
    edit(page)
    rows = page.locator("#widgets > .widget")
    expect(order(page)).to_have_text([WEATHER, "Counter"])
    grip, row = rows.nth(0).locator(".grip").bounding_box(), rows.nth(0).bounding_box()
    x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 20)
    page.mouse.move(x, y + row["height"], steps=5)
    page.mouse.up()
    expect(order(page)).to_have_text(["Counter", WEATHER])
    with weather.host.watch() as watch:
        watch.wait(lambda watch: list(watch.widgets) == [counter.WIDGET, weather.widget], "the order to be kept")
    chosen = weather.host.request("GET", "/api/screen")["chosen"]
    assert [choice["title"] for choice in chosen] == ["Counter", "Weather"]


class Pointer:
    """A mouse, a finger or a pen that presses, moves and lets go."""

    def __init__(self, page: Page, kind: str):
        self._page, self._kind = page, kind
        self._session = page.context.new_cdp_session(page)

    def press(self, x: float, y: float) -> None:
        self._act("touchStart", "mousePressed", x, y)

    def move(self, x: float, y: float) -> None:
        self._act("touchMove", "mouseMoved", x, y)

    def release(self, x: float, y: float) -> None:
        self._act("touchEnd", "mouseReleased", x, y)

    def _act(self, touch: str, mouse: str, x: float, y: float) -> None:
        if self._kind == "touch":
            points = [] if touch == "touchEnd" else [{"x": x, "y": y}]
            self._session.send("Input.dispatchTouchEvent", {"type": touch, "touchPoints": points})
        else:
            self._session.send(
                "Input.dispatchMouseEvent",
                {"type": mouse, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1,
                 "pointerType": self._kind},
            )


@pytest.mark.parametrize("kind", ["mouse", "touch", pytest.param("pen", marks=pytest.mark.full)])
def test_row_is_dragged_over_many_and_scrolls_at_the_edge(
    host: TodayHost, fixture_app: Callable[..., Path], visitors, kind: str
) -> None:
    names = [f"row{number}" for number in range(9)]
    for name in names:
        host.install(fixture_app(name, widget="fresh_widget", groups=[f"group.test.{name}"]))
    page = visitors(height=420, has_touch=kind == "touch").sign_in(host)
    edit(page)
    rows = page.locator("#widgets > .widget")
    titles = [name.capitalize() for name in names]
    expect(order(page)).to_have_text(titles)
    # Away from the edges, near which the page would scroll.
    rows.first.evaluate("(row) => scrollTo(0, row.getBoundingClientRect().top + scrollY - 130)")
    grip = rows.first.locator(".grip").bounding_box()
    x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
    pointer = Pointer(page, kind)
    pointer.press(x, y)
    # Over two rows within the window.
    height = rows.nth(1).bounding_box()["height"]
    for step in range(1, 11):
        pointer.move(x, y + height * 2.2 * step / 10)
    expect(order(page)).to_have_text([*titles[1:3], titles[0], *titles[3:]])
    expect(page.locator(".widget.lifted .name")).to_have_text(titles[0])
    # At the edge the page scrolls until the row is the last one; the button is down all the time.
    before = page.evaluate("scrollY")
    pointer.move(x, 415)
    expect(order(page)).to_have_text([*titles[1:], titles[0]])
    expect(page.locator(".widget.lifted .name")).to_have_text(titles[0])
    assert page.evaluate("scrollY") > before
    # And back to the top.
    pointer.move(x, 5)
    expect(order(page)).to_have_text(titles)
    pointer.move(x, 415)
    expect(order(page)).to_have_text([*titles[1:], titles[0]])
    with page.expect_response("**/api/screen"):
        pointer.release(x, 415)
    expect(page.locator(".widget.lifted")).to_have_count(0)
    chosen = host.request("GET", "/api/screen")["chosen"]
    assert [choice["title"] for choice in chosen] == [*titles[1:], titles[0]]


def test_page_that_was_hidden_or_asleep_at_midnight_is_drawn_again(host: TodayHost, visitor) -> None:
    page = visitor.page()
    page.clock.install()
    page.goto(host.request("POST", "/api/links")["link"])
    expect(page.locator("h1.date")).to_be_visible()
    # Hidden for more than a day.
    page.evaluate("window.isOld = true")
    set_hidden(page, True)
    page.clock.fast_forward("25:00:00")
    assert page.evaluate("window.isOld"), "nobody sees it"
    with page.expect_navigation():
        set_hidden(page, False)
    expect(page.locator("h1.date")).to_be_visible()
    # On a machine that slept while the page was visible, timers go on where they stopped.
    page.evaluate("window.isOld = true")
    tomorrow = page.evaluate("Date.now() + 25 * 3600 * 1000")
    page.clock.set_system_time(tomorrow)
    with page.expect_navigation():
        page.clock.run_for(31_000)
    expect(page.locator("h1.date")).to_be_visible()
    page.evaluate("window.isOld = true")
    set_hidden(page, True)
    set_hidden(page, False)
    assert page.evaluate("window.isOld"), "the same day is no reason"


def test_stale_widget_says_how_old_it_is_and_tries_again(weather: Weather, visitor) -> None:
    page = visitor.sign_in(weather.host)
    temperature = wait_for_weather(page, weather)
    weather.provider.rule("status", status=503)
    weather.host.today("reload", weather.widget, status=1)
    note = widget(page, weather.widget).locator(".note")
    expect(note).to_contain_text(re.compile(r"Last updated: \d{1,2}:\d\d"))
    expect(note).not_to_contain_text("just now")
    expect(widget(page, weather.widget)).to_contain_text(temperature)
    weather.provider.clear()
    note.get_by_role("button", name="Try Again").click()
    expect(note).to_have_count(0)


def test_everything_to_touch_is_large_enough(weather: Weather, counter: Counter, visitor) -> None:
    page = visitor.sign_in(weather.host)
    wait_for_weather(page, weather)
    edit(page)
    open_menu(page, "Weather")
    sizes = page.evaluate(
        """[...document.querySelectorAll(".edit-tools button, .edit-button, #widget-menu [role^=menuitem]:not([hidden])")]
            .filter((element) => element.checkVisibility()).map((element) => {
            const box = element.getBoundingClientRect();
            return [element.getAttribute("aria-label") ?? element.textContent, box.width, box.height];
        })"""
    )
    assert sizes and [size for size in sizes if min(size[1:]) < 44] == []


def test_hidden_page_closes_its_stream_and_comes_back(counter: Counter, visitors) -> None:
    page, other = (visitors().sign_in(counter.host) for _ in range(2))
    for each in (page, other):
        expect(widget(each, counter.WIDGET)).to_contain_text("count 0")
    streams: list[str] = []
    page.on("request", lambda request: streams.append(request.url) if "/events?" in request.url else None)
    with page.expect_event("requestfailed", lambda request: "/events?" in request.url):
        set_hidden(page, True)
    counter.tap()
    expect(widget(other, counter.WIDGET)).to_contain_text("count 1")  # A page that shows was told.
    assert "count 0" in widget(page, counter.WIDGET).inner_text()
    assert streams == []
    set_hidden(page, False)
    expect(widget(page, counter.WIDGET)).to_contain_text("count 1")
    assert len(streams) == 1 and "after=" in streams[0]


def test_seventh_page_of_a_browser_still_loads(counter: Counter, visitor) -> None:
    # A browser has six connections to a host; pages that do not show hold none.
    pages = [visitor.sign_in(counter.host)]
    for _ in range(6):
        set_hidden(pages[-1], True)
        page = visitor.page()
        page.goto(counter.host.ready["url"])
        pages.append(page)
    expect(widget(pages[-1], counter.WIDGET)).to_contain_text("count 0", timeout=TIMEOUT_SECONDS * 1000)
