"""The grid of a wide screen: where cards stand, how large they are, and the notifications beside them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from editing import edit, open_menu, order
from notifier import Notifier
from pictures import Pictures
from test_large_text import BROKEN
from test_layout import ZERO, LayoutWidget, box, expect_height
from test_screen import Pointer
from today_host import ROOT, Refused, TodayHost
from visibility import set_hidden
from waiting import eventually

NAMES = [f"card{number}" for number in range(6)]


@pytest.fixture
def layout(host: TodayHost, fixture_app: Callable[..., Path]) -> LayoutWidget:
    """A host with a widget that shows what a test writes."""
    return LayoutWidget(host).install(fixture_app)


def install_cards(host: TodayHost, make_app: Callable[..., Path]) -> TodayHost:
    for name in NAMES:
        host.install(make_app(name, widget="fresh_widget", groups=[f"group.test.{name}"]))
    return host


@pytest.fixture(scope="module")
def shared_cards(start_shared: Callable[[], TodayHost], shared_app: Callable[..., Path]) -> TodayHost:
    """A host that tests share, with six widgets."""
    return install_cards(start_shared(), shared_app)


@pytest.fixture
def cards(shared_cards: TodayHost) -> TodayHost:
    """The six widgets in their first order, all of them small."""
    shared_cards.request("PUT", "/api/screen", {"widgets": [identifier(name) for name in NAMES]})
    for name in NAMES:
        resize(shared_cards, name, "small")
    return shared_cards


def identifier(name: str) -> str:
    return f"test.{name}.widget"


def resize(host: TodayHost, name: str, size: str) -> None:
    host.request("PUT", f"/api/widgets/{identifier(name)}/size", {"size": size})


def card(page: Page, name: str) -> Locator:
    return page.locator(f'[data-widget="{identifier(name)}"]')


def expect_lifted(page: Page, left: float, top: float) -> None:
    """Waits until the card that is dragged is under the pointer: Chromium gives a page the moves of a frame together."""
    page.wait_for_function(
        """([left, top]) => {
            const lifted = document.querySelector(".widget.lifted")?.getBoundingClientRect();
            return lifted && Math.abs(lifted.left - left) < 2 && Math.abs(lifted.top - top) < 2;
        }""",
        arg=[left, top],
    )


def columns(page: Page) -> int:
    return page.evaluate('getComputedStyle(document.querySelector(".widgets")).gridTemplateColumns.split(" ").length')


@pytest.mark.parametrize(("width", "count", "beside"), [(390, 1, False), (700, 2, False), (1000, 3, False), (1280, 3, True), (1920, 4, True)])
def test_cards_stand_in_as_many_columns_as_fit(cards: TodayHost, visitors, width: int, count: int, beside: bool) -> None:
    resize(cards, "card1", "medium")
    resize(cards, "card2", "large")
    page = visitors(width, 900).sign_in(cards)
    expect(page.locator("section.medium")).to_have_count(1)
    expect(page.locator("section.large")).to_have_count(1)
    assert columns(page) == count
    small, medium, large = (box(card(page, name)) for name in NAMES[:3])
    gap = page.evaluate('parseFloat(getComputedStyle(document.querySelector(".widgets")).columnGap)')
    if count == 1:
        assert small["width"] == medium["width"] == large["width"]
    else:
        assert medium["width"] == pytest.approx(2 * small["width"] + gap, abs=0.1)
        assert large["width"] == pytest.approx(medium["width"], abs=0.1)
        assert large["height"] >= 2 * 188 + gap
    # No two cards lie on one another, and none is wider than the page.
    boxes = [box(card(page, name)) for name in NAMES]
    for index, one in enumerate(boxes):
        for other in boxes[index + 1 :]:
            apart = (
                one["right"] <= other["left"] or other["right"] <= one["left"]
                or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]
            )
            assert apart
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    column = page.get_by_role("complementary", name="Notifications")
    if beside:
        expect(column).to_be_visible()
        assert box(column)["left"] >= max(each["right"] for each in boxes)
    else:
        expect(column).to_be_hidden()


def test_size_is_declared_stored_and_told(layout: LayoutWidget, visitors) -> None:
    host = layout.host
    layout.show({"lines": 50}, compactHeight=500.0)
    assert layout.update["size"]["family"] == "small"
    assert layout.update["size"]["maximumCompactHeight"] == 220
    page = visitors(1920, 1000).sign_in(host)
    expect_height(page, 220)
    host.request("PUT", f"/api/widgets/{LayoutWidget.WIDGET}/size", {"size": "large"})
    eventually(lambda: layout.update["size"]["family"] == "large", "an update with the new size")
    assert layout.update["reasons"] == ["reload"]
    # The exact height holds, and a large widget may ask for more.
    expect_height(page, 500)
    assert host.today_json("list")[0]["widgets"][0]["size"] == "large"
    assert "large" in host.today("list").stdout
    with pytest.raises(Refused) as refusal:
        host.request("PUT", f"/api/widgets/{LayoutWidget.WIDGET}/size", {"size": "huge"})
    assert refusal.value.status == 400
    host.kill()
    host.start()
    assert host.request("GET", "/api/screen")["widgets"][0]["family"] == "large"


def test_large_widget_shows_its_larger_card_at_once(layout: LayoutWidget, visitors) -> None:
    layout.show({"lines": 1}, {"lines": 12}, expandedHeight=400.0)
    layout.resize("large")
    for width in (390, 1920):
        page = visitors(width, 900).sign_in(layout.host)
        expect(page.get_by_text("line 12")).to_be_visible()
        expect_height(page, 400)
        expect(page.get_by_role("button", name="Show More")).to_have_count(0)
        expect(page.get_by_role("button", name="Show Less")).to_have_count(0)


def test_widget_that_becomes_large_shows_its_larger_card_on_open_pages(layout: LayoutWidget, visitors) -> None:
    layout.show({"lines": 1}, {"lines": 12}, expandedHeight=400.0)
    page = visitors(1920, 1000).sign_in(layout.host)
    expect(page.get_by_role("button", name="Show More")).to_be_visible()
    expect(page.get_by_text("line 12")).to_be_hidden()
    for size in ("large", "medium"):
        layout.resize(size)
        expect(page.get_by_text("line 12")).to_be_visible(visible=size == "large")
        expect(page.get_by_text("line 1", exact=True).filter(visible=True)).to_have_count(1)


def test_size_is_chosen_with_the_keyboard_and_the_mouse(cards: TodayHost, visitors) -> None:
    page = visitors(1280, 900).sign_in(cards)
    edit(page)
    width = box(card(page, "card0"))["width"]
    sizes = open_menu(page, "Card0").get_by_role("group", name="Size")
    expect(sizes.get_by_role("menuitemradio", name="Small")).to_be_focused()
    expect(sizes.get_by_role("menuitemradio", name="Small")).to_be_checked()
    # The size that has the focus shows, and is gone if the person chooses none.
    page.keyboard.press("ArrowRight")
    expect(card(page, "card0")).to_have_class(re.compile(r"\bmedium\b"))
    assert box(card(page, "card0"))["width"] > 2 * width
    page.keyboard.press("Escape")
    expect(card(page, "card0")).to_have_class(re.compile(r"\bsmall\b"))
    expect(page.get_by_role("button", name="Options of Card0, Small")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#announcer")).to_have_text("Card0: Medium")
    open_menu(page, "Card0").get_by_role("menuitemradio", name="Large").click()
    expect(page.locator("#announcer")).to_have_text("Card0: Large")
    page.get_by_role("button", name="Done").click()
    expect(card(page, "card0")).to_have_class("widget large hue-" + card(page, "card0").get_attribute("class")[-1])
    page.reload()
    assert box(card(page, "card0"))["width"] > 2 * box(card(page, "card3"))["width"]


@pytest.mark.parametrize("kind", [pytest.param("mouse", marks=pytest.mark.full), "touch", "pen"])
def test_card_is_dragged_in_two_dimensions(cards: TodayHost, visitors, kind: str) -> None:
    # Three columns of small cards in two rows.
    page = visitors(1000, 900, has_touch=kind == "touch", reduced_motion="reduce").sign_in(cards)
    edit(page)
    names = order(page)
    titles = [name.capitalize() for name in NAMES]
    expect(names).to_have_text(titles)
    rows = page.locator("#widgets > .widget")
    assert [round(box(rows.nth(index))["top"]) for index in (0, 1, 2)].count(round(box(rows.nth(0))["top"])) == 3
    grip = box(rows.nth(0).locator(".grip"))
    x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
    first, right, below = box(rows.nth(0)), box(rows.nth(1)), box(rows.nth(3))
    pointer = Pointer(page, kind)
    pointer.press(x, y)
    across, down = right["left"] - first["left"], below["top"] - first["top"]
    # To the right, and then down: it follows the pointer in both directions.
    for step in range(1, 9):
        pointer.move(x + across * step / 8, y)
    expect(names).to_have_text([titles[1], titles[0], *titles[2:]])
    expect_lifted(page, right["left"], first["top"])
    for step in range(1, 9):
        pointer.move(x + across, y + down * step / 8)
    expect(names).to_have_text([*titles[1:5], titles[0], titles[5]])
    expect_lifted(page, right["left"], below["top"])
    with page.expect_response("**/api/screen"):
        pointer.release(x + across, y + down)
    expect(page.locator(".widget.lifted")).to_have_count(0)
    chosen = [choice["title"] for choice in cards.request("GET", "/api/screen")["chosen"]]
    assert chosen == [*titles[1:5], titles[0], titles[5]]
    # A phone has the same order.
    phone = visitors().sign_in(cards)
    expect(phone.locator(".widget .name")).to_have_text(chosen)


def test_notifications_stand_beside_the_screen_and_are_live(notifier: Notifier, visitors) -> None:
    page = visitors(1280, 900).sign_in(notifier.host)
    column = page.get_by_role("complementary", name="Notifications")
    expect(column.get_by_role("heading", name="No Notifications")).to_be_visible()
    notifier.add("Tea is ready", body="Come and get it.")
    row = column.get_by_role("listitem").filter(has_text="Tea is ready")
    expect(row).to_be_visible()
    row.locator("summary").click()
    row.get_by_role("button", name="Dismiss").click()
    expect(row).to_have_count(0)
    # The next page has the list when it is painted first: without the script.
    notifier.add("Coffee is ready", body="Come and get it.")
    expect(column.get_by_text("Coffee is ready")).to_be_visible()
    page.route("**/assets/**", lambda route: route.abort())
    response = page.reload()
    expect(column.get_by_text("Coffee is ready")).to_be_visible()
    assert len(response.body()) < 50_000
    page.unroute("**/assets/**")
    page.reload()
    # A window that becomes narrow loses it, and its stream sends no list any more.
    page.set_viewport_size({"width": 800, "height": 900})
    expect(column.get_by_text("Coffee is ready")).to_have_count(0)
    expect(column).to_be_hidden()
    page.set_viewport_size({"width": 1400, "height": 900})
    expect(column.get_by_text("Coffee is ready")).to_be_visible()


def test_many_notifications_leave_the_widgets_where_they_are(
    notifier: Notifier, fixture_app: Callable[..., Path], visitors
) -> None:
    install_cards(notifier.host, fixture_app)
    page = visitors(1280, 800).sign_in(notifier.host)
    column = page.get_by_role("complementary", name="Notifications")
    expect(column.get_by_role("heading", name="No Notifications")).to_be_visible()
    expect(page.locator(".widget")).to_have_count(len(NAMES))
    header = box(page.locator("h1.date"))
    length = page.evaluate("document.documentElement.scrollHeight")
    notifier.add_all(*(f"Tea {number}" for number in range(40)), body="Come and get it.")
    expect(column.get_by_text("Tea 39", exact=True)).to_be_visible()
    # The page is drawn with the list from its start.
    page.reload()
    expect(column.get_by_text("Tea 39", exact=True)).to_be_visible()
    assert box(page.locator("h1.date"))["height"] == header["height"]
    assert box(page.locator(".widget").first)["top"] < 400
    assert page.evaluate("document.documentElement.scrollHeight") == max(length, 800)
    # The rest is in reach.
    column.get_by_role("button", name="40 notifications of Notifier").click()
    first = column.locator(".item").last
    first.scroll_into_view_if_needed()
    expect(first).to_be_in_viewport()


def test_clock_ticks_without_the_host(cards: TodayHost, visitors) -> None:
    page = visitors(1280, 900, timezone_id="Asia/Tokyo", locale="de-DE").page()
    page.clock.install(time="2026-11-22T00:41:30Z")
    page.goto(cards.request("POST", "/api/links")["link"])
    clock = page.locator("#clock")
    expect(clock).to_have_text("9:41")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(40_000)
    expect(clock).to_have_text("9:42")
    assert [url for url in asked if "/events" not in url] == []


def test_favicon_shows_the_sum_of_the_badges(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    icon = page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", "/icon/0.svg")
    notifier.add("Tea is ready", badge=3)
    expect(icon).to_have_attribute("href", "/icon/3.svg")
    drawn = page.evaluate(
        """async () => {
            const answer = await fetch(document.querySelector("link[rel=icon]").href);
            return [answer.status, answer.headers.get("content-type"), await answer.text()];
        }"""
    )
    assert drawn[:2] == [200, "image/svg+xml"] and ">3</text>" in drawn[2]
    page.reload()
    expect(icon).to_have_attribute("href", "/icon/3.svg")


def test_notifications_beside_the_screen_stay_while_the_host_is_away(notifier: Notifier, visitors) -> None:
    page = visitors(1280, 900).sign_in(notifier.host)
    notifier.add("Dinner")
    column = page.locator("#beside")
    expect(column).to_contain_text("Dinner")
    notifier.host.kill()
    page.set_viewport_size({"width": 900, "height": 900})
    expect(column.locator("#list")).to_have_count(0)
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(column).to_contain_text("Dinner")
    # What is only on the host is not said to be nowhere.
    page.keyboard.press("/")
    page.keyboard.type("Dinner")
    expect(page.locator("#palette-list")).to_have_text("Today cannot be reached.")
    page.keyboard.press("Escape")
    notifier.host.start()
    notifier.add("Tea is ready")
    expect(column).to_contain_text("Tea is ready")
    expect(column).to_contain_text("Dinner")
    expect(column.locator("#list")).to_have_count(1)


def test_number_in_the_title_is_right_while_another_tab_is_in_front(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    expect(page.locator("html.js")).to_have_count(1)
    page.clock.install()
    set_hidden(page, True)
    notifier.ask("notifications/badge", number=3)
    page.clock.fast_forward(31_000)
    expect(page).to_have_title(re.compile(r"^\(3\) "))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/icon/3.svg")


def test_small_card_takes_the_empty_column_beside_it(cards: TodayHost, visitors) -> None:
    for name in NAMES[2:]:
        resize(cards, name, "medium")
    page = visitors(1280, 900).sign_in(cards)
    assert columns(page) == 3
    spread = card(page, NAMES[1])
    expect(spread).to_have_class(re.compile(r"\bspread\b"))
    width = box(card(page, NAMES[2]))["width"]
    assert box(spread)["width"] == pytest.approx(width, abs=1)
    assert box(spread)["top"] == pytest.approx(box(card(page, NAMES[0]))["top"], abs=1)
    # The next page has it when it is painted first: without the script.
    page.route("**/assets/**", lambda route: route.abort())
    page.reload()
    assert box(spread)["width"] == pytest.approx(width, abs=1)
    page.unroute("**/assets/**")
    # Where another card fits into the hole, none is spread.
    resize(cards, NAMES[3], "small")
    page.reload()
    expect(spread).not_to_have_class(re.compile(r"\bspread\b"))


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_card_of_one_band_fills_its_widget(layout: LayoutWidget, visitors, width: int) -> None:
    text = {"type": "TextBlock", "text": "22°"}
    card = {"type": "AdaptiveCard", "version": "1.5", "body": [{"type": "Container", "style": "emphasis", "items": [text]}]}
    layout.show(card, margins=ZERO)
    page = visitors(width, 900).sign_in(layout.host)
    widget = page.locator(f'[data-widget="{layout.WIDGET}"]')
    expect(widget.locator(".band")).to_be_visible()
    assert widget.evaluate("(element) => getComputedStyle(element).backgroundImage").startswith("linear-gradient")
    # One background is drawn, not two above each other.
    painted = "element => getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)'"
    assert not widget.locator(".band").evaluate(painted)
    assert not widget.locator(".ac-style-emphasis").evaluate(painted)


def test_names_in_the_editor_are_whole(host: TodayHost, visitors, screenshots: Path) -> None:
    for name in ("ShoppingList", "Habits"):
        host.install(ROOT / f"Apps/.build/bundles/debug/{name}.app")
    page = visitors(1280, 900, locale="de-DE").sign_in(host)
    page.get_by_role("button", name="Bearbeiten").click()
    expect(page.get_by_role("button", name="Einkaufsliste entfernen")).to_be_visible()
    assert page.evaluate(BROKEN) == []
    Pictures(page, screenshots, "1280-dark-de").keep("editor")


def test_card_is_as_high_as_its_content_in_rows_of_the_grid(layout: LayoutWidget, visitors) -> None:
    page = visitors(1280, 900).sign_in(layout.host)
    section = page.locator(f'[data-widget="{LayoutWidget.WIDGET}"]')
    row = 33.5 + 18
    for lines in (2, 9, 5):
        layout.show({"lines": lines})
        expect(section.get_by_text(f"line {lines}", exact=True)).to_be_visible()
        expect(section.get_by_text(f"line {lines + 1}", exact=True)).to_have_count(0)
        page.wait_for_function(
            """([card, row]) => {
                const height = card.offsetHeight;
                card.style.alignSelf = "start";
                const needed = Math.max(188, card.offsetHeight);
                card.style.alignSelf = "";
                return height >= needed - 1 && height < needed + row;
            }""",
            arg=[section.element_handle(), row],
        )
    # The next page has it when it is painted first: without the script.
    height = box(section)["height"]
    assert height > 188
    page.route("**/assets/**", lambda route: route.abort())
    page.reload()
    assert box(section)["height"] == pytest.approx(height, abs=2)
