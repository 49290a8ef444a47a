"""Bundles in archives, as `today install` takes them."""

import io
import os
import subprocess
import tarfile
import zlib
from pathlib import Path

import pytest

from today_host import TodayHost


def leftovers(host: TodayHost) -> list[str]:
    """What of bundles is in the state folder, but for those that are installed."""
    apps = host.state / "apps"
    return [str(each) for folder in (apps / ".staging", host.state / "uploads") if folder.exists() for each in folder.iterdir()]


def test_archive_of_tar_is_installed(host: TodayHost, fixture_app, tmp_path: Path, subtests: pytest.Subtests):
    bundle = fixture_app("counter", app="counter_app", widget="counter_widget", groups=["group.test.counter"])
    long = bundle / ("folder" * 15) / ("name" * 22)
    long.parent.mkdir()
    long.write_text("far away")
    (bundle / "link").symlink_to("Info.plist")
    os.link(bundle / "counter_app", bundle / "PlugIns/Counter.appex/same")
    archive = tmp_path / "counter.archive"
    for options in ["--format=ustar"], ["--format=gnu"], ["--format=pax"], ["--format=gnu", "--gzip"]:
        with subtests.test(options=options):
            subprocess.run(["tar", *options, "-cf", archive, "-C", bundle.parent, bundle.name], check=True)
            asked = host.today("install", archive, status=3).stderr
            assert "Counter asks for this:" in asked
            assert "Installed Counter 1.0" in host.today("install", archive, "--yes").stdout
            with host.watch() as page:
                page.wait_for_text("test.counter.widget", "word none")
            [installed] = (host.state / "apps/test.counter").glob("*/Counter.app")
            assert (installed / long.relative_to(bundle)).read_text() == "far away"
            assert os.readlink(installed / "link") == "Info.plist"
            assert (installed / "counter_app").samefile(installed / "PlugIns/Counter.appex/same")
            assert leftovers(host) == []
            host.today("uninstall", "counter", "--yes")


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
    packer = zlib.compressobj(1, wbits=31)
    # After a full flush the same bytes mean the same zeros again.
    start, zeros = (packer.compress(each) + packer.flush(zlib.Z_FULL_FLUSH) for each in (entry.tobuf(), bytes(1 << 20)))
    return start + zeros * 1024


def test_hostile_archive_is_refused_and_leaves_nothing(host: TodayHost, tmp_path: Path, subtests: pytest.Subtests):
    archive = tmp_path / "evil.tar.gz"
    contents = {name: hostile(name) for name in ("traversal", "absolute", "link", "through", "device", "hardlink")}
    contents |= {"bomb": bomb(), "cut": hostile("cut")[:-30], "text": b"hello\n" * 1000}
    for name, content in contents.items():
        with subtests.test(name=name):
            archive.write_bytes(content)
            refused = host.today("install", archive, "--yes", status=1).stderr
            assert refused.strip() and ("larger than" in refused) == (name == "bomb")
            assert not Path("/tmp/today-evil").exists()
            assert leftovers(host) == []
            assert "test" not in host.today("list").stdout
