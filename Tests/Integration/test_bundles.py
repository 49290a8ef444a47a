"""Installing: everything that is wrong is said, everything that is asked for is shown, and nothing is had by default."""

import plistlib
import shutil
from pathlib import Path

import pytest

from bundle_images import give_icon
from cards import texts
from fixture_apps import make_app
from shopping import Shopping
from today_host import TodayHost


def test_consent_is_asked_for_and_nothing_is_installed_without(host: TodayHost, fixture_app):
    bundle = fixture_app("counter", app="counter_app", widget="counter_widget", groups=["group.test.counter"])

    result = host.today("install", bundle, status=3)

    assert "group.test.counter" in result.stderr
    assert "--yes" in result.stderr
    assert result.stdout == ""
    assert host.today_json("list") == []


def test_misspelt_group_of_a_widget_is_refused_at_install(host: TodayHost, fixture_app):
    bundle = fixture_app(
        "counter", app="counter_app", widget="counter_widget",
        groups=["group.test.counter"], widget_groups=["group.test.counetr"],
    )

    result = host.today("install", bundle, "--yes", status=1)

    assert "group.test.counetr" in result.stderr
    assert "Entitlements.plist" in result.stderr
    assert "com.apple.security.application-groups" in result.stderr


@pytest.mark.parametrize(
    "content, problem",
    [
        (None, "There is no Icon.svg"),
        ("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><script>x</script></svg>", "the element script"),
        ("../../../outside.svg", "It is not a regular file."),
    ],
    ids=["missing", "script", "link"],
)
def test_bad_icon_is_refused_at_install(host: TodayHost, fixture_app, content: str | None, problem: str):
    bundle = give_icon(fixture_app("plain"))
    if content and content.startswith("<"):
        (bundle / "Icon.svg").write_text(content)
    elif content:
        (bundle / "Icon.svg").symlink_to(content)

    result = host.today("install", bundle, "--yes", status=1)

    assert "Icon.svg" in result.stderr and problem in result.stderr
    assert host.today_json("list") == []


def test_misspelt_group_is_the_same_sentence_at_first_use(host: TodayHost, fixture_app, tmp_path):
    bundle = fixture_app("counter", app="counter_app", widget="counter_widget", groups=["group.test.counter"])
    for program in bundle.rglob("counter_widget"):
        program.write_text(program.read_text().replace('"group.test.counter"', '"group.test.counetr"'))
    host.install(bundle)

    with host.watch() as page:
        page.wait(
            lambda page: "failed" in page.widgets.get("test.counter.widget", {}).get("freshness", {}), "a failure"
        )
        at_use = page.widgets["test.counter.widget"]["freshness"]["failed"]["reason"]
    wrong = make_app(
        tmp_path / "wrong", "counter", app="counter_app", widget="counter_widget",
        groups=["group.test.counter"], widget_groups=["group.test.counetr"],
    )
    at_install = host.today("install", wrong, "--yes", status=1).stderr
    assert "group.test.counetr" in at_use
    assert at_use in at_install


def test_every_mistake_of_a_bundle_is_listed_at_once(host: TodayHost, fixture_app):
    bundle = fixture_app("counter", app="counter_app", widget="counter_widget", groups=["group.test.counter"])
    info = plistlib.loads((bundle / "PlugIns/Counter.appex/Info.plist").read_bytes())
    info["CFBundleIdentifier"] = "somebody.else"
    info["CFBundleExecutable"] = "missing"
    (bundle / "PlugIns/Counter.appex/Info.plist").write_bytes(plistlib.dumps(info))

    result = host.today("install", bundle, "--yes", status=1)

    assert "CFBundleIdentifier" in result.stderr and "somebody.else" in result.stderr
    assert "CFBundleExecutable" in result.stderr and "missing" in result.stderr


def test_app_with_two_widgets_shows_both(host: TodayHost, fixture_app):
    bundle = fixture_app("pair", app="counter_app", widget="fresh_widget", groups=["group.test.pair"])
    second = Path(shutil.copytree(bundle / "PlugIns/Pair.appex", bundle / "PlugIns/Other.appex"))
    info = plistlib.loads((second / "Info.plist").read_bytes())
    names = {"CFBundleIdentifier": "test.pair.other", "CFBundleDisplayName": "Other"}
    (second / "Info.plist").write_bytes(plistlib.dumps(info | names))

    widgets = {widget["id"]: widget["title"] for widget in host.install(bundle)["widgets"]}

    assert widgets == {"test.pair.widget": "Pair", "test.pair.other": "Other"}
    with host.watch(opens=True) as page:
        for widget in widgets:
            page.wait_for_text(widget, "word none")
        assert len({process.pid for process in host.programs("fresh_widget")}) == 2


def test_app_and_widget_of_one_program_are_two_processes(shopping: Shopping):
    [installed] = (shopping.host.state / "apps" / Shopping.APP).glob("*/ShoppingList.app")
    assert (installed / "ShoppingList").samefile(installed / "PlugIns/ShoppingListWidget.appex/ShoppingList")
    shopping.add("Milk")
    with shopping.host.watch(opens=True) as page:
        page.wait_for_text(Shopping.WIDGET, "Milk")
        app, widget = (shopping.host.program(name) for name in (Shopping.PROGRAM, Shopping.WIDGET_PROGRAM))
        assert app != widget
        assert {each.pid for each in shopping.host.programs("ShoppingList")} == {app.pid, widget.pid}


def test_other_extension_points_do_not_run_and_the_person_is_told(host: TodayHost, fixture_app):
    bundle = fixture_app("counter", app="counter_app", widget="counter_widget", groups=["group.test.counter"])
    path = bundle / "PlugIns/Counter.appex/Info.plist"
    info = plistlib.loads(path.read_bytes())
    info["NSExtension"]["NSExtensionPointIdentifier"] = "com.apple.keyboard-service"
    path.write_bytes(plistlib.dumps(info))

    line = "PlugIns/Counter.appex (Custom Keyboard, com.apple.keyboard-service)"
    asked = host.today("install", bundle, status=3)
    assert f"Will not run: {line}.\n" in asked.stderr
    assert "Show the widget" not in asked.stderr

    told = host.today("install", bundle, "--yes")

    assert f"Will not run: {line}." in told.stdout
    [app] = host.today_json("list")
    assert app["widgets"] == [] and app["unsupported"] == [f"Will not run: {line}."]


def test_keys_of_features_that_are_not_built_are_listed_and_have_no_effect(host: TodayHost, fixture_app):
    bundle = fixture_app("counter", app="counter_app", widget="counter_widget", groups=["group.test.counter"])
    path = bundle / "Entitlements.plist"
    entitlements = plistlib.loads(path.read_bytes())
    entitlements["com.apple.developer.siri"] = True
    path.write_bytes(plistlib.dumps(entitlements))

    asked = host.today("install", bundle, status=3)
    assert "without effect: com.apple.developer.siri (Entitlements.plist)." in asked.stderr
    assert "Siri" not in asked.stderr

    host.install(bundle)
    asked_again = host.today("install", bundle, status=3)
    assert "Counter asks for no new rights." in asked_again.stderr


def test_group_of_another_app_needs_a_word_of_consent(host: TodayHost, fixture_app):
    host.install(fixture_app("counter", app="counter_app", widget="counter_widget", groups=["group.test.counter"]))
    thief = fixture_app("thief", groups=["group.test.counter"])

    result = host.today("install", thief, status=3)

    assert "test.counter" in result.stderr
    host.today("install", thief, "--yes")
    assert len(host.today_json("list")) == 2


def test_newer_version_replaces_the_older_and_keeps_the_data(host: TodayHost, fixture_app, tmp_path):
    options = {"app": "counter_app", "widget": "counter_widget", "groups": ["group.test.counter"]}
    host.install(fixture_app("counter", **options))
    host.request("PUT", "/api/defaults/group.test.counter/word", "kept")

    app = host.install(make_app(tmp_path / "newer", "counter", version="2.0", **options), replaces=True)

    assert app["version"] == "2.0"
    with host.watch() as page:
        page.wait_for_text("test.counter.widget", "word kept")


def test_bundle_from_elsewhere_replaces_an_app_only_with_consent_that_names_it(host: TodayHost, fixture_app, tmp_path):
    first = fixture_app("counter", groups=["group.test.counter"])
    host.install(first)
    impostor = make_app(tmp_path / "elsewhere", "counter", groups=["group.test.counter"], version="2.0")

    refused = host.today("install", impostor, "--yes", status=3).stderr

    assert f"Counter 1.0 (test.counter), installed from {first}. The bundle gets its rights and its data." in refused
    assert "It will read the data of group.test.counter." in refused and "--replace" in refused
    assert [app["version"] for app in host.today_json("list")] == ["1.0"]
    host.today("install", impostor, "--replace")
    assert [app["version"] for app in host.today_json("list")] == ["2.0"]
    host.stop()
    host.start("--install", str(first))
    assert [app["version"] for app in host.today_json("list")] == ["1.0"], "the command line of the host is consent"


def copies(host: TodayHost, app: str) -> list[str]:
    """The copies of an app's bundle in the state folder."""
    return sorted(each.name for each in (host.state / "apps" / app).iterdir())


def test_install_at_a_start_copies_only_what_changed_and_keeps_no_old_copy(stopped_host: TodayHost, fixture_app):
    bundle = fixture_app("counter", app="counter_app", widget="counter_widget", groups=["group.test.counter"])
    stopped_host.arguments = ["--install", str(bundle)]
    stopped_host.start()
    [first] = copies(stopped_host, "test.counter")
    assert stopped_host.stop() == 0

    stopped_host.start()
    assert copies(stopped_host, "test.counter") == [first]

    program = bundle / "counter_app"
    program.write_text(program.read_text() + "\n# changed\n")
    assert stopped_host.stop() == 0
    stopped_host.start()
    [second] = copies(stopped_host, "test.counter")
    assert second != first


def test_a_new_version_leaves_no_old_copy(host: TodayHost, fixture_app):
    bundle = fixture_app("counter", app="counter_app", widget="counter_widget", groups=["group.test.counter"])
    host.install(bundle)
    [first] = copies(host, "test.counter")
    host.install(bundle)
    [second] = copies(host, "test.counter")
    assert second != first


def test_uninstall_removes_everything_or_keeps_the_data(host: TodayHost, fixture_app):
    bundle = fixture_app("counter", app="counter_app", widget="counter_widget", groups=["group.test.counter"])
    host.install(bundle)
    host.request("PUT", "/api/defaults/group.test.counter/word", "kept")

    # Nobody can be asked, and a part of the name may name another app than the one that was meant.
    for name in ("Counter", "Coun"):
        refused = host.today("uninstall", name, status=3)
        assert "(test.counter) was not removed" in refused.stderr and "--yes" in refused.stderr
    assert [app["id"] for app in host.today_json("list")] == ["test.counter"]

    host.today("uninstall", "Counter", "--keep-data", "--yes")
    assert host.today_json("list") == []
    assert host.request("GET", "/api/screen")["widgets"] == []
    host.install(bundle)
    assert host.today("defaults", "read", "group.test.counter", "word").stdout == "kept\n"

    host.today("uninstall", "Counter", "--yes")
    host.install(bundle)
    assert host.request("GET", "/api/defaults/group.test.counter") == {}


def test_pages_of_an_app_are_found_by_its_scheme(host: TodayHost, fixture_app):
    host.install(fixture_app("plain"))

    assert texts(host.open("plain://")["card"]) == ["plain"]
    assert "plain" in host.today("open", "plain://").stdout
    result = host.today("open", "nobody://", status=1)
    assert "nobody" in result.stderr
