"""A widget that is added twice in Edit, and configured there."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from counter import Counter
from editing import choose, edit, open_menu
from weather import Weather


def widgets(page: Page):
    return page.locator("section.widget")


def configure(page: Page, name: str, place: str, item: str = "Configure") -> None:
    edit(page)
    choose(page, name, item)
    page.get_by_label("Place").select_option(label=place)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("h1.date")).to_be_visible()


def test_two_places_side_by_side(weather: Weather, visitor, screenshots: Path) -> None:
    page = visitor.sign_in(weather.host)
    expect(widgets(page)).to_have_count(1)
    configure(page, "Weather", "Tokyo", "Add Another")
    expect(widgets(page)).to_have_count(2)
    second = widgets(page).filter(has=page.get_by_role("heading", name="Weather 2"))
    expect(second).to_contain_text("Tokyo")
    expect(widgets(page).first).to_contain_text("Cupertino, CA")
    page.screenshot(path=screenshots / "instances.png", full_page=True)

    weather.host.stop()
    weather.host.start()
    page = visitor.sign_in(weather.host)
    expect(widgets(page)).to_have_count(2)
    expect(widgets(page).nth(1)).to_contain_text("Tokyo")


def test_what_cannot_be_configured_is_not_offered_again(counter: Counter, weather: Weather, visitor) -> None:
    page = visitor.sign_in(weather.host)
    edit(page)
    expect(open_menu(page, "Weather").get_by_role("menuitem", name="Add Another")).to_be_visible()
    page.keyboard.press("Escape")
    menu = open_menu(page, "Counter")
    for item in ("Add Another", "Configure"):
        expect(menu.get_by_role("menuitem", name=item)).to_have_count(0)


def test_removing_one_with_a_configuration_asks(weather: Weather, visitor) -> None:
    page = visitor.sign_in(weather.host)
    configure(page, "Weather", "Tokyo", "Add Another")
    expect(widgets(page)).to_have_count(2)
    edit(page)
    page.get_by_role("button", name="Remove Weather 2").click()
    dialog = page.get_by_role("dialog", name="Remove Weather 2")
    expect(dialog).to_contain_text("Its configuration is removed with it.")
    dialog.get_by_role("button", name="Cancel").click()
    expect(widgets(page)).to_have_count(2)
    page.get_by_role("button", name="Remove Weather 2").click()
    dialog.get_by_role("button", name="Remove Weather 2").click()
    expect(widgets(page)).to_have_count(1)


def test_the_form_shows_what_is_in_force_and_refuses_what_there_is_not(weather: Weather, visitor) -> None:
    page = visitor.sign_in(weather.host)
    configure(page, "Weather", "Berlin")
    expect(widgets(page)).to_contain_text("Berlin")
    edit(page)
    choose(page, "Weather", "Configure")
    field = page.get_by_label("Place")
    expect(field).to_have_value("Berlin")
    # A browser that does not keep to the choices.
    field.evaluate("(field) => { field.selectedOptions[0].value = 'Atlantis'; }")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert").filter(has_text="none of the choices")).to_be_visible()
    field.select_option(label="As chosen in the app")
    page.get_by_role("button", name="Save").click()
    expect(widgets(page)).to_contain_text("Cupertino, CA")


def test_own_places_are_offered_and_one_that_is_gone_is_named(weather: Weather, visitor) -> None:
    host = weather.host
    name = "*Reykjavík* <b>"
    own = [{"name": name, "latitude": 64.15, "longitude": -21.94}, {"name": "Tokyo", "latitude": 1, "longitude": 1}, "Oslo", 5]
    host.today("defaults", "write", "group.today.weather", "places", json.dumps(own), "--json")
    page = visitor.sign_in(host)
    page.goto(f"{host.ready['url']}/widgets/{weather.widget}/configuration")
    assert page.get_by_label("Place").locator("option").all_text_contents() == [
        "As chosen in the app", "My Location", "Cupertino", "Redmond", "Menlo Park", "Mountain View", "Tokyo", "Berlin", name,
        "Oslo",
    ]
    host.today("defaults", "write", "group.today.weather", "places", json.dumps(own[:1]), "--json")
    page.get_by_label("Place").select_option(label=name)
    page.get_by_role("button", name="Save").click()
    expect(widgets(page)).to_contain_text(name)
    host.today("defaults", "write", "group.today.weather", "places", "[]", "--json")
    host.today("reload", weather.widget, status=1)
    expect(widgets(page)).to_contain_text(re.compile(f"no place.*{re.escape(name)}|{re.escape(name)}.*no place", re.IGNORECASE))


def test_edit_fits_with_its_tools(weather: Weather, visitor, screenshots: Path) -> None:
    page = visitor.sign_in(weather.host)
    configure(page, "Weather", "Tokyo", "Add Another")
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(weather.host.ready["url"])
        edit(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for widget in widgets(page).all():
            box = widget.bounding_box()
            for part in widget.locator(".edit-tools button").all():
                inner = part.bounding_box()
                assert box["x"] <= inner["x"] and inner["x"] + inner["width"] <= box["x"] + box["width"] + 0.5
                assert min(inner["width"], inner["height"]) >= 44
        menu = open_menu(page, "Weather 2")
        box = menu.bounding_box()
        assert 0 <= box["x"] and box["x"] + box["width"] <= width
        page.screenshot(path=screenshots / f"edit-instances-{width}.png", full_page=True)
