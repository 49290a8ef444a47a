"""`script/run` builds what has changed and nothing else. The script is the real one; what it would start only notes that."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Callable

import pytest

from today_host import ROOT

#: In place of the compiler and the program; `during` is done while the build goes on.
PROGRAMS = {
    "script/bootstrap": "",
    "script/build": "echo built >>builds\nsh ./during\nmkdir -p .build/$1; cp run.sh .build/$1/today",
    "script/bundle-apps": "[ $2 ] || mkdir -p Apps/.build/bundles/$1/Weather.app",
    "run.sh": 'echo "started $*"',
    "bin/swift": 'cat version; [ "$1" != package ] || touch Package.resolved',
}


class Tree:
    """A clone with one source and one app."""

    def __init__(self, folder: Path):
        self.folder = folder
        for name in ("Sources/Host", "Apps/Weather/Bundle", "script", "bin"):
            (folder / name).mkdir(parents=True)
        shutil.copy(ROOT / "script/run", folder / "script/run")
        for name, text in PROGRAMS.items():
            (folder / name).write_text(f"#!/bin/sh\n{text}\n")
            (folder / name).chmod(0o755)
        for name in ("Package.swift", "Sources/Host/Host.swift", "Sources/Host/Old.swift", "Apps/Package.swift", "during"):
            (folder / name).write_text("")
        (folder / "version").write_text("Swift 6.3\n")

    def run(self, status: int = 0, argument: str = "--listen", **environment: str) -> subprocess.CompletedProcess:
        result = subprocess.run(
            [self.folder / "script/run", argument], capture_output=True, text=True, timeout=60,
            env={"PATH": f"{self.folder}/bin:/usr/bin:/bin", **environment},
        )
        assert result.returncode == status, result.stderr
        return result

    @property
    def builds(self) -> int:
        file = self.folder / "builds"
        return len(file.read_text().splitlines()) if file.exists() else 0


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    tree = Tree(tmp_path)
    assert tree.run().stdout.startswith("started run --install")
    assert tree.builds == 1
    return tree


@pytest.mark.parametrize("argument", ["--help", "-h"])
def test_help_says_the_usage_and_builds_nothing(tmp_path: Path, argument: str) -> None:
    tree = Tree(tmp_path)
    assert "script/run [ARGUMENTS OF today run]" in tree.run(argument=argument).stdout
    assert tree.builds == 0


def test_nothing_is_built_if_nothing_has_changed(tree: Tree) -> None:
    assert "--listen" in tree.run().stdout
    assert tree.builds == 1


def edit(folder: Path) -> None:
    (folder / "Sources/Host/Host.swift").write_text("let line = 1")


def delete(folder: Path) -> None:
    (folder / "Sources/Host/Old.swift").unlink()


def restore(folder: Path) -> None:
    """Writes a file as a tool does that keeps its old time."""
    file = folder / "Sources/Host/Host.swift"
    file.write_text("let line = 2")
    os.utime(file, (1, 1))


def lose_program(folder: Path) -> None:
    (folder / ".build/release/today").unlink()


def lose_bundle(folder: Path) -> None:
    (folder / "Apps/.build/bundles/release/Weather.app").rmdir()


def change_toolchain(folder: Path) -> None:
    (folder / "version").write_text("Swift 6.4\n")


@pytest.mark.parametrize("change", [edit, delete, restore, lose_program, lose_bundle, change_toolchain])
def test_a_change_is_built_once(tree: Tree, change: Callable[[Path], None]) -> None:
    change(tree.folder)
    tree.run()
    tree.run()
    assert tree.builds == 2


def test_each_configuration_and_option_is_built(tree: Tree) -> None:
    tree.run(CONFIGURATION="debug")
    tree.run(CONFIGURATION="debug", TODAY_SANITIZER="thread")
    tree.run(CONFIGURATION="debug", TODAY_SANITIZER="thread")
    assert tree.builds == 3
    tree.run()
    assert tree.builds == 3, "that of release is still there"


def test_an_edit_during_a_build_is_built_by_the_next_run(tree: Tree) -> None:
    edit(tree.folder)
    (tree.folder / "during").write_text(
        # Until it is later also for a file system with coarse times.
        "until [ Sources/Host/Host.swift -nt .build/run-release.stamp.new ]; do echo later >Sources/Host/Host.swift; done"
    )
    tree.run()
    (tree.folder / "during").write_text("")
    tree.run()
    tree.run()
    assert tree.builds == 3


@pytest.mark.parametrize("failing", ["script/build", "script/bundle-apps"])
def test_a_build_that_fails_says_why_and_is_tried_again(tree: Tree, failing: str) -> None:
    edit(tree.folder)
    (tree.folder / "during").write_text("echo 'Host.swift:1:1: error: no such thing'; echo detail; exit 1")
    (tree.folder / failing).write_text("#!/bin/sh\necho failed >>failures\nexec sh ./during\n")
    for failures in (1, 2):
        failed = tree.run(status=1)
        assert "Host.swift:1:1: error: no such thing" in failed.stderr and "detail" not in failed.stderr
        assert f"{tree.folder}/.build/run-release.log has everything" in failed.stderr
        assert (tree.folder / "failures").read_text().count("failed") == failures
