"""Settings, the question whether an app may notify, and the passcode, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from notifier import Notifier, NotificationWatch
from test_notifications import banner, follow, fresh_row, open_row, open_tab, row


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")


def passcode(page: Page) -> Locator:
    return sheet(page).get_by_role("textbox", name="Passcode", exact=True)


def set_passcode(notifier: Notifier, word: str = "1234") -> None:
    notifier.host.request("PUT", "/api/passcode", {"passcode": word})


def open_settings(page: Page) -> None:
    follow(page, "Settings")
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()


# The question


def test_question_is_asked_on_every_screen_until_it_is_answered(asking_notifier: Notifier, visitors) -> None:
    pages = [visitors().sign_in(asking_notifier.host) for _ in range(2)]
    asking_notifier.ask("notifications/authorize", options=["alert", "badge"])
    for page in pages:
        question = page.get_by_role("group", name="“Notifier” Would Like to Send You Notifications")
        expect(question).to_contain_text("alerts and icon badges")
        expect(page.locator("#announcer")).to_have_text("“Notifier” Would Like to Send You Notifications")
    pages[0].reload()
    pages[0].get_by_role("button", name="Allow", exact=True).click()
    for page in pages:
        expect(page.locator(".question")).to_have_count(0)
    settings = asking_notifier.ask("notifications/settings")
    assert settings["authorization"] == "authorized"
    assert sorted(settings["allowed"]) == ["alert", "badge"]
    asking_notifier.add("Tea")
    expect(banner(pages[1], "Tea")).to_be_visible()


def test_second_question_takes_nothing_away(asking_notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(asking_notifier.host)

    def answer(button: str, *options: str) -> list[str]:
        asking_notifier.ask("notifications/authorize", options=list(options))
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.locator(".question")).to_have_count(0)
        return sorted(asking_notifier.ask("notifications/settings")["allowed"])

    assert answer("Allow", "badge") == ["badge"]
    assert answer("Allow", "badge", "alert") == ["alert", "badge"]
    assert answer("Don’t Allow", "sound") == ["alert", "badge"]


def test_keyboard_goes_on_after_the_question(asking_notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(asking_notifier.host)
    asking_notifier.ask("notifications/authorize", options=["alert"])
    page.get_by_role("button", name="Allow", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".question")).to_have_count(0)
    expect(page.get_by_role("navigation", name="Tabs").get_by_role("link", name="Today")).to_be_focused()


def test_question_is_asked_neither_in_settings_nor_among_notifications(asking_notifier: Notifier, visitor) -> None:
    pages = {path: visitor.page() for path in ("/notifications", "/settings")}
    page = visitor.sign_in(asking_notifier.host)
    for path, other in pages.items():
        other.goto(asking_notifier.host.ready["url"] + path)
    asking_notifier.ask("notifications/authorize", options=["alert"])
    # What comes later, and so with the question or after it, shows.
    asking_notifier.host.today("notify", "From a script")
    for other in pages.values():
        expect(banner(other, "From a script").or_(fresh_row(other, "From a script"))).to_be_visible()
        expect(other.locator(".question")).to_have_count(0)
    expect(page.get_by_role("button", name="Later")).to_be_visible()


def test_question_covers_no_way_on_a_phone(asking_notifier: Notifier, visitors) -> None:
    page = visitors(375, 600, reduced_motion="reduce").sign_in(asking_notifier.host)
    asking_notifier.ask("notifications/authorize", options=["alert", "badge", "sound"])
    expect(page.get_by_role("button", name="Allow", exact=True)).to_be_visible()
    covered = page.evaluate(
        """() => [...document.querySelectorAll("a[href],button")].filter((element) => {
            if (element.closest("#question,.skip,dialog") || !element.checkVisibility()) return false;
            // What can be reached by scrolling is not covered.
            element.focus();
            const box = element.getBoundingClientRect();
            const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return there?.closest("#question");
        }).map((element) => element.textContent)"""
    )
    assert covered == []


def test_who_is_not_allowed_shows_nothing(asking_notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(asking_notifier.host)
    asking_notifier.ask("notifications/authorize", options=["alert"])
    page.get_by_role("button", name="Don’t Allow").click()
    expect(page.locator(".question")).to_have_count(0)
    assert asking_notifier.ask("notifications/settings")["authorization"] == "denied"
    # It is asked once.
    asking_notifier.ask("notifications/authorize", options=["alert"])
    asking_notifier.add("Tea")
    asking_notifier.host.today("notify", "From a script")
    expect(banner(page, "From a script")).to_be_visible()
    expect(banner(page, "Tea")).to_have_count(0)
    expect(page.locator(".question")).to_have_count(0)


# Settings


def test_switches_decide_what_an_app_may_do(notifier: Notifier, visitors) -> None:
    page, other = (visitors().sign_in(notifier.host) for _ in range(2))
    open_settings(page)
    open_settings(other)
    app = page.get_by_role("group", name="Notifier")
    for name in ("Allow Notifications", "Alerts", "Sounds", "Badges"):
        expect(app.get_by_role("switch", name=name)).to_be_checked()
    app.get_by_role("switch", name="Badges").focus()
    with page.expect_response("**/api/settings/notifications/*"):
        page.keyboard.press("Space")
    there = other.get_by_role("group", name="Notifier")
    expect(there.get_by_role("switch", name="Badges")).not_to_be_checked()
    expect(app.get_by_role("switch", name="Badges")).to_be_focused()
    expect(app).to_contain_text("Alerts, Sounds")
    assert sorted(notifier.ask("notifications/settings")["allowed"]) == ["alert", "sound"]
    there.get_by_role("switch", name="Allow Notifications").click()
    expect(app.get_by_role("switch", name="Allow Notifications")).not_to_be_checked()
    expect(app.get_by_role("switch", name="Alerts")).to_be_hidden()
    notifier.add("Nothing")
    there.get_by_role("switch", name="Allow Notifications").click()
    expect(app.get_by_role("switch", name="Alerts")).to_be_checked()
    expect(app.get_by_role("switch", name="Badges")).not_to_be_checked()
    notifier.add("Tea", badge=2)
    expect(banner(page, "Tea")).to_be_visible()
    expect(banner(page, "Nothing")).to_have_count(0)
    expect(page).to_have_title("Settings")


def test_passcode_is_set_changed_and_removed(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    open_settings(page)
    page.get_by_role("button", name="Set Passcode…").click()
    expect(sheet(page)).to_have_accessible_name("Set a Passcode")
    new, again = (sheet(page).get_by_role("textbox", name=name, exact=True) for name in ("New Passcode", "New Passcode, Again"))
    expect(new).to_be_focused()
    new.fill("1234")
    again.fill("1243")
    page.keyboard.press("Enter")
    expect(sheet(page).get_by_role("alert")).to_have_text("The passcodes do not match.")
    again.fill("1234")
    page.keyboard.press("Enter")
    expect(sheet(page)).to_have_count(0)
    change = page.get_by_role("button", name="Change Passcode…")
    change.click()
    passcode(page).fill("9999")
    new.fill("a longer one")
    again.fill("a longer one")
    page.keyboard.press("Enter")
    expect(sheet(page).get_by_role("alert")).to_have_text("That is not the passcode.")
    passcode(page).fill("1234")
    page.keyboard.press("Enter")
    expect(sheet(page)).to_have_count(0)
    page.get_by_role("button", name="Remove Passcode…").click()
    passcode(page).fill("a longer one")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Set Passcode…")).to_be_visible()
    assert notifier.host.request("GET", "/api/passcode")["isSet"] is False
    # No page keeps what was typed.
    assert page.evaluate("[...document.querySelectorAll('#sheet input')].every((input) => !input.value)")


def test_sheet_that_is_opened_before_its_last_end_is_told_is_not_forgotten(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    open_settings(page)
    # The event of a dialog's end comes with the browser's next frame.
    page.get_by_role("button", name="Set Passcode…").evaluate("""(button) => {
        const told = new Promise((resolve) => document.querySelector("#sheet").addEventListener("close", resolve));
        button.click();
        document.querySelector("#sheet").close();
        button.click();
        return told;
    }""")
    for name in ("New Passcode", "New Passcode, Again"):
        sheet(page).get_by_role("textbox", name=name, exact=True).fill("1234")
    page.keyboard.press("Enter")
    expect(sheet(page)).to_have_count(0)
    assert notifier.host.request("GET", "/api/passcode")["isSet"] is True


def test_passcode_that_is_too_short_is_explained(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    open_settings(page)
    page.get_by_role("button", name="Set Passcode…").click()
    for name in ("New Passcode", "New Passcode, Again"):
        field = sheet(page).get_by_role("textbox", name=name, exact=True)
        field.fill("123")
        # Even past the browser's own check.
        field.evaluate("(element) => element.removeAttribute('minlength')")
    page.keyboard.press("Enter")
    expect(sheet(page).get_by_role("alert")).to_contain_text("4")
    page.keyboard.press("Escape")
    expect(sheet(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Set Passcode…")).to_be_focused()


# Actions that need it


def test_first_action_that_needs_a_passcode_sets_one(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add("Tea", categoryIdentifier="all")
    open_tab(page)
    open_row(page, "Tea").get_by_role("button", name="Wipe").click()
    expect(sheet(page)).to_have_accessible_name("Set a Passcode")
    for name in ("New Passcode", "New Passcode, Again"):
        sheet(page).get_by_role("textbox", name=name, exact=True).fill("1234")
    sheet(page).get_by_role("button", name="Wipe").click()
    expect(sheet(page)).to_have_count(0)
    expect(row(page, "Tea")).to_have_count(0)
    notifier.wait_for_actions("wipe")
    assert notifier.host.request("GET", "/api/passcode")["isSet"] is True


def test_passcode_holds_a_minute_in_one_browser(notifier: Notifier, visitors) -> None:
    page, other = (visitors().sign_in(notifier.host) for _ in range(2))
    set_passcode(notifier)
    for name in ("Tea", "Cake", "Milk"):
        notifier.add(name, categoryIdentifier="all")
    open_tab(page)
    open_tab(other)
    open_row(page, "Tea").get_by_role("button", name="Wipe").click()
    expect(sheet(page)).to_have_accessible_name("Enter Passcode")
    expect(sheet(page)).to_have_accessible_description("For “Wipe”: Tea")
    expect(passcode(page)).to_be_focused()
    # Nothing is done without it.
    page.keyboard.press("Escape")
    expect(row(page, "Tea")).to_be_visible()
    row(page, "Tea").get_by_role("button", name="Wipe").click()
    passcode(page).fill("1234")
    page.keyboard.press("Enter")
    expect(row(page, "Tea")).to_have_count(0)
    expect(sheet(page)).to_have_count(0)
    open_row(page, "Cake").get_by_role("button", name="Wipe").click()
    expect(row(page, "Cake")).to_have_count(0)
    open_row(other, "Milk").get_by_role("button", name="Wipe").click()
    expect(sheet(other)).to_have_accessible_name("Enter Passcode")
    notifier.wait_for_actions("wipe", "wipe")


LATE_NEWS = """
    // The stream says that the notification is gone in the moment in which the sheet closes.
    const held = [];
    let noteHeld;
    const isHeld = new Promise((resolve) => { noteHeld = resolve; });
    const listen = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (name, handle, ...more) {
        listen.call(this, name, (event) => {
            if (!event.data?.includes('"gone":')) return handle(event);
            held.push(() => handle(event));
            noteHeld();
        }, ...more);
    };
    const ask = window.fetch;
    window.fetch = async (...request) => {
        const answer = await ask(...request);
        if (String(request[0]).includes("notifications/answer") && answer.ok) await isHeld;
        return answer;
    };
    const close = HTMLDialogElement.prototype.close;
    HTMLDialogElement.prototype.close = function (...more) {
        close.apply(this, more);
        for (const each of held.splice(0)) each();
    };
"""


def test_correct_passcode_is_not_followed_by_a_complaint(notifier: Notifier, visitor) -> None:
    set_passcode(notifier)
    visitor.context.add_init_script(LATE_NEWS)
    page = visitor.sign_in(notifier.host)
    notifier.add("Tea", categoryIdentifier="all")
    open_tab(page)
    open_row(page, "Tea").get_by_role("button", name="Wipe").click()
    passcode(page).fill("1234")
    page.keyboard.press("Enter")
    expect(sheet(page)).to_have_count(0)
    expect(row(page, "Tea")).to_have_count(0)
    notifier.wait_for_actions("wipe")
    assert page.locator("#status").text_content() == ""


def test_wrong_guesses_say_when_the_next_one_is_taken(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    set_passcode(notifier)
    notifier.add("Tea", categoryIdentifier="all")
    open_tab(page)
    open_row(page, "Tea").get_by_role("button", name="Wipe").click()
    confirm = sheet(page).get_by_role("button", name="Wipe")
    for _ in range(4):
        expect(confirm).to_be_enabled()
        passcode(page).fill("0000")
        page.keyboard.press("Enter")
        expect(sheet(page).get_by_role("alert")).not_to_be_empty()
        expect(passcode(page)).to_have_value("")
        if sheet(page).locator("[data-confirm]").is_disabled():
            break
    expect(sheet(page).get_by_role("alert")).to_contain_text("Try again in 30 seconds.")
    waiting = sheet(page).locator("[data-confirm]")
    expect(waiting).to_be_disabled()
    expect(waiting).to_have_text(re.compile(r"^\d\d s$"))
    # Not even the right one is taken now.
    passcode(page).fill("1234")
    page.keyboard.press("Enter")
    expect(row(page, "Tea")).to_have_count(1)
    assert notifier.actions == []


def test_sheet_closes_when_somebody_else_was_first(notifier: Notifier, visitors) -> None:
    page, other = (visitors().sign_in(notifier.host) for _ in range(2))
    set_passcode(notifier)
    notifier.add("Tea", categoryIdentifier="all")
    open_tab(page)
    open_row(page, "Tea").get_by_role("button", name="Wipe").click()
    expect(sheet(page)).to_be_visible()
    banner(other, "Tea").get_by_role("button", name="Plain").click()
    expect(sheet(page)).to_have_count(0)
    expect(page.locator("#status")).to_have_text("That was answered or dismissed elsewhere.")


# What another surface leaves to the page


def test_action_that_a_desktop_cannot_ask_for_is_asked_for_here(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    set_passcode(notifier)
    with NotificationWatch(notifier.host) as watch:
        notifier.add("Tea", categoryIdentifier="all")
        notification = watch.wait_for("Tea")
    url = f"{notifier.host.ready['url']}/notifications"
    page.goto(f"{url}?answer={notification['id']}&action=wipe")
    expect(sheet(page)).to_have_accessible_name("Enter Passcode")
    # The address does not ask again when the page is loaded anew.
    assert page.url == url
    assert notifier.actions == []
    passcode(page).fill("1234")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No Notifications")).to_be_visible()
    notifier.wait_for_actions("wipe")
    page.goto(f"{url}?answer={notification['id']}&action=wipe")
    expect(page.get_by_text("This notification was answered or dismissed already.")).to_be_visible()
    expect(sheet(page)).to_have_count(0)


def test_text_that_a_desktop_cannot_ask_for_is_asked_for_here(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    with NotificationWatch(notifier.host) as watch:
        notifier.add("Tea", categoryIdentifier="all")
        notification = watch.wait_for("Tea")
    page.goto(f"{notifier.host.ready['url']}/notifications?answer={notification['id']}&action=say")
    field = sheet(page).get_by_role("textbox", name="Text")
    expect(field).to_be_focused()
    field.fill("With milk")
    sheet(page).get_by_role("button", name="Send").click()
    expect(sheet(page)).to_have_count(0)
    assert [each["text"] for each in notifier.wait_for_responses()] == ["With milk"]
