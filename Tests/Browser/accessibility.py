"""The rules of axe-core, asked of a page."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def violations(page: Page) -> list[str]:
    """What breaks a rule on a page: the rule, and the element."""
    # What slides in is measured where it comes to rest.
    page.evaluate("Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)))")
    results = Axe().run(page).response["violations"]
    return [f"{rule['id']}: {node['html'][:200]}" for rule in results for node in rule["nodes"]]
