"""Messages, Shopping List and the settings of notifications, in each theme, width and language: pictures to look at."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

from accessibility import violations
from matrix import matrix
from messages import Messages
from pictures import WINDOWS, Pictures
from shopping import Shopping
from today_host import TodayHost

#: What the apps are called in each language.
TITLES = {
    "en-US": ("Messages", "Shopping List"), "de-DE": ("Nachrichten", "Einkaufsliste"), "ja-JP": ("メッセージ", "買い物リスト"),
}
#: The labels of buttons that take more than one line.
BROKEN = """(cards) => cards.flatMap((card) => [...card.querySelectorAll(".ac-action:not(.ac-select)")]).filter((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    const lines = [...range.getClientRects()].filter((each) => each.width > 0);
    return lines.some((each) => each.top >= lines[0].bottom);
}).map((button) => button.textContent)"""


@matrix(1, language=["de-DE", "en-US", "ja-JP"], window=["narrow", "medium", "wide"])
def test_pictures_of_the_apps(host: TodayHost, visitors, screenshots: Path, language: str, window: str) -> None:
    messages, shopping = Messages(host), Shopping(host)
    messages.install()
    shopping.install()
    host.allow_notifications(Shopping.APP)
    host.today("settings", Messages.APP, "--style", "alert")
    host.today("settings", "--quiet-hours", "22:00-07:00")
    for title in ("Milk", "Bread", "Eggs"):
        shopping.add(title)
    shopping.tap("Mark Milk as bought")
    for title in ("Your order", "Dinner"):
        messages.send(title, f"<p>About {title}</p>", subtitle="It arrives on Tuesday, and the line is a long one")
    messages.wait_for("Your order", "Dinner")
    page: Page = visitors(*WINDOWS[window], reduced_motion="reduce", locale=language).sign_in(host)
    url = host.ready["url"]

    def keep(what: str, path: str, part: Locator, title: str | None = None) -> None:
        """Takes pictures of a page in each theme, with a part of it in view."""
        page.goto(url + path)
        expect(page.locator("html")).to_have_attribute("lang", language[:2])
        if title:
            expect(page).to_have_title(re.compile(re.escape(title)))
        expect(part).to_be_visible()
        part.scroll_into_view_if_needed()
        assert page.locator("#card, #primary-card").evaluate_all(BROKEN) == [], what
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            Pictures(page, screenshots, f"{window}-{scheme}-{language[:2]}").keep(f"apps-{what}")
        assert violations(page) == [], what

    def scene(address: str) -> str:
        return f"/app?url={quote(address, safe='')}"

    inbox, list_name = TITLES[language]
    for app in (Messages, Shopping):
        expect(page.locator(f'[data-widget="{app.WIDGET}"]')).to_contain_text("Dinner" if app is Messages else "Bread")
    keep("screen", "/", page.locator(f'[data-widget="{Messages.WIDGET}"]'))
    keep("messages", scene(Messages.URL), page.locator("#card").get_by_text("Dinner").first, inbox)
    keep("messages-select", scene(f"{Messages.URL}?select=none"), page.locator("#card").get_by_role("checkbox").first)
    keep("messages-settings", scene(f"{Messages.URL}settings"), page.locator("#card").get_by_role("switch").first)
    keep("message", scene(messages.url("Dinner")), page.locator("#body[data-fitted]"))
    keep("shopping", scene(Shopping.URL), page.locator("#card").get_by_text("Bread").first, list_name)
    keep("settings-style", "/settings", page.locator(f'[name="style-{Messages.APP}"][value=alert]:checked + span'))
    keep("settings-quiet-hours", "/settings", page.locator("#quiet-hours [data-quiet=to]"))
