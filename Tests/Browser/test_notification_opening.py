"""What opens from a notification and what does not, and the question whether an app may notify."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from habits import Habits
from notifier import Notifier
from test_notifications import banner, open_tab, row
from today_host import TodayHost
from weather_server import WeatherServer

OVERLAPS = """([first, second]) => {
    const [a, b] = [first, second].map((each) => document.querySelector(each).getBoundingClientRect());
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""


def overlap(page: Page, first: str, second: str) -> bool:
    return page.evaluate(OVERLAPS, [first, second])


def test_nothing_to_open_has_no_open(host: TodayHost, visitor) -> None:
    page = visitor.sign_in(host)
    host.today("notify", "Backup done")
    shown = banner(page, "Backup done")
    expect(shown).to_be_visible()
    expect(shown.locator("button.said")).to_have_count(0)
    open_tab(page)
    item = row(page, "Backup done")
    item.locator("summary").click()
    expect(item.get_by_role("button", name="Dismiss")).to_be_visible()
    expect(item.get_by_role("button", name="Open")).to_have_count(0)


def test_an_alert_without_anything_to_open_can_only_be_closed(host: TodayHost, visitor) -> None:
    host.today("settings", "Scripts", "--style", "alert")
    page = visitor.sign_in(host)
    host.today("notify", "Backup done")
    alert = page.get_by_role("alertdialog")
    expect(alert.get_by_role("button", name="Close")).to_be_visible()
    expect(alert.get_by_role("button", name="Open")).to_have_count(0)
    alert.get_by_role("button", name="Close").click()
    expect(alert).to_be_hidden()


def test_an_address_of_the_web_opens_beside_today(host: TodayHost, provider: WeatherServer, visitor) -> None:
    page = visitor.sign_in(host)
    here = page.url
    host.today("notify", "Build failed", "--url", f"{provider.url}/build/7")
    expect(banner(page, "Build failed")).to_be_visible()
    with page.context.expect_page() as opened:
        banner(page, "Build failed").locator("button.said").click()
    opened.value.wait_for_url(f"{provider.url}/build/7")
    assert opened.value.evaluate("window.opener") is None
    assert page.url == here
    expect(page.locator("h1.date")).to_be_visible()


def test_f8_goes_to_the_notification_and_enter_opens_it(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add("Tea")
    expect(banner(page, "Tea")).to_be_visible()
    page.keyboard.press("F8")
    expect(banner(page, "Tea").locator(".said")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Notifier")).to_be_visible()
    notifier.wait_for_actions("today.default")


# Where it slides in


def test_banner_leaves_the_bar_of_each_page_free(host: TodayHost, visitors) -> None:
    page = visitors(reduced_motion="reduce").sign_in(host)
    for path, bar in (("/", ".top .gear"), ("/settings", ".bar .back")):
        page.goto(host.ready["url"] + path)
        host.today("notify", f"Tea for {path}")
        expect(page.locator("#banners > li", has_text=f"Tea for {path}")).to_be_visible()
        for width, height in ((390, 844), (1280, 800), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            assert not overlap(page, "#banners > li", bar), (path, width)
            page.locator(bar).click(trial=True)


def test_badge_of_scripts_goes_with_their_last_notification(host: TodayHost, visitor) -> None:
    page = visitor.sign_in(host)
    host.today("notify", "One", "--badge", "5")
    host.today("notify", "Two")
    expect(page).to_have_title("(5) Today")
    page.goto(f"{host.ready['url']}/notifications")
    page.locator(".item summary", has_text="One").click()
    page.get_by_role("button", name="Dismiss").locator("visible=true").last.click()
    expect(page.locator(".item", has_text="One")).to_have_count(0)
    expect(page).to_have_title("(5) Notifications")
    clear = page.locator(".tools [data-clear]")
    clear.click()
    expect(clear).to_have_attribute("data-armed", "ready")
    clear.click()
    expect(page.get_by_role("heading", name="No Notifications")).to_be_visible()
    expect(page).to_have_title("Notifications")
    assert host.today_json("notifications", "list")["badges"] == {}


def test_page_that_was_made_before_a_notification_gets_it(host: TodayHost, visitor) -> None:
    page = visitor.sign_in(host)
    address = f"{host.ready['url']}/notifications"
    made = page.goto(address)
    html, headers = made.body(), made.all_headers()
    page.goto(host.ready["url"])
    # The former page of the tab gets it while the next one is on its way.
    host.today("notify", "Tea is ready")
    expect(page.locator("#banners > li", has_text="Tea is ready")).to_be_visible()
    page.route(address, lambda route: route.fulfill(body=html, headers=headers))
    page.goto(address)
    expect(page.locator(".item", has_text="Tea is ready")).to_be_visible()
    expect(page.locator("#banners > li")).to_have_count(0)


# The question


def test_the_question_covers_nothing(asking_notifier: Notifier, visitors) -> None:
    page = visitors(reduced_motion="reduce").sign_in(asking_notifier.host)
    asking_notifier.ask("notifications/authorize", options=["alert", "badge", "sound"])
    expect(page.locator(".question")).to_be_visible()
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for other in (".tabs", "h1.date"):
            assert not overlap(page, ".question", other), (other, width)
        # It lies over the end of the page, and pushes nothing down.
        assert page.locator("h1.date").bounding_box()["y"] < 160
    # It is asked where it is needed, on the pages of apps too.
    page.locator(".apps a", has_text="Notifier").click()
    expect(page.get_by_role("heading", name="Notifier", exact=True)).to_be_visible()
    expect(page.locator(".question")).to_be_visible()
    page.get_by_role("button", name="Allow", exact=True).click()
    expect(page.locator(".question")).to_have_count(0)
    assert asking_notifier.ask("notifications/settings")["authorization"] == "authorized"


def test_the_next_app_is_asked_about_when_a_question_is_put_off(asking_notifier: Notifier, visitors) -> None:
    host = asking_notifier.host
    asking_notifier.ask("notifications/authorize", options=["alert"])
    Habits(host).install().add("Read", reminder="21:30")
    page = visitors(1280, 900).sign_in(host)
    questions = page.locator("#question .question:visible")
    expect(page.locator("#question .question")).to_have_count(2)
    expect(questions).to_have_count(1)
    expect(questions).to_contain_text("Notifier")
    questions.get_by_role("button", name="Later").click()
    expect(questions).to_have_count(1)
    expect(questions).to_contain_text("Habits")
    expect(questions).to_be_focused()


def test_the_question_can_be_put_off(asking_notifier: Notifier, visitors) -> None:
    page, other = (visitors().sign_in(asking_notifier.host) for _ in range(2))
    asking_notifier.ask("notifications/authorize", options=["alert"])
    page.get_by_role("button", name="Later").click()
    expect(page.locator(".question")).to_be_hidden()
    page.reload()
    expect(page.locator("h1.date")).to_be_visible()
    expect(page.locator(".question")).to_be_hidden()
    # Another browser still asks, and Settings can answer at any time.
    expect(other.locator(".question")).to_be_visible()
    assert asking_notifier.ask("notifications/settings")["authorization"] == "notDetermined"
