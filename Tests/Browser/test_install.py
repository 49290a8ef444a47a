"""Installing an app from a file and removing it, on the page, in a real browser."""

from __future__ import annotations

import io
import plistlib
import tarfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from clock import HostClock
from fixture_apps import make_app
from today_host import TodayHost

COUNTER = {"app": "counter_app", "widget": "counter_widget", "groups": ["group.test.counter"]}
GROUP = "Keep data in the app group group.test.counter and share it with other apps in that group."


def pack(bundle: Path, archive: Path, mode: str = "w:gz") -> Path:
    with tarfile.open(archive, mode) as tar:
        tar.add(bundle, bundle.name)
    return archive


def add_keyboard(bundle: Path) -> None:
    """Adds an extension of an extension point that Today does not have."""
    extension = bundle / "PlugIns/Keyboard.appex"
    extension.mkdir(parents=True)
    information = {
        "CFBundleIdentifier": "test.counter.keyboard",
        "CFBundleExecutable": "Keyboard",
        "NSExtension": {"NSExtensionPointIdentifier": "com.apple.keyboard-service"},
    }
    (extension / "Info.plist").write_bytes(plistlib.dumps(information))


def choose(page: Page, host: TodayHost, archive: Path) -> None:
    page.goto(host.ready["url"] + "/settings")
    page.get_by_label("Install from a File…").set_input_files(archive)


def uploads(host: TodayHost) -> list[Path]:
    return list((host.state / "uploads").iterdir())


def installed(host: TodayHost) -> list[str]:
    return [f"{app['id']} {app['version']}" for app in host.request("GET", "/api/apps")]


def test_app_is_installed_updated_and_removed(host: TodayHost, visitors, tmp_path: Path) -> None:
    page = visitors().sign_in(host)
    first = pack(make_app(tmp_path / "1", "counter", **COUNTER), tmp_path / "counter.tar.gz")
    choose(page, host, first)
    expect(page.get_by_role("heading", name="Install Counter?")).to_be_visible()
    expect(page.get_by_text("Counter Asks for This")).to_be_visible()
    expect(page.get_by_text(GROUP)).to_be_visible()
    assert installed(host) == []
    # The page has what the terminal has.
    lines = host.today("install", first, status=3).stderr.splitlines()
    requests = [line.strip() for line in lines if line.startswith("  ")]
    assert page.locator(".right").all_inner_texts() == requests and len(requests) == 4

    page.get_by_role("button", name="Install", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Counter")).to_be_visible()
    expect(page.get_by_role("switch", name=GROUP)).to_be_checked()
    assert installed(host) == ["test.counter 1.0"] and uploads(host) == []

    newer = make_app(tmp_path / "2", "counter", **COUNTER, network=True, version="2.0")
    choose(page, host, pack(newer, tmp_path / "newer.tar", "w"))
    expect(page.get_by_role("heading", name="Replace Counter 1.0 with 2.0?")).to_be_visible()
    new = page.get_by_role("heading", name="Counter Now Asks for This Too")
    expect(new.locator("+ ul .right")).to_have_count(1)
    page.get_by_role("button", name="Replace").click()
    expect(page.get_by_role("switch", name="Fetch from the network")).to_be_checked()
    assert installed(host) == ["test.counter 2.0"]

    page.get_by_role("button", name="Remove App…").click()
    dialog = page.get_by_role("dialog", name="Remove Counter?")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    assert installed(host) == ["test.counter 2.0"]
    page.get_by_role("button", name="Remove App…").click()
    dialog.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()
    expect(page.get_by_role("link", name="Counter")).to_have_count(0)
    assert installed(host) == []


def test_the_sheet_says_what_the_terminal_says(host: TodayHost, visitors, tmp_path: Path) -> None:
    installed_before = make_app(tmp_path / "1", "counter", **COUNTER)
    host.install(installed_before)
    other = make_app(tmp_path / "2", "other", groups=["group.test.other"])
    assert host.today_json("install", other, "--yes")["id"] == "test.other"
    newer = make_app(
        tmp_path / "3",
        "counter",
        app="counter_app",
        widget="counter_widget",
        groups=["group.test.counter", "group.test.other"],
        location="full",
        version="2.0",
    )
    information = plistlib.loads((newer / "Info.plist").read_bytes())
    information["UIBackgroundModes"] = ["location"]
    (newer / "Info.plist").write_bytes(plistlib.dumps(information))
    add_keyboard(newer)
    lines = host.today("install", newer, status=3).stderr.splitlines()
    end = next(number for number, line in enumerate(lines) if line.startswith("Not supported"))
    said = [line.strip() for line in lines[: end + 1] if line.startswith((" ", "Will not run", "Not supported"))]
    page = visitors().sign_in(host)
    choose(page, host, pack(newer, tmp_path / "newer.tar.gz"))
    expect(page.get_by_role("heading", name="Replace Counter 1.0 with 2.0?")).to_be_visible()
    shown = [" ".join(text.split()) for text in page.locator(".right").all_inner_texts()]
    # An upload has no place of its own, so only the order of the groups differs.
    assert sorted(shown) == sorted(said)
    for beginning in ("Counter 1.0 (test.counter), installed from", "The group group.test.other", "Will not run: PlugIns/"):
        assert any(line.startswith(beginning) for line in shown)


@pytest.mark.parametrize(
    ("language", "title", "sentence"),
    [
        ("en-US", "Without Effect", "Will not run: PlugIns/Keyboard.appex (Custom Keyboard, com.apple.keyboard-service)."),
        ("de-DE", "Ohne Wirkung", "Wird nicht ausgeführt: PlugIns/Keyboard.appex (Tastatur, com.apple.keyboard-service)."),
        ("ja-JP", "機能しないもの", "実行されないもの：PlugIns/Keyboard.appex（カスタムキーボード、com.apple.keyboard-service）。"),
    ],
)
def test_extension_that_will_not_run_is_named_before_the_app_is_installed(
    host: TodayHost, visitors, tmp_path: Path, language: str, title: str, sentence: str
) -> None:
    bundle = make_app(tmp_path / "1", "counter", **COUNTER)
    add_keyboard(bundle)
    page = visitors(locale=language).sign_in(host)
    page.goto(host.ready["url"] + "/settings")
    page.locator("[data-bundle]").set_input_files(pack(bundle, tmp_path / "counter.tar.gz"))
    heading = page.get_by_role("heading", name=title)
    expect(heading.locator("+ ul .right")).to_contain_text(sentence)
    assert installed(host) == []
    page.locator("[data-install=agree]").click()
    # What does not run keeps the app from nothing, and its page goes on saying it.
    expect(page.locator("[data-removal=ask]")).to_be_visible()
    expect(page.locator("#settings .aside", has_text="Keyboard.appex")).to_contain_text(sentence)
    assert installed(host) == ["test.counter 1.0"]


def test_kept_data_is_there_for_the_next_installation(host: TodayHost, visitors, tmp_path: Path) -> None:
    bundle = make_app(tmp_path / "1", "counter", **COUNTER)
    for keeps in (True, False):
        host.install(bundle)
        host.today("defaults", "write", "group.test.counter", "word", "kept")
        page = visitors().sign_in(host)
        page.goto(host.ready["url"] + "/settings/apps?app=test.counter")
        page.get_by_role("button", name="Remove App…").click()
        if keeps:
            page.get_by_role("checkbox", name="Keep its data").check()
        page.get_by_role("dialog").get_by_role("button", name="Remove").click()
        expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()
        host.install(bundle)
        assert ("kept" in host.today("defaults", "read", "group.test.counter").stdout) is keeps
        host.today("uninstall", "Counter", "--yes")


def test_cancel_leaves_nothing_behind(host: TodayHost, visitors, tmp_path: Path) -> None:
    page = visitors().sign_in(host)
    choose(page, host, pack(make_app(tmp_path / "1", "counter", **COUNTER), tmp_path / "counter.tar.gz"))
    expect(page.get_by_role("heading", name="Install Counter?")).to_be_visible()
    address = page.url
    assert len(uploads(host)) == 1
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()
    assert uploads(host) == [] and installed(host) == []
    answer = page.goto(address)
    assert answer is not None and answer.status == 404
    expect(page.get_by_text("Choose it again.")).to_be_visible()


def test_upload_waits_ten_minutes_and_no_longer(stopped_host: TodayHost, visitors, tmp_path: Path) -> None:
    host = stopped_host
    clock = HostClock(tmp_path / "clock.json")
    host.arguments = ["--clock-file", str(clock.file)]
    host.start()
    page = visitors().sign_in(host)
    archive = pack(make_app(tmp_path / "1", "counter", **COUNTER), tmp_path / "counter.tar.gz")
    choose(page, host, archive)
    expect(page.get_by_role("heading", name="Install Counter?")).to_be_visible()
    clock.advance(minutes=9)
    page.reload()
    expect(page.get_by_role("heading", name="Install Counter?")).to_be_visible()
    clock.advance(minutes=2)
    page.get_by_role("button", name="Install", exact=True).click()
    expect(page.locator("#install-problem")).to_contain_text("Choose it again.")
    assert installed(host) == [] and uploads(host) == []
    # A restart forgets what waits.
    choose(page, host, archive)
    expect(page.get_by_role("heading", name="Install Counter?")).to_be_visible()
    host.kill()
    host.start()
    assert uploads(host) == []


def test_other_consent_is_asked_for_again(host: TodayHost, visitors, tmp_path: Path) -> None:
    page = visitors().sign_in(host)
    choose(page, host, pack(make_app(tmp_path / "1", "counter", **COUNTER), tmp_path / "counter.tar.gz"))
    expect(page.get_by_role("heading", name="Install Counter?")).to_be_visible()
    # Meanwhile another app has taken the group.
    host.install(make_app(tmp_path / "2", "other", groups=["group.test.counter"]))
    page.get_by_role("button", name="Install", exact=True).click()
    expect(page.get_by_text("Belongs to Another App")).to_be_visible()
    expect(page.get_by_text("The group group.test.counter belongs to test.other, which then shares it.")).to_be_visible()
    assert installed(host) == ["test.other 1.0"]
    page.get_by_role("button", name="Install", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Counter")).to_be_visible()
    assert sorted(installed(host)) == ["test.counter 1.0", "test.other 1.0"]


def enter_passcode(page: Page, passcode: str, action: str) -> None:
    sheet = page.get_by_role("dialog", name="Enter Passcode")
    expect(sheet).to_contain_text(f"For “{action}”: Counter")
    sheet.get_by_role("textbox", name="Passcode", exact=True).fill(passcode)
    page.keyboard.press("Enter")


def test_passcode_is_asked_for(host: TodayHost, visitors, tmp_path: Path) -> None:
    """Nothing is installed, removed or given a right before the passcode; leaving the sheet does nothing."""
    host.request("PUT", "/api/passcode", {"passcode": "1234"})
    page, other = (visitors().sign_in(host) for _ in range(2))
    choose(page, host, pack(make_app(tmp_path / "1", "counter", **COUNTER), tmp_path / "counter.tar.gz"))
    install = page.get_by_role("button", name="Install", exact=True)
    install.click()
    enter_passcode(page, "4321", "Install")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("not the passcode")
    page.get_by_role("button", name="Cancel").last.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert installed(host) == []
    install.click()
    enter_passcode(page, "1234", "Install")
    expect(page.get_by_role("heading", level=1, name="Counter")).to_be_visible()
    assert installed(host) == ["test.counter 1.0"]

    # What was unlocked is this browser alone; to revoke a right needs no passcode.
    other.goto(host.ready["url"] + "/settings/apps?app=test.counter")
    switch = other.get_by_role("switch", name=GROUP)
    switch.click()
    expect(switch).not_to_be_checked()
    switch.click()
    expect(other.get_by_role("dialog", name="Enter Passcode")).to_be_visible()
    other.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(switch).not_to_be_checked()
    other.get_by_role("button", name="Remove App…").click()
    other.get_by_role("dialog").get_by_role("button", name="Remove").click()
    enter_passcode(other, "1234", "Remove")
    expect(other.get_by_role("heading", level=1, name="Settings")).to_be_visible()
    assert installed(host) == []


def hostile(name: str) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        entry = tarfile.TarInfo("Evil.app/../../evil" if name == "traversal" else "Evil.app/evil")
        if name == "link":
            entry.type, entry.linkname = tarfile.SYMTYPE, "/etc"
        if name == "bomb":
            entry.size = 600 << 20
            tar.addfile(entry, open("/dev/zero", "rb"))
        else:
            tar.addfile(entry)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("traversal", "is not a valid name inside a bundle"),
        ("link", "leads out of the bundle"),
        ("bomb", "larger than 512 MiB"),
        ("text", "This is not a tar archive"),
        ("empty", "Info.plist: It is missing."),
    ],
)
def test_hostile_file_is_refused(shared_host: TodayHost, visitors, tmp_path: Path, name: str, sentence: str) -> None:
    page = visitors().sign_in(shared_host)
    file = tmp_path / "evil.tar.gz"
    file.write_bytes(b"hello\n" * 1000 if name == "text" else hostile(name))
    choose(page, shared_host, file)
    expect(page.locator("#install-problem")).to_contain_text(sentence)
    expect(page.get_by_label("Install from a File…")).to_be_focused()
    assert page.url.endswith("/settings")
    assert uploads(shared_host) == [] and installed(shared_host) == []
    staging = shared_host.state / "apps/.staging"
    assert not staging.exists() or list(staging.iterdir()) == []


def test_unknown_upload_is_refused(shared_host: TodayHost, visitors) -> None:
    page = visitors().sign_in(shared_host)
    for name in ("nothing", "..%2F..%2Fready.json", "%2E%2E"):
        for method, status in (("PUT", 404), ("DELETE", 204)):
            answer = page.evaluate(
                "([path, method]) => fetch(path, { method, body: method === 'PUT' ? '{\"digest\": \"x\"}' : undefined })"
                ".then((answer) => answer.status)",
                [f"/api/uploads/{name}", method],
            )
            assert answer == (404 if name == "%2E%2E" else status)
    assert uploads(shared_host) == [] and (shared_host.state / "ready.json").exists()
