"""What a person does while they edit the screen in its place."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect


def edit(page: Page) -> None:
    """Starts editing, and waits until the tools of the cards can be used."""
    page.get_by_role("button", name="Edit", exact=True).click()
    expect(page.get_by_role("heading", name="Add Widgets")).to_be_visible()


def open_menu(page: Page, name: str) -> Locator:
    """Opens the menu of a widget while the screen is edited."""
    page.get_by_role("button", name=f"Options of {name}, ").click()
    menu = page.get_by_role("menu")
    expect(menu).to_be_visible()
    return menu


def choose(page: Page, name: str, item: str) -> None:
    """Chooses an item of the menu of a widget."""
    open_menu(page, name).get_by_role("menuitem", name=item, exact=True).click()


def order(page: Page) -> Locator:
    """The names of the widgets in the order of the screen."""
    return page.locator("#widgets > .widget .name")
