"""`today new`: the folder of a new app in each language, which is built and shown by the commands that it names."""

from __future__ import annotations

import json
import plistlib
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from today_host import TODAY, TodayHost


#: A debug print on standard output in the program of each language, and the line after which it stands.
PRINTS = {
    "python": ("    request = json.loads(line)\n", '    print("got", request["method"], flush=True)\n'),
    "node": ("    const { id, method } = JSON.parse(line);\n", '    console.log("got", method);\n'),
    "sh": ("while IFS= read -r line; do\n", '    echo got "$(printf %s "$line" | sed \'s/.*"method":"\\([a-z/]*\\)".*/\\1/\')"\n'),
}


def run(folder: Path, *arguments: object, status: int = 0) -> subprocess.CompletedProcess:
    """Runs a command that needs no host in a folder."""
    result = subprocess.run([TODAY, *map(str, arguments)], cwd=folder, capture_output=True, text=True, timeout=120)
    assert result.returncode == status, f"{result.stdout}{result.stderr}"
    return result


def test_new_app_of_each_language_runs(host: TodayHost, tmp_path: Path, subtests: pytest.Subtests):
    with host.watch(opens=True) as page:
        for language in ("python", "node", "sh"):
            with subtests.test(language=language):
                if not shutil.which(language.replace("python", "python3"), path="/usr/bin:/bin"):
                    pytest.skip(f"there is no {language}")
                name = language.capitalize()
                made = json.loads(run(tmp_path, "new", name, "--language", language, "--json").stdout)
                folder = Path(made["path"])
                assert folder == tmp_path / name
                keys = plistlib.loads((folder / f"Bundle/PlugIns/{name}Widget/Info.plist").read_bytes()).keys()
                # No more than a widget must have.
                assert sorted(keys) == ["CFBundleDisplayName", "CFBundleExecutable", "CFBundleIdentifier", "NSExtension"]
                program, (line, print_) = folder / name, PRINTS[language]
                assert line in program.read_text()
                program.write_text(program.read_text().replace(line, line + print_))
                bundle, install, show = [shlex.split(command)[1:] for command in made["commands"]]
                run(folder, *bundle)
                app = host.install(folder / install[-1])
                assert app["title"] == name and app["id"] == f"org.example.{name}"
                page.wait_for_text(f"org.example.{name}.widget", "Hello World")
                assert "Hello World" in host.today(*show).stdout
                # A debug print is in the log, and not answered.
                log = host.today("logs", app["id"]).stdout
                assert "got initialize" in log and "KeyError" not in log and "got undefined" not in log


def test_new_swift_app_compiles(tmp_path: Path):
    said = run(tmp_path, "new", "Water").stdout
    assert "swift build -c release" in said and "today bundle . --products .build/release --output ." in said
    folder, modules = tmp_path / "Water", Path(TODAY).parent / "Modules"
    subprocess.run(["swiftc", "-parse", folder / "Package.swift"], check=True, timeout=120)
    if not (modules / "TodayKit.swiftmodule").exists():
        pytest.skip("TODAY_BIN names a program without its modules")
    program = folder / "Sources/Water/Water.swift"
    subprocess.run(
        ["swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library", "-I", modules, program], check=True, timeout=300
    )


def test_new_app_overwrites_nothing(tmp_path: Path):
    (tmp_path / "Water").write_text("mine")
    assert "exists already" in run(tmp_path, "new", "Water", status=1).stderr
    assert (tmp_path / "Water").read_text() == "mine"
    (tmp_path / "Tea").symlink_to(tmp_path / "nowhere")
    assert "cannot be made" in run(tmp_path, "new", "Tea", status=1).stderr
    assert "cannot be made" in run(tmp_path, "new", "Milk", "--output", "nowhere", status=1).stderr
    run(tmp_path, "new", "../Milk", status=2)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["Tea", "Water"]
