"""What the widget shows when the provider fails: the last snapshot, how old it is, and a sentence."""

import re

import pytest

from cards import texts
from today_host import Watch
from weather import Weather

FAILURES = [
    ("malformed", {}),
    ("partial", {}),
    ("huge", {}),
    ("truncated", {}),
    ("drop", {}),
    ("status", {"status": 400}),
    ("status", {"status": 403}),
    ("status", {"status": 404}),
    ("status", {"status": 429}),
    ("status", {"status": 500}),
    ("status", {"status": 503}),
    ("redirect", {"location": "http://example.com/"}),
]


def wait_for_sentence(page: Watch, weather: Weather) -> str:
    """Waits until the widget is stale; returns the reason, which must be a sentence for people."""
    page.wait(lambda page: "stale" in page.widgets[weather.widget]["freshness"], "a stale widget")
    stale = page.widgets[weather.widget]["freshness"]["stale"]
    assert stale["since"]
    reason = stale["reason"]
    assert re.fullmatch(r"[A-Z“][^\n]{15,300}", reason), reason
    assert not re.search(r"Error|Exception|nil|JSON-RPC|Swift|Optional|-32\d\d\d", reason), reason
    return reason


def test_failure_keeps_the_last_snapshot_and_says_why(weather: Weather, subtests: pytest.Subtests):
    with weather.host.watch() as page:
        for number, (mode, options) in enumerate(FAILURES):
            with subtests.test(mode=mode, **options):
                place = ("Berlin", "Tokyo")[number % 2]
                temperature = weather.wait_until_fresh(page)
                weather.forget_responses()
                weather.provider.rule(mode, **options)

                weather.choose(place)

                # The card shows the place that was chosen before. The host's own sentence says which server is not allowed.
                assert wait_for_sentence(page, weather).startswith(f"{place}: ") or mode == "redirect"
                assert any(temperature in text for text in texts(page.widgets[weather.widget]["compact"]))

                weather.provider.clear()
                weather.host.reload(weather.widget)
                weather.wait_until_fresh(page)


def test_terminal_is_told_why_in_its_own_language(weather: Weather):
    weather.provider.rule("status", status=500)
    with weather.host.watch(language="ja", opens=True) as page:
        page.wait(
            lambda page: "failed" in page.widgets.get(weather.widget, {}).get("freshness", {}), "a widget that failed"
        )
        japanese = page.widgets[weather.widget]["freshness"]["failed"]["reason"]
        assert re.search("[\u3040-\u9fff]", japanese), japanese

        refused = weather.host.today("reload", "Weather", status=1).stderr
        assert not re.search("[\u3040-\u9fff]", refused), refused

        table = weather.host.today("why", "Weather").stdout
        assert "It said why in Japanese" in table and refused.strip() in table
        assert not re.search("[\u3040-\u9fff]", table), table
        entries = weather.host.today_json("why", "Weather")
        assert any((entry.get("language"), entry.get("message")) == ("ja", japanese) for entry in entries), entries


def test_no_network_is_said_in_a_sentence(weather: Weather):
    with weather.host.watch() as page:
        weather.wait_until_fresh(page)

        weather.write("provider.url", "http://127.0.0.1:9")
        weather.host.today("allow", weather.app, "127.0.0.1:9")
        weather.choose("Berlin")

        wait_for_sentence(page, weather)


@pytest.mark.full  # It takes 20 s; an attack of test_hostile_bundles.py that stalls takes as long.
def test_silent_provider_is_given_up(weather: Weather):
    with weather.host.watch() as page:
        weather.wait_until_fresh(page)
        weather.provider.rule("hold")

        weather.choose("Berlin")
        weather.provider.wait_for_held()

        page.wait(
            lambda page: "stale" in page.widgets[weather.widget]["freshness"], "the widget to be stale", timeout=90
        )
        wait_for_sentence(page, weather)


def test_reasons_differ_where_their_mends_do(weather: Weather):
    with weather.host.watch() as page:
        weather.wait_until_fresh(page)
        weather.provider.rule("status", status=403)
        weather.choose("Berlin")
        refused = wait_for_sentence(page, weather)

        weather.provider.clear()
        weather.provider.rule("malformed")
        weather.host.today("reload", "Weather", status=1)
        page.wait(
            lambda page: page.widgets[weather.widget]["freshness"].get("stale", {}).get("reason") != refused,
            "another reason",
        )
        wait_for_sentence(page, weather)


def test_ledger_tells_what_failed(weather: Weather):
    with weather.host.watch() as page:
        weather.wait_until_fresh(page)
        weather.provider.rule("status", status=503)
        weather.choose("Berlin")
        reason = wait_for_sentence(page, weather)

    entries = weather.host.today_json("why", "Weather")
    failed = [entry for entry in entries if entry["outcome"] == "failed"]
    assert failed and failed[0]["message"] == reason
    assert any(entry["outcome"] == "newData" for entry in entries)
    assert reason in weather.host.today("why", "Weather").stdout
