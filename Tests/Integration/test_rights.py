"""What the person revokes: gone at once, for good, and given back on request."""

from fixture_apps import make_app
from streams import Watch
from today_host import TodayHost

GROUP = "group:group.test.counter"
WIDGET = "test.counter.widget"
SENTENCE = f"You have revoked the right {GROUP} of this app"
OPTIONS = {"app": "counter_app", "widget": "counter_widget", "groups": ["group.test.counter"]}


def wait_for_refusal(page: Watch) -> None:
    page.wait(
        lambda page: SENTENCE in str(page.widgets.get(WIDGET, {}).get("freshness", {})), "the refusal of the group"
    )


def rights(host: TodayHost) -> dict[str, bool]:
    return {right["identifier"]: right["isGranted"] for right in host.today_json("settings", "Counter", "--rights")["rights"]}


def test_revoked_right_is_gone_for_good_and_given_back(host: TodayHost, fixture_app, tmp_path):
    host.install(fixture_app("counter", **OPTIONS))
    with host.watch() as page:
        page.wait_for_text(WIDGET, "word none")
        host.today("settings", "Counter", "--revoke", GROUP)
        wait_for_refusal(page)
    assert rights(host)[GROUP] is False

    host.kill()
    host.start()
    assert rights(host)[GROUP] is False
    # An update asks for nothing new, and gives nothing back.
    newer = make_app(tmp_path / "newer", "counter", version="2.0", **OPTIONS)
    assert "Counter asks for no new rights." in host.today("install", newer, status=3).stderr
    host.install(newer, replaces=True)
    assert rights(host)[GROUP] is False
    with host.watch() as page:
        wait_for_refusal(page)
        host.today("settings", "Counter", "--restore", GROUP)
        page.wait_for_text(WIDGET, "word none")
        page.wait(lambda page: "failed" not in page.widgets[WIDGET]["freshness"], "fresh content")


def test_revoked_right_is_gone_for_every_instance(host: TodayHost, fixture_app):
    host.install(fixture_app("counter", **OPTIONS))
    second = f"{WIDGET}:2"
    host.request("PUT", "/api/screen", {"widgets": [WIDGET, second]})
    with host.watch(opens=True) as page:
        for widget in (WIDGET, second):
            page.wait_for_text(widget, "word none")
        before = host.programs("counter_widget")
        assert len(before) == 2
        host.today("settings", "Counter", "--revoke", GROUP)
        # The folder of the group is part of the sandbox, so no process may go on.
        assert not any(process.is_alive for process in before)
        for widget in (WIDGET, second):
            page.wait(
                lambda page: SENTENCE in str(page.widgets[widget]["freshness"]), f"the refusal of the group to {widget}"
            )
        host.today("settings", "Counter", "--revoke", f"widget:{WIDGET}")
        page.wait(lambda page: not page.widgets, "the widgets to go")
    assert rights(host)[f"widget:{WIDGET}"] is False
    assert host.request("GET", "/api/screen")["chosen"] == []


def test_unknown_rights_are_refused(host: TodayHost, fixture_app):
    host.install(fixture_app("counter", **OPTIONS))

    unknown = host.today("settings", "Counter", "--revoke", "group:group.nobody", status=1)
    assert "Counter has no right" in unknown.stderr and GROUP in unknown.stderr
    program = host.today("settings", "Counter", "--revoke", "program", status=1)
    assert "today uninstall test.counter" in program.stderr
    assert all(rights(host).values())
