"""Cards that no author writes: as deep as allowed, deeper, and with text that is none."""

from __future__ import annotations

import json
import plistlib
import shutil
import tarfile

import pytest

from browser_device import BrowserDevice
from today_host import TodayHost

GROUP = "group.test.layout"
WIDGET = "test.layout.widget"
#: An update that is not answered fails after 20 s.
DEADLINE = 20_000
#: On a widget whose cards have mistakes.
MARK = 'class="mistakes"'


def nested(depth: int) -> dict:
    """A card whose text is at a depth."""
    element: dict = {"type": "TextBlock", "text": f"depth {depth}"}
    for _ in range(depth - 1):
        element = {"type": "Container", "items": [element]}
    return {"type": "AdaptiveCard", "version": "1.5", "body": [element]}


@pytest.fixture
def layout(host: TodayHost, fixture_app) -> TodayHost:
    host.install(fixture_app("layout", widget="layout_widget", groups=[GROUP]))
    return host


def show(host: TodayHost, card: dict, status: int = 0) -> str:
    """Has the widget show a card; returns what the command says."""
    (host.group_folder(GROUP) / "content.json").write_text(json.dumps({"compact": card}))
    return host.today("reload", WIDGET, status=status).stderr


def test_card_of_an_allowed_depth_is_shown(layout: TodayHost):
    with layout.watch() as page:
        for depth in 30, 32:
            show(layout, nested(depth))
            page.wait_for_text(WIDGET, f"depth {depth}")


def test_card_that_cannot_be_read_is_refused_at_once(layout: TodayHost):
    for card, reason in (
        (nested(33), "nest deeper than 32"),
        (nested(60), "nested deeper than 100"),
        ({"type": "AdaptiveCard", "version": "1.5", "body": [{"type": "TextBlock", "text": "\ud800"}]}, "surrogate"),
    ):
        assert reason in show(layout, card, status=1)
        failed = next(each for each in layout.ledger(WIDGET) if each["outcome"] == "failed")
        assert reason in failed["message"] and failed["milliseconds"] < DEADLINE / 2


def text(**more: object) -> dict:
    return {"type": "TextBlock", "text": "61°", **more}


def card(*body: dict) -> dict:
    return {"type": "AdaptiveCard", "version": "1.5", "body": list(body)}


def test_mistakes_in_cards_are_told_where_their_author_looks(host: TodayHost, fixture_app, tmp_path):
    bundle = fixture_app("layout", widget="layout_widget", groups=[GROUP])
    host.install(bundle)
    wrong = card(text(wieght="bolder"), {"type": "Image", "url": "bundle:sun"})
    show(host, wrong)
    mistake = "compact.body[0].wieght: “wieght” is no property of TextBlock; it is ignored. Did you mean “weight”?"
    missing = "compact.body[1].url: The bundle has no image “sun”."

    why = host.today("why", WIDGET).stdout
    assert mistake in why and missing in why
    [marked] = [each for each in host.today_json("why", WIDGET) if "mistakes" in each]
    assert [each["path"] for each in marked["mistakes"]] == ["compact.body[0].wieght", "compact.body[1].url"]
    for language, words in (
        ("en-US", "2 mistakes in its cards"),
        ("de", "2 Fehler in den Karten</summary><p>Für den Entwickler der App, auf Englisch:"),
        ("ja", "カードの誤り：2件</summary><p>アプリの開発者向けの詳細（英語）："),
    ):
        page = BrowserDevice(host, language).page("/")
        assert words in page and "<code>compact.body[0].wieght</code>" in page, language

    # They are logged when they are new.
    def logged() -> list[str]:
        return [line for line in host.log.read_text().splitlines() if "A card has a mistake" in line]

    assert len(logged()) == 2 and "compact.body[0].wieght" in logged()[0]
    show(host, wrong)
    assert len(logged()) == 2
    show(host, card(text(wieght="bolder"), text(colour="good")))
    assert len(logged()) == 3 and "compact.body[1].colour" in logged()[2]
    show(host, card(text(weight="bolder")))
    assert "Mistakes" not in host.today("why", WIDGET).stdout and MARK not in BrowserDevice(host).page("/")

    # Who installs an archive is not its author.
    info = plistlib.loads((bundle / "Info.plist").read_bytes())
    (bundle / "Info.plist").write_bytes(plistlib.dumps({**info, "CFBundleShortVersionString": "1.1"}))
    with tarfile.open(tmp_path / "layout.tar.gz", "w:gz") as tar:
        tar.add(bundle, bundle.name)
    host.install(tmp_path / "layout.tar.gz", replaces=True)
    show(host, wrong)
    assert mistake in host.today("why", WIDGET).stdout and MARK not in BrowserDevice(host).page("/")


def test_mistakes_outside_of_the_cards_are_told_too(layout: TodayHost):
    def answer(**members: object) -> str:
        (layout.group_folder(GROUP) / "content.json").write_text(json.dumps({"answer": members}))
        layout.today("reload", WIDGET, status=None)
        return layout.today("why", WIDGET).stdout

    meant = "contnet: “contnet” is no property of an answer; it is ignored. Did you mean “content”?"
    assert meant in answer(contnet={"compact": card(text())})
    assert "contnet" in layout.log.read_text() and MARK in BrowserDevice(layout).page("/")
    assert "compact: “compact” is a property of “content”; here it is ignored." in answer(compact=card(text()))

    # In the order of the answer, whatever finds them: names, cards, images, links.
    link = {"type": "Action.OpenUrl", "title": "More", "url": "javascript:alert(1)"}
    wrong = card({"type": "Image", "url": "bundle:sun"}, {"type": "ActionSet", "actions": [link]}, text(wieght="bolder"))
    why = answer(content={"compact": wrong, "expandd": card(text()), "expanded": card(text(weight="bold"))})
    places = ["expandd: “expandd” is no property of the content; it is ignored. Did you mean “expanded”?"]
    places += ["compact.body[0].url: ", "compact.body[1].actions[0].url: Addresses with javascript: are not opened"]
    places += ["compact.body[2].wieght: ", "expanded.body[0].weight: “bold” is none of lighter, default, bolder"]
    found = [why.find(f"  {place}") for place in places]
    assert -1 not in found and found == sorted(found), why
    assert "Mistakes" not in answer(content={"compact": card(text())})


def test_install_tells_the_mistakes_of_the_first_update(host: TodayHost, fixture_app):
    bundle = fixture_app("layout", widget="layout_widget", groups=[GROUP])
    host.install(bundle)

    def install(**more: str) -> str:
        """Has the widget of a further installation show a card; returns what the command says, whose status is 0."""
        (host.group_folder(GROUP) / "content.json").write_text(json.dumps({"compact": card(text(**more))}))
        return host.today("install", bundle, "--yes").stderr

    mistake = f"Mistakes in the cards of {WIDGET}:\n  compact.body[0].wieght: “wieght” is no property of TextBlock"
    assert mistake in install(wieght="bolder")
    assert "Mistakes" not in install(weight="bolder")


def test_install_tells_the_mistakes_in_the_cards_of_the_bundle(host: TodayHost, fixture_app):
    bundle = fixture_app("layout", widget="layout_widget", groups=[GROUP])
    plugin = bundle / "PlugIns/Layout.appex"
    info = plistlib.loads((plugin / "Info.plist").read_bytes())
    info["NSExtension"] |= {"NSExtensionMainStoryboard": "Placeholder", "TodayConfiguration": "Settings"}
    (plugin / "Info.plist").write_bytes(plistlib.dumps(info))
    (plugin / "Placeholder.json").write_text(json.dumps(card(text(wieght="bolder"))))
    (plugin / "Settings.json").write_text(json.dumps(card({"type": "Input.Text", "id": "a", "lable": "A"})))

    told = host.today("install", bundle, "--yes").stderr

    places = ["Placeholder.json, body[0].wieght: “wieght” is no", "Settings.json, body[0].lable: “lable” is no"]
    assert told.startswith(f"It has nothing to show.\nMistakes in the cards of {WIDGET}:\n")
    assert all(f"  PlugIns/Layout.appex/{place}" in told for place in places), told
    logged = [line for line in host.log.read_text().splitlines() if "A card has a mistake" in line]
    assert len(logged) == 2 and all("PlugIns/Layout.appex/" in line for line in logged)


def test_hostile_card_does_not_fill_the_log(layout: TodayHost):
    for number in range(4):
        show(layout, card(*[text(**{f"wrong{number}": 1}) for _ in range(60)]))
    assert layout.log.read_text().count("A card has a mistake") == 50
    assert layout.today("why", WIDGET).stdout.count("compact.body[") == 20


def test_app_with_large_cards_makes_no_page_wait(host: TodayHost, fixture_app):
    bundle = fixture_app("layout", widget="layout_widget", groups=[GROUP])
    widgets = [WIDGET]
    for number in range(2, 17):
        widget = shutil.copytree(bundle / "PlugIns/Layout.appex", bundle / f"PlugIns/Layout{number}.appex")
        info = plistlib.loads((widget / "Info.plist").read_bytes())
        widgets.append(info["CFBundleIdentifier"] + str(number))
        (widget / "Info.plist").write_bytes(plistlib.dumps({**info, "CFBundleIdentifier": widgets[-1]}))
    host.install(bundle)
    host.install(fixture_app("other", widget="layout_widget", groups=["group.test.other"]))
    (host.group_folder("group.test.other") / "content.json").write_text(json.dumps({"compact": {"lines": 3}}))
    host.today("reload", "test.other.widget")
    browser = BrowserDevice(host)
    small = len(browser.page("/"))

    def show_everywhere(body: list[dict]) -> None:
        content = {"compact": {"type": "AdaptiveCard", "version": "1.5", "body": body}}
        # Replaced at once: widgets are still being updated for pages in other languages.
        new = host.group_folder(GROUP) / "content.new"
        new.write_text(json.dumps(content))
        new.rename(host.group_folder(GROUP) / "content.json")
        for widget in widgets:
            host.today("reload", widget)

    reason = "a page would need more than 256 KiB for the cards of its app"
    show_everywhere([{"type": "TextBlock", "text": "x" * 250_000}])
    page = browser.page("/")
    assert len(page) < small + 300_000 and page.count(reason) == 15 and "line 3" in page
    terminal = host.today("show").stdout
    assert "line 3" in terminal and " ".join(terminal.split()).count(reason) == 15
    assert reason in host.today("why", widgets[-1]).stdout and reason not in host.today("why", WIDGET).stdout
    assert "für die Karten der App mehr als 256 KiB" in BrowserDevice(host, "de").page("/")
    assert "カードがページの256 KiBを超えて" in BrowserDevice(host, "ja").page("/")

    # Less to send, and far more to draw.
    show_everywhere([{"type": "Rating", "value": 20, "max": 20}] * 900)
    page = browser.page("/")
    assert len(page) < small + 50_000 and page.count(reason) == 16 and "line 3" in page
