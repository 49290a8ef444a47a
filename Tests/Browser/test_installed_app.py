"""The screen as an installed app: what the browser needs for it, how it opens without the host, and taps made meanwhile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Callable

import pytest
from playwright.sync_api import Page, expect

from accessibility import violations
from counter import Counter
from pictures import Pictures
from today_host import TodayHost
from waiting import eventually
from weather import Weather


def open_with_worker(visitors, host: TodayHost, **options) -> Page:
    """Opens the screen in a new browser, and waits until its service worker keeps it."""
    page = visitors(service_workers="allow", **options).sign_in(host)
    wait_for_worker(page, host)
    return page


def wait_for_worker(page: Page, host: TodayHost) -> None:
    """Waits until the service worker keeps the screen, which the page shows then."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.goto(host.ready["url"])
    expect(page.locator("h1.date")).to_be_visible()
    eventually(lambda: "pages" in kept(page) and kept(page)["pages"] >= 2, "the screen in the worker's cache")


def kept(page: Page) -> dict[str, int]:
    """How many responses each cache has."""
    return page.evaluate(
        """async () => {
            const counts = {};
            for (const name of await caches.keys()) counts[name] = (await (await caches.open(name)).keys()).length;
            return counts;
        }"""
    )


def card(page: Page, name: str):
    """The widget with a name."""
    return page.locator(".widget").filter(has=page.locator(".name", has_text=name))


@pytest.fixture
def three_counters(counter: Counter, fixture_app: Callable[..., Path]) -> Counter:
    """Three apps whose widgets count taps together."""
    for name in ("second", "third"):
        counter.host.install(fixture_app(name, widget="counter_widget", groups=[Counter.GROUP]))
    return counter


def tap(page: Page, name: str) -> None:
    card(page, name).get_by_role("button", name="Add").first.click()


def test_browser_can_install_the_screen(weather: Weather, visitors) -> None:
    page = open_with_worker(visitors, weather.host, whole=True)
    session = page.context.new_cdp_session(page)
    errors = [each["errorId"] for each in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    # The browsers of tests keep nothing, which alone speaks against it.
    assert set(errors) <= {"in-incognito"}, errors
    answer = session.send("Page.getAppManifest")
    assert answer["errors"] == []
    manifest = json.loads(answer["data"])
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable", "monochrome"}
    for icon in manifest["icons"]:
        assert page.evaluate("(src) => fetch(src).then((found) => found.headers.get('Content-Type'))", icon["src"]) == icon["type"]
    shortcut = next(each for each in manifest["shortcuts"] if each["name"] == "Weather")
    page.goto(weather.host.ready["url"] + shortcut["url"])
    expect(page.get_by_role("heading", name="Weather")).to_be_visible()


def test_screen_opens_without_its_host_and_goes_on_with_it(counter: Counter, visitors) -> None:
    host = counter.host
    page = open_with_worker(visitors, host)
    expect(card(page, "Counter")).to_contain_text("count 0")
    expect(card(page, "Counter").locator(".age")).to_be_hidden()
    host.kill()
    for path in ("/?app", "/"):
        for load in (lambda: page.goto(host.ready["url"] + path), page.reload):
            load()
            expect(card(page, "Counter")).to_contain_text("count 0")
            expect(card(page, "Counter").locator(".age")).to_be_visible()
    # What only the host has is said to be away.
    page.goto(host.ready["url"] + "/settings")
    expect(page.get_by_role("heading", name="Today cannot be reached")).to_be_visible()
    page.goto(host.ready["url"] + "/?app")
    host.start()
    counter.tap()
    expect(card(page, "Counter")).to_contain_text("count 1")
    expect(card(page, "Counter").locator(".age")).to_be_hidden()


def test_kept_screen_is_there_in_the_first_frame(counter: Counter, visitors) -> None:
    host = counter.host
    page = open_with_worker(visitors, host)
    host.kill()
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { self.hasAge = document.querySelector('.age')?.checkVisibility(); });"
    )
    page.goto(host.ready["url"] + "/?app")
    assert page.evaluate("hasAge") is True
    expect(card(page, "Counter").locator(".age")).to_be_visible()
    first, largest = page.evaluate("""async () => {
        const entries = (type) => new Promise((done) => {
            new PerformanceObserver((list) => done(list.getEntries())).observe({ type, buffered: true });
        });
        const largest = await entries("largest-contentful-paint");
        const first = (await entries("paint")).find((each) => each.name === "first-contentful-paint");
        return [first.startTime, largest.map((each) => each.startTime)];
    }""")
    assert largest == [first]


def test_screen_is_loaded_again_without_a_network_and_goes_on_with_it(counter: Counter, visitors) -> None:
    page = open_with_worker(visitors, counter.host)
    expect(card(page, "Counter").locator(".age")).to_be_hidden()
    page.context.set_offline(True)
    page.reload()
    counter.tap()
    page.reload()
    expect(card(page, "Counter")).to_contain_text("count 0")
    expect(card(page, "Counter").locator(".age")).to_be_visible()
    page.context.set_offline(False)
    expect(card(page, "Counter")).to_contain_text("count 1")
    expect(card(page, "Counter").locator(".age")).to_be_hidden()


def test_page_that_was_opened_without_the_host_opens_when_it_is_back(
    counter: Counter, visitors, screenshots: Path
) -> None:
    host = counter.host
    page = open_with_worker(visitors, host)
    away = page.get_by_role("heading", name="Today cannot be reached")
    host.kill()
    page.goto(host.ready["url"] + "/settings?x=1#sessions")
    expect(away).to_be_visible()
    assert violations(page) == []
    Pictures(page, screenshots, "390-dark").keep("away")
    with page.expect_navigation():
        page.get_by_role("button", name="Try Again").click()
    expect(away).to_be_visible()
    # What another site may have led to is not opened by itself.
    linked = page.context.new_page()
    linked.goto(f"{host.ready['url']}/open?url=https%3A%2F%2Fexample.org%2F")
    expect(linked.get_by_role("heading", name="Today cannot be reached")).to_be_visible()
    host.start()
    expect(page.get_by_role("heading", name="Settings", exact=True)).to_be_visible()
    assert page.url == host.ready["url"] + "/settings?x=1#sessions"
    expect(linked.get_by_role("heading", name="Open This Address?")).to_be_visible()
    assert violations(linked) == []
    Pictures(linked, screenshots, "390-dark").keep("open-question")
    linked.get_by_role("link", name="Cancel").click()
    expect(linked.locator("h1.date")).to_be_visible()


def test_taps_without_the_host_arrive_once_and_in_order(three_counters: Counter, visitors) -> None:
    host = three_counters.host
    page = open_with_worker(visitors, host)
    host.kill()
    for name in ("Third", "Counter", "Second"):
        tap(page, name)
    waiting = page.locator("#waiting")
    expect(waiting.locator("li span")).to_have_text(["Third: Add", "Counter: Add", "Second: Add"])
    # A press takes as long as it takes: the button stays while the host is tried again.
    withdraw = page.get_by_role("button", name="Withdraw “Counter: Add”")
    withdraw.evaluate("(button) => { button.isTheSame = true; }")
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/api/taps")):
        pass
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/api/taps")):
        assert withdraw.evaluate("(button) => button.isTheSame")
    withdraw.click()
    expect(waiting.locator("li")).to_have_count(2)
    # They outlive the page.
    page.goto(host.ready["url"] + "/?app")
    expect(waiting.locator("li span")).to_have_text(["Third: Add", "Second: Add"])
    ids = page.evaluate("tapStore.all().then((all) => all.map(({ tap }) => tap.id))")
    host.start()
    expect(card(page, "Second")).to_contain_text("count 2")
    expect(waiting).to_have_count(0)
    assert three_counters.lines("taps.txt") == ids
    assert page.evaluate("tapStore.all()") == []


def test_button_whose_tap_waits_says_so_until_it_is_withdrawn_or_done(counter: Counter, visitors) -> None:
    host = counter.host
    page = open_with_worker(visitors, host)
    button = card(page, "Counter").get_by_role("button", name="Add").first
    said = "(button) => document.getElementById(button.getAttribute('aria-describedby'))?.textContent ?? ''"
    host.kill()
    button.click()
    expect(button).to_have_attribute("data-pending", "")
    assert button.evaluate(said) == "Waiting for connection"
    assert button.evaluate("(button) => getComputedStyle(button).outlineStyle") == "dashed"
    row = "(button) => getComputedStyle([...button.parentElement.children].find((part) => part !== button)).opacity"
    assert button.evaluate(row) == "0.7"
    page.get_by_role("button", name="Withdraw “Counter: Add”").click()
    expect(button).not_to_have_attribute("data-pending", "")
    assert button.evaluate(said) == ""
    button.click()
    expect(button).to_have_attribute("data-pending", "")
    # A page that is opened meanwhile shows the same.
    expect(page.locator("#waiting li")).to_have_count(1)
    page.goto(host.ready["url"] + "/?app")
    expect(button).to_have_attribute("data-pending", "")
    host.start()
    expect(card(page, "Counter")).to_contain_text("count 1")
    expect(button).not_to_have_attribute("data-pending", "")
    assert counter.count == 1


def test_list_of_what_waits_leaves_the_grid_in_its_place(counter: Counter, visitors) -> None:
    page = open_with_worker(visitors, counter.host, width=1280, height=900)
    places = [page.locator("h1.date"), card(page, "Counter")]
    before = [place.bounding_box() for place in places]
    counter.host.kill()
    tap(page, "Counter")
    expect(page.locator("#waiting li")).to_have_count(1)
    assert [place.bounding_box() for place in places] == before


def test_a_tap_whose_answer_was_lost_is_done_once(counter: Counter, visitors) -> None:
    host = counter.host
    page = open_with_worker(visitors, host)
    gate = counter.gate("perform.block")
    tap(page, "Counter")
    gate.wait()
    host.kill()
    gate.open()
    host.start()
    expect(card(page, "Counter")).to_contain_text("count 1")
    eventually(lambda: page.evaluate("tapStore.all()") == [], "the answer to the tap")
    assert counter.count == 1


def test_worker_sends_taps_when_no_page_is_open(counter: Counter, visitors) -> None:
    host = counter.host
    page = open_with_worker(visitors, host)
    registrations: list[dict] = []
    session = page.context.new_cdp_session(page)
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    eventually(lambda: page.evaluate("1") and registrations, "the worker's registration")
    host.kill()
    tap(page, "Counter")
    expect(page.locator("#waiting li")).to_have_count(1)
    # The page is gone when the host is back.
    page.goto("about:blank")
    host.start()
    assert counter.count == 0
    session.send(
        "ServiceWorker.dispatchSyncEvent",
        {
            "origin": host.ready["url"], "registrationId": registrations[0]["registrationId"], "tag": "taps",
            "lastChance": False,
        },
    )
    eventually(lambda: counter.count == 1, "the tap that the worker sends")


def test_new_version_of_the_worker_replaces_what_the_old_one_kept(counter: Counter, visitors) -> None:
    page = open_with_worker(visitors, counter.host)
    old = "0123456789abcdef"
    # As an older version leaves it, whose script is gone.
    page.evaluate("""async (old) => {
        await (await navigator.serviceWorker.ready).unregister();
        for (const name of await caches.keys()) if (name !== "pages") await caches.delete(name);
        await (await caches.open(old)).put(`/assets/${old}/main.js`, new Response("old"));
        const screen = `<main><p>old</p></main><script type="module" src="/assets/${old}/main.js"></script>`;
        await (await caches.open("pages")).put("/", new Response(screen, { headers: { "Content-Type": "text/html" } }));
    }""", old)
    # Loaded without a worker, so that the new one alone can replace the screen.
    page.goto(counter.host.ready["url"])
    # Only the names are asked for: a cache that is looked into comes into being.
    names = "caches.keys().then((names) => names.filter((name) => name !== 'pages'))"
    eventually(lambda: page.evaluate(names) not in ([], [old]) and old not in page.evaluate(names), "the new version alone")
    screen = "caches.match('/', { cacheName: 'pages' }).then((found) => found.text())"
    eventually(lambda: "count 0" in page.evaluate(screen), "the screen of the new version")
    page.context.set_offline(True)
    page.goto(counter.host.ready["url"] + "/?app")
    expect(card(page, "Counter").locator(".age")).to_be_visible()
    tap(page, "Counter")
    expect(page.locator("#waiting li")).to_have_count(1)


def test_signing_out_leaves_nothing_in_the_browser(counter: Counter, visitors) -> None:
    host = counter.host
    page = open_with_worker(visitors, host, whole=True)
    origin = host.ready["url"]
    page.context.grant_permissions(["notifications"], origin=origin)
    told: list[str] = []
    page.expose_function("tell", lambda what: told.append(what))
    page.evaluate("""async () => {
        navigator.setAppBadge = (count) => tell(`badge ${count}`);
        const registration = await navigator.serviceWorker.ready;
        await registration.showNotification("Private");
        const close = Notification.prototype.close;
        Notification.prototype.close = function () { tell(`closes ${this.title}`); close.call(this); };
    }""")
    names = {each["name"] for each in page.context.cookies(origin)}
    assert {"today_zone", "today_wide"} <= names
    page.get_by_role("button", name="Sign Out").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign Out").click()
    expect(page.get_by_text("today link")).to_be_visible()
    assert told == ["closes Private", "badge 0"]
    left = {each["name"] for each in page.context.cookies(origin)}
    assert left.isdisjoint({"today_session", "today_zone", "today_wide", "today_expanded"})
    assert kept(page) == {}
    assert page.evaluate("indexedDB.databases().then((all) => all.length)") == 0
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    host.kill()
    with pytest.raises(Exception, match="ERR_CONNECTION_REFUSED"):
        page.goto(host.ready["url"] + "/?app")


def test_icon_of_the_app_has_the_sum_of_the_badges(notifier, visitors) -> None:
    visitor = visitors()
    visitor.context.add_init_script(
        "window.badges = []; navigator.setAppBadge = (count) => { badges.push(count); return Promise.resolve(); };"
    )
    page = visitor.sign_in(notifier.host)
    page.wait_for_function("() => badges.at(-1) === 0")
    notifier.ask("notifications/badge", number=3)
    page.wait_for_function("() => badges.at(-1) === 3")
