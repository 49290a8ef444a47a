"""The list of messages in a real browser: searched, chosen, deleted, and in step on several pages."""

from __future__ import annotations

from playwright.sync_api import expect

from messages import Messages
from test_messages import DINNER, frame, go, widget
from waiting import eventually


def test_messages_are_searched_chosen_and_deleted(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    for title, body in (("Dinner", "Soup"), ("Lunch", "Bread"), ("Breakfast", "Porridge")):
        messages.send(title, body, content_type="text/plain")
    messages.wait_for("Dinner", "Lunch", "Breakfast")
    go(page, Messages.URL)
    expect(page.get_by_text("3 unread")).to_be_visible()
    page.get_by_placeholder("Search").fill("porridge")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Open Breakfast, unread")).to_be_visible()
    expect(page.get_by_placeholder("Search")).to_be_focused()
    expect(page.get_by_role("link", name="Open Dinner, unread")).to_have_count(0)
    page.get_by_role("link", name="Show All Messages").click()
    expect(page.get_by_role("link", name="Open Dinner, unread")).to_be_visible()
    page.get_by_role("link", name="Select").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Choose messages first.")).to_be_visible()
    messages_there = page.get_by_role("group", name="Messages")
    messages_there.get_by_role("checkbox", name="Dinner").check()
    messages_there.get_by_role("checkbox", name="Lunch").check()
    page.get_by_role("button", name="Mark as Read").click()
    expect(page).to_have_title("(1) Select Messages")
    # The number in the title may come before the page is drawn again with nothing chosen.
    expect(page.get_by_role("checkbox", name="Dinner")).not_to_be_checked()
    page.get_by_role("checkbox", name="Dinner").check()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("checkbox", name="Dinner")).to_have_count(0)
    page.get_by_role("link", name="Done").click()
    expect(page.get_by_role("link", name="Open Lunch")).to_be_visible()
    messages.wait_for("Lunch", "Breakfast")


def test_person_writes_messages_on_the_page(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    go(page, Messages.URL)
    page.get_by_role("link", name="Send", exact=True).click()

    def write(title: str, to: str = "", silent: bool = False) -> None:
        expect(page.get_by_role("heading", name="Send a Message")).to_be_visible()
        page.get_by_role("textbox", name="Title").fill(title)
        page.get_by_role("textbox", name="Text").fill("Soup\nand bread")
        page.get_by_placeholder("Everybody").fill(to)
        page.get_by_role("switch", name="Silent").set_checked(silent)
        page.get_by_role("button", name="Send", exact=True).click()

    write("")
    expect(page.get_by_role("alert").get_by_text("Enter a title")).to_be_visible()
    for title, to, silent in (
        ("Dinner", "", False),
        ("Quiet", messages.host.request("GET", "/api/cloud")["user"], True),
        ("Last", "", True),
    ):
        write(title, to, silent)
        expect(page.get_by_text("The message was sent.")).to_be_visible()
        expect(page.get_by_role("textbox", name="Title")).to_have_value("")
    write("Not sent", "nobody-here")
    expect(page.get_by_role("alert").get_by_text("the cloud knows no person \"nobody-here\"")).to_be_visible()
    expect(page.get_by_text("The message was sent.")).to_have_count(0)
    expect(page.get_by_role("textbox", name="Title")).to_have_value("Not sent")
    messages.wait_for("Dinner", "Quiet", "Last")
    notifications = lambda: messages.host.today_json("notifications", "list")["notifications"]
    eventually(lambda: [each["title"] for each in notifications()] == ["Dinner"], "the only notification")
    page.get_by_role("link", name="Messages").click()
    expect(page.get_by_role("link", name="Open Quiet, unread")).to_be_visible()


def test_what_takes_the_place_of_what_was_deleted_is_not_chosen(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    for title in ("Dinner", "Lunch", "Breakfast"):
        messages.send(title, "Soup", content_type="text/plain")
    messages.wait_for("Dinner", "Lunch", "Breakfast")
    go(page, Messages.URL)
    page.get_by_role("link", name="Select").click()
    page.get_by_role("link", name="Select All").click()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(3)
    page.get_by_role("button", name="Mark as Read").click()
    expect(page.get_by_role("link", name="Select All")).to_be_visible()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(0)
    page.get_by_role("link", name="Select All").click()
    page.get_by_role("checkbox", name="Dinner").uncheck()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("link", name="Select All")).to_be_visible()
    expect(page.get_by_role("checkbox")).to_have_count(1)
    expect(page.get_by_role("checkbox", name="Dinner")).not_to_be_checked()


def test_what_is_chosen_stays_chosen_when_another_arrives(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    for title in ("Dinner", "Lunch", "Breakfast"):
        messages.send(title, "Soup", content_type="text/plain")
    messages.wait_for("Dinner", "Lunch", "Breakfast")
    go(page, f"{Messages.URL}?select=all")
    for title in ("Dinner", "Breakfast"):
        page.get_by_role("checkbox", name=title).uncheck()
    page.get_by_role("checkbox", name="Lunch").focus()
    messages.send("Tea", "Green", content_type="text/plain")
    expect(page.get_by_role("checkbox", name="Tea")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Lunch")).to_be_focused()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(1)
    expect(page.get_by_role("checkbox", name="Lunch")).to_be_checked()
    # What is gone leaves the others as they are, too.
    [dinner] = [each for each in messages.inbox() if each["title"] == "Dinner"]
    messages.host.today("inbox", "delete", dinner["id"])
    expect(page.get_by_role("checkbox", name="Dinner")).to_have_count(0)
    expect(page.get_by_role("checkbox", name="Lunch")).to_be_focused()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(1)


def test_keyboard_stays_at_its_row_when_another_arrives(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    # Two of one name are two rows.
    for title in ("Dinner", "Lunch", "Lunch"):
        messages.send(title, "Soup", content_type="text/plain")
    messages.wait_for("Dinner", "Lunch", "Lunch")
    go(page, Messages.URL)
    page.get_by_role("link", name="Open Dinner, unread").focus()
    # Its ring stands as far from the one edge as from the other.
    ring = page.get_by_role("link", name="Open Dinner, unread").bounding_box()
    box = page.locator(".ac-padded").bounding_box()
    assert abs((ring["x"] - box["x"]) - (box["x"] + box["width"] - ring["x"] - ring["width"])) < 1
    messages.send("Tea", "Green", content_type="text/plain")
    expect(page.get_by_role("link", name="Open Tea, unread")).to_be_visible()
    expect(page.get_by_role("link", name="Open Dinner, unread")).to_be_focused()
    expect(page.get_by_role("link", name="Open Lunch, unread")).to_have_count(2)


def test_keyboard_brings_a_row_out_from_under_the_bar(messages: Messages, visitors) -> None:
    page = visitors(375, 400).sign_in(messages.host)
    for number in range(12):
        messages.send(f"Number {number}", "Soup", content_type="text/plain", silent=True)
    messages.wait_for(*(f"Number {number}" for number in range(12)))
    go(page, Messages.URL)
    page.get_by_role("link", name="Open Number 0, unread").focus()
    for number in range(1, 12):
        page.keyboard.press("Shift+Tab")
        link = page.get_by_role("link", name=f"Open Number {number}, unread")
        expect(link).to_be_focused()
        assert link.bounding_box()["y"] >= page.locator(".bar").bounding_box()["height"]


def test_icon_that_cannot_be_had_leaves_no_broken_picture(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    messages.send("Dinner", "Soup", icons={"list_icon": "https://example.invalid/none.png"})
    messages.wait_for("Dinner")
    go(page, Messages.URL)
    picture = page.locator(".ac-picture")
    expect(picture).to_have_attribute("data-broken", "")
    expect(picture).to_be_hidden()
    # Drawn again, it stays so.
    messages.send("Tea", "Green")
    expect(page.get_by_role("link", name="Open Tea, unread")).to_be_visible()
    expect(page.get_by_text("T", exact=True)).to_be_visible()
    expect(picture).to_be_hidden()


def test_pages_keep_in_step(messages: Messages, visitor) -> None:
    first = visitor.sign_in(messages.host)
    go(first, Messages.URL)
    expect(first.get_by_text("No messages")).to_be_visible()
    second = visitor.page()
    second.goto(first.evaluate("location.origin"))
    messages.send("Dinner", DINNER)
    expect(first.get_by_role("link", name="Open Dinner, unread")).to_be_visible()
    messages.wait_for("Dinner")
    go(second, messages.url("Dinner"))
    expect(first.get_by_role("link", name="Open Dinner", exact=True)).to_be_visible()
    second.get_by_role("button", name="Delete").click()
    expect(second.get_by_text("No messages")).to_be_visible()
    expect(first.get_by_text("No messages")).to_be_visible()


def test_no_way_leads_back_to_what_was_deleted(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    for title in ("Dinner", "Lunch"):
        messages.send(title, DINNER)
    messages.wait_for("Dinner", "Lunch")
    expect(widget(page)).to_contain_text("Lunch")
    widget(page).get_by_role("link", name="Open Dinner, unread").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("link", name="Open Lunch, unread")).to_be_visible()
    expect(page.get_by_role("link", name="Open Dinner, unread")).to_have_count(0)
    expect(page.locator(".back")).to_have_text("Today")
    page.go_back()
    expect(page.locator("h1.date")).to_be_visible()


def test_message_that_is_gone_says_so_and_offers_the_list(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    messages.send("Dinner", DINNER)
    messages.wait_for("Dinner")
    url = messages.url("Dinner")
    go(page, url)
    expect(frame(page).get_by_role("heading", name="Soup")).to_be_visible()
    messages.host.today("inbox", "delete", url.split("/")[-1])
    expect(page.get_by_text("This message was deleted or has expired")).to_be_visible()
    expect(page.locator("#body")).to_have_count(0)
    page.get_by_role("link", name="All Messages").click()
    expect(page.get_by_text("No messages")).to_be_visible()


def test_widget_hides_while_empty_if_the_person_wishes(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    expect(page.get_by_role("region", name="Set Up More")).to_contain_text("Send yourself a message")
    go(page, Messages.URL)
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("switch", name="Hide the widget").check()
    page.get_by_role("button", name="Save").click()
    screen = visitor.page()
    screen.goto(page.evaluate("location.origin"))
    expect(screen.get_by_text("Nothing Now")).to_be_visible()
    messages.send("Dinner", DINNER)
    expect(widget(screen)).to_contain_text("Dinner")
    [message] = messages.wait_for("Dinner")
    messages.host.today("inbox", "delete", message["id"])
    expect(widget(screen)).to_have_count(0)


def test_with_forced_colors_what_is_pressed_can_be_seen(messages: Messages, visitors) -> None:
    page = visitors(forced_colors="active").sign_in(messages.host)
    messages.send("Dinner", DINNER)
    expect(widget(page)).to_contain_text("Dinner")
    page.get_by_role("button", name="Edit").click()
    remove = page.get_by_role("button", name="Remove Messages")
    assert remove.evaluate("(button) => getComputedStyle(button, '::before').forcedColorAdjust") == "none"
    go(page, f"{Messages.URL}settings")
    switch = page.get_by_role("switch", name="Hide the widget")
    for element in (switch, page.get_by_role("button", name="Save"), page.get_by_role("link", name="Messages")):
        assert element.evaluate("(element) => getComputedStyle(element).borderTopStyle") == "solid"
    looks = []
    for is_on in (False, True):
        switch.set_checked(is_on)
        looks.append(switch.evaluate(
            """(element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element, "::before").backgroundColor]"""
        ))
        assert looks[-1][0] != looks[-1][1]
    assert looks[0][0] != looks[1][0]
