"""Feeds, a sample app: what RSS and Atom feeds of the person's servers say, and what the person must allow for it."""

from __future__ import annotations

from cards import command, elements, texts
from clock import HostClock
from streams import Watch
from today_host import ROOT, TodayHost
from web_server import WebServer

BUNDLE = ROOT / "Apps/.build/bundles/debug/Feeds.app"
WIDGET = "org.today.Feeds.widget"
URL = "today-feeds://"
LIST = "today-feeds://feeds"


def rss(*titles: str, ttl: int = 15) -> str:
    items = "".join(
        f"<item><title>{title}</title><link>/{number}</link><guid isPermaLink='false'>{title}</guid></item>"
        for number, title in enumerate(titles)
    )
    return f"<rss version='2.0'><channel><title>Local news</title><ttl>{ttl}</ttl>{items}</channel></rss>"


def shown(page: Watch) -> str:
    """What the widget says, without the escapes of cards."""
    return "\n".join(page.texts(WIDGET)).replace("\\", "")


def wait(page: Watch, *wanted: str) -> str:
    return page.wait(lambda page: shown(page) if all(text in shown(page) for text in wanted) else None, str(wanted))


def add(host: TodayHost, address: str, name: str = "") -> None:
    assert "done" in host.tap_label(host.scene(LIST), "Add", {"address": address, "name": name})


def test_feed_shows_once_its_server_is_allowed_and_stays_while_it_fails(
    timed_host: TodayHost, clock: HostClock, web: WebServer
):
    web.answer("/feed", rss("First story", "<![CDATA[<b>Second</b> story]]>"))
    timed_host.install(BUNDLE)
    with timed_host.watch(language="en-GB") as page:
        wait(page, "There are no feeds yet. Add the address of one.")
        add(timed_host, f"{web.url}/feed")
        wait(page, f"{web.host}: Feeds may not fetch from {web.host} yet.")
        assert web.requests == [], "a feed is fetched from a server that the person has not allowed"

        # Allowing it updates the widget.
        timed_host.today(*command(timed_host.scene(LIST)["card"]))
        wait(page, "First story", "Second story", "Local news")
        links = [each.get("url") for each in elements(page.widgets[WIDGET]["compact"])]
        assert f"{web.url}/0" in links

        web.answer("/feed", status=503)
        clock.advance(minutes=15)
        wait(page, "First story", "Local news: The server answered with status 503.")
        web.answer("/feed", rss("Third story", "First story"))
        clock.advance(minutes=15)
        assert "503" not in wait(page, "Third story")


def test_feeds_are_ordered_removed_and_put_back(timed_host: TodayHost, web: WebServer):
    web.answer("/a", rss("Story of A"))
    web.answer("/b", rss("Story of B"))
    timed_host.install(BUNDLE)
    timed_host.today("allow", "org.today.Feeds", web.host)
    with timed_host.watch(language="en-GB") as page:
        add(timed_host, f"{web.url}/a", "A")
        add(timed_host, f"{web.url}/b", "B")
        wait(page, "Story of A", "Story of B")
        timed_host.tap_label(timed_host.scene(LIST), "Move A down")
        names = [text for text in texts(timed_host.scene(LIST)["card"]) if text in ("A", "B")]
        assert names[0] == "B"
        [remove] = [
            each for each in elements(timed_host.scene(LIST)["card"])
            if each.get("type", "").startswith("Action.") and each.get("tooltip") == "Remove A"
        ]
        outcome = timed_host.tap_scene(LIST, remove.get("verb"), remove["data"])
        page.wait(lambda page: "Story of A" not in shown(page), "the removal of A")
        undo = outcome["done"]["undo"]
        assert undo["message"] == "A was removed."
        timed_host.tap_scene(LIST, undo.get("verb"), undo["data"])
        wait(page, "Story of A", "Story of B")


def test_redirect_names_the_server_that_is_to_be_allowed(timed_host: TodayHost, web: WebServer):
    web.answer("/old", status=301, Location=f"http://localhost:{web.port}/new")
    web.answer("/new", rss("Moved story"))
    timed_host.install(BUNDLE)
    timed_host.today("allow", "org.today.Feeds", web.host)
    add(timed_host, f"{web.url}/old")
    assert command(timed_host.scene(LIST)["card"]) == ["allow", "org.today.Feeds", f"localhost:{web.port}"]
    assert "/new" not in web.requests
    timed_host.today(*command(timed_host.scene(LIST)["card"]))
    timed_host.tap_label(timed_host.scene(LIST), "Refresh")
    assert "Moved story" in texts(timed_host.scene(URL)["card"])


def test_address_of_a_site_leads_to_the_feed_that_it_names(timed_host: TodayHost, clock: HostClock, web: WebServer):
    link = '<link rel="alternate" type="application/rss+xml" title="News" href="/news.xml">'
    web.answer("/", f"<!doctype html><html><head><meta charset=utf-8>{link}</head><body><p>Hello</body></html>")
    web.answer("/news.xml", rss("First story"))
    timed_host.install(BUNDLE)
    timed_host.today("allow", "org.today.Feeds", web.host)
    with timed_host.watch(language="en-GB") as page:
        add(timed_host, web.url)
        wait(page, "First story", "Local news")
        visits = web.requests.count("/")
        # From then on only the feed is fetched, until it is gone.
        web.answer("/news.xml", rss("Second story"))
        clock.advance(minutes=15)
        wait(page, "Second story")
        assert web.requests.count("/") == visits
        web.answer("/news.xml", status=404)
        web.answer("/", f"<html><head>{link.replace('/news.xml', '/moved.xml')}</head></html>")
        web.answer("/moved.xml", rss("Third story"))
        clock.advance(minutes=15)
        wait(page, "Third story")


def test_site_whose_feed_is_elsewhere_asks_for_that_server(timed_host: TodayHost, web: WebServer):
    elsewhere = f"localhost:{web.port}"
    link = f'<link rel="alternate" type="application/atom+xml" href="http://{elsewhere}/feed">'
    web.answer("/blog", f"<html><head>{link}</head></html>")
    web.answer("/feed", rss("A story"))
    timed_host.install(BUNDLE)
    timed_host.today("allow", "org.today.Feeds", web.host)
    add(timed_host, f"{web.url}/blog")
    assert command(timed_host.scene(LIST)["card"]) == ["allow", "org.today.Feeds", elsewhere]
    assert "/feed" not in web.requests
    timed_host.today(*command(timed_host.scene(LIST)["card"]))
    timed_host.tap_label(timed_host.scene(LIST), "Refresh")
    assert "A story" in texts(timed_host.scene(URL)["card"])


def test_document_that_is_not_read_is_named(timed_host: TodayHost, web: WebServer):
    timed_host.install(BUNDLE)
    timed_host.today("allow", "org.today.Feeds", web.host)
    for name, body, sentence in (
        ("Page", "<html><body>Hello</body></html>", "There is no RSS or Atom feed at this address."),
        ("Half", "<rss><channel>" + "<a>" * 1000, "The feed has an error in line 1."),
        ("Large", "<rss><channel>" + " " * (600 * 1024), "The feed is larger than 512 KiB."),
    ):
        web.answer(f"/{name}", body)
        add(timed_host, f"{web.url}/{name}", name)
        assert f"{name}\n{sentence}" in "\n".join(texts(timed_host.scene(URL)["card"])).replace("\\", "")
