"""What a hostile card may not do to the page that shows it, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from counter import Counter
from today_host import ROOT

PATTERNS = [
    "^a+$", "^(a+)+$", "(a|b)*c", r"^\d{3}-\d{4}$", "^[A-Z][a-z]*$", "", "^$", "a{2,3}", "^a{2,}b?$", r"\.", r"[^\]]x",
    "^(?:ab|cd){2}$", r"^[^@\s]+@[^@\s]+\.[^@\s]+$", "x*?y", "()*a", "(a?){3}$", "a|", "^(|a)b$", "^.$", r"\u0041", "[a-z]{0}b",
]
TEXTS = ["", "a", "aa", "ab", "b", "abc", "cab", "123-4567", "Abc", "cdab", "]x", "yx", "me@x.org", "me@x", "A", "\n", "é", "."]


@pytest.fixture
def form(shared_counter: Counter, visitor) -> Page:
    """The page of an app with an input."""
    page = visitor.sign_in(shared_counter.host)
    page.goto(f"{shared_counter.host.ready['url']}/app?url=counter%3A%2F%2F")
    expect(page.get_by_label("Word")).to_be_visible()
    return page


#: The module that matches patterns, as part of a function; it imports nothing.
MATCHER = (ROOT / "Sources/Surfaces/TodayWeb/Assets/Scripts/patterns.js").read_text().replace("export function", "function")


def test_pattern_that_backtracks_does_not_freeze_the_page(form: Page) -> None:
    field = form.get_by_label("Word")
    field.evaluate("(field) => { field.dataset.regex = '^(a+)+$'; }")
    field.fill("a" * 39 + "!")  # As long as the input lets it be.
    form.set_default_timeout(5000)  # A browser's own matcher would need years.
    form.get_by_role("button", name="Set").click()
    expect(field).to_have_attribute("aria-invalid", "true")
    assert form.evaluate("1 + 1") == 2


def test_patterns_match_what_they_match_in_a_browser(form: Page) -> None:
    differences = form.evaluate(
        "([patterns, texts]) => {" + MATCHER + """
            return patterns.flatMap((pattern) => texts
                .filter((text) => matchesPattern(pattern, text) !== new RegExp(pattern).test(text))
                .map((text) => [pattern, text]));
        }""",
        [PATTERNS, TEXTS],
    )
    assert differences == []


def test_pattern_that_cannot_be_bounded_is_not_checked(form: Page) -> None:
    patterns = ["(?=a)", r"\1(a)", "a**", "(a", "[", r"\b", "a{5000}", "(a{100}){100}", "(" * 100 + "a" + ")" * 100]
    checked = form.evaluate(
        "(patterns) => {" + MATCHER + """
            return patterns.filter((pattern) => matchesPattern(pattern, "a") !== null);
        }""",
        patterns,
    )
    assert checked == []
