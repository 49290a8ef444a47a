"""Makes bundles of the fixture apps in Tests/Fixtures/apps, and of those that attack in Apps/Hostile."""

from __future__ import annotations

import plistlib
import shutil
from pathlib import Path

APPS = Path(__file__).parent / "apps"
HOSTILE = Path(__file__).parents[2] / "Apps/Hostile"
LOCATION = "com.apple.security.personal-information.location"
REMOTE_IMAGES = "org.today.remote-images"
SYSTEM_STATUS = "org.today.system-status"


def make_app(
    folder: Path,
    name: str,
    *,
    app: str = "plain_app",
    widget: str | None = None,
    groups: list[str] | None = None,
    widget_groups: list[str] | None = None,
    version: str = "1.0",
    network: bool = False,
    push: bool = False,
    containers: list[str] | None = None,
    location: str | None = None,
    widget_location: str | None = None,
    remote_images: bool = False,
    system_status: bool = False,
    search: bool = False,
    share: dict | None = None,
    extensions: dict[str, dict] | None = None,
) -> Path:
    """Makes `folder/NAME.app` with a fixture as its app and another as its widget.

    The app is `test.NAME` with the scheme `NAME`, the widget `test.NAME.widget`. Both get `groups`, and the widget
    `widget_groups` where they are to differ. With `push` the app takes part in push and messages. Both may use the
    record containers `containers`. The app may know the location as exactly as `location` says, and the widget as
    `widget_location` says. With `remote_images` the cards of both may show images of other sites, and with
    `system_status` both may know how busy the computer is. With `search` the app is searched. `share` is the activation
    rule of a Share extension, without the words that all its keys begin with. `extensions` are the same rules of
    extensions with a program, which is the fixture `extension_app`: by `share` or `ui`.
    """
    bundle = folder / f"{name.capitalize()}.app"
    identifier = f"test.{name}"
    more: dict = {"CFBundleURLTypes": [{"CFBundleURLSchemes": [name]}]}
    rights: dict = {}
    if push:
        more["UIBackgroundModes"] = ["remote-notification"]
        rights["aps-environment"] = "development"
    shared: dict = {"com.apple.developer.icloud-container-identifiers": containers} if containers else {}
    if search:
        more["TodaySearch"] = True
    if remote_images:
        shared[REMOTE_IMAGES] = True
    if system_status:
        shared[SYSTEM_STATUS] = True
    rights |= shared
    if location:
        more["NSLocationWhenInUseUsageDescription"] = "It shows where you are."
        rights[LOCATION] = location
    inner_rights = shared | ({LOCATION: widget_location} if widget_location else {})
    _write(bundle, app, identifier, name.capitalize(), version, groups or [], network, more, rights)
    if widget is not None:
        inner = bundle / "PlugIns" / f"{name.capitalize()}.appex"
        _write(inner, widget, f"{identifier}.widget", name.capitalize(), version, widget_groups or groups or [], network, {
            "NSExtension": {"NSExtensionPointIdentifier": "com.apple.widget-extension"},
        }, inner_rights)
    if share is not None:
        inner = bundle / "PlugIns" / "Share.appex"
        inner.mkdir(parents=True)
        (inner / "Info.plist").write_bytes(plistlib.dumps(_extension("share", share)))
    for point, rule in (extensions or {}).items():
        inner = bundle / "PlugIns" / f"{point.capitalize()}.appex"
        title = f"{name.capitalize()} {point}"
        _write(inner, "extension_app", f"{identifier}.{point}", title, version, groups or [], False, _extension(point, rule))
    return bundle


def _extension(point: str, rule: dict) -> dict:
    keys = {f"NSExtensionActivationSupports{key}": value for key, value in rule.items()}
    return {"NSExtension": {
        "NSExtensionPointIdentifier": f"com.apple.{point}-services",
        "NSExtensionAttributes": {"NSExtensionActivationRule": keys},
    }}


def _write(
    folder: Path, program: str, identifier: str, title: str, version: str, groups: list[str], network: bool, more: dict,
    rights: dict | None = None,
) -> None:
    folder.mkdir(parents=True)
    info = {
        "CFBundleIdentifier": identifier,
        "CFBundleDisplayName": title,
        "CFBundleShortVersionString": version,
        "CFBundleExecutable": program,
        **more,
    }
    entitlements: dict = {"com.apple.security.application-groups": groups, **(rights or {})}
    if network:
        entitlements["com.apple.security.network.client"] = True
    for name, values in (("Info.plist", info), ("Entitlements.plist", entitlements)):
        (folder / name).write_bytes(plistlib.dumps(values))
    shutil.copy(APPS / "today_process.py", folder / "today_process.py")
    source = HOSTILE if program.startswith("hostile_") else APPS
    shutil.copy(source / f"{program}.py", folder / program)
    (folder / program).chmod(0o755)
