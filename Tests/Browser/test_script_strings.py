"""The strings of a public list of cross-site scripting, in every field that a stranger fills, in a real browser.

Every change tries those of the short list, which has each kind of string; with `--full` all of them are tried.
"""

from __future__ import annotations

import json
import plistlib
import tarfile
from pathlib import Path
from typing import Callable
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from messages import Messages
from notifier import Notifier
from script_strings import Guard, batches, packed, script_strings, spread
from test_topics import Topics
from today_host import Refused, TodayHost
from waiting import eventually

GROUP = "group.test.stage"


@pytest.fixture(params=["short", pytest.param("all", marks=pytest.mark.full)])
def strings(request: pytest.FixtureRequest) -> list[str]:
    """The strings to try."""
    return script_strings(is_short=request.param == "short")


@pytest.fixture
def guarded(host: TodayHost, visitor) -> tuple[Page, Guard]:
    """The screen in a browser, and who watches it. The visitor has no complaint: no policy refused anything."""
    guard = Guard(visitor.context, host.ready["url"])
    return visitor.sign_in(host), guard


@pytest.fixture
def cloud(host: TodayHost) -> str:
    """The address of the host's cloud, whose topic `home` it follows."""
    Topics(host).add("home")
    return host.ready["cloud"]["url"]


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
    strings, short = script_strings(), script_strings(is_short=True)
    assert len(strings) > 4000
    assert sum("<" in each for each in strings) > 1000
    # The short list has each kind.
    assert 500 < len(short) < 1000 and set(short) < set(strings)
    for kind in ("<script", "<svg", "<iframe", "onerror=", "onload=", "javascript:", "data:", "{{", "${", "](", "\u2028"):
        assert any(kind in each.lower() for each in strings) <= any(kind in each.lower() for each in short), kind


def test_pages_of_apps(
    host: TodayHost, guarded: tuple[Page, Guard], fixture_app: Callable[..., Path], strings: list[str]
) -> None:
    page, guard = guarded
    host.install(fixture_app("stage", app="stage_app", groups=[GROUP]))
    folder = host.group_folder(GROUP)
    for number, batch in enumerate(batches(strings, 95, 6500)):
        (folder / "title.txt").write_text(batch[0])
        (folder / "card.json").write_text(json.dumps(element_cards(batch, inputs=True)))
        page.goto(f"{host.ready['url']}/app?url={quote(f'stage://{number}', safe='')}")
        expect(page.get_by_text("This is the end.")).to_be_visible()
        assert page.locator(".ac-text").count() > len(batch)
        guard.check(page)


def test_widgets_and_why_they_fail(
    host: TodayHost, guarded: tuple[Page, Guard], fixture_app: Callable[..., Path], strings: list[str]
) -> None:
    page, guard = guarded
    host.install(fixture_app("stage", app="stage_app", widget="stage_app", groups=[GROUP]))
    folder = host.group_folder(GROUP)
    widget = page.locator('[data-widget="test.stage.widget"]')
    for number, batch in enumerate(batches(strings, 30, 3_000)):
        card = element_cards(batch, inputs=False)
        card["body"].insert(0, {"type": "TextBlock", "text": f"batch {number}."})
        (folder / "card.json").write_text(json.dumps(card))
        host.reload("test.stage.widget")
        expect(widget.get_by_text(f"batch {number}.")).to_be_attached()
        guard.check(page)
    for text in list(packed((each for each in strings if len(each) < 200), 400))[:8]:
        (folder / "failure.txt").write_text(text)
        with pytest.raises(Refused):
            host.reload("test.stage.widget")
    guard.check(page)
    page.goto(f"{host.ready['url']}/settings")
    guard.check(page)


def test_complications(notifier: Notifier, visitor, strings: list[str]) -> None:
    guard = Guard(visitor.context, notifier.host.ready["url"])
    page = visitor.page()
    page.goto(notifier.host.request("POST", "/api/links?page=/complications")["link"])
    lines = [each for each in strings if each.isprintable()]
    short = [each for each in lines if len(each) <= 64]
    texts = [line for text in packed(lines, 250) if len(line := text.replace("\n", " ")) <= 256]
    # An app may set its complication 60 times in ten seconds.
    for number, long_text in enumerate(texts[:: len(texts) // 50][:55]):
        complication = {"shortText": short[number], "longText": long_text, "symbol": short[-number - 1], "class": []}
        notifier.ask("complication/set", complication=complication)
        expect(page.locator("body")).to_contain_text(short[number])
        guard.check(page)


def test_names_in_bundles(
    host: TodayHost, guarded: tuple[Page, Guard], fixture_app: Callable[..., Path], strings: list[str]
) -> None:
    page, guard = guarded
    names = spread((each for each in strings if each.startswith("<") and len(each) <= 60 and each.isprintable()), 8)
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


def test_notifications(notifier: Notifier, visitor, strings: list[str]) -> None:
    guard = Guard(visitor.context, notifier.host.ready["url"])
    page = visitor.sign_in(notifier.host)
    titles = list(packed((each for each in strings if len(each) < 250), 300))
    buttons = list(packed(strings, 900))
    bodies = list(packed(strings, 6000))
    assert len(bodies) < 60 and 2 * len(bodies) <= len(buttons)
    # What a test asks of an app has 64 KiB; an app may deliver 60 in ten seconds.
    for begin in range(0, len(bodies), 12):
        numbers = range(begin, min(begin + 12, len(bodies)))
        notifier.offer(*(
            {
                "identifier": f"c{number}",
                "actions": [
                    {"identifier": f"a{number}", "title": buttons[2 * number]},
                    {"identifier": f"b{number}", "title": buttons[2 * number + 1], "textInput": {
                        "buttonTitle": titles[number], "placeholder": titles[-number - 1],
                    }},
                ],
            }
            for number in numbers
        ))
        for number in numbers:
            notifier.add(
                f"{number}", title=titles[number], subtitle=titles[-number - 1], categoryIdentifier=f"c{number}",
                body=f"{bodies[number]}\nThis is {number}.",
            )
        page.goto(f"{notifier.host.ready['url']}/notifications")
        expect(page.get_by_text(f"This is {numbers[-1]}.").first).to_be_attached()
        guard.check(page)


def test_messages(host: TodayHost, visitor, strings: list[str]) -> None:
    guard = Guard(visitor.context, host.ready["url"])
    messages = Messages(host)
    messages.install()
    page = visitor.sign_in(host)
    titles = [text.replace("\n", " ") for text in packed(strings, 1000)]
    parts = list(batches(strings, len(strings) // 9))
    for number, part in enumerate(parts):
        body = "".join(f"<p>{each}</p>" for each in part)
        alert = titles[len(titles) // 2 + number]
        messages.send(titles[number], f"<p>Body {number}.</p>{body}", subtitle=titles[-number - 1], alert=alert)
    eventually(lambda: len(messages.inbox()) == len(parts), "the messages")
    guard.check(page)
    for message in messages.inbox():
        page.goto(f"{host.ready['url']}/open?url={quote(messages.url(message['title']), safe='')}")
        expect(page.frame_locator("#body").get_by_text("Body ").first).to_be_attached()
        guard.check(page)


def test_topics(host: TodayHost, guarded: tuple[Page, Guard], cloud: str, strings: list[str]) -> None:
    page, guard = guarded
    short = [each for each in strings if each.isprintable() and len(each) < 300]
    names = [text.replace("\n", " ") for text in packed(short, 900)]
    # An address may send 60 requests at once. Every string is in a plain text or in one with Markdown.
    texts = list(packed(strings, max(3600, len("".join(strings).encode()) // 48)))[:50]
    page.goto(f"{host.ready['url']}/topics/home")
    for number, text in enumerate(texts):
        fields = {"Title": names[number], "Tags": names[-number - 1][:200], "Markdown": "yes" if number % 2 else "no"}
        fields["Click"] = short[number]
        headers = {name: value.encode().decode("latin-1") for name, value in fields.items()}
        order = Request(f"{cloud}/home", f"{text[:3900]}\nThis is {number}.".encode(), headers, method="POST")
        try:
            urlopen(order, timeout=30).close()
        except HTTPError as error:
            # Some strings are no address, and are refused.
            assert error.code == 400 and number > -1, error.read()
            del headers["Click"]
            urlopen(Request(order.full_url, order.data, headers, method="POST"), timeout=30).close()
    expect(page.get_by_text(f"This is {len(texts) - 1}.").first).to_be_attached()
    guard.check(page)
    page.reload()
    expect(page.get_by_text(f"This is {len(texts) - 1}.").first).to_be_attached()
    guard.check(page)


def test_texts_of_the_consent_sheet(
    guarded: tuple[Page, Guard], host: TodayHost, fixture_app: Callable[..., Path], tmp_path: Path, strings: list[str]
) -> None:
    page, guard = guarded
    names = spread((each for each in strings if each.startswith("<") and len(each) <= 60 and each.isprintable()), 6)
    purposes = [text.replace("\n", " ") for text in packed((each for each in strings if each.isprintable() and len(each) < 240), 260)]
    assert len(names) > 5
    for number, name in enumerate(names):
        bundle = fixture_app(f"asks{number}", groups=[GROUP], location="full")
        file = bundle / "Info.plist"
        changed = {"CFBundleDisplayName": name, "NSLocationWhenInUseUsageDescription": purposes[number]}
        file.write_bytes(plistlib.dumps({**plistlib.loads(file.read_bytes()), **changed}))
        archive = tmp_path / f"{number}.tar"
        with tarfile.open(archive, "w") as tar:
            tar.add(bundle, bundle.name)
        page.goto(f"{host.ready['url']}/settings")
        page.get_by_label("Install from a File…").set_input_files(archive)
        expect(page.get_by_role("button", name="Install", exact=True)).to_be_visible()
        expect(page.locator("body")).to_contain_text(name)
        guard.check(page)
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()


def test_offers_to_undo(
    host: TodayHost, guarded: tuple[Page, Guard], fixture_app: Callable[..., Path], strings: list[str]
) -> None:
    page, guard = guarded
    host.install(fixture_app("stage", app="stage_app", groups=[GROUP]))
    folder = host.group_folder(GROUP)
    messages = spread((text for text in packed((each for each in strings if "<" in each), 180) if len(text) <= 200), 8)
    assert len(messages) > 5
    button = {"type": "Action.Execute", "title": "Do It", "verb": "do"}
    (folder / "card.json").write_text(json.dumps({"type": "AdaptiveCard", "version": "1.5", "actions": [button]}))
    page.goto(f"{host.ready['url']}/app?url={quote('stage://', safe='')}")
    for number, message in enumerate(messages):
        (folder / "undo.txt").write_text(f"{number}. {message}")
        page.get_by_role("button", name="Do It").click()
        expect(page.get_by_role("group", name="Undo")).to_contain_text(f"{number}.")
        guard.check(page)


def test_configurations_of_widgets(
    host: TodayHost, guarded: tuple[Page, Guard], fixture_app: Callable[..., Path], strings: list[str]
) -> None:
    page, guard = guarded
    for number, batch in enumerate(spread(batches(strings, 40, 5000), 6)):
        bundle = fixture_app(f"stage{number}", app="stage_app", widget="stage_app", groups=[GROUP])
        inner = bundle / "PlugIns" / f"Stage{number}.appex"
        info = plistlib.loads((inner / "Info.plist").read_bytes())
        info["NSExtension"]["TodayConfiguration"] = "Settings"
        (inner / "Info.plist").write_bytes(plistlib.dumps(info))
        card = {"type": "AdaptiveCard", "version": "1.5", "body": []}
        for place, string in enumerate(batch):
            field = {"id": f"f{place}", "label": string, "placeholder": string, "value": string, "errorMessage": string}
            card["body"] += [
                {"type": "TextBlock", "text": string},
                {"type": "Input.Text", **field},
                {"type": "Input.ChoiceSet", **field, "id": f"c{place}", "choices": [{"title": string, "value": string}]},
                {"type": "Input.Toggle", **field, "id": f"t{place}", "title": string},
            ]
        card["body"].append({"type": "TextBlock", "text": "This is the end."})
        (inner / "Settings.json").write_text(json.dumps(card))
        host.install(bundle)
        page.goto(f"{host.ready['url']}/widgets/test.stage{number}.widget/configuration")
        expect(page.get_by_text("This is the end.")).to_be_visible()
        assert page.locator("input, select").count() > len(batch)
        guard.check(page)


def test_actions_and_icons_of_topics(host: TodayHost, guarded: tuple[Page, Guard], cloud: str, strings: list[str]) -> None:
    page, guard = guarded
    page.goto(f"{host.ready['url']}/topics/home")
    labels = spread((each for each in strings if "<" in each and each.isprintable() and len(each) < 300), 40)[:50]
    assert len(labels) > 20
    for number, string in enumerate(labels):
        address = f"https://elsewhere.test/{quote(string)}"
        actions = [
            {"action": "view", "label": string, "url": address},
            {"action": "http", "label": string, "url": address, "body": string, "headers": {"X-Text": "text"}},
        ]
        message = {"topic": "home", "message": f"This is {number}.", "actions": actions, "icon": address, "filename": string}
        urlopen(Request(cloud, json.dumps(message).encode(), method="POST"), timeout=30).close()
    expect(page.get_by_text(f"This is {len(labels) - 1}.").first).to_be_attached()
    guard.check(page)
    for path in ("/notifications", "/topics/home"):
        page.goto(host.ready["url"] + path)
        expect(page.get_by_text("This is ").first).to_be_attached()
        guard.check(page)


def test_what_is_said_of_an_app_elsewhere(notifier: Notifier, visitor, strings: list[str]) -> None:
    """The trace of an action, the audit log, and the search."""
    host = notifier.host
    guard = Guard(visitor.context, host.ready["url"])
    page = visitor.sign_in(host)
    titles = spread((each for each in strings if each.startswith("<") and each.isprintable() and len(each) <= 60), 6)
    assert len(titles) > 5
    categories = [{"identifier": f"c{number}", "actions": [{"identifier": each, "title": each}]} for number, each in enumerate(titles)]
    notifier.offer(*categories)
    for number, title in enumerate(titles):
        notifier.add(f"{number}", title=f"This is {number}. {title}", categoryIdentifier=f"c{number}")
        refused = {"method": "defaults/get", "params": {"group": title, "key": title}}
        assert "failed" in host.tap_scene(notifier.SCENE, "ask", {"ask": [refused]})
    for number, title in enumerate(titles):
        page.goto(f"{host.ready['url']}/notifications?all=1")
        row = page.locator(".item", has_text=f"This is {number}.")
        row.locator("summary").click()
        trace = row.get_by_role("link", name="Delivery").get_attribute("href")
        row.get_by_role("button", name=title, exact=True).click()
        notifier.wait_for_responses(number + 1)
        page.goto(f"{host.ready['url']}{trace}")
        expect(page.locator("main")).to_contain_text(title)
        guard.check(page)
    page.goto(f"{host.ready['url']}/settings/audit")
    expect(page.locator("main")).to_contain_text("defaults/get")
    guard.check(page)
    page.goto(host.ready["url"])
    page.get_by_role("button", name="Search").click()
    for title in ("<", "This is"):
        page.get_by_role("dialog").get_by_role("combobox").fill(title)
        guard.check(page)
