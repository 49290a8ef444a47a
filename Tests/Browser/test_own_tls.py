"""The page over Today's own TLS, in a browser that runs the service worker."""

from __future__ import annotations

from pathlib import Path
from typing import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Browser, expect

from certificates import Certificate, CertificateAuthority
from counter import Counter
from remote_machine import NAME
from today_host import TodayHost


def test_open_page_goes_on_when_the_certificate_is_renewed(
    public_host: TodayHost, remote_browser: Browser, visitors, fixture_app: Callable[..., Path],
    authority: CertificateAuthority, certificate: Certificate,
) -> None:
    public_host.install(fixture_app("counter", app="counter_app", widget="counter_widget", groups=[Counter.GROUP]))
    url = public_host.today_json("pair")["url"]
    context = remote_browser.new_context(locale="en-US", timezone_id="UTC")
    # Otherwise the first page is loaded again once it knows the zone of the browser.
    context.add_cookies([{"name": "today_zone", "value": "UTC", "url": url}])
    page = visitors(own=context).page()
    page.goto(url + urlsplit(public_host.request("POST", "/api/links")["link"]).path)
    assert page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol") == "h2"
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")

    streams: list[str] = []
    page.on("request", lambda request: streams.append(request.url) if "/events?" in request.url else None)
    with page.expect_response("**/events?*"):
        page.goto(url)
    widget = page.locator(".widget")
    public_host.today("defaults", "write", Counter.GROUP, "word", "before")
    expect(widget).to_contain_text("word before")
    first = certificate.content
    port = urlsplit(url).port
    assert authority.served(NAME, port) == first

    authority.issue(NAME)
    assert authority.served(NAME, port) == certificate.content != first
    public_host.today("defaults", "write", Counter.GROUP, "word", "after")
    expect(widget).to_contain_text("word after")
    assert len(streams) == 1
