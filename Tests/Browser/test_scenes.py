"""Pages of apps in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Callable
from urllib.parse import quote

from playwright.sync_api import Page, expect

from clock import HostClock
from counter import Counter
from shopping import Shopping
from today_host import TodayHost
from waiting import eventually
from weather import Weather


def open_places(page: Page) -> None:
    """Goes from the screen to the places of the Weather app, as a person does."""
    page.get_by_role("navigation").get_by_role("link", name="Weather").click()
    page.get_by_role("link", name="Places").click()
    expect(page.get_by_role("heading", name="Places")).to_be_visible()


def test_choice_made_in_the_app_shows_on_the_screen(weather: Weather, visitor) -> None:
    page = visitor.sign_in(weather.host)
    open_places(page)
    page.get_by_role("button", name="Tokyo").click()
    expect(page.get_by_text("✓").locator("xpath=ancestor::*[contains(@class,'ac-columns')][1]")).to_contain_text("Tokyo")
    page.goto(weather.host.ready["url"])
    expect(page.locator(f'[data-widget="{weather.widget}"]')).to_contain_text("Tokyo")


def test_place_is_added(weather: Weather, visitor) -> None:
    page = visitor.sign_in(weather.host)
    open_places(page)
    page.get_by_label("Name").fill("Lisbon")
    page.locator("[name=latitude]").fill("38.72")
    page.locator("[name=longitude]").fill("-9.14")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Lisbon").first).to_be_visible()
    # What was sent does not stay in the form.
    expect(page.get_by_label("Name")).to_have_value("")


def test_bad_input_is_explained_where_it_stands(weather: Weather, visitor) -> None:
    page = visitor.sign_in(weather.host)
    open_places(page)
    page.get_by_label("Name").fill("Nowhere")
    page.locator("[name=latitude]").fill("91")
    page.locator("[name=longitude]").fill("-9.14")
    page.get_by_role("button", name="Add", exact=True).click()
    latitude = page.locator("[name=latitude]")
    error = page.locator('[data-error-for="latitude"]')
    expect(error).to_be_visible()
    expect(error).to_contain_text("90")
    expect(latitude).to_be_focused()
    expect(latitude).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Name")).to_have_value("Nowhere")
    # It goes away while it is mended.
    latitude.fill("9")
    expect(error).to_be_hidden()
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("button", name="Nowhere").first).to_be_visible()


def test_typing_survives_that_the_page_is_drawn_again(weather: Weather, visitor) -> None:
    page = visitor.sign_in(weather.host)
    open_places(page)
    name = page.get_by_label("Name")
    name.press_sequentially("São Pau")
    page.keyboard.press("ArrowLeft")
    weather.choose("Berlin")
    expect(page.get_by_text("✓").locator("xpath=ancestor::*[contains(@class,'ac-columns')][1]")).to_contain_text("Berlin")
    expect(name).to_be_focused()
    expect(name).to_have_value("São Pau")
    page.keyboard.type("x")
    expect(name).to_have_value("São Paxu")


def test_page_of_an_app_that_was_ended_still_submits(counter: Counter, visitor) -> None:
    page = visitor.sign_in(counter.host)
    page.get_by_role("navigation").get_by_role("link", name="Counter").click()
    page.get_by_label("Word").fill("moon")
    counter.host.program("counter_app").kill()
    page.get_by_role("button", name="Set").click()
    expect(page.get_by_text("word moon")).to_be_visible()


def test_what_is_entered_while_a_tap_is_answered_stays(counter: Counter, visitor) -> None:
    page = visitor.sign_in(counter.host)
    page.get_by_role("navigation").get_by_role("link", name="Counter").click()
    word = page.get_by_label("Word")
    word.fill("moon")
    gate = counter.gate("app.perform.block")
    page.get_by_role("button", name="Set").click()
    gate.wait()
    word.fill("sun")
    gate.open()
    expect(page.get_by_text("word moon")).to_be_visible()
    expect(word).to_have_value("sun")
    # It is sent by the next tap, and then it is the app's.
    page.get_by_role("button", name="Set").click()
    expect(page.get_by_text("word sun")).to_be_visible()
    expect(word).to_have_value("")


def test_what_is_ticked_while_a_tap_is_answered_stays(counter: Counter, visitor) -> None:
    page = visitor.sign_in(counter.host)
    page.get_by_role("navigation").get_by_role("link", name="Counter").click()
    loud, red, blue = (page.get_by_label(name, exact=True) for name in ("Loud", "Red", "Blue"))
    page.get_by_label("Word").fill("moon")
    loud.check()
    red.check()
    gate = counter.gate("app.perform.block")
    page.get_by_role("button", name="Set").click()
    gate.wait()
    blue.check()
    gate.open()
    expect(page.get_by_text("word moon")).to_be_visible()
    expect(red).to_be_checked()
    expect(blue).to_be_checked()
    # What was sent is as the app draws it.
    expect(loud).not_to_be_checked()


def test_button_that_is_pressed_keeps_the_keyboard(counter: Counter, visitor) -> None:
    page = visitor.sign_in(counter.host)
    page.get_by_role("navigation").get_by_role("link", name="Counter").click()
    page.get_by_label("Word").fill("moon")
    button = page.get_by_role("button", name="Set")
    gate = counter.gate("app.perform.block")
    button.focus()
    page.keyboard.press("Enter")
    gate.wait()
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-busy", "true")
    gate.open()
    expect(page.get_by_text("word moon")).to_be_visible()
    expect(button).to_be_focused()


def test_way_back_leads_through_the_pages(shared_weather: Weather, visitor) -> None:
    page = visitor.sign_in(shared_weather.host)
    open_places(page)
    back = page.locator(".back")
    expect(back).not_to_have_text("Today")
    back.click()
    expect(page.get_by_text("Visibility")).to_be_visible()
    expect(back).to_have_text("Today")
    back.click()
    expect(page.locator("h1.date")).to_be_visible()


def test_address_that_no_app_opens_is_a_calm_page(shared_counter: Counter, visitor) -> None:
    page = visitor.sign_in(shared_counter.host)
    response = page.goto(f"{shared_counter.host.ready['url']}/open?url=nothing%3A%2F%2F")
    assert response.status == 404
    expect(page.get_by_role("heading", name="Not Here")).to_be_visible()
    page.get_by_role("link", name="Go to Today").click()
    expect(page.locator("h1.date")).to_be_visible()


def test_tap_may_open_another_page(shared_counter: Counter, visitor) -> None:
    page = visitor.sign_in(shared_counter.host)
    expect(page.get_by_role("button", name="Add")).to_be_visible()
    # The card's own button has no address to open; what its tap carries does. Both at once, since the card may be drawn
    # again at any time.
    page.evaluate(
        """() => {
            const button = document.querySelector("[data-action=execute]");
            button.dataset.payload = '{"open": "counter://"}';
            button.click();
        }"""
    )
    page.wait_for_url("**/app?url=*")
    expect(page.get_by_role("heading", name="Counter")).to_be_visible()


def test_back_goes_back_in_the_history_to_where_the_person_was(shared_weather: Weather, visitors) -> None:
    page = visitors(390, 300).sign_in(shared_weather.host)
    link = page.get_by_role("navigation").get_by_role("link", name="Weather")
    page.evaluate("document.addEventListener('click', () => sessionStorage.setItem('y', String(scrollY)), true)")
    link.click()
    expect(page.locator("#card").get_by_role("link", name="Places")).to_be_visible()
    before = float(page.evaluate("sessionStorage.getItem('y')"))
    assert before > 0, "the page is high enough to scroll"
    page.locator(".back").click()
    expect(page.locator("h1.date")).to_be_visible()
    eventually(lambda: abs(page.evaluate("scrollY") - before) < 2, f"the place {before}")
    # The browser's own Back does not lead to what was just left.
    assert page.evaluate("navigation.canGoForward")


def test_back_of_a_page_that_was_opened_by_its_address_takes_its_place(shared_weather: Weather, visitor) -> None:
    page = visitor.sign_in(shared_weather.host)
    url = shared_weather.host.ready["url"] + "/settings"
    other = visitor.page()
    other.goto(url)
    other.locator(".back").click()
    expect(other.locator("h1.date")).to_be_visible()
    # No entry of the history leads to Settings again.
    assert not other.evaluate("navigation.canGoForward")
    assert other.evaluate("navigation.currentEntry.index") == 0
    page.close()


def test_a_page_is_drawn_again_at_the_change_of_day(stopped_host: TodayHost, tmp_path: Path, visitor) -> None:
    clock = HostClock(tmp_path / "clock.json", now="2026-11-21T22:59:00Z")
    stopped_host.arguments = ["--clock-file", str(clock.file)]
    stopped_host.start()
    shopping = Shopping(stopped_host)
    shopping.install()
    page = visitor.sign_in(stopped_host)
    page.goto(f"{stopped_host.ready['url']}/app?url={quote(Shopping.URL, safe='')}")
    page.get_by_label("New item").fill("half a wo")
    with page.expect_response("**/app/card?*"):
        clock.set("2026-11-21T23:00:10Z")
    expect(page.get_by_label("New item")).to_have_value("half a wo")


def test_weather_shows_what_it_knew_while_there_is_no_network(weather: Weather, visitor) -> None:
    with weather.host.watch() as watch:
        temperature = weather.wait_until_fresh(watch)
    page = visitor.sign_in(weather.host)
    weather.provider.rule("drop")
    # The answer that is kept must be too old to be shown without a word.
    weather.age_responses()
    page.goto(f"{weather.host.ready['url']}/app?url={quote(weather.scene_url, safe='')}")
    expect(page.locator("#card").get_by_text(temperature, exact=True).first).to_be_visible()
    expect(page.locator("#card").get_by_text("Updated")).to_be_visible()
    expect(page.locator("#card")).to_contain_text("cannot be reached")


#: Notes in each page what moves when it is first drawn, or that the browser makes no transition.
NOTE_TRANSITION = """addEventListener("pagereveal", async (event) => {
    window.moved = event.viewTransition
        ? event.viewTransition.ready.then(() =>
            document.getAnimations().map((animation) => animation.effect.pseudoElement).filter(Boolean))
        : Promise.resolve([]);
});"""


def test_card_grows_into_the_page_that_it_opens(shared_weather: Weather, visitors) -> None:
    for motion, grows in (("no-preference", True), ("reduce", False)):
        visitor = visitors(reduced_motion=motion)
        visitor.context.add_init_script(NOTE_TRANSITION)
        page = visitor.sign_in(shared_weather.host)
        # The first page may load itself again, since the host has learned the time zone.
        page.goto(shared_weather.host.ready["url"])
        expect(page.locator("html.js")).to_be_visible()
        # The page is drawn before its script has run, however late that is.
        page.route("**/assets/**", lambda route: route.abort())
        page.locator(".widget .name a").click()
        page.wait_for_url("**/app?url=*")
        expect(page.locator("main.scene")).to_be_visible()
        moved = page.evaluate("window.moved")
        assert ("::view-transition-group(grown)" in moved) == grows, "".join(moved)
        assert grows or moved == []


def test_app_that_was_ended_between_requests_says_why_on_its_page(
    host: TodayHost, visitor, fixture_app: Callable[..., Path]
) -> None:
    host.install(fixture_app("swelling", app="hostile_app"))
    page = visitor.sign_in(host)
    page.goto(f"{host.ready['url']}/app?url={quote('swelling://', safe='')}")
    expect(page.get_by_text("nothing to see")).to_be_visible()
    reason = re.compile(r"^Swelling used \d+ MiB of memory; its limit is 256 MiB\.")
    expect(page.locator("#problem")).to_have_text(reason)
    [entry] = [each for each in host.today_json("why", "test.swelling") if reason.match(each.get("message", ""))]
    assert entry["peakMemory"] > 256 << 20
    # It is not started again before somebody asks for something, and what it showed stays to be read.
    expect(page.get_by_text("nothing to see")).to_be_visible()
    eventually(lambda: "nothing to see" in page.reload().text(), "the page, drawn by a new process")
    expect(page.locator("#problem")).to_be_hidden()
