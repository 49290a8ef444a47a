"""What the host itself says on a page, in the language of the browser: failures, notices, and cards of a bundle."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Callable

from playwright.sync_api import expect

from messages import Messages
from pictures import Pictures
from test_messages import cloud, linked  # noqa: F401 (fixtures)
from today_cloud import TodayCloud
from today_host import TodayHost
from weather import Weather
from weather_server import WeatherServer

CRASHED = {
    "de-DE": re.compile(
        "Zuletzt aktualisiert: .* · Das Widget von Crash (funktioniert nicht mehr|hat sich mit|wurde durch)"
    ),
    "ja-JP": re.compile("最終アップデート：.* · Crashのウィジェット(が停止しました|はステータス|はシグナル)"),
}
OFFLINE = {"de-DE": "Nachrichten sind möglicherweise nicht aktuell: Die Cloud", "ja-JP": "メッセージが最新でない可能性があります：クラウド"}
PLACEHOLDER = {"de-DE": ("Regenwahrscheinlichkeit", "Luftfeuchtigkeit"), "ja-JP": ("降水確率", "湿度")}
ENGLISH = re.compile(r"\b(the|is|of|and|not|be)\b")


def test_a_failed_widget_says_why_in_the_language_of_the_page(
    host: TodayHost, fixture_app: Callable[..., Path], visitors, screenshots: Path
) -> None:
    group = "group.test.crash"
    host.install(fixture_app("crash", widget="crash_widget", groups=[group]))
    pages = {locale: visitors(locale=locale).sign_in(host) for locale in CRASHED}
    widgets = {locale: page.locator('[data-widget="test.crash.widget"]') for locale, page in pages.items()}
    for widget in widgets.values():
        expect(widget.get_by_text("how none")).to_be_visible()
    host.request("PUT", f"/api/defaults/{group}/how", "crash")
    for locale, widget in widgets.items():
        expect(widget.locator(".note span")).to_have_text(CRASHED[locale])
        Pictures(pages[locale], screenshots, locale).keep("failed-widget")


def test_a_failed_widget_has_its_error_output_behind_its_message(
    host: TodayHost, fixture_app: Callable[..., Path], visitors
) -> None:
    bundle = fixture_app("causes", widget="causes_widget")
    (bundle / "PlugIns/Causes.appex/how").write_text("raise")
    host.install(bundle)
    widget = visitors(locale="de-DE").sign_in(host).locator('[data-widget="test.causes.widget"]')
    output = widget.locator("pre")
    expect(widget.get_by_text("Fehlerausgabe")).to_be_visible()
    expect(output).to_be_hidden()
    widget.get_by_text("Fehlerausgabe").click()
    expect(output).to_contain_text("RuntimeError: the tide is out")


def test_a_cloud_that_is_away_is_said_in_the_language_of_the_page(
    linked: Messages, cloud: TodayCloud, visitors  # noqa: F811
) -> None:
    pages = {locale: visitors(locale=locale).sign_in(linked.host) for locale in OFFLINE}
    cloud.kill()
    for locale, page in pages.items():
        notice = page.locator(".link-state")
        expect(notice).to_contain_text(OFFLINE[locale])
        expect(notice).not_to_have_text(ENGLISH)


def test_the_card_before_the_first_answer_is_in_the_language_of_the_page(
    host: TodayHost, provider: WeatherServer, visitors
) -> None:
    provider.rule("hold")
    Weather(host, provider).install()
    for locale, names in PLACEHOLDER.items():
        widget = visitors(1280, 900, locale=locale).sign_in(host).locator(".widget.waiting")
        # It stands in the grid.
        expect(widget).to_have_css("position", "relative")
        widget.locator("button.more").click()
        for name in names:
            expect(widget.locator(".full").get_by_text(name)).to_be_visible()
        expect(widget.locator(".full")).not_to_have_text(ENGLISH)
    provider.release()
