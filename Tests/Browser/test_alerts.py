"""How notifications appear, as the person chooses it: only listed, as a banner, or as an alert that stays."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from matrix import matrix
from notifier import CATEGORY, Notifier
from pictures import WINDOWS, Pictures
from test_banners import DESTRUCTIVE, drawn
from test_notifications import banner, open_tab, row


def alert(page: Page) -> Locator:
    return page.get_by_role("alertdialog")


def open_settings(page: Page) -> Locator:
    page.get_by_role("link", name="Settings").click()
    app = page.get_by_role("group", name="Notifier")
    expect(app).to_be_visible()
    return app


def choose(notifier: Notifier, *options: str) -> None:
    notifier.host.today("settings", notifier.APP, *options)


def test_style_is_chosen_in_settings(notifier: Notifier, visitors) -> None:
    page, other = (visitors().sign_in(notifier.host) for _ in range(2))
    app, there = open_settings(page), open_settings(other)
    styles = app.get_by_role("radiogroup", name="Alert Style")
    expect(styles.get_by_role("radio", name="Banners")).to_be_checked()
    styles.get_by_role("radio", name="Banners").focus()
    with page.expect_response("**/api/settings/notifications/*"):
        page.keyboard.press("ArrowRight")
    expect(there.get_by_role("radio", name="Alerts")).to_be_checked()
    assert notifier.ask("notifications/settings")["alertStyle"] == "alert"
    # Delivered quietly they do not appear at all; the style is kept for later.
    app.get_by_role("switch", name="Deliver Quietly").click()
    expect(app).to_contain_text("Deliver Quietly")
    expect(there.get_by_role("switch", name="Deliver Quietly")).to_be_checked()
    expect(styles).to_be_hidden()
    assert notifier.ask("notifications/settings")["alertStyle"] == "none"
    there.get_by_role("switch", name="Deliver Quietly").click()
    expect(styles.get_by_role("radio", name="Alerts")).to_be_checked()
    # Without alerts there is nothing to choose.
    there.get_by_role("switch", name="Alerts").click()
    expect(styles).to_be_hidden()


def test_refused_style_goes_back(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    app = open_settings(page)
    page.route("**/api/settings/notifications/*", lambda route: route.abort())
    app.get_by_role("radio", name="Alerts").click()
    expect(page.locator("#status")).to_have_text("Today cannot be reached.")
    expect(app.get_by_role("radio", name="Banners")).to_be_checked()


def test_alert_stays_on_every_page_until_it_is_answered(notifier: Notifier, visitors) -> None:
    page, other = (visitors(banners_pass=True).sign_in(notifier.host) for _ in range(2))
    page.clock.install()
    page.reload()
    notifier.offer()
    choose(notifier, "--style", "alert")
    notifier.add("Tea", body="It is ready.", categoryIdentifier="all")
    for each in (page, other):
        expect(alert(each)).to_have_accessible_name("Tea It is ready.")
        # Its own focus keeps a key that was about to be pressed away from its buttons.
        expect(alert(each)).to_be_focused()
    expect(banner(page, "Tea")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.clock.fast_forward(600_000)
    expect(alert(page)).to_be_visible()
    page.reload()
    expect(alert(page)).to_be_focused()
    # It offers all actions, not only the two of a banner.
    names = [button.inner_text() for button in alert(page).get_by_role("button").all()]
    assert names == ["Plain", "Say", "Show", "Wipe", "Close", "Open"]
    page.keyboard.press("Tab")
    expect(alert(page).get_by_role("button", name="Plain")).to_be_focused()
    page.keyboard.press("Enter")
    for each in (page, other):
        expect(alert(each)).to_have_count(0)
    notifier.wait_for_actions("plain")
    # Nothing of it is left, so the page can be used again.
    open_tab(page)
    expect(row(page, "Tea")).to_have_count(0)


def test_alerts_wait_for_one_another(notifier: Notifier, visitor) -> None:
    notifier.offer()
    choose(notifier, "--style", "alert")
    page = visitor.sign_in(notifier.host)
    for title in ("First", "Second", "Third"):
        notifier.add(title, categoryIdentifier="all")
    # The newest one comes first, and says how many wait.
    expect(alert(page)).to_have_accessible_name("Third")
    expect(alert(page)).to_have_accessible_description("1 of 3")
    alert(page).get_by_role("button", name="Close").click()
    expect(alert(page)).to_have_accessible_name("Second")
    expect(alert(page)).to_be_focused()
    notifier.host.today("notifications", "remove", notifier.APP, "Second", "--delivered")
    expect(alert(page)).to_have_accessible_name("First")
    expect(alert(page)).not_to_contain_text("1 of")
    # What needs a text or the passcode is asked for as on a banner.
    alert(page).get_by_role("button", name="Say").click()
    expect(alert(page).get_by_role("textbox", name="Say")).to_be_focused()
    page.keyboard.type("Thank you")
    page.keyboard.press("Enter")
    expect(alert(page)).to_have_count(0)
    # The app has also been told that the first was dismissed.
    assert notifier.wait_for_responses(2)[-1]["text"] == "Thank you"


def test_newer_alert_waits_for_a_reply_that_was_begun(notifier: Notifier, visitor) -> None:
    notifier.offer()
    choose(notifier, "--style", "alert")
    page = visitor.sign_in(notifier.host)
    notifier.add("First", categoryIdentifier="all")
    alert(page).get_by_role("button", name="Say").click()
    page.keyboard.type("Thank")
    notifier.add("Second", badge=2)
    expect(page).to_have_title("(2) Today")
    expect(alert(page)).to_have_accessible_name("First")
    page.keyboard.type(" you")
    page.keyboard.press("Enter")
    expect(alert(page)).to_have_accessible_name("Second")
    assert notifier.wait_for_responses()[-1]["text"] == "Thank you"


def test_alert_asks_for_the_passcode_and_waits_for_it(notifier: Notifier, visitor) -> None:
    notifier.offer()
    choose(notifier, "--style", "alert")
    page = visitor.sign_in(notifier.host)
    notifier.add("Old list", categoryIdentifier="all")
    alert(page).get_by_role("button", name="Wipe").click()
    sheet = page.locator("#sheet")
    expect(sheet).to_have_accessible_name("Set a Passcode")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(alert(page)).to_be_visible()
    alert(page).get_by_role("button", name="Wipe").click()
    for name in ("New Passcode", "New Passcode, Again"):
        sheet.get_by_role("textbox", name=name, exact=True).fill("1234")
    page.keyboard.press("Enter")
    expect(alert(page)).to_have_count(0)
    expect(sheet).to_be_hidden()
    notifier.wait_for_actions("wipe")


def test_alert_does_not_interrupt_the_sheet(notifier: Notifier, visitor) -> None:
    choose(notifier, "--style", "alert")
    page = visitor.sign_in(notifier.host)
    open_settings(page)
    page.get_by_role("button", name="Set Passcode…").click()
    new = page.get_by_role("textbox", name="New Passcode", exact=True)
    new.fill("12")
    notifier.add("Tea", badge=3)
    expect(page).to_have_title("(3) Settings")
    expect(alert(page)).to_have_count(0)
    expect(new).to_be_focused()
    page.keyboard.press("Escape")
    expect(alert(page)).to_have_accessible_name("Tea")


def test_style_none_and_quiet_only_list(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    choose(notifier, "--style", "none")
    notifier.add("Silent", badge=4)
    expect(page).to_have_title("(4) Today")
    choose(notifier, "--style", "alert", "--quiet")
    notifier.add("Quiet", badge=9, interruptionLevel="time-sensitive")
    expect(page.locator("#count")).to_have_text("2")
    choose(notifier, "--style", "banner", "--no-quiet")
    notifier.add("Fence")
    expect(banner(page, "Fence")).to_be_visible()
    expect(page.locator("#banners > li")).to_have_count(1)
    expect(alert(page)).to_have_count(0)
    expect(page).to_have_title("(4) Today")
    open_tab(page)
    for title in ("Silent", "Quiet", "Fence"):
        expect(row(page, title)).to_be_visible()


def test_alert_that_waits_ends_with_another_style(notifier: Notifier, visitor) -> None:
    choose(notifier, "--style", "alert")
    page = visitor.sign_in(notifier.host)
    notifier.add("Tea")
    expect(alert(page)).to_have_accessible_name("Tea")
    choose(notifier, "--style", "banner")
    expect(alert(page)).to_have_count(0)
    open_tab(page)
    expect(row(page, "Tea")).to_be_visible()


def test_quiet_hours_are_set_in_settings(notifier: Notifier, visitors) -> None:
    page, other = (visitors().sign_in(notifier.host) for _ in range(2))
    open_settings(page)
    open_settings(other)
    hours, there = (each.get_by_role("group", name="Quiet Hours") for each in (page, other))
    expect(hours.get_by_label("From", exact=True)).to_be_hidden()
    hours.get_by_role("switch", name="Every Day").click()
    expect(there.get_by_role("switch", name="Every Day")).to_be_checked()
    expect(hours.get_by_label("From", exact=True)).to_have_value("22:00")
    with page.expect_response("**/api/settings/quiet-hours"):
        hours.get_by_label("From", exact=True).fill("23:15")
    expect(there.get_by_label("From", exact=True)).to_have_value("23:15")
    expect(there.get_by_label("To", exact=True)).to_have_value("07:00")
    # Hours that begin when they end are not saved, and what is in force is shown again.
    hours.get_by_label("To", exact=True).fill("23:15")
    expect(page.locator("#status")).to_contain_text("different times")
    page.reload()
    expect(hours.get_by_label("To", exact=True)).to_have_value("07:00")
    hours.get_by_role("switch", name="Every Day").click()
    expect(there.get_by_label("From", exact=True)).to_be_hidden()
    assert "Quiet hours" not in notifier.host.today("settings").stdout


@matrix(1, window=["narrow", "wide"], scheme=["dark", "light"])
def test_pictures_of_an_alert(notifier: Notifier, visitors, screenshots: Path, window: str, scheme: str) -> None:
    width, height = WINDOWS[window]
    notifier.offer({**CATEGORY, "actions": [
        {"identifier": "plain", "title": "Got It"},
        {"identifier": "show", "title": "Edit List", "options": ["foreground"]},
        {"identifier": "wipe", "title": "Trash List", "options": ["destructive", "authenticationRequired"]},
    ]})
    choose(notifier, "--style", "alert")
    page = visitors(width, height, color_scheme=scheme, reduced_motion="reduce").sign_in(notifier.host)
    keep = Pictures(page, screenshots, f"{window}-{scheme}").keep
    open_settings(page)
    page.get_by_role("switch", name="Every Day").click()
    expect(page.get_by_label("From", exact=True)).to_be_visible()
    keep("settings-styles")
    # Whatever the time is, the alert is to be seen.
    page.get_by_role("switch", name="Every Day").click()
    expect(page.get_by_label("From", exact=True)).to_be_hidden()
    notifier.add(
        "Time to go shopping", subtitle="The market closes at six", categoryIdentifier="all",
        body="Milk, bread, apples and four more things are still to buy.",
    )
    expect(alert(page)).to_be_visible()
    keep("alert")
    assert drawn(alert(page).get_by_role("button", name="Trash List")) == DESTRUCTIVE
    box = alert(page).bounding_box()
    assert box and abs(box["x"] + box["width"] / 2 - width / 2) < 2 and abs(box["y"] + box["height"] / 2 - height / 2) < 2
    for button in alert(page).get_by_role("button").all():
        assert button.bounding_box()["height"] >= 36
