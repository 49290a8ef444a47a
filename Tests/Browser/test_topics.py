"""Topics in a real browser: subscribing, the feed with its pictures and actions, muting, leaving, and without scripts."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Callable
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from accessibility import violations
from messages import PICTURE
from notifier import NotificationWatch
from pictures import Pictures
from test_large_text import enlarge
from test_notifications import banner
from today_host import Refused, TodayHost
from waiting import eventually
from web_server import WebServer

PNG = base64.b64decode(PICTURE.partition(",")[2])


class Topics:
    """What tests publish to topics of the cloud inside a host."""

    def __init__(self, host: TodayHost):
        self.host = host
        self.url = host.ready["cloud"]["url"]
        # A host that starts joins its cloud a moment later.
        eventually(self._has_joined, "the cloud")

    def _has_joined(self) -> bool:
        try:
            return bool(self.host.request("GET", "/api/topics"))
        except Refused:
            return False

    def add(self, topic: str) -> None:
        """Subscribes to a topic, as the command line does."""
        self.host.request("PUT", f"/api/topics/{topic}")

    def publish(self, topic: str, text: str | bytes = "", method: str = "POST", path: str = "", **headers: str) -> None:
        body = text if isinstance(text, bytes) else text.encode()
        # A header is written as Latin-1, and the cloud reads it as UTF-8.
        names = {name: value.encode().decode("latin-1") for name, value in headers.items()}
        with urlopen(Request(f"{self.url}/{topic}{path}", body, names, method=method), timeout=30) as answer:
            assert answer.status == 200

    def open(self, page: Page, topic: str = "home") -> None:
        page.goto(f"{self.host.ready['url']}/topics/{topic}")

    def notifications(self) -> list[str]:
        """The titles of the notifications that are listed."""
        return [each["title"] for each in self.host.today_json("notifications", "list")["notifications"]]


@pytest.fixture
def topics(host: TodayHost) -> Topics:
    return Topics(host)


def post(page: Page, text: str):
    return page.locator(".post", has_text=text)


def subscribe(page: Page, topics: Topics, name: str) -> None:
    page.goto(f"{topics.host.ready['url']}/settings")
    page.get_by_role("textbox", name="Topic").fill(name)
    page.get_by_role("button", name="Subscribe", exact=True).click()
    expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()


def test_topic_is_subscribed_read_live_and_left(topics: Topics, visitors, screenshots: Path) -> None:
    page = visitors(1280, 900).sign_in(topics.host)
    subscribe(page, topics, "home")
    assert topics.host.today_json("topics") == ["home"]
    page.get_by_role("link", name="home", exact=True).click()
    expect(page.get_by_text(f"curl -d Hello {topics.url}/home")).to_be_visible()
    # However long the command is, its button is beside or below it, and not beyond the edge.
    edges = "element => [element.getBoundingClientRect().right, element.parentElement.getBoundingClientRect().right]"
    right, edge = page.get_by_role("button", name="Copy").evaluate(edges)
    assert right <= edge
    assert violations(page) == []
    Pictures(page, screenshots, "1280-dark").keep("topic-empty")

    topics.publish(
        "home", "## Soup\n\n- in **ten** minutes\n- [menu](https://example.org/menu)", Title="Dinner", Priority="urgent",
        Tags="stew,food", Markdown="yes", Click="https://example.org/menu",
    )
    dinner = post(page, "Dinner")
    expect(dinner.get_by_role("heading", name="🍲 Dinner")).to_be_visible()
    expect(dinner.get_by_role("heading", name="Soup")).to_be_visible()
    expect(dinner.locator("strong")).to_have_text("ten")
    expect(dinner).to_contain_text("Urgent · food")
    assert dinner.locator(".markdown ul").evaluate("(list) => getComputedStyle(list).listStyleType") == "disc"
    link = dinner.get_by_role("link", name="Open example.org")
    expect(link).to_have_attribute("href", "https://example.org/menu")
    expect(link).to_have_attribute("rel", "noopener noreferrer")

    topics.publish("home", PNG, method="PUT", Filename="soup.png")
    picture = page.get_by_role("img", name="soup.png")
    expect(picture).to_be_visible()
    page.wait_for_function("document.querySelector('img.attached').naturalWidth === 40")
    assert page.locator(".post").first.get_by_role("img", name="soup.png").count() == 1

    topics.publish("home", "10 %", path="/backup")
    expect(post(page, "10 %")).to_be_visible()
    topics.publish("home", "90 %", path="/backup")
    expect(post(page, "90 %")).to_be_visible()
    expect(post(page, "10 %")).to_have_count(0)
    topics.publish("home", method="DELETE", path="/backup")
    expect(post(page, "90 %")).to_have_count(0)
    assert violations(page) == []

    page.goto(f"{topics.host.ready['url']}/settings")
    page.get_by_role("button", name="Unsubscribe: home").click()
    expect(page.get_by_role("link", name="home", exact=True)).to_have_count(0)
    topics.open(page)
    expect(page.get_by_text("There is no subscription to the topic home.")).to_be_visible()


def test_texts_of_senders_are_only_texts(topics: Topics, visitors) -> None:
    page = visitors().sign_in(topics.host)
    subscribe(page, topics, "home")
    topics.open(page)
    hostile = "<img src=x onerror=\"document.title='bad'\"><script>document.title='bad'</script>"
    topics.publish("home", hostile, Title=hostile, Tags="<b>", Click="javascript:alert(1)")
    topics.publish("home", f"{hostile} [x](javascript:alert(1)) ![x](https://example.org/x.png)", Markdown="yes")
    expect(page.locator(".post")).to_have_count(2)
    assert page.locator(".post :is(script, img, iframe)").count() == 0
    assert page.locator(".post a[href^='javascript']").count() == 0
    assert "bad" not in page.title()


def test_picture_of_another_server_is_not_fetched(topics: Topics, web: WebServer, visitors) -> None:
    page = visitors().sign_in(topics.host)
    subscribe(page, topics, "home")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    topics.publish("home", "A bowl", Attach=f"{web.url}/bowl.png", Filename="bowl.png")
    topics.open(page)
    show = page.get_by_role("link", name=f"Show the picture from {web.host}")
    expect(show).to_be_visible()
    assert not any("picture" in each for each in requests)
    # The banner of the message may lie above it.
    show.press("Enter")
    expect(page.locator("img.attached")).to_be_attached()
    # What the person asks for is fetched by the host, and never from this machine or its network.
    assert not any(each.startswith(web.url) for each in requests)
    assert web.requests == []


def test_failed_action_of_a_notification_leads_to_the_permission(topics: Topics, web: WebServer, visitors) -> None:
    page = visitors().sign_in(topics.host)
    subscribe(page, topics, "home")
    topics.publish("home", "Somebody rings", Actions=f"http, Open the gate, {web.url}/gate, method=GET, clear=true")
    web.answer("/gate", "ok")
    page.goto(f"{topics.host.ready['url']}/notifications")
    page.locator(".item", has_text="Somebody rings").get_by_role("button", name="Open the gate").click()
    failure = page.get_by_role("group", name=re.compile("Open the gate"))
    failure.get_by_role("link", name=f"Allow {web.host}").click()
    page.get_by_role("button", name="Allow", exact=True).click()
    failure.get_by_role("button", name="Retry").click()
    eventually(lambda: web.requests == ["/gate"], "the request")
    expect(failure).to_have_count(0)


def test_topic_is_found_by_its_name(topics: Topics, visitors) -> None:
    page = visitors().sign_in(topics.host)
    subscribe(page, topics, "washing-machine")
    page.keyboard.press("Control+k")
    page.keyboard.type("MACHINE")
    found = page.get_by_role("option").filter(has_text="washing-machine")
    expect(found).to_contain_text("Topics")
    page.keyboard.press("Enter")
    page.wait_for_url("**/topics/washing-machine")


def test_action_asks_to_allow_its_server_first(topics: Topics, web: WebServer, visitors) -> None:
    page = visitors(banners_pass=True).sign_in(topics.host)
    subscribe(page, topics, "home")
    topics.publish("home", "Somebody rings", Actions=f"http, Open the gate, {web.url}/gate, method=GET, clear=true")
    web.answer("/gate", "ok")
    topics.open(page)
    gate = post(page, "Somebody rings").get_by_role("button", name="Open the gate")
    # By keyboard: a pointer that waits above the banner would keep it there.
    gate.press("Enter")
    expect(page.get_by_role("heading", name=f"Allow “Topics” to Fetch from {web.host}?")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(gate).to_be_visible()
    assert web.requests == []
    gate.press("Enter")
    page.get_by_role("button", name="Allow", exact=True).click()
    expect(gate).to_be_visible()
    gate.press("Enter")
    expect(page.get_by_role("status").filter(has_text="“Open the gate” was sent.")).to_be_visible()
    assert web.requests == ["/gate"]
    # The action cleared the notification; the feed keeps the message.
    assert topics.notifications() == []
    expect(post(page, "Somebody rings")).to_be_visible()


def test_notification_of_a_topic_is_opened_and_its_title_leads_to_the_topics(topics: Topics, visitors) -> None:
    page = visitors().sign_in(topics.host)
    subscribe(page, topics, "home")
    topics.publish("home", "Soup", Title="Dinner")
    # What has slid in here does not slide in again on the next page, where it would cover the list.
    expect(banner(page, "Dinner")).to_be_visible()
    page.goto(f"{topics.host.ready['url']}/notifications")
    item = page.locator("#list .item", has_text="Dinner")
    item.locator("summary").click()
    expect(item.get_by_role("button", name="Dismiss")).to_be_visible()
    assert page.url.endswith("/notifications")
    page.locator("#list .group").get_by_role("link", name="Topics").click()
    expect(page.get_by_role("heading", level=1, name="Topics")).to_be_visible()


def test_second_line_begins_where_a_title_from_right_to_left_does(topics: Topics, visitors) -> None:
    topics.add("home")
    topics.publish("home", "טקסט", Title="כותרת")
    page = visitors(banners_pass=True).sign_in(topics.host)
    page.goto(topics.host.ready["url"] + "/notifications")
    said = page.locator(".item .said", has_text="כותרת")
    expect(said.locator(".subtitle")).to_have_text("home")
    end = """(line) => { const range = document.createRange(); range.selectNodeContents(line);
        return range.getBoundingClientRect().right; }"""
    title, subtitle = (said.locator(name).evaluate(end) for name in (".title", ".subtitle"))
    assert abs(title - subtitle) < 3, (title, subtitle)


def test_muted_topic_has_no_notifications(topics: Topics, visitors) -> None:
    page = visitors().sign_in(topics.host)
    for name in ("loud", "quiet"):
        subscribe(page, topics, name)
    page.get_by_role("button", name="Mute: quiet").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Unmute: quiet")).to_be_visible()
    topics.open(page, "quiet")
    with NotificationWatch(topics.host) as watch:
        topics.publish("quiet", "Nobody hears this")
        topics.publish("loud", "Everybody hears this")
        watch.wait_for("loud")
        assert topics.notifications() == ["loud"]
    expect(post(page, "Nobody hears this")).to_be_visible()


def test_topics_work_without_scripts(topics: Topics, visitors: Callable) -> None:
    page = visitors(java_script_enabled=False).sign_in(topics.host)
    page.goto(f"{topics.host.ready['url']}/settings")
    subscribe(page, topics, "home")
    for number in range(32):
        topics.publish("home", f"Message {number}.")

    def shows_the_last() -> bool:
        # Without scripts a page stays as it was.
        topics.open(page)
        return post(page, "Message 31.").count() == 1

    eventually(shows_the_last, "the last message", interval=0.2)
    expect(page.locator(".post")).to_have_count(30)
    page.get_by_role("link", name="Older Messages").click()
    expect(page.locator(".post")).to_have_count(2)
    page.get_by_role("link", name="Newest Messages").click()
    expect(page.locator(".post")).to_have_count(30)


def test_wrong_name_is_explained_beside_the_field(topics: Topics, visitors) -> None:
    page = visitors().sign_in(topics.host)
    page.goto(f"{topics.host.ready['url']}/settings")
    name = page.get_by_role("textbox", name="Topic")
    # A browser that checks the pattern says so with the field's title.
    expect(name).to_have_attribute("title", "A topic has 1 to 64 letters from A to Z, digits, hyphens and underscores.")
    # A browser that does not check the pattern sends it.
    page.evaluate("document.querySelector('[name=topic]').form.noValidate = true")
    name.fill("front door")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="“front door” is not a topic.")).to_be_visible()
    expect(page.get_by_role("textbox", name="Topic")).to_have_value("front door")
    assert violations(page) == []
    page.reload()
    expect(page.get_by_role("heading", name="Devices")).to_be_visible()


def test_topics_are_found_in_the_palette(topics: Topics, visitors) -> None:
    page = visitors().sign_in(topics.host)
    page.keyboard.press("/")
    page.keyboard.type("topics")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Topics")).to_be_visible()


@pytest.fixture(scope="module")
def full_topics(shared_host: TodayHost) -> TodayHost:
    """A host that tests share, with two topics, and messages of all kinds in one of them."""
    host, topics = shared_host, Topics(shared_host)
    for topic in ("backups", "home"):
        topics.add(topic)
    topics.publish("home", PNG, method="PUT", Filename="soup.png")
    topics.publish("home", "مرحبا بكم", Title="رسالة")
    topics.publish(
        "home", "| dish | minutes |\n|---|---|\n| soup | 10 |\n\n> Hurry\n\n```\nlong " + "word" * 60 + "\n```", Markdown="yes",
        Title="Dinner " + "x" * 80, Priority="high", Tags="stew,food", Click="https://example.org/menu",
        Actions="view, Menu, https://example.org; http, Coming, https://example.org/yes",
    )
    return host


@pytest.mark.parametrize("name, width, options", [
    pytest.param("390-dark", 390, {}, marks=pytest.mark.full),
    pytest.param("390-light", 390, {"color_scheme": "light"}, marks=pytest.mark.full), ("390-de", 390, {"locale": "de-DE"}),
    ("390-ja", 390, {"locale": "ja-JP"}), ("390-large", 390, {}), ("390-rtl", 390, {}),
    ("1280-light", 1280, {"color_scheme": "light"}), ("1920-dark", 1920, {}),
])
def test_pages_of_topics_are_readable(
    full_topics: TodayHost, visitors, screenshots: Path, name: str, width: int, options: dict
) -> None:
    host = full_topics
    page = visitors(width, 1000, reduced_motion="reduce", banners_pass=True, **options).sign_in(host)
    pictures = Pictures(page, screenshots, name)
    for path, what in (("/topics", "topics"), ("/topics/home", "topic"), ("/settings#topics", "topics-settings")):
        page.goto(host.ready["url"] + path)
        if what == "topic":
            expect(page.locator(".post")).to_have_count(3)
        if name.endswith("large"):
            enlarge(page)
        if name.endswith("rtl"):
            page.evaluate("document.documentElement.dir = 'rtl'")
        assert violations(page) == [], what
        beyond = "[...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1)"
        assert page.evaluate(f"{beyond}.map(e => e.outerHTML.slice(0, 80))") == [], what
        if what == "topics-settings":
            lines = "[...document.querySelectorAll('.subscription a')].filter(e => e.getClientRects().length > 1)"
            assert page.evaluate(f"{lines}.map(e => e.textContent)") == [], "a name is broken that has room below the buttons"
        pictures.keep(what)
