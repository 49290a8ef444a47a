"""The pages in several languages: in the language of the browser, and what that looks like."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from matrix import matrix
from notifier import CATEGORY, Notifier
from pictures import WINDOWS, Pictures
from test_notifications import banner, fresh_row, row
from today_host import TodayHost
from weather import Weather


@dataclass(frozen=True)
class Words:
    """What the pages say in a language."""

    tag: str
    today: str
    weather: str
    more: str
    less: str
    edit: str
    done: str
    remove: str
    humidity: str
    notifications: str
    settings: str
    open: str
    clear_all: str
    ago: re.Pattern[str]
    set_passcode: str
    enter: str
    is_set: str
    badges: str
    places: str
    name: str


LANGUAGES = {
    "en-GB": Words(
        "en", "Today", "Weather", "Show More", "Show Less", "Edit", "Done", "Remove Weather", "Humidity",
        "Notifications", "Settings", "Open", "Clear All", re.compile("just now|min ago"), "Set a Passcode", "Set",
        "The passcode is set.", "Badges", "Places", "Name",
    ),
    "de-AT": Words(
        "de", "Heute", "Wetter", "Mehr anzeigen", "Weniger anzeigen", "Bearbeiten", "Fertig", "Wetter entfernen",
        "Luftfeuchtigkeit", "Mitteilungen", "Einstellungen", "Öffnen", "Alle löschen",
        re.compile("gerade eben|vor [0-9]+ Min[.]"), "Code festlegen", "Festlegen", "Der Code ist festgelegt.",
        "Kennzeichen", "Orte", "Name",
    ),
    "ja-JP": Words(
        "ja", "今日", "天気", "表示を増やす", "表示を減らす", "編集", "完了", "天気を取り除く", "湿度", "通知", "設定", "開く",
        "すべて消去", re.compile("たった今|分前"), "パスコードを設定", "設定", "パスコードを設定しました。", "バッジ", "場所",
        "名前",
    ),
}


def fill(notifier: Notifier) -> None:
    """Delivers two notifications, one with actions."""
    notifier.offer({**CATEGORY, "actions": [
        {"identifier": "plain", "title": "OK"},
        {"identifier": "wipe", "title": "X", "options": ["destructive", "authenticationRequired"]},
    ]})
    notifier.add("1", subtitle="2", body="3")
    notifier.add("4", body="5", badge=2, categoryIdentifier="all")


def fits(page: Page) -> list[str]:
    """The texts of buttons and tabs that do not fit into them."""
    return page.evaluate(
        """[...document.querySelectorAll("button, .tabs a, .pill, h1, h2, .line")]
            .filter((element) => element.checkVisibility() && !element.closest(".visually-hidden")
                && !element.matches(".visually-hidden") && element.scrollWidth > element.clientWidth + 1)
            .map((element) => element.textContent)"""
    )


@pytest.fixture(scope="module")
def shared_notifier(shared_weather: Weather, shared_app: Callable[..., Path]) -> Notifier:
    """The notifier on the host with Weather."""
    return Notifier(shared_weather.host).install(shared_app).allow()


@matrix(window=["narrow", "medium", "wide"], scheme=["dark", "light"], locale=list(LANGUAGES))
def test_pages_are_in_the_language_of_the_browser(
    shared_weather: Weather, shared_notifier: Notifier, visitors, screenshots: Path, window: str, scheme: str, locale: str
) -> None:
    words, weather, notifier = LANGUAGES[locale], shared_weather, shared_notifier
    notifier.ask("notifications/remove", pending=False, delivered=True)
    page = visitors(*WINDOWS[window], locale=locale, color_scheme=scheme, reduced_motion="reduce").sign_in(weather.host)
    pictures = Pictures(page, screenshots, f"{words.tag}-{window}-{scheme}")

    def keep(what: str) -> None:
        assert fits(page) == []
        pictures.keep(f"language-{what}")

    expect(page.locator("html")).to_have_attribute("lang", words.tag)
    widget = page.get_by_role("region", name=words.weather)
    expect(widget.locator(".brief").get_by_text("°").first).to_be_visible()
    widget.get_by_role("button", name=words.more).click()
    expect(widget.get_by_role("button", name=words.less)).to_be_visible()
    expect(widget.get_by_text(words.humidity)).to_be_visible()
    keep("screen")
    page.get_by_role("button", name=words.edit).click()
    expect(page.get_by_role("button", name=words.done)).to_be_visible()
    expect(page.get_by_role("button", name=words.remove)).to_be_visible()
    keep("edit")
    page.get_by_role("button", name=words.done).click()

    page.get_by_role("link", name=words.settings).click()
    expect(page.get_by_role("heading", level=1, name=words.settings)).to_be_visible()
    expect(page.get_by_role("switch", name=words.badges)).to_be_visible()
    expect(page.locator(".back")).to_have_text(words.today)
    keep("settings")

    page.goto(f"{weather.host.ready['url']}/app?url={quote(weather.scene_url, safe='')}")
    expect(page.get_by_text(words.humidity)).to_be_visible()
    page.get_by_role("link", name=words.places).click()
    expect(page.get_by_label(words.name)).to_be_visible()
    keep("places")

    page.goto(weather.host.ready["url"])
    expect(page.locator("h1.date")).to_be_visible()
    fill(notifier)
    expect(banner(page, "4").or_(fresh_row(page, "4"))).to_be_visible()
    page.goto(f"{weather.host.ready['url']}/notifications")
    expect(page).to_have_title(f"(2) {words.notifications}")
    expect(row(page, "1").locator("time")).to_have_text(words.ago)
    expect(page.get_by_role("button", name=words.clear_all)).to_be_visible()
    row(page, "4").locator("summary").click()
    expect(row(page, "4").get_by_role("button", name=words.open, exact=True)).to_be_visible()
    keep("notifications")
    row(page, "4").get_by_role("button", name="X", exact=True).click()
    sheet = page.get_by_role("dialog", name=words.set_passcode)
    expect(sheet).to_be_visible()
    keep("passcode")


# In English, test_passcode.py and test_notifications.py show the same.
@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.full), "de-AT", "ja-JP"])
def test_what_the_script_says_is_in_the_language_too(notifier: Notifier, visitors, locale: str) -> None:
    words = LANGUAGES[locale]
    page = visitors(locale=locale).sign_in(notifier.host)
    page.goto(f"{notifier.host.ready['url']}/settings")
    expect(page.get_by_role("switch", name=words.badges)).to_be_visible()
    page.locator("[data-passcode=set]").click()
    sheet = page.get_by_role("dialog", name=words.set_passcode)
    sheet.locator("[name=new]").fill("2468")
    sheet.locator("[name=again]").fill("2468")
    sheet.get_by_role("button", name=words.enter, exact=True).click()
    expect(sheet).to_be_hidden()
    expect(page.locator("#status")).to_have_text(words.is_set)
    expect(page.locator("[data-passcode=remove]")).to_be_visible()
    # Changes arrive in the language of the page.
    page.goto(f"{notifier.host.ready['url']}/notifications")
    notifier.add("1", body="2")
    expect(row(page, "1").locator("time")).to_have_text(words.ago)
    expect(page.get_by_role("button", name=words.clear_all)).to_be_visible()


def test_two_people_see_one_screen_in_two_languages(weather: Weather, visitors) -> None:
    german = visitors(locale="de-DE").sign_in(weather.host)
    japanese = visitors(locale="ja-JP").sign_in(weather.host)
    italian = visitors(locale="it-IT").sign_in(weather.host)
    expect(german.get_by_role("region", name="Wetter").locator(".brief").get_by_text("°").first).to_be_visible()
    expect(japanese.get_by_role("region", name="天気").locator(".brief").get_by_text("°").first).to_be_visible()
    # There are no Italian texts; dates are Italian nevertheless.
    expect(italian.get_by_role("button", name="Edit")).to_be_visible()
    expect(italian.locator("html")).to_have_attribute("lang", "en")
    # What one of them changes is drawn in each one's language.
    german.get_by_role("button", name="Bearbeiten").click()
    german.get_by_role("button", name="Wetter entfernen").click()
    expect(german.get_by_role("button", name="Wetter hinzufügen")).to_be_visible()
    expect(japanese.get_by_role("heading", name="ウィジェットなし")).to_be_visible()
    expect(italian.get_by_role("heading", name="No Widgets")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1280])
def test_date_that_runs_from_right_to_left_stays_at_the_side_of_the_page(shared_host: TodayHost, visitors, width: int) -> None:
    page = visitors(width, 900, locale="he-IL").sign_in(shared_host)
    heading = page.locator("h1.date")
    edge = heading.evaluate(
        "(heading) => heading.getBoundingClientRect().left + parseFloat(getComputedStyle(heading).paddingLeft)"
    )
    # Where the letters are: the boxes of lines of their own are as wide as the page.
    lefts = heading.locator("span").evaluate_all(
        """(spans) => spans.map((span) => {
            const letters = document.createRange();
            letters.selectNodeContents(span);
            return letters.getBoundingClientRect().left;
        })"""
    )
    assert len(lefts) == 2 and min(lefts) == pytest.approx(edge, abs=2)
    # On one line the day of the week is first, at the right; on two, each line begins at that side.
    assert lefts[0] > lefts[1] if width == 1280 else max(lefts) == pytest.approx(edge, abs=2)
