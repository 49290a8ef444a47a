"""Banners in a real browser: how long they stay, what they offer, and on which page they show."""

from __future__ import annotations

from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

from notifier import CATEGORY, Notifier
from pictures import contrasts
from test_notifications import banner, follow, fresh_row, open_tab, row
from waiting import eventually

MINIMAL = {**CATEGORY, "identifier": "minimal", "minimalActions": [CATEGORY["actions"][1], CATEGORY["actions"][3]]}

#: The background and the text of a destructive action on a banner and in an alert.
DESTRUCTIVE = ["rgb(215, 0, 21)", "rgb(255, 255, 255)"]


def drawn(button: Locator) -> list[str]:
    """The colors of the background and of the text."""
    return button.evaluate("(element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).color]")


def steady(page: Page) -> Page:
    """The page with a clock that tests may move on."""
    page.clock.install()
    page.reload()
    expect(page.locator("h1.date")).to_be_visible()
    return page


def test_banner_slides_in_on_every_page_and_passes(notifier: Notifier, visitors) -> None:
    here = steady(visitors(banners_pass=True).sign_in(notifier.host))
    elsewhere = visitors().sign_in(notifier.host)
    elsewhere.goto(f"{notifier.host.ready['url']}/app?url={quote(notifier.SCENE, safe='')}")
    # The app in front says how it shows; this one shows it as always.
    notifier.write("present.json", '{"options": ["banner", "list"]}')
    expect(elsewhere.get_by_role("heading", name="Notifier")).to_be_visible()
    notifier.add("Tea", body="It is ready.", categoryIdentifier="all")
    for page in (here, elsewhere):
        expect(banner(page, "Tea")).to_be_visible()
        expect(banner(page, "Tea")).to_contain_text("It is ready.")
        expect(page.locator("#announcer")).to_have_text("Notifier, Tea, It is ready.")
    here.clock.fast_forward(6500)
    expect(banner(here, "Tea")).to_have_count(0)
    # That it passed withdraws nothing.
    open_tab(here)
    expect(row(here, "Tea")).to_be_visible()


def test_banner_stays_for_whoever_is_at_it(notifier: Notifier, visitors) -> None:
    page = steady(visitors(banners_pass=True).sign_in(notifier.host))
    notifier.add("Tea", categoryIdentifier="all")
    banner(page, "Tea").hover()
    page.clock.fast_forward(60_000)
    expect(banner(page, "Tea")).to_be_visible()
    banner(page, "Tea").get_by_role("button", name="Plain").focus()
    page.mouse.move(10, 700)
    page.clock.fast_forward(60_000)
    expect(banner(page, "Tea")).to_be_visible()
    page.get_by_role("link", name="Settings").focus()
    page.clock.fast_forward(6500)
    expect(banner(page, "Tea")).to_have_count(0)


def test_banner_shows_the_actions_of_the_minimal_context(notifier: Notifier, visitor) -> None:
    notifier.offer(CATEGORY, MINIMAL)
    page = visitor.sign_in(notifier.host)
    notifier.add("First two", categoryIdentifier="all")
    expect(banner(page, "First two").locator(".choice:visible")).to_have_text(["Plain", "Say"])
    notifier.add("Chosen two", categoryIdentifier="minimal")
    expect(banner(page, "Chosen two").locator(".choice:visible")).to_have_text(["Say", "Wipe"])
    # The destructive one is white on red in both themes.
    red = banner(page, "Chosen two").get_by_role("button", name="Wipe")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert drawn(red) == DESTRUCTIVE
    # In the list its text is red, which can be read, also under the pointer.
    open_tab(page)
    row(page, "Chosen two").locator("summary").press("Enter")
    wipe = row(page, "Chosen two").get_by_role("button", name="Wipe")
    for scheme, red in (("light", "rgb(168, 32, 26)"), ("dark", "rgb(255, 105, 97)")):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for point_elsewhere in (True, False):
            page.mouse.move(0, 0) if point_elsewhere else wipe.hover()
            background, color = drawn(wipe)
            assert color == red and background != DESTRUCTIVE[0]
            ratios = [ratio for ratio, text in contrasts(page) if text == "Wipe"]
            assert ratios and min(ratios) >= 4.5, (scheme, ratios)


def test_banner_expands_to_all_of_its_actions(notifier: Notifier, visitors) -> None:
    page = steady(visitors(banners_pass=True).sign_in(notifier.host))
    notifier.add("Tea", categoryIdentifier="all", body="A long text. " * 40)
    said = banner(page, "Tea").locator(".said")
    expect(said).to_have_attribute("aria-expanded", "false")
    low = banner(page, "Tea").bounding_box()["height"]
    page.keyboard.press("F8")
    page.keyboard.press("Enter")
    expect(said).to_have_attribute("aria-expanded", "true")
    expect(banner(page, "Tea").locator(".choice:visible")).to_have_text(["Plain", "Say", "Show", "Wipe", "Open"])
    assert banner(page, "Tea").bounding_box()["height"] > low + 100
    # Expanded, it stays.
    page.get_by_role("link", name="Settings").focus()
    page.clock.fast_forward(60_000)
    banner(page, "Tea").get_by_role("button", name="Show").click()
    notifier.wait_for_actions("show")


def test_delete_dismisses_the_banner_that_has_the_focus(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add("Tea", categoryIdentifier="all")
    banner(page, "Tea").get_by_role("button", name="Say").click()
    field = banner(page, "Tea").get_by_role("textbox")
    field.fill("xy")
    field.press("Home")
    field.press("Delete")
    expect(field).to_have_value("y")
    expect(banner(page, "Tea")).to_be_visible()
    page.keyboard.press("F8")
    page.keyboard.press("Delete")
    expect(banner(page, "Tea")).to_have_count(0)
    # It is dismissed, and has not only passed.
    open_tab(page)
    expect(row(page, "Tea")).to_have_count(0)


def test_one_long_word_is_broken(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    word = "Donaudampfschifffahrtsgesellschaftskapitänsmützenhalterungsverordnung"
    notifier.add("Long", title=word, body=f"https://example.org/{'path' * 30}", categoryIdentifier="all")
    expect(banner(page, word)).to_be_visible()
    box = banner(page, word).locator(".title").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    assert banner(page, word).bounding_box()["width"] <= 374
    open_tab(page)
    expect(row(page, word)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_at_most_three_banners_show(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    for name in ("One", "Two", "Three", "Four"):
        notifier.add(name)
        expect(banner(page, name)).to_be_visible()
    expect(banner(page, "One")).to_have_count(0)
    expect(page.locator("#banners > li .title")).to_have_text(["Four", "Three", "Two"])
    expect(page.locator("#count")).to_have_text("4")


def test_banner_that_is_replaced_says_the_new_words(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add("tea", title="Tea in a minute")
    expect(banner(page, "Tea in a minute")).to_be_visible()
    notifier.add("tea", title="Tea now")
    expect(banner(page, "Tea now")).to_be_visible()
    expect(page.locator("#banners > li")).to_have_count(1)
    expect(page.locator("#count")).to_have_text("1")


def test_dismissed_banner_is_dismissed_everywhere(notifier: Notifier, visitors) -> None:
    pages = [visitors().sign_in(notifier.host) for _ in range(2)]
    notifier.add("Tea", categoryIdentifier="all")
    for page in pages:
        expect(banner(page, "Tea")).to_be_visible()
    banner(pages[0], "Tea").get_by_role("button", name="Dismiss").click()
    for page in pages:
        expect(banner(page, "Tea")).to_have_count(0)
        expect(page.locator("#count")).to_be_hidden()
    notifier.wait_for_actions("today.dismiss")


def test_app_in_front_decides_how_it_shows(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    page.goto(f"{notifier.host.ready['url']}/app?url={quote(notifier.SCENE, safe='')}")
    expect(page.get_by_role("heading", name="Notifier")).to_be_visible()
    notifier.write("present.json", '{"options": ["list"]}')
    notifier.add("Quiet")
    notifier.write("present.json", '{"options": ["banner", "list"]}')
    notifier.add("Loud")
    expect(banner(page, "Loud")).to_be_visible()
    expect(banner(page, "Quiet")).to_have_count(0)
    assert notifier.lines("presented.txt") == ["Quiet", "Loud"]


def test_banner_shows_on_the_page_that_was_being_loaded_and_only_once(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    # The page is there, and its stream is not: a notification arrives meanwhile.
    held = []
    page.route("**/events?*", lambda route: held.append(route))
    open_tab(page)
    eventually(lambda: page.evaluate("1") and held, "the request for the stream")
    notifier.add("Tea")
    held[0].continue_()
    expect(fresh_row(page, "Tea")).to_be_visible()
    page.unroute("**/events?*")
    # The next page of the tab does not show it again.
    follow(page, "Settings")
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()
    notifier.add("Cake")
    expect(banner(page, "Cake")).to_be_visible()
    expect(page.locator("#banners > li")).to_have_count(1)


def test_keyboard_reaches_a_banner_and_leaves_it(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add("Tea", categoryIdentifier="all")
    expect(banner(page, "Tea")).to_be_visible()
    page.keyboard.press("F8")
    expect(banner(page, "Tea").locator(".said")).to_be_focused()
    page.keyboard.press("Tab")
    expect(banner(page, "Tea").get_by_role("button", name="Plain")).to_be_focused()
    page.keyboard.press("Escape")
    expect(banner(page, "Tea")).to_have_count(0)
    expect(page.locator(".tabs [aria-current]")).to_be_focused()
    # It only went out of the way.
    expect(page.locator("#count")).to_have_text("1")
