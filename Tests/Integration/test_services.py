"""Services, a sample app: which of the person's servers answer, since when, and how fast."""

from __future__ import annotations

import shlex

from cards import elements
from clock import HostClock
from streams import Watch
from today_host import ROOT, TodayHost
from web_server import WebServer

BUNDLE = ROOT / "Apps/.build/bundles/debug/Services.app"
WIDGET = "org.today.Services.widget"
URL = "today-services://"


def shown(page: Watch) -> str:
    """What the widget says, without the escapes of cards."""
    return "\n".join(page.texts(WIDGET)).replace("\\", "")


def wait(page: Watch, *wanted: str) -> str:
    return page.wait(lambda page: shown(page) if all(text in shown(page) for text in wanted) else None, str(wanted))


def test_service_is_checked_once_it_is_allowed_and_says_since_when_it_is_down(
    timed_host: TodayHost, clock: HostClock, web: WebServer
):
    web.answer("/health", "ok")
    timed_host.install(BUNDLE)
    with timed_host.watch(language="en-GB") as page:
        wait(page, "There are no services yet. Add the address of one.")
        inputs = {"address": f"{web.url}/health", "name": "Photos"}
        assert "done" in timed_host.tap_label(timed_host.scene(URL), "Add", inputs)
        wait(page, "Photos", f"Services may not fetch from {web.host} yet.", "Problems: 1 of 1")
        assert web.requests == [], "a server is asked that the person has not allowed"

        [command] = [
            each["codeSnippet"]
            for each in elements(timed_host.scene(URL)["card"])
            if each.get("type") == "CodeBlock"
        ]
        timed_host.today(*shlex.split(command)[1:])
        # The widget follows by itself.
        wait(page, "The service is up", "Up since {{TIME(2026-11-21T08:00:00Z)}}")

        # It is checked again every five minutes, and remembers since when it has been down.
        web.answer("/health", status=503)
        clock.advance(minutes=5)
        wait(page, "Down since {{TIME(2026-11-21T08:05:00Z)}}: status 503")
        web.close()
        clock.advance(minutes=5)
        wait(page, "Down since {{TIME(2026-11-21T08:05:00Z)}}: cannot be reached")
        assert "done" in timed_host.tap_label(timed_host.scene(URL), "Check Now")


def test_service_that_is_removed_can_be_put_back(timed_host: TodayHost, web: WebServer):
    timed_host.install(BUNDLE)
    timed_host.today("allow", "org.today.Services", web.host)
    with timed_host.watch(language="en-GB") as page:
        timed_host.tap_label(timed_host.scene(URL), "Add", {"address": f"{web.url}/gone", "name": "Photos"})
        wait(page, "Photos", "status 404")
        outcome = timed_host.tap_label(timed_host.scene(URL), "Remove")
        wait(page, "There are no services yet.")
        undo = outcome["done"]["undo"]
        assert undo["message"] == "Photos was removed."
        timed_host.tap_scene(URL, undo.get("verb"), undo["data"])
        wait(page, "Photos", "status 404")
