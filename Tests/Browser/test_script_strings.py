"""Every string of a public list of cross-site scripting, in every field that a stranger fills, in a real browser."""

from __future__ import annotations

import json
import plistlib
from pathlib import Path
from typing import Callable, Iterator
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from messages import Messages
from notifier import Notifier
from script_strings import FOREIGN, Guard, batches, packed, script_strings
from today_cloud import TodayCloud
from today_host import TodayHost
from waiting import eventually

STRINGS = script_strings()
GROUP = "group.test.stage"
#: Strings that are addresses or begin as one, which fields for addresses may take.
ADDRESSES = [each for each in STRINGS if ":" in each[:24] and not each.lstrip().startswith("<")]


@pytest.fixture
def guarded(host: TodayHost, visitor) -> tuple[Page, Guard]:
    """The screen in a browser, and who watches it. The visitor has no complaint: no policy refused anything."""
    guard = Guard(visitor.context, host.ready["url"])
    return visitor.sign_in(host), guard


@pytest.fixture
def cloud(log_file: Path) -> Iterator[TodayCloud]:
    """A cloud that takes as many requests as come."""
    with TodayCloud(log_file.with_suffix(".cloud.log")) as cloud:
        cloud.start("--request-rate", "0")
        yield cloud


@pytest.fixture
def linked_host(stopped_host: TodayHost, cloud: TodayCloud) -> TodayHost:
    """A host that has joined that cloud."""
    stopped_host.arguments = ["--no-cloud"]
    stopped_host.start()
    token = cloud.today("user", "add", "ada").strip()
    stopped_host.today_with(token + "\n", "link", cloud.ready["url"], "--token-stdin")
    return stopped_host


def element_cards(strings: list[str], inputs: bool) -> dict:
    """A card that has each string in all places where a card has text."""
    body: list[dict] = []
    for string in strings:
        address = f"https://elsewhere.test/{string}"
        open_url = {"type": "Action.OpenUrl", "title": string, "url": string, "tooltip": string, "iconUrl": string}
        body += [
            {"type": "TextBlock", "text": string, "id": string, "color": string, "wrap": True},
            {"type": "TextBlock", "text": f"[{string}]({string}) **{string}**"},
            {"type": "Image", "url": string, "altText": string, "selectAction": {**open_url, "url": address}},
            {"type": "FactSet", "facts": [{"title": string, "value": string}]},
        ]
        if inputs:
            field = {"id": string, "label": string, "placeholder": string, "value": string, "errorMessage": string}
            body += [
                {"type": "Input.Text", **field, "regex": string},
                {"type": "Input.ChoiceSet", **field, "choices": [{"title": string, "value": string}]},
                {"type": "Badge", "text": string, "tooltip": string},
            ]
        body.append({"type": "ActionSet", "actions": [open_url]})
    body.append({"type": "TextBlock", "text": "This is the end."})
    actions = [{"type": "Action.Execute", "title": strings[0], "verb": strings[0], "data": {strings[0]: strings[0]}}]
    return {"type": "AdaptiveCard", "version": "1.5", "body": body, "actions": actions, "lang": strings[0]}


def test_list_is_large_and_public() -> None:
    assert len(STRINGS) > 4000
    assert sum("<" in each for each in STRINGS) > 1000 and len(ADDRESSES) > 100


def test_guard_notices_what_it_looks_for(host: TodayHost, guarded: tuple[Page, Guard]) -> None:
    """A page that escapes nothing is opened in the host's place."""
    page, guard = guarded
    address = host.ready["url"] + "/unescaped"
    for markup in ("<img src=x onerror=alert(1)>", "<a href='javascript:1'>x</a>", "<iframe></iframe>"):
        page.route(address, lambda route, body=markup: route.fulfill(body=body, content_type="text/html"))
        page.goto(address)
        assert page.evaluate(FOREIGN) != []
        page.unroute(address)
    assert guard.incidents == ["a dialog: 1"]
    page.route(address, lambda route: route.fulfill(body="<img src=http://elsewhere.test/x>", content_type="text/html"))
    page.goto(address)
    assert guard.incidents[1:] == ["a request: http://elsewhere.test/x"]


def test_pages_of_apps(host: TodayHost, guarded: tuple[Page, Guard], fixture_app: Callable[..., Path]) -> None:
    page, guard = guarded
    host.install(fixture_app("stage", app="stage_app", groups=[GROUP]))
    folder = host.group_folder(GROUP)
    for number, strings in enumerate(batches(STRINGS, 95, 6500)):
        (folder / "title.txt").write_text(strings[0])
        (folder / "card.json").write_text(json.dumps(element_cards(strings, inputs=True)))
        page.goto(f"{host.ready['url']}/app?url={quote(f'stage://{number}', safe='')}")
        expect(page.get_by_text("This is the end.")).to_be_visible()
        assert page.locator(".ac-text").count() > len(strings)
        guard.check(page)


def test_widgets_and_why_they_fail(host: TodayHost, guarded: tuple[Page, Guard], fixture_app: Callable[..., Path]) -> None:
    page, guard = guarded
    host.install(fixture_app("stage", app="stage_app", widget="stage_app", groups=[GROUP]))
    folder = host.group_folder(GROUP)
    widget = page.locator('[data-widget="test.stage.widget"]')
    for number, strings in enumerate(batches(STRINGS, 95, 11_000)):
        card = element_cards(strings, inputs=False)
        card["body"].insert(0, {"type": "TextBlock", "text": f"batch {number}."})
        (folder / "card.json").write_text(json.dumps(card))
        host.today("reload", "test.stage.widget")
        expect(widget.get_by_text(f"batch {number}.")).to_be_attached()
        guard.check(page)
    for text in packed((each for each in STRINGS if len(each) < 200), 400):
        (folder / "failure.txt").write_text(text)
        host.today("reload", "test.stage.widget", status=1)
        if len(host.ledger("test.stage.widget")) > 8:
            break
    guard.check(page)
    page.goto(f"{host.ready['url']}/settings")
    guard.check(page)


def test_notifications(notifier: Notifier, visitor) -> None:
    guard = Guard(visitor.context, notifier.host.ready["url"])
    page = visitor.sign_in(notifier.host)
    texts = list(packed(STRINGS, 5500))
    assert len(texts) < 60
    notifier.offer(*[
        {
            "identifier": f"category {number}", "actions": [
                {"identifier": f"action {index}", "title": title, "textInput": {"buttonTitle": title, "placeholder": title}}
                for index, title in enumerate(strings)
            ],
        }
        for number, strings in enumerate(batches((each for each in STRINGS[::19] if len(each) < 250), 4))
    ][:20])
    requests = []
    for number, text in enumerate(texts):
        content = {
            "title": text.split("\n")[0], "subtitle": text.split("\n")[-1], "body": text,
            "categoryIdentifier": f"category {number % 20}", "threadIdentifier": f"thread {number}",
            "userInfo": {"key": text[:1000]},
        }
        requests.append({
            "method": "notifications/add",
            "params": {"request": {"identifier": f"{number}", "content": content, "trigger": {"now": True}}},
        })
    for some in (requests[start : start + 4] for start in range(0, len(requests), 4)):
        assert all(answer is not None for answer in notifier.ask_all(some))
        guard.check(page)
    page.goto(f"{notifier.host.ready['url']}/notifications")
    expect(page.locator("body")).to_contain_text("Notifier")
    guard.check(page)


def test_complications(notifier: Notifier, visitor) -> None:
    guard = Guard(visitor.context, notifier.host.ready["url"])
    page = visitor.page()
    page.goto(notifier.host.request("POST", "/api/links?page=/complications")["link"])
    lines = [each for each in STRINGS if each.isprintable()]
    short = [each for each in lines if len(each) <= 64]
    texts = [line for text in packed(lines, 250) if len(line := text.replace("\n", " ")) <= 256]
    # An app may set its complication 60 times in ten seconds.
    for number, long_text in enumerate(texts[:: len(texts) // 50][:55]):
        complication = {"shortText": short[number], "longText": long_text, "symbol": short[-number - 1], "class": []}
        notifier.ask("complication/set", complication=complication)
        expect(page.locator("body")).to_contain_text(short[number])
        guard.check(page)


@pytest.mark.parametrize("content_type", ["text/html", "text/markdown"])
def test_messages(linked_host: TodayHost, cloud: TodayCloud, visitor, content_type: str) -> None:
    guard = Guard(visitor.context, linked_host.ready["url"])
    page = visitor.sign_in(linked_host)
    messages = Messages(linked_host, cloud.ready)
    messages.install()
    # A string that opens a comment hides what follows it: so there are many messages with a few strings each.
    sent = 0
    for strings in batches(STRINGS, 45):
        lines = strings if content_type == "text/markdown" else [f"<div>{each}</div>" for each in strings]
        body = "\n\n".join(["This is the beginning.", *lines])
        messages.send(strings[0][:200], body, subtitle=strings[1][:200], alert=strings[2][:200], content_type=content_type)
        sent += 1

    def arrived() -> list[dict] | None:
        listed = linked_host.today_json("inbox", "list", "--limit", "200")["messages"]
        return listed if len(listed) == sent and all(each["hasBody"] for each in listed) else None

    for each in eventually(arrived, f"{sent} messages", timeout=90):
        page.goto(f"{linked_host.ready['url']}/messages/{messages.APP}/{quote(each['id'], safe='')}/body")
        expect(page.locator("body")).to_contain_text("This is the beginning.")
        guard.check(page)
    for path in ("/", "/notifications", f"/app?url={quote(messages.URL, safe='')}"):
        page.goto(linked_host.ready["url"] + path)
        guard.check(page)


def test_topics(linked_host: TodayHost, cloud: TodayCloud, visitor) -> None:
    guard = Guard(visitor.context, linked_host.ready["url"])
    page = visitor.sign_in(linked_host)
    eventually(lambda: linked_host.today("topics", "add", "home", status=None).returncode == 0, "the cloud")
    texts = list(packed((each for each in STRINGS if len(each.encode()) < 3000), 3000))
    for number, text in enumerate(texts):
        lines = text.split("\n")
        address = ADDRESSES[number % len(ADDRESSES)]
        publish(cloud, {
            "topic": "home", "message": text, "title": lines[0][:200], "tags": [each[:40] for each in lines[1:4]],
            "click": address, "markdown": number % 2 == 0, "filename": lines[-1][:200],
            "actions": [{"action": "view", "label": lines[0][:100], "url": f"https://elsewhere.test/{lines[-1][:100]}"}],
        })
        if number % 25 == 24 or number == len(texts) - 1:
            page.goto(f"{linked_host.ready['url']}/topics/home")
            count = min(number + 1, 30)
            expect(page.locator(".post")).to_have_count(count)
            guard.check(page)


def publish(cloud: TodayCloud, message: dict) -> None:
    """Publishes a message as JSON."""
    body = json.dumps(message, ensure_ascii=False).encode()
    with urlopen(Request(cloud.ready["url"], body, method="POST"), timeout=30) as answer:
        assert answer.status == 200


def test_names_in_bundles(host: TodayHost, guarded: tuple[Page, Guard], fixture_app: Callable[..., Path]) -> None:
    page, guard = guarded
    names = [each for each in STRINGS if each.startswith("<") and len(each) <= 60 and each.isprintable()][::120]
    assert len(names) > 5
    installed = 0
    for number, name in enumerate(names):
        bundle = fixture_app(f"stage{number}", app="stage_app", widget="stage_app", groups=[GROUP])
        for folder in (bundle, bundle / "PlugIns" / f"Stage{number}.appex"):
            file = folder / "Info.plist"
            file.write_bytes(plistlib.dumps({**plistlib.loads(file.read_bytes()), "CFBundleDisplayName": name}))
        host.install(bundle)
        installed += 1
    assert installed == len(names)
    for path in ("/", "/settings"):
        page.goto(host.ready["url"] + path)
        expect(page.locator("body")).to_contain_text(names[0])
        guard.check(page)
