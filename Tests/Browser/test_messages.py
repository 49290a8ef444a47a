"""Messages in a real browser: what a client sends is on the widget, in a banner, on the badge, and opens, also offline."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from matrix import matrix
from messages import PICTURE, Messages
from notifier import NotificationWatch
from pictures import WINDOWS, Pictures
from test_notifications import banner
from today_cloud import TodayCloud
from today_host import TodayHost
from waiting import TIMEOUT_SECONDS

DINNER = f'<h1>Soup</h1><p>In <b>ten</b> minutes.</p><p><img src="{PICTURE}" alt="A bowl" width="200"></p>'


@pytest.fixture
def cloud(log_file: Path) -> Iterator[TodayCloud]:
    """A cloud elsewhere, which serves."""
    with TodayCloud(log_file.with_suffix(".cloud.log")) as cloud:
        cloud.start()
        yield cloud


@pytest.fixture
def linked(stopped_host: TodayHost, cloud: TodayCloud) -> Messages:
    """Messages on a host that has joined that cloud."""
    stopped_host.arguments = ["--no-cloud"]
    stopped_host.start()
    token = cloud.today("user", "add", "ada").strip()
    stopped_host.today_with(token + "\n", "link", cloud.ready["url"], "--token-stdin")
    messages = Messages(stopped_host, cloud.ready)
    messages.install()
    return messages


def widget(page: Page):
    return page.locator(f'[data-widget="{Messages.WIDGET}"]')


def frame(page: Page) -> FrameLocator:
    return page.frame_locator("#body")


def go(page: Page, url: str) -> None:
    page.goto(f"{page.evaluate('location.origin')}/open?url={quote(url, safe='')}")


def wait_for_picture(page: Page) -> None:
    """Waits until the picture in the body was loaded."""
    picture = frame(page).locator("img")
    expect(picture).to_have_js_property("complete", True)
    expect(picture).to_have_js_property("naturalWidth", 40)


def test_message_reaches_every_place_and_opens(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    expect(page.get_by_role("region", name="Set Up More")).to_contain_text("Send yourself a message")
    page.evaluate("window.isTheSamePage = true")
    messages.send("Dinner", DINNER, subtitle="Soup tonight", alert="In ten minutes")
    expect(widget(page)).to_contain_text("Dinner")
    expect(widget(page)).to_contain_text("Soup tonight")
    expect(widget(page).get_by_text("●")).to_be_visible()
    expect(banner(page, "Dinner")).to_contain_text("In ten minutes")
    expect(page.locator(f'[data-badge="{Messages.APP}"]')).to_have_text("1")
    expect(page).to_have_title("(1) Today")
    assert page.evaluate("window.isTheSamePage")
    # A tap on the widget opens the message.
    widget(page).get_by_role("link", name="Open Dinner, unread").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Dinner")).to_be_visible()
    expect(page.locator("#body")).to_have_attribute("title", "Dinner")
    expect(frame(page).get_by_role("heading", name="Soup")).to_be_visible()
    wait_for_picture(page)
    # It is read now, here and on the screen.
    expect(page).to_have_title("Dinner")
    page.get_by_role("link", name="Today").click()
    expect(widget(page)).to_contain_text("Dinner")
    expect(widget(page).get_by_text("●")).to_have_count(0)
    expect(page.locator(f'[data-badge="{Messages.APP}"]')).to_be_hidden()
    assert messages.host.today_json("inbox")["unread"] == 0


def test_banner_opens_the_message(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    messages.send("Dinner", DINNER, alert="In ten minutes")
    banner(page, "Dinner").get_by_text("In ten minutes").click()
    expect(frame(page).get_by_role("heading", name="Soup")).to_be_visible()
    # What was opened is not listed any more.
    with NotificationWatch(messages.host) as watch:
        watch.wait_for()
    assert messages.host.today_json("notifications", "list")["notifications"] == []


def test_message_opens_offline_with_its_picture(linked: Messages, cloud: TodayCloud, visitor) -> None:
    page = visitor.sign_in(linked.host)
    linked.send("Dinner", DINNER, alert="In ten minutes")
    expect(widget(page)).to_contain_text("Dinner")
    linked.wait_for("Dinner")
    cloud.kill()
    expect(page.get_by_text("Messages may be out of date")).to_be_visible()
    widget(page).get_by_role("link", name="Open Dinner, unread").focus()
    page.keyboard.press("Enter")
    expect(frame(page).get_by_role("heading", name="Soup")).to_be_visible()
    wait_for_picture(page)
    # So it does after a cold start of everything.
    url = linked.url("Dinner")
    linked.host.stop()
    linked.host.start()
    page = visitor.sign_in(linked.host)
    go(page, url)
    expect(frame(page).get_by_text("minutes")).to_be_visible()
    wait_for_picture(page)
    # What is done offline reaches the cloud when it is there again.
    page.get_by_role("button", name="Mark as Unread").click()
    expect(page.get_by_role("button", name="Mark as Read")).to_be_visible()


def test_text_is_read_in_the_direction_of_its_letters(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    title = "تذكير: موعد طبيب الأسنان غدا"
    messages.send(title, "<p>Hello</p><p>x</p>", subtitle="عيادة الأسنان، شارع 12.", alert="غدا (الساعة 3)")
    expect(banner(page, title)).to_be_visible()
    direction = "(element) => getComputedStyle(element).direction"
    assert banner(page, title).locator(".title").evaluate(direction) == "rtl"
    assert banner(page, title).locator(".words").evaluate(direction) == "rtl"
    go(page, Messages.URL)
    assert page.locator(".ac-text p", has_text=title).evaluate(direction) == "rtl"
    assert page.locator(".ac-text p", has_text="1 unread").evaluate(direction) == "ltr"
    go(page, f"{Messages.URL}?select=none")
    assert page.locator(".ac-choice-title").evaluate(direction) == "rtl"


def test_name_of_a_picture_that_is_missing_has_room_in_both_directions(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    picture = '<img src="http://127.0.0.1:9/chart.png" alt="Chart">'
    messages.send("Both", f'<p>{picture}</p><div dir="rtl">שלום {picture}</div>')
    messages.wait_for("Both")
    go(page, messages.url("Both"))
    boxes = frame(page).locator(".missing")
    expect(boxes).to_have_count(2)
    gaps = [
        boxes.nth(index).evaluate(
            """(box) => {
                const range = document.createRange(), frame = box.getBoundingClientRect();
                range.selectNodeContents(box);
                const name = range.getBoundingClientRect(), label = parseFloat(getComputedStyle(box, "::before").width);
                // Between the border with its padding on one side, the label, and the name on the other side.
                const isLeft = getComputedStyle(box).direction === "ltr";
                return isLeft ? name.left - (frame.left + 9 + label) : frame.right - 9 - label - name.right;
            }"""
        )
        for index in range(2)
    ]
    assert all(5 < gap < 9 for gap in gaps), gaps


def test_body_can_do_nothing(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    origin = page.evaluate("location.origin")
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    hostile = (
        "<p id=text>Calm</p><script>parent.isBroken = true; document.getElementById('text').textContent = 'ran'</script>"
        '<img src="x" onerror="parent.isBroken = true"><img src="/open?url=today-messages%3A%2F%2F">'
        '<p style="background: url(http://127.0.0.1:9/track)" onclick="parent.isBroken = true">Styled</p>'
        '<form action="http://127.0.0.1:9/"><input name="a"><button>Send</button></form>'
        '<iframe src="http://127.0.0.1:9/"></iframe><object data="http://127.0.0.1:9/"></object>'
        '<meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/"><base href="http://127.0.0.1:9/">'
        '<a href="javascript:parent.isBroken = true">Script</a><a href="/sign-out">Inside</a>'
        '<link rel="stylesheet" href="http://127.0.0.1:9/style.css"><video src="http://127.0.0.1:9/v"></video>'
    )
    messages.send("Hostile", hostile)
    messages.wait_for("Hostile")
    go(page, messages.url("Hostile"))
    expect(frame(page).get_by_text("Calm")).to_be_visible()
    for name in ("Script", "Styled"):
        frame(page).get_by_text(name).click()
    expect(frame(page).get_by_text("Calm")).to_be_visible()
    assert not page.evaluate("window.isBroken")
    assert frame(page).locator("script, form, input, iframe, object, video, link, base").count() == 0
    assert [url for url in asked if not url.startswith((origin, "data:"))] == []
    assert len(page.context.pages) == 1


def test_link_in_a_body_opens_outside_and_only_by_a_click(messages: Messages, visitor, provider) -> None:
    page = visitor.sign_in(messages.host)
    messages.send("Link", f'<p><a href="{provider.url}/v1/forecast">Forecast</a></p>')
    messages.wait_for("Link")
    go(page, messages.url("Link"))
    link = frame(page).get_by_role("link", name="Forecast")
    expect(link).to_be_visible()
    assert len(page.context.pages) == 1
    with page.context.expect_page() as opened:
        link.click()
    assert opened.value.evaluate("window.opener") is None
    expect(link).to_be_visible()


def test_keyboard_stops_at_a_body_only_where_something_can_be_pressed(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    messages.send("Link", '<p><a href="https://example.org/">Forecast</a></p>')
    messages.send("Words", "<p>Sunny.</p>")
    messages.wait_for("Link", "Words")
    for title, stop in (("Link", "0"), ("Words", "-1")):
        go(page, messages.url(title))
        expect(page.locator("#body[data-fitted]")).to_have_attribute("tabindex", stop)


def test_frame_is_as_high_as_what_it_holds(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    messages.send("Long", "".join(f"<p>Paragraph {number}</p>" for number in range(80)))
    messages.send("Endless", '<div style="height: 100vh; margin: 40px">As high as the frame</div>')
    messages.send("Short", "Hello", content_type="text/plain")
    messages.wait_for("Long", "Endless", "Short")
    heights = {}
    for title in ("Long", "Endless", "Short"):
        go(page, messages.url(title))
        box = page.locator("#body[data-fitted]")
        expect(box).to_be_visible()
        heights[title] = box.bounding_box()["height"]
        # Drawn again, the page leaves the frame as it is.
        page.evaluate("document.querySelector('#body').isTheSame = true")
        button = page.get_by_role("button", name="Mark as Unread")
        button.click()
        expect(page.get_by_role("button", name="Mark as Read")).to_be_visible()
        assert page.evaluate("document.querySelector('#body').isTheSame")
        assert box.bounding_box()["height"] == heights[title]
    messages.send("Folded", "<details><summary>More</summary>" + "<p>A line</p>" * 20 + "</details>")
    messages.wait_for("Long", "Endless", "Short", "Folded")
    go(page, messages.url("Folded"))
    expect(page.locator("#body[data-fitted]")).to_be_visible()
    assert page.locator("#body").bounding_box()["height"] < 120
    frame(page).get_by_text("More").click()
    page.locator("#body").evaluate(
        """(frame, timeout) => new Promise((resolve, reject) => {
            setTimeout(() => reject(new Error("the frame does not grow")), timeout);
            new ResizeObserver(() => frame.getBoundingClientRect().height > 500 && resolve()).observe(frame);
        })""",
        TIMEOUT_SECONDS * 1000,
    )
    assert heights["Long"] > 2000 and heights["Short"] < 120 and heights["Endless"] < 1000
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_table_is_not_broken_to_letters(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    cells = "".join(f"<td>Department {number}</td>" for number in range(10))
    messages.send("Table", f"<table><tr>{cells}</tr></table><p>https://example.org/{'path' * 40}</p>")
    messages.wait_for("Table")
    go(page, messages.url("Table"))
    expect(page.locator("#body[data-fitted]")).to_be_visible()
    # A cell is as wide as its longest word, and the body is scrolled; what stands alone is broken all the same.
    assert frame(page).locator("td").first.bounding_box()["width"] > 60
    assert frame(page).locator("p").evaluate("(p) => p.scrollWidth <= p.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@matrix(1, window=["narrow", "wide"], scheme=["dark", "light"])
def test_pictures_of_messages(messages: Messages, visitors, screenshots: Path, window: str, scheme: str) -> None:
    page = visitors(*WINDOWS[window], color_scheme=scheme, reduced_motion="reduce").sign_in(messages.host)
    keep = Pictures(page, screenshots, f"{window}-{scheme}").keep

    messages.send("Your library books are due", "Three books.", content_type="text/plain", subtitle="City Library")
    messages.send(
        "Notes from the meeting", "Two things:\n\n- The **kitchen** is next\n- See [the plan](https://example.org)\n\nThanks!",
        content_type="text/markdown",
    )
    invoice = (
        '<div style="max-width:520px;font-family:sans-serif;color:#222"><h2 style="color:#0a5">Thank you for your order</h2>'
        '<table width="100%" cellpadding="6"><tr bgcolor="#eeeeee"><td>Two pounds of coffee</td><td align="right">24.00</td></tr>'
        f'<tr><td>Delivery</td><td align="right">3.50</td></tr></table><p><img src="{PICTURE}" width="120" alt=""></p>'
        '<p>It arrives <b>on Tuesday</b>. <a href="https://example.org">Follow it</a></p></div>'
    )
    messages.send("Your order is on its way", invoice, subtitle="Arrives on Tuesday", expiry=86400)
    messages.send("Dinner", DINNER, subtitle="Soup tonight, and a long line that does not fit into the row at all")
    all_messages = messages.wait_for(
        "Your library books are due", "Notes from the meeting", "Your order is on its way", "Dinner"
    )
    [books] = [each for each in all_messages if each["title"].startswith("Your library")]
    messages.host.today("inbox", "read", books["id"])
    expect(widget(page)).to_contain_text("Dinner")
    expect(page.locator(f'[data-badge="{Messages.APP}"]')).to_have_text("3")
    keep("messages-widget")
    go(page, Messages.URL)
    expect(page.get_by_text("3 unread")).to_be_visible()
    keep("messages-list")
    page.get_by_role("link", name="Select").click()
    expect(page.get_by_role("checkbox", name="Dinner")).to_be_visible()
    page.get_by_role("checkbox", name="Dinner").check()
    keep("messages-select")
    for what, title, text in (
        ("order", "Your order is on its way", "Delivery"), ("notes", "Notes from the meeting", "kitchen"),
        ("plain", "Your library books are due", "Three books."),
    ):
        go(page, messages.url(title))
        expect(frame(page).get_by_text(text)).to_be_visible()
        expect(page.locator("#body[data-fitted]")).to_be_visible()
        keep(f"messages-{what}")
    go(page, f"{Messages.URL}settings")
    expect(page.get_by_role("switch", name="Hide the widget")).to_be_visible()
    keep("messages-settings")
    go(page, f"{Messages.URL}message/unknown")
    expect(page.get_by_text("deleted or has expired")).to_be_visible()
    keep("messages-gone")
