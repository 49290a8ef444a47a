"""How large widgets are in a real browser: every box is measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from matrix import matrix
from pictures import WINDOWS, Pictures
from test_appearance import moving
from today_host import TodayHost

ZERO = {"top": 0.0, "leading": 0.0, "bottom": 0.0, "trailing": 0.0}


class LayoutWidget:
    """A widget that shows what a test writes."""

    APP = "test.layout"
    GROUP = "group.test.layout"
    WIDGET = "test.layout.widget"

    def __init__(self, host: TodayHost):
        self.host = host

    def install(self, make_app: Callable[..., Path]) -> LayoutWidget:
        """Installs the widget and puts it on the screen."""
        self.host.install(make_app("layout", widget="layout_widget", groups=[self.GROUP]))
        return self

    def resize(self, size: str) -> None:
        """Gives the widget another size."""
        self.host.request("PUT", f"/api/widgets/{self.WIDGET}/size", {"size": size})

    def show(self, compact: dict, expanded: dict | None = None, **more) -> None:
        """Gives the widget content, of which `{"lines": N}` is a card, and waits until the host has it."""
        content = {"compact": compact, **more} | ({} if expanded is None else {"expanded": expanded})
        (self.host.group_folder(self.GROUP) / "content.json").write_text(json.dumps(content))
        self.host.reload(self.WIDGET)

    @property
    def update(self) -> dict:
        """The parameters of the last update."""
        return json.loads((self.host.group_folder(self.GROUP) / "update.json").read_text())


@pytest.fixture(scope="module")
def shared_layout(start_shared: Callable[[], TodayHost], shared_app: Callable[..., Path]) -> LayoutWidget:
    """A host that tests share, with a widget that shows what a test writes."""
    return LayoutWidget(start_shared()).install(shared_app)


@pytest.fixture
def layout(shared_layout: LayoutWidget) -> LayoutWidget:
    """The widget in its small size. What it shows each test writes at its beginning."""
    shared_layout.resize("small")
    return shared_layout


def section(page: Page) -> Locator:
    return page.get_by_role("region", name="Layout")


def frame(page: Page) -> Locator:
    """What a widget's card is seen through."""
    return section(page).locator(".frame:visible")


def box(locator: Locator) -> dict:
    return locator.evaluate("(element) => element.getBoundingClientRect().toJSON()")


def expect_height(page: Page, height: float) -> None:
    """Waits until the card is seen through a box of this height."""
    page.wait_for_function(
        """([widget, height]) => {
            const frames = [...document.querySelectorAll(`[data-widget="${widget}"] .frame`)];
            const [frame] = frames.filter((frame) => frame.checkVisibility());
            return frame && Math.abs(frame.getBoundingClientRect().height - height) < 0.01;
        }""",
        arg=[LayoutWidget.WIDGET, height],
    )


def is_cut_off(page: Page, line: str) -> bool:
    """Whether the end of a line is outside the box that its card is seen through."""
    found = frame(page).get_by_text(line, exact=True)
    return box(found)["bottom"] > box(frame(page))["bottom"] + 0.5


def fades(page: Page) -> bool:
    """Whether the card fades out or leaves out rows, of which it then shows none in part."""
    return frame(page).evaluate(
        """(frame) => {
            const end = frame.getBoundingClientRect().bottom + 0.5;
            const rows = [...frame.querySelectorAll(".ac-card > .ac-element")].filter((row) => row.checkVisibility({ opacityProperty: true }));
            const isMasked = getComputedStyle(frame).maskImage !== "none";
            const leavesOut = frame.querySelector("[data-cut]") !== null;
            if (leavesOut && rows.some((row) => row.getBoundingClientRect().bottom > end)) throw Error("a row is shown in part");
            return isMasked || leavesOut;
        }"""
    )


def more(page: Page) -> Locator:
    return section(page).get_by_role("button", name="Show More")


def less(page: Page) -> Locator:
    return section(page).get_by_role("button", name="Show Less")


@pytest.mark.parametrize(
    ("lines", "asked", "drawn"),
    [(50, 60, 60), (50, 60.5, 60.5), (50, 219, 219), (1, 150, 150), (50, None, 220), (50, 0, 220), (50, 5000, 220), (1, 5000, 220)],
)
def test_compact_height_is_exact(layout: LayoutWidget, visitor, lines: int, asked: float | None, drawn: float) -> None:
    layout.show({"lines": lines}, **({} if asked is None else {"compactHeight": float(asked)}))
    page = visitor.sign_in(layout.host)
    expect_height(page, drawn)
    # The margins are around it: 8 points above, 16 below; the header and the line between widgets are above.
    place = box(section(page).locator(".place"))
    assert (place["height"], box(frame(page))["top"] - place["top"]) == (drawn + 24, 8)
    assert box(section(page))["bottom"] - place["bottom"] <= 4
    assert is_cut_off(page, f"line {lines}") == fades(page) == (lines > 1)


def test_the_grid_leaves_a_card_its_height(layout: LayoutWidget, visitors) -> None:
    layout.show({"lines": 50}, compactHeight=60.25)
    page = visitors(1280, 900).sign_in(layout.host)
    expect_height(page, 60.25)
    # The cell of the grid is higher than that, and the room below the card is empty.
    assert box(section(page))["height"] >= 188


@pytest.mark.parametrize(("lines", "asked", "drawn"), [(1, 300, 300), (90, 300, 300), (1, 5000, 640), (90, None, 640)])
def test_expanded_height_is_exact(layout: LayoutWidget, visitor, lines: int, asked: float | None, drawn: float) -> None:
    more_content = {} if asked is None else {"expandedHeight": float(asked)}
    layout.show({"lines": 1}, {"lines": lines}, compactHeight=60.0, **more_content)
    page = visitor.sign_in(layout.host)
    expect_height(page, 60)
    more(page).click()
    expect(less(page)).to_have_attribute("aria-expanded", "true")
    expect_height(page, drawn)
    less(page).click()
    expect_height(page, 60)


def test_request_above_the_maximum_is_logged(host: TodayHost, fixture_app: Callable[..., Path]) -> None:
    layout = LayoutWidget(host).install(fixture_app)
    layout.show({"lines": 1}, compactHeight=5000.0, expandedHeight=640.0, margins={**ZERO, "top": 100.0})
    # The same request is not logged again.
    layout.show({"lines": 2}, compactHeight=5000.0, expandedHeight=640.0, margins={**ZERO, "top": 100.0})
    lines = [line for line in layout.host.log.read_text().splitlines() if "more room" in line]
    assert len(lines) == 2
    for line, size, requested, granted in zip(lines, ("compactHeight", "margins.top"), (5000, 100), (220, 64)):
        assert all(part in line for part in (LayoutWidget.WIDGET, size, f"{requested}.0", f"{granted}.0"))


def test_show_more_appears_by_itself_and_shows_everything(layout: LayoutWidget, visitor) -> None:
    layout.show({"lines": 50}, compactHeight=60.0)
    page = visitor.sign_in(layout.host)
    expect(more(page)).to_have_attribute("aria-expanded", "false")
    controlled = more(page).evaluate("(button) => document.getElementById(button.getAttribute('aria-controls'))?.innerText")
    assert "line 50" in controlled
    assert is_cut_off(page, "line 50") and fades(page)
    more(page).focus()
    page.keyboard.press("Enter")
    expect(less(page)).to_have_attribute("aria-expanded", "true")
    expect(less(page)).to_be_focused()
    assert not is_cut_off(page, "line 50") and not fades(page)
    assert box(frame(page))["height"] > 1000
    # An update leaves it as it is, and so does loading the page: without the script, which would change it later.
    layout.show({"lines": 51}, compactHeight=60.0)
    expect(page.get_by_text("line 51")).to_be_visible()
    assert not is_cut_off(page, "line 51")
    page.route("**/assets/**", lambda route: route.abort())
    page.reload()
    assert not is_cut_off(page, "line 51")
    page.unroute("**/assets/**")
    page.reload()
    page.keyboard.press("Tab")
    less(page).focus()
    page.keyboard.press(" ")
    expect_height(page, 60)
    assert fades(page)


def test_show_more_is_there_only_while_the_card_does_not_fit(layout: LayoutWidget, visitor) -> None:
    layout.show({"lines": 2})
    page = visitor.sign_in(layout.host)
    expect(page.get_by_text("line 2")).to_be_visible()
    expect(more(page)).to_be_hidden()
    layout.show({"lines": 40})
    expect(more(page)).to_be_visible()
    more(page).click()
    expect(less(page)).to_be_visible()
    layout.show({"lines": 2})
    expect(less(page)).to_be_hidden()
    expect(more(page)).to_be_hidden()


def test_width_and_size_of_text_decide(layout: LayoutWidget, visitors) -> None:
    layout.show({"lines": 2, "text": "It rains all day and all night. " * 10}, compactHeight=200.0)
    layout.resize("medium")
    page = visitors(1280, 900).sign_in(layout.host)
    expect(page.get_by_text("line 2")).to_be_visible()
    expect(more(page)).to_be_hidden()
    page.set_viewport_size({"width": 320, "height": 800})
    expect(more(page)).to_be_visible()
    expect_height(page, 200)
    assert fades(page)
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(more(page)).to_be_hidden()
    assert not fades(page)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(more(page)).to_be_visible()
    expect_height(page, 200)
    more(page).click()
    assert box(frame(page))["height"] > 220 and not fades(page)
    page.evaluate("document.documentElement.style.fontSize = ''")
    expect(less(page)).to_be_hidden()
    expect_height(page, 200)


@pytest.mark.parametrize("width", [390, 820, 1280])
def test_zero_margins_are_the_full_width(layout: LayoutWidget, visitors, width: int) -> None:
    layout.show({"lines": 3})
    proposed = layout.update["size"]["proposedMargins"]
    page = visitors(width, 800).sign_in(layout.host)
    expect(page.get_by_text("line 3")).to_be_visible()
    outer, card = box(section(page)), box(section(page).locator(".ac-card"))
    assert card["left"] - outer["left"] == proposed["leading"] == 16
    assert outer["right"] - card["right"] == proposed["trailing"] == 16

    layout.show({"lines": 4}, margins=ZERO)
    expect(page.get_by_text("line 4")).to_be_visible()
    outer, card, head = box(section(page)), box(section(page).locator(".ac-card")), box(section(page).locator("header"))
    assert (card["left"], card["right"]) == (outer["left"], outer["right"])
    assert card["top"] == head["bottom"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_caret_turns_while_the_height_changes(layout: LayoutWidget, visitor) -> None:
    layout.show({"lines": 1}, {"lines": 20}, compactHeight=60.0)
    page = visitor.sign_in(layout.host)
    expect(more(page)).to_be_visible()
    # Half of the motion: what moves stands still there.
    halves = more(page).evaluate(
        """(button) => {
            const pointsDown = parseFloat(getComputedStyle(button, "::before").rotate);
            button.click();
            const cards = document.getElementById(button.getAttribute("aria-controls"));
            const motions = [...cards.getAnimations(), ...button.getAnimations({ subtree: true })];
            for (const motion of motions) { motion.pause(); motion.currentTime = 150; }
            const half = cards.getBoundingClientRect().height;
            const turned = parseFloat(getComputedStyle(button, "::before").rotate) - pointsDown;
            const durations = motions.map((motion) => motion.effect.getTiming().duration);
            for (const motion of motions) motion.finish();
            const whole = cards.getBoundingClientRect().height;
            const inAll = parseFloat(getComputedStyle(button, "::before").rotate) - pointsDown;
            return { half, turned, durations, whole, inAll };
        }"""
    )
    assert halves["durations"] == [300, 300]
    assert 84 < halves["half"] < halves["whole"]
    assert 0 < halves["turned"] < halves["inAll"] == 180
    target = box(less(page))
    assert min(target["width"], target["height"]) >= 44


def test_without_motion_the_height_changes_at_once(layout: LayoutWidget, visitors) -> None:
    layout.show({"lines": 1}, {"lines": 20}, compactHeight=60.0)
    page = visitors(reduced_motion="reduce").sign_in(layout.host)
    expect(more(page)).to_be_visible()
    turn = """(button) => {
        const angle = () => parseFloat(getComputedStyle(button, "::before").rotate), before = angle();
        button.click();
        return [angle() - before, document.getAnimations().length];
    }"""
    assert more(page).evaluate(turn) == [180, 0]
    assert box(frame(page))["height"] > 300
    assert moving(page) == 0


@pytest.mark.parametrize("expanded", [None, {"lines": 30}])
def test_keyboard_reaches_what_is_cut_off(layout: LayoutWidget, visitor, expanded: dict | None) -> None:
    layout.show({"lines": 12, "buttons": True}, expanded, compactHeight=60.0)
    page = visitor.sign_in(layout.host)
    expect_height(page, 60)
    more(page).focus()
    for _ in range(12):
        page.keyboard.press("Tab")
    last = section(page).get_by_role("button", name="line 12")
    expect(last).to_be_focused()
    assert box(last)["bottom"] <= box(frame(page))["bottom"]
    # What is beside the card lets it be cut off again.
    page.get_by_role("link", name="Layout").last.focus()
    expect_height(page, 60)


def test_what_fades_can_be_pressed_and_its_text_opens_the_app(layout: LayoutWidget, visitor) -> None:
    layout.show({"lines": 9, "buttons": True}, compactHeight=60.0)
    page = visitor.sign_in(layout.host)
    expect(more(page)).to_be_visible()
    first = box(section(page).get_by_role("button", name="line 1"))
    with page.expect_response("**/api/taps"):
        page.mouse.click(first["x"] + first["width"] / 2, first["y"] + first["height"] / 2)
    # Below the box that is seen, nothing is there to press.
    cut = box(frame(page))
    below = page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y)?.closest('.ac-action') === null", [first["x"] + 10, cut["bottom"] + 8]
    )
    assert below
    page.mouse.click(cut["right"] - 10, cut["top"] + 20)
    page.wait_for_url("**/app?url=*")


def test_larger_card_that_does_not_fit_scrolls(layout: LayoutWidget, visitor) -> None:
    layout.show({"lines": 1}, {"lines": 60}, expandedHeight=200.0)
    page = visitor.sign_in(layout.host)
    more(page).click()
    expect_height(page, 200)
    assert is_cut_off(page, "line 60") and fades(page)
    scroller = section(page).get_by_role("group", name="Layout")
    expect(scroller).to_have_attribute("tabindex", "0")
    view = box(scroller)
    page.mouse.move(view["x"] + 30, view["y"] + 100)
    page.mouse.wheel(0, 5000)
    page.wait_for_function("() => document.querySelector('.full > .frame:not([data-faded])') !== null")
    assert not is_cut_off(page, "line 60") and not fades(page)
    scroller.focus()
    page.keyboard.press("Home")
    page.wait_for_function("() => document.querySelector('.full > .frame').scrollTop === 0")
    assert fades(page)


def test_without_the_script_everything_is_there(layout: LayoutWidget, visitors) -> None:
    layout.show({"lines": 50}, compactHeight=60.0)
    page = visitors(java_script_enabled=False).page()
    page.goto(layout.host.request("POST", "/api/links")["link"])
    card, view = box(section(page).locator(".ac-card")), box(frame(page))
    assert card["height"] == view["height"] > 1000


@matrix(1, window=["narrow", "medium", "wide"], scheme=["dark", "light"])
def test_pictures_of_a_card_that_fades(layout: LayoutWidget, visitors, screenshots: Path, window: str, scheme: str) -> None:
    layout.show({"lines": 50}, compactHeight=100.0)
    page = visitors(*WINDOWS[window], color_scheme=scheme, reduced_motion="reduce").sign_in(layout.host)
    expect(more(page)).to_be_visible()
    Pictures(page, screenshots, f"{window}-{scheme}").keep("fading")
