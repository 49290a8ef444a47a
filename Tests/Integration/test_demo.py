"""`today demo`: the sample apps with content, without a network, in a folder that is gone afterwards."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from today_host import ROOT, TODAY, TodayHost
from waiting import TIMEOUT_SECONDS, wait_in_folder

BUNDLES = ROOT / "Apps/.build/bundles/debug"

#: A text of each app's content, in its widget.
CONTENT = {
    "Weather": "Berlin", "Calendar": "Dentist", "Habits": "Read 20 pages", "ShoppingList": "Apples", "Clock": "Tokyo",
    "Messages": "Minutes of the meeting", "Feeds": "Library opens on Sundays", "Services": "Photos",
}


def test_apps_have_content_and_nothing_remains(stopped_host: TodayHost, tmp_path: Path) -> None:
    host, ready = stopped_host, tmp_path / "ready.json"
    apps = [str(BUNDLES / f"{name}.app") for name in CONTENT]
    with host.log.open("ab") as log:
        command = [TODAY, "demo", *apps, "--ready-file", ready]
        host.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=host.environment)
    wait_in_folder(tmp_path, ready.exists, "the demo", timeout=TIMEOUT_SECONDS * 4, process=host.process)
    host.ready = json.loads(ready.read_text())
    state = Path(host.ready["socket"]).parents[1]
    assert state != host.state and state.stat().st_mode & 0o777 == 0o700
    with host.watch(opens=True) as page:
        for name, text in CONTENT.items():
            page.wait_for_text(f"org.today.{name}.widget", text)
    assert host.stop() == 0
    assert not state.exists()


def test_demo_without_apps_names_the_remedy(stopped_host: TodayHost) -> None:
    done = subprocess.run([TODAY, "demo"], env=stopped_host.environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert "today demo PATH.app" in done.stderr
