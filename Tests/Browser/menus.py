"""The menus of rows on the pages of apps."""

from __future__ import annotations

from playwright.sync_api import Locator, Page


def open_menu(page: Page, title: str, by_keyboard: bool = False) -> Locator:
    """Opens the menu with the action of this title; returns the action, which has the focus if the keyboard opened it."""
    action = page.get_by_title(title)
    summary = page.locator("details.ac-more", has=action).locator("summary")
    if by_keyboard:
        summary.focus()
        page.keyboard.press("Enter")
        action.focus()
    else:
        summary.click()
    return action
