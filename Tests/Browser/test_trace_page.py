"""The page that shows where a notification has been."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from notifier import Notifier
from test_notifications import banner, open_row, open_tab, row
from today_host import TodayHost


def test_delivery_leads_from_a_notification_to_its_hops(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add("tea", title="Secret tea")
    expect(banner(page, "Secret tea")).to_be_visible()
    open_tab(page)
    open_row(page, "Secret tea").get_by_role("link", name="Delivery").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Delivery")
    hops = page.locator("ol.log li")
    expect(hops.locator("b")).to_have_text(["Delivered as a banner", "Shown on an open page"])
    # The browser has a name, and the hop its time; nothing says what the notification said.
    expect(hops.nth(1)).to_contain_text("Chrom")
    expect(hops.nth(1).locator("time")).to_be_visible()
    assert "Secret" not in page.locator("main").inner_text()
    page.go_back()
    expect(row(page, "Secret tea")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "sentence"),
    [("en-US", "There is no trace"), ("de-DE", "gibt es keine Spur"), ("ja-JP", "配信記録はありません")],
)
def test_page_without_a_trace_says_so(shared_host: TodayHost, visitors, locale: str, sentence: str) -> None:
    page = visitors(locale=locale).sign_in(shared_host)
    response = page.goto(shared_host.ready["url"] + "/trace/999")
    assert response is not None and response.status == 404
    expect(page.locator("main")).to_contain_text(sentence)
