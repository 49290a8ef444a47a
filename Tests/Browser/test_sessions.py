"""How a browser gets in, stays in, and sees the host come and go."""

from __future__ import annotations

import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import expect

from accessibility import violations
from counter import Counter
from messages import Messages
from today_host import TodayHost


def test_without_a_session_the_page_says_how_to_get_in(shared_host: TodayHost, visitor) -> None:
    page = visitor.page()
    response = page.goto(shared_host.ready["url"])
    assert response.status == 401
    expect(page.get_by_text("today link")).to_be_visible()


def test_link_works_once(shared_host: TodayHost, visitors) -> None:
    link = shared_host.request("POST", "/api/links")["link"]
    page = visitors().page()
    page.goto(link)
    expect(page.locator("h1.date")).to_be_visible()
    other = visitors().page()
    other.goto(link)
    expect(other.get_by_role("heading", name="This Link Has Been Used")).to_be_visible()
    other.goto(shared_host.ready["url"])
    expect(other.get_by_text("today link")).to_be_visible()


class OtherSite:
    """A site of somebody else, with one page; in a `with` block."""

    def __init__(self, body: str):
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(f'<!doctype html><link rel="icon" href="data:,">{body}'.encode())

            def log_message(self, *_: object) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> OtherSite:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def test_link_on_another_site_signs_in_too(shared_host: TodayHost, visitor) -> None:
    link = shared_host.request("POST", "/api/links")["link"]
    page = visitor.page()
    with OtherSite(f'<a href="{link}">Today</a>') as site:
        page.goto(site.url)
        page.get_by_role("link", name="Today").click()
        expect(page.locator("h1.date")).to_be_visible()


def test_link_is_not_used_by_what_loads_it_without_its_person(shared_host: TodayHost, visitors) -> None:
    link = shared_host.request("POST", "/api/links")["link"]
    visitor = visitors(service_workers="allow")
    # Its console complains of the frame, which it may not show.
    other = visitor.context.new_page()
    with OtherSite(f'<link rel="prefetch" href="{link}"><img src="{link}"><iframe src="{link}"></iframe>') as site:
        other.goto(site.url)
        other.evaluate("link => fetch(link, { mode: 'no-cors' }).catch(() => {})", link)
    page = visitor.page()
    page.goto(link)
    expect(page.locator("h1.date")).to_be_visible()
    # The service worker, which answers pages from now on, does not come between.
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.goto(shared_host.request("POST", "/api/links")["link"])
    expect(page.locator("h1.date")).to_be_visible()


def test_link_that_was_loaded_ahead_has_a_button(shared_host: TodayHost, visitors) -> None:
    link = shared_host.request("POST", "/api/links")["link"]
    page = visitors(extra_http_headers={"Sec-Purpose": "prefetch;prerender"}).page()
    page.goto(link)
    page.get_by_role("button", name="Sign In").click()
    expect(page.locator("h1.date")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/notifications", "/settings", "/app?url=counter%3A%2F%2F"])
def test_link_on_another_site_leads_to_a_page_of_somebody_who_is_signed_in(
    shared_counter: Counter, visitor, path: str
) -> None:
    page = visitor.sign_in(shared_counter.host)
    url = shared_counter.host.ready["url"] + path
    with OtherSite(f'<a href="{url}">Here</a>') as site:
        page.goto(site.url)
        with page.expect_navigation() as navigation:
            page.get_by_role("link", name="Here").click()
        assert navigation.value.status == 200
        expect(page.get_by_text("today link")).to_have_count(0)


@pytest.mark.parametrize("service_workers", ["block", "allow"])
def test_link_on_another_site_opens_a_message_only_when_the_person_presses_open(
    host: TodayHost, visitors, service_workers: str
) -> None:
    messages = Messages(host)
    messages.install()
    messages.send("Dinner")
    messages.wait_for("Dinner")
    page = visitors(service_workers=service_workers).sign_in(host)
    if service_workers == "allow":
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    url = f"{host.ready['url']}/open?url={quote(messages.url('Dinner'), safe='')}"
    with OtherSite(f'<a href="{url}">Here</a>') as site:
        page.goto(site.url)
        page.get_by_role("link", name="Here").click()
        expect(page.get_by_role("heading", name="Open This Address?")).to_be_visible()
        expect(page.get_by_text(messages.url("Dinner"))).to_be_visible()
        assert host.today_json("inbox")["unread"] == 1
        page.get_by_role("link", name="Open", exact=True).click()
    expect(page.frame_locator("#body").get_by_text("Soup.")).to_be_visible()
    assert host.today_json("inbox")["unread"] == 0


def test_form_on_another_site_changes_nothing(shared_counter: Counter, visitor) -> None:
    page = visitor.sign_in(shared_counter.host)
    url = shared_counter.host.ready["url"]
    body = f'<form method="post" action="{url}/sign-out"><button>Win</button></form>'
    with OtherSite(body) as site:
        page.goto(site.url)
        with page.expect_navigation() as navigation:
            page.get_by_role("button", name="Win").click()
        assert navigation.value.status == 403
    page.goto(url)
    expect(page.locator("h1.date")).to_be_visible()


def test_signing_out_ends_the_session(shared_host: TodayHost, visitor) -> None:
    page = visitor.sign_in(shared_host)
    page.get_by_role("button", name="Sign Out").click()
    sheet = page.get_by_role("dialog", name="Sign Out")
    expect(sheet).to_contain_text("actions that still wait are not sent")
    expect(sheet).to_contain_text("you need a new link")
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("button", name="Sign Out")).to_be_focused()
    page.reload()
    expect(page.locator("h1.date")).to_be_visible()
    page.get_by_role("button", name="Sign Out").click()
    sheet.get_by_role("button", name="Sign Out").click()
    expect(page.get_by_text("today link")).to_be_visible()
    page.reload()
    expect(page.get_by_text("today link")).to_be_visible()


def test_cookie_is_out_of_reach_of_scripts(shared_host: TodayHost, visitor) -> None:
    page = visitor.sign_in(shared_host)
    assert "today_session" not in page.evaluate("document.cookie")
    [cookie] = [each for each in visitor.context.cookies() if each["name"] == "today_session"]
    assert cookie["httpOnly"] and cookie["sameSite"] == "Lax"


@pytest.mark.parametrize("ends", ["stop", "kill"])
def test_session_and_page_survive_that_the_host_restarts(counter: Counter, visitor, ends: str) -> None:
    host = counter.host
    page = visitor.sign_in(host)
    card = page.locator(f'[data-widget="{counter.WIDGET}"]')
    expect(card).to_contain_text("count 0")
    page.evaluate("window.sameDocument = true")
    address = host.ready["url"]
    getattr(host, ends)()
    expect(page.locator("#status")).to_have_text("Reconnecting…")
    expect(card).to_contain_text("count 0")
    host.start()
    assert host.ready["url"] == address
    expect(page.locator("#status")).to_be_empty()
    counter.tap()
    expect(card).to_contain_text("count 1")
    assert page.evaluate("window.sameDocument") is True
    page.reload()
    expect(card).to_contain_text("count 1")


def test_tap_while_the_host_is_away_is_done_when_it_is_back(counter: Counter, visitor) -> None:
    page = visitor.sign_in(counter.host)
    card = page.locator(f'[data-widget="{counter.WIDGET}"]')
    expect(card).to_contain_text("count 0")
    counter.host.kill()
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("button", name="Add")).to_have_attribute("aria-busy", "true")
    counter.host.start()
    expect(card).to_contain_text("count 1")
    assert counter.count == 1


def test_host_ends_quickly_with_pages_connected(counter: Counter, visitor) -> None:
    for _ in range(3):
        page = visitor.page()
        page.goto(counter.host.ready["url"])
    page = visitor.sign_in(counter.host)
    expect(page.locator(f'[data-widget="{counter.WIDGET}"]')).to_contain_text("count 0")
    started = time.monotonic()
    assert counter.host.stop(timeout=10) == 0
    assert time.monotonic() - started < 2


def test_whoever_types_localhost_is_led_to_the_right_address(shared_host: TodayHost, visitor) -> None:
    page = visitor.sign_in(shared_host)
    port = urlsplit(shared_host.ready["url"]).port
    for name in ("localhost", "127.0.0.1"):
        page.goto("about:blank")
        page.goto(f"http://{name}:{port}/")
        expect(page.locator("h1.date")).to_be_visible()
        assert page.url == shared_host.ready["url"] + "/"
    # A program that is no browser learns nothing.
    answer = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"Host": f"localhost:{port}"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(answer, timeout=30)
    assert refused.value.code == 421
    assert urlsplit(shared_host.ready["url"]).hostname not in refused.value.read().decode()
