"""Code for a widget that uses what only an app has does not compile, and the compiler says why."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from today_host import TODAY

#: Where the build has put the modules of the SDK.
MODULES = TODAY.parent / "Modules"

#: A library that the app and the widget share.
SHARED = """
import TodayKit

struct Counter {
    let context: ProcessContext

    init(_ context: some ProcessScoped) { self.context = context.process }

    func add() async throws {
        _ = context.defaults.changes(in: GroupID("group.a"))
        _ = (context.now, context.today, context.zone, context.language, context.groups, context.bundlePath)
        _ = try await context.http.fetch("https://a.example/")
        _ = try await context.actions(in: GroupID("group.a")).enqueue("a")
        _ = try await context.records(in: "iCloud.a").fetch([RecordName("a")])
        try await context.notifications.removeAll()
        try await context.open("https://a.example/")
        context.log.info("added")
    }
}
"""

#: Code of an app or a widget that uses it.
COUNTS = "try await Counter(context).add(); try await Counter(context.process).add()"

#: What only an app may use, and what the compiler says of it elsewhere.
APP_ONLY = [
    ("try await context.messages.refresh()", "'messages' is unavailable: Only an app has an inbox"),
    ("try await context.widgets.reload()", "'widgets' is unavailable: Only an app updates its widgets"),
    ("try await context.scenes.reload()", "'scenes' is unavailable: Only an app has pages"),
    ("try await context.complication.set(nil)", "'complication' is unavailable: Only an app sets its complication"),
    ("try await context.scheduleWake(at: nil)", "'scheduleWake(at:)' is unavailable: Only an app is started at a time"),
    ("_ = context.inputs", "'inputs' is unavailable: Only an app has inputs"),
    ("try await context.notifications.requestAuthorization(options: [.alert])", "'AppContext' be equivalent"),
    ("try await context.notifications.setCategories([])", "'AppContext' be equivalent"),
    ('try await context.records(in: "iCloud.a").delete([RecordName("a")])', "'AppContext' be equivalent"),
    ("_ = context.url", "has no member 'url'"),
]


def errors(folder: Path, source: str) -> list[str]:
    """The errors of the compiler for a file that imports TodayKit."""
    file = folder / "Shared.swift"
    file.write_text(source)
    result = subprocess.run(
        [shutil.which("swiftc"), "-typecheck", "-swift-version", "6", "-I", MODULES, file],
        capture_output=True, text=True, timeout=300,
    )
    found = [line for line in result.stderr.splitlines() if line.startswith(str(file)) and "error:" in line]
    assert (result.returncode == 0) == (not found), result.stderr
    return found


def uses(context: str, statements: list[str]) -> str:
    """A file with a function for each statement, in a line of its own, after the library."""
    functions = [
        f"func use{number}(_ context: {context}) async throws {{ {statement} }}\n"
        for number, statement in enumerate(statements)
    ]
    return SHARED + "".join(functions)


def test_shared_code_compiles_for_the_app_and_for_the_widget(tmp_path: Path) -> None:
    for context in "AppContext", "WidgetContext":
        assert errors(tmp_path, uses(context, [COUNTS])) == []


def test_app_only_member_does_not_compile_elsewhere(tmp_path: Path) -> None:
    statements = [statement for statement, _ in APP_ONLY]
    assert errors(tmp_path, uses("AppContext", statements)) == []
    first = SHARED.count("\n") + 1
    for context in "WidgetContext", "ProcessContext":
        # The place of each error, and what it says.
        found = [error.split(":", 2) for error in errors(tmp_path, uses(context, statements))]
        told = {int(line): message for _, line, message in found}
        assert len(found) == len(told) == len(APP_ONLY), found
        for number, (statement, message) in enumerate(APP_ONLY):
            assert message in told[first + number], statement
