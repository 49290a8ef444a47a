"""Bundles in archives, as `today install` takes them."""

import gzip
import io
import os
import subprocess
import tarfile
from pathlib import Path

import pytest

from today_host import TodayHost


def leftovers(host: TodayHost) -> list[str]:
    """What of bundles is in the state folder, but for those that are installed."""
    apps = host.state / "apps"
    return [str(each) for folder in (apps / ".staging", host.state / "uploads") if folder.exists() for each in folder.iterdir()]


@pytest.mark.parametrize(
    "options", [["--format=ustar"], ["--format=gnu"], ["--format=pax"], ["--format=gnu", "--gzip"]], ids=lambda options: options[-1]
)
def test_archive_of_tar_is_installed(host: TodayHost, fixture_app, tmp_path: Path, options: list[str]):
    bundle = fixture_app("counter", app="counter_app", widget="counter_widget", groups=["group.test.counter"])
    long = bundle / ("folder" * 15) / ("name" * 22)
    long.parent.mkdir()
    long.write_text("far away")
    (bundle / "link").symlink_to("Info.plist")
    archive = tmp_path / "counter.archive"
    subprocess.run(["tar", *options, "-cf", archive, "-C", bundle.parent, bundle.name], check=True)

    asked = host.today("install", archive, status=3).stderr
    assert "Counter asks for this:" in asked
    assert "Installed Counter 1.0" in host.today("install", archive, "--yes").stdout
    with host.watch() as page:
        page.wait_for_text("test.counter.widget", "word none")
    [installed] = (host.state / "apps/test.counter").glob("*/Counter.app")
    assert (installed / long.relative_to(bundle)).read_text() == "far away"
    assert os.readlink(installed / "link") == "Info.plist"
    assert leftovers(host) == []


def hostile(name: str) -> bytes:
    """An archive that must not be installed."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        entry = tarfile.TarInfo("Evil.app/" + name)
        if name == "traversal":
            entry.name = "Evil.app/../../../../tmp/today-evil"
        elif name == "absolute":
            entry.name = "/tmp/today-evil"
        elif name == "link":
            entry.type, entry.linkname = tarfile.SYMTYPE, "../../../../../../tmp"
        elif name == "through":
            entry.type, entry.linkname = tarfile.SYMTYPE, "/tmp"
            tar.addfile(entry)
            entry = tarfile.TarInfo("Evil.app/through/today-evil")
        elif name == "device":
            entry.type = tarfile.CHRTYPE
        elif name == "hardlink":
            entry.type, entry.linkname = tarfile.LNKTYPE, "/etc/passwd"
        tar.addfile(entry)
    return buffer.getvalue()


def bomb() -> bytes:
    """1 GiB of zeros in one file."""
    entry = tarfile.TarInfo("Evil.app/zeros")
    entry.size = 1 << 30
    buffer = io.BytesIO()
    with gzip.GzipFile(fileobj=buffer, mode="wb", compresslevel=1) as packed:
        packed.write(entry.tobuf())
        for _ in range(1024):
            packed.write(bytes(1 << 20))
    return buffer.getvalue()


@pytest.mark.parametrize("name", ["traversal", "absolute", "link", "through", "device", "hardlink", "bomb", "cut", "text"])
def test_hostile_archive_is_refused_and_leaves_nothing(host: TodayHost, tmp_path: Path, name: str):
    contents = {"bomb": bomb, "cut": lambda: hostile("cut")[:-30], "text": lambda: b"hello\n" * 1000}
    archive = tmp_path / "evil.tar.gz"
    archive.write_bytes(contents.get(name, lambda: hostile(name))())
    refused = host.today("install", archive, "--yes", status=1)
    assert refused.stderr.strip()
    assert not Path("/tmp/today-evil").exists()
    assert leftovers(host) == []
    assert "test" not in host.today("list").stdout
