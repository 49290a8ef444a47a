"""What the platform asks and offers, in each theme, width and language: pictures to look at."""

from __future__ import annotations

import plistlib
import shutil
from pathlib import Path
from typing import Callable

from playwright.sync_api import Page, expect

from accessibility import violations
from fixture_apps import REMOTE_IMAGES
from matrix import matrix
from notifier import CATEGORY, Notifier
from pictures import WINDOWS, Pictures
from test_alerts import alert, choose
from test_install import add_keyboard, pack
from today_host import WEATHER, TodayHost
from weather import Weather
from weather_server import WeatherServer

#: A notification as an app writes it in a language: its title, its text, and its actions.
REMINDERS = {
    "en": ("Time to go shopping", "Milk, bread, apples and four more things are still to buy.", "Got It", "Edit List", "Trash List"),
    "de": (
        "Zeit zum Einkaufen", "Milch, Brot, Äpfel und vier weitere Dinge fehlen noch.", "Verstanden", "Liste bearbeiten",
        "Liste wegwerfen",
    ),
    "ja": ("買い物の時間です", "牛乳、パン、りんごなど、あと7品あります。", "了解", "リストを編集", "リストを捨てる"),
}


def pack_weather(folder: Path) -> Path:
    """Weather as somebody else might have made it: it asks for more, and some of it does not run."""
    bundle = Path(shutil.copytree(WEATHER, folder / WEATHER.name))
    rights = plistlib.loads((bundle / "Entitlements.plist").read_bytes())
    (bundle / "Entitlements.plist").write_bytes(plistlib.dumps(rights | {REMOTE_IMAGES: True, "com.apple.developer.siri": True}))
    add_keyboard(bundle)
    return pack(bundle, folder / "weather.tar", "w")


def remind(notifier: Notifier, language: str) -> None:
    """Delivers the notification of a language as an alert."""
    title, body, *actions = REMINDERS[language]
    options = ([], ["foreground"], ["destructive", "authenticationRequired"])
    notifier.offer({**CATEGORY, "actions": [
        {"identifier": f"action{index}", "title": action, "options": option}
        for index, (action, option) in enumerate(zip(actions, options))
    ]})
    choose(notifier, "--style", "alert")
    notifier.add(title, body=body, categoryIdentifier="all")


@matrix(1, window=["narrow", "medium", "wide"], scheme=["dark", "light"], language=["de-DE", "en-US", "ja-JP"])
def test_pictures_of_the_platform(
    host: TodayHost, provider: WeatherServer, fixture_app: Callable[..., Path], visitors, screenshots: Path, tmp_path: Path,
    window: str, scheme: str, language: str,
) -> None:
    page: Page = visitors(*WINDOWS[window], color_scheme=scheme, reduced_motion="reduce", locale=language).sign_in(host)
    url, short = host.ready["url"], language[:2]
    pictures = Pictures(page, screenshots, f"{window}-{scheme}-{short}")

    def keep(what: str) -> None:
        assert violations(page) == [], what
        pictures.keep(f"platform-{what}")

    page.goto(f"{url}/settings")
    page.locator("[data-bundle]").set_input_files(pack_weather(tmp_path))
    expect(page.locator("[data-install=agree]")).to_be_visible()
    keep("install")
    page.locator("[data-install=agree]").scroll_into_view_if_needed()
    keep("install-end")

    page.locator("[data-install=agree]").click()
    page.locator("[data-right=remote-images]").click()
    expect(page.locator("[data-right=remote-images]")).not_to_be_checked()
    keep("rights")
    page.locator("[data-removal=ask]").click()
    expect(page.locator("#removal")).to_be_visible()
    keep("removal")

    weather = Weather(host, provider)
    weather.point_at(provider)
    host.today("location", "--latitude", "48.8584", "--longitude", "2.2945")
    page.goto(f"{url}/settings")
    page.locator("#share-location").scroll_into_view_if_needed()
    keep("location")

    page.goto(url)
    section = page.locator(f'[data-widget="{weather.widget}"]')
    expect(section).to_contain_text("°")
    page.keyboard.press("F9")
    expect(section.locator(".age")).to_be_visible()
    keep("age")
    page.keyboard.press("Escape")

    page.locator(".edit-button").click()
    page.locator(".tool.options").first.click()
    page.locator("#widget-menu [data-again]").click()
    page.wait_for_url("**/configuration")
    page.goto(url)
    expect(page.locator("#widgets > .widget")).to_have_count(2)
    keep("instances")

    notifier = Notifier(host).install(fixture_app).allow()
    page.goto(url)
    remind(notifier, short)
    expect(alert(page)).to_be_visible()
    keep("alert")
