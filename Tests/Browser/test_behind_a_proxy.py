"""The page behind a real proxy, which answers for the host while the host is away."""

from __future__ import annotations

from pathlib import Path
from typing import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from certificates import Certificate
from counter import Counter
from proxies import Caddy, Nginx, Proxy, free_port
from remote_machine import NAME
from today_host import TodayHost
from waiting import eventually


@pytest.fixture(params=[Nginx, Caddy])
def proxied(
    request: pytest.FixtureRequest, stopped_host: TodayHost, fixture_app: Callable[..., Path], certificate: Certificate,
    tmp_path: Path,
) -> Iterator[tuple[Counter, Proxy]]:
    """A host with the counter behind a proxy."""
    upstream = free_port()
    with request.param(tmp_path, NAME, certificate, upstream) as proxy:
        stopped_host.arguments = [
            "--listen", f"127.0.0.1:{upstream}", "--public-url", f"https://{NAME}:{proxy.port}",
            "--trusted-proxy", "127.0.0.1",
        ]
        stopped_host.start()
        stopped_host.install(fixture_app("counter", app="counter_app", widget="counter_widget", groups=[Counter.GROUP]))
        yield Counter(stopped_host), proxy


def sign_in(browser: Browser, host: TodayHost, url: str) -> Page:
    """Opens the screen in a new browser, and waits until its service worker keeps it."""
    page = browser.new_context(locale="en-US", timezone_id="UTC").new_page()
    page.goto(url + urlsplit(host.request("POST", "/api/links")["link"]).path)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.goto(url)
    expect(page.locator("h1.date")).to_be_visible()
    eventually(
        lambda: page.evaluate("async () => (await (await caches.open('pages')).keys()).length") >= 2,
        "the screen in the worker's cache",
    )
    return page


def test_answers_of_a_proxy_are_not_those_of_the_host(
    proxied: tuple[Counter, Proxy], remote_browser: Browser
) -> None:
    counter, proxy = proxied
    host, url = counter.host, f"https://{NAME}:{proxy.port}"
    page = sign_in(remote_browser, host, url)
    [worker] = page.context.service_workers
    host.kill()

    # The proxy answers, and the browser shows what it kept.
    assert page.evaluate("() => fetch('/api/version').then((answer) => answer.status)") == 502
    page.goto(f"{url}/settings")
    expect(page.get_by_role("heading", name="Today cannot be reached")).to_be_visible()
    page.goto(url)
    expect(page.locator(".widget")).to_contain_text("count 0")
    page.get_by_role("button", name="Add").first.click()
    expect(page.locator("#waiting li")).to_have_count(1)

    # Neither the page nor the worker takes the proxy's 502 for the host's.
    page.goto("about:blank")
    sending = "() => sendTaps().then(() => 'sent', (error) => error.message)"
    assert worker.evaluate(sending) == "The host did not answer."
    page.goto(f"{url}/?app")
    expect(page.locator("#waiting li")).to_have_count(1)

    host.start()
    expect(page.locator("#waiting")).to_have_count(0)
    expect(page.locator(".widget")).to_contain_text("count 1")
    assert counter.count == 1
