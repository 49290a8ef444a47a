"""Messages in a wide window: the list and what is read stand beside each other; and bodies in Markdown and HTML."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from matrix import matrix
from messages import Messages
from pictures import WINDOWS, Pictures
from today_host import TodayHost

REPORT = """# Backup *failed*

> The disk is **full**.

| host | free |
|------|-----:|
| nas  | 0 B  |
| desk | 9 GB |

```sh
df -h | sort   # <b>inert</b>
```

1. Delete `old`
2. See [the log](https://log.example/7)
   - or call

<script>parent.isBroken = true</script>
"""


@pytest.fixture
def messages(host: TodayHost) -> Messages:
    messages = Messages(host)
    messages.install()
    return messages


def go(page: Page, url: str) -> None:
    page.goto(f"{page.evaluate('location.origin')}/open?url={quote(url, safe='')}")


def box(locator) -> dict:
    found = locator.bounding_box()
    assert found, "it is not shown"
    return found


def send(messages: Messages, *titles: str) -> None:
    for title in titles:
        messages.send(title, f"<p>About {title}</p>", subtitle=f"From {title.lower()}")
    messages.wait_for(*titles)


def test_list_and_message_stand_beside_each_other(messages: Messages, visitors) -> None:
    page = visitors(1280, 800).sign_in(messages.host)
    send(messages, "Dinner", "Lunch", "Tea")
    go(page, Messages.URL)
    placeholder = page.get_by_text("Choose a message to read it here.")
    row = page.get_by_role("link", name="Open Lunch, unread")
    assert box(placeholder)["x"] >= box(row)["x"] + box(row)["width"]
    row.click()
    expect(page.frame_locator("#body").get_by_text("About Lunch")).to_be_visible()
    beside = page.get_by_role("complementary", name="Messages")
    row = beside.get_by_role("link", name="Open Lunch", exact=True)
    expect(row).to_have_attribute("aria-current", "page")
    assert box(beside)["x"] + box(beside)["width"] <= box(page.locator("#body"))["x"]
    # What is done to the message shows in the list, and the list's own actions work there.
    page.get_by_role("button", name="Mark as Unread").click()
    expect(beside.get_by_role("link", name="Open Lunch, unread")).to_be_visible()
    beside.get_by_role("button", name="Mark All as Read").click()
    expect(beside.get_by_role("link", name="Open Lunch", exact=True)).to_be_visible()
    assert messages.host.today_json("inbox")["unread"] == 0
    beside.get_by_placeholder("Search").fill("dinner")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Open Lunch")).to_have_count(0)
    expect(page.get_by_role("link", name="Open Dinner")).to_be_visible()


def test_way_back_leaves_the_list_and_skips_what_was_read(messages: Messages, visitors) -> None:
    page = visitors(1280, 800).sign_in(messages.host)
    send(messages, "Dinner", "Lunch", "Tea")
    for leave in (lambda: page.locator(".back").click(), page.go_back):
        page.get_by_role("navigation", name="Apps").get_by_role("link", name="Messages").click()
        for title in ("Dinner", "Lunch", "Tea"):
            page.get_by_role("link", name=f"Open {title}").click()
            expect(page.locator("#title")).to_have_text(title)
            expect(page.locator("#primary").get_by_role("link", name=f"Open {title}")).to_have_attribute("aria-current", "page")
        expect(page.locator(".back")).to_have_text("Today")
        leave()
        expect(page.locator("h1.date")).to_be_visible()
    # In a narrow window the way back from a message leads to the list.
    page.get_by_role("navigation", name="Apps").get_by_role("link", name="Messages").click()
    page.get_by_role("link", name="Open Lunch").click()
    expect(page.locator("#title")).to_have_text("Lunch")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".back")).to_have_text("Messages")
    page.locator(".back").click()
    page.get_by_role("link", name="Open Dinner").click()
    expect(page.locator("#title")).to_have_text("Dinner")
    page.go_back()
    expect(page.locator("#title")).to_have_text("Messages")
    expect(page.get_by_role("link", name="Open Tea")).to_be_visible()


def test_keyboard_goes_through_the_list_and_keeps_its_place(messages: Messages, visitors) -> None:
    page = visitors(1280, 800).sign_in(messages.host)
    titles = [f"Message {number}" for number in range(20)]
    for title in titles:
        messages.send(title, "<p>Text</p>")
    names = [each["title"] for each in messages.wait_for(*titles)]
    go(page, Messages.URL)
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("link", name=f"Open {names[0]}, unread", exact=True)).to_be_focused()
    for _ in range(15):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#title")).to_have_text(names[15])
    current = page.get_by_role("link", name=f"Open {names[15]}", exact=True)
    expect(current).to_be_focused()
    expect(current).to_be_in_viewport()
    top = page.locator("#primary").evaluate("(list) => list.scrollTop")
    assert top > 0
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#title")).to_have_text(names[14])
    expect(page.get_by_role("link", name=f"Open {names[14]}", exact=True)).to_be_focused()
    assert abs(page.locator("#primary").evaluate("(list) => list.scrollTop") - top) < 80


def test_every_message_can_be_reached_beside_the_one_that_is_read(messages: Messages, visitors) -> None:
    """The list is longer than a page: its last row leads on, by keyboard too, and a message keeps that part beside it."""
    page = visitors(1280, 800).sign_in(messages.host)
    titles = [f"Number {number}" for number in range(45)]
    for title in titles:
        messages.send(title, "<p>Text</p>", silent=True)
    names = [each["title"] for each in messages.wait_for(*titles)]
    go(page, Messages.URL)
    page.get_by_role("link", name=f"Open {names[39]}, unread", exact=True).focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("link", name="Older Messages")).to_be_focused()
    page.keyboard.press("Enter")
    oldest = page.get_by_role("link", name=f"Open {names[44]}", exact=False)
    expect(oldest).to_be_visible()
    oldest.click()
    expect(page.locator("#title")).to_have_text(names[44])
    beside = page.locator("#primary")
    expect(beside.get_by_role("link", name=f"Open {names[44]}", exact=True)).to_have_attribute("aria-current", "page")
    expect(beside.get_by_role("link", name=f"Open {names[43]}", exact=False)).to_be_visible()
    beside.get_by_role("link", name="Newest Messages").click()
    expect(page.get_by_role("link", name=f"Open {names[0]}", exact=False)).to_be_visible()


def test_narrow_window_shows_one_page(messages: Messages, visitors) -> None:
    page = visitors(390, 844).sign_in(messages.host)
    send(messages, "Dinner", "Lunch")
    go(page, Messages.URL)
    expect(page.get_by_text("Choose a message to read it here.")).to_be_hidden()
    page.get_by_role("link", name="Open Lunch, unread").click()
    expect(page.frame_locator("#body").get_by_text("About Lunch")).to_be_visible()
    expect(page.locator("#primary")).to_be_hidden()
    # The other page is drawn when the window becomes wide.
    page.set_viewport_size({"width": 1000, "height": 800})
    expect(page.locator("#primary").get_by_role("link", name="Open Dinner")).to_be_visible()


def test_toolbar_of_the_selection_stays_in_view(messages: Messages, visitors) -> None:
    page = visitors(390, 700).sign_in(messages.host)
    titles = [f"Message {number}" for number in range(20)]
    for title in titles:
        messages.send(title, "<p>Text</p>", subtitle="From the office")
    messages.wait_for(*titles)
    go(page, f"{Messages.URL}?select=none")
    last = page.get_by_role("checkbox").last
    # A row says who wrote and when, as in the list.
    expect(page.locator(".ac-choice").first).to_contain_text("From the office · ")
    expect(page.locator(".ac-choice").first).to_contain_text(":")
    last.scroll_into_view_if_needed()
    page.mouse.wheel(0, 5000)
    expect(last).to_be_in_viewport()
    expect(page.get_by_role("button", name="Delete")).to_be_in_viewport()
    last.check()
    page.get_by_role("button", name="Mark as Read").click()
    expect(page).to_have_title("(19) Select Messages")
    page.get_by_role("link", name="Select All").click()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(20)


@matrix(1, width=[390, 1280], scheme=["light", "dark"])
def test_toolbar_of_the_selection_is_as_wide_as_its_list(
    messages: Messages, visitors, screenshots: Path, width: int, scheme: str
) -> None:
    page = visitors(width, 800, color_scheme=scheme).sign_in(messages.host)
    send(messages, "Dinner", "Your order")
    go(page, f"{Messages.URL}?select=none")
    toolbar, rows = box(page.locator("#s-toolbar")), box(page.locator(".ac-style-emphasis").first)
    assert (toolbar["x"], toolbar["width"]) == (rows["x"], rows["width"])
    assert rows["y"] - toolbar["y"] - toolbar["height"] == pytest.approx(12, abs=8)
    all_of_them, done = (box(page.get_by_role("link", name=name)) for name in ("Select All", "Done"))
    assert all_of_them["y"] == done["y"] and done["x"] + done["width"] <= toolbar["x"] + toolbar["width"]
    Pictures(page, screenshots, f"{width}-{scheme}").keep("messages-toolbar")


def test_markdown_is_drawn_as_markdown(messages: Messages, visitor, tmp_path: Path) -> None:
    page = visitor.sign_in(messages.host)
    (tmp_path / "report.md").write_text(REPORT)
    messages.host.today("send", "--title", "Report", "--markdown", str(tmp_path / "report.md"))
    [message] = messages.wait_for("Report")
    go(page, messages.url("Report"))
    body = page.frame_locator("#body")
    expect(body.get_by_role("heading", level=1)).to_have_text("Backup failed")
    expect(body.get_by_role("blockquote")).to_have_text("The disk is full.")
    expect(body.get_by_role("row")).to_have_count(3)
    right = box(body.get_by_role("cell", name="9 GB"))
    left = box(body.get_by_role("cell", name="desk"))
    assert right["x"] >= left["x"] + left["width"] - 2
    code = body.locator("pre code")
    assert code.inner_text() == "df -h | sort   # <b>inert</b>\n"
    assert "mono" in code.evaluate("(code) => getComputedStyle(code).fontFamily").lower()
    expect(body.get_by_role("listitem")).to_have_count(3)
    expect(body.get_by_text("<script>")).to_be_visible()
    assert not page.evaluate("window.isBroken")
    text = body.locator("body").inner_text()
    assert not any(mark in text for mark in ("**", "```", "|--", "](", "# Backup"))
    # The terminal shows the same.
    terminal = messages.host.today("inbox", "open", message["id"]).stdout
    for line in ("Backup failed", "> The disk is full.", "host │ free", "1. Delete old", "2. See the log [1]"):
        assert line in terminal, terminal
    assert "[1] https://log.example/7" in terminal


def test_html_mail_is_readable_without_its_style_sheet(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    mail = (
        "<style>td{padding:8px 20px}</style><table><tr><td>Total</td><td>9 €</td></tr></table>"
        '<p><a href="https://pay.example/now">Pay</a></p><img src="http://127.0.0.1:9/chart.png" alt="Chart">'
    )
    messages.send("Bill", mail)
    [message] = messages.wait_for("Bill")
    go(page, messages.url("Bill"))
    body = page.frame_locator("#body")
    cells = [body.locator("td").nth(index) for index in range(2)]
    ends = [
        cell.evaluate(
            """(cell) => { const range = document.createRange(); range.selectNodeContents(cell);
               const box = range.getBoundingClientRect(); return [box.left, box.right]; }"""
        )
        for cell in cells
    ]
    assert ends[1][0] - ends[0][1] >= 8
    missing = body.locator(".missing")
    expect(missing).to_have_text("Chart")
    assert "Image not loaded" in missing.evaluate("(box) => getComputedStyle(box, '::before').content")
    terminal = messages.host.today("inbox", "open", message["id"]).stdout
    assert "Pay [1]" in terminal and "[1] https://pay.example/now" in terminal


@matrix(1, window=["narrow", "wide", "widest"], scheme=["dark", "light"])
def test_pictures_of_messages(
    messages: Messages, visitors, screenshots: Path, tmp_path: Path, window: str, scheme: str
) -> None:
    page = visitors(*WINDOWS[window], color_scheme=scheme, reduced_motion="reduce").sign_in(messages.host)
    (tmp_path / "report.md").write_text(REPORT)
    messages.host.today("send", "--title", "Report", "--markdown", str(tmp_path / "report.md"))
    for title in ("Dinner", "موعد", "Lunch"):
        messages.send(title, f"<p>About {title}</p>", subtitle=f"From {title.lower()}")
    messages.wait_for("Report", "Dinner", "موعد", "Lunch")
    pictures = Pictures(page, screenshots, f"{window}-{scheme}")
    for place, url in (
        ("list", Messages.URL), ("selection", f"{Messages.URL}?select=none"), ("markdown", messages.url("Report")),
    ):
        go(page, url)
        if window != "narrow" and place == "markdown":
            expect(page.locator("#primary").get_by_role("link", name="Open Report")).to_be_visible()
        pictures.keep(f"messages-{place}")
