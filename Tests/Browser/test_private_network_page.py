"""A browser of the private network, without encryption: it is paired, shows the screen and acts."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from counter import Counter
from private_network import private_addresses
from today_host import TodayHost


@pytest.mark.skipif(not private_addresses(), reason="this machine is in no private network")
def test_browser_of_the_network_looks_and_acts(stopped_host: TodayHost, fixture_app, visitors) -> None:
    stopped_host.start("--lan")
    counter = Counter(stopped_host).install(fixture_app)
    page = visitors(390, 844).page()
    page.goto(stopped_host.today_json("pair")["link"])
    page.get_by_role("button", name="Pair This Device").click()
    expect(page.locator("h1.date")).to_be_visible()
    assert page.evaluate("isSecureContext") is False
    widget = page.locator(f'[data-widget="{counter.WIDGET}"]')
    expect(widget).to_contain_text("count 0")
    widget.get_by_role("button", name="Add").first.click()
    expect(widget).to_contain_text("count 1")
    # The stream of events works too.
    counter.tap()
    expect(widget).to_contain_text("count 2")
    page.get_by_role("link", name="Settings").first.click()
    expect(page.get_by_text("This connection is not encrypted")).to_be_visible()
    expect(page.get_by_text("Over this connection you can look and act.")).to_be_visible()
    expect(page.get_by_role("link", name="Pair a Device")).to_have_count(0)
    page.screenshot(path="artifacts/screenshots/private-network-settings.png")
