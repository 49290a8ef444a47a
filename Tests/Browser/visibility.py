"""Whether a page is visible, as the browser tells its script."""

from __future__ import annotations

from playwright.sync_api import Page


def set_hidden(page: Page, is_hidden: bool) -> None:
    """Hides a page as another tab over it does, or shows it again."""
    page.evaluate(
        """(isHidden) => {
            Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        is_hidden,
    )
