"""Each use of a Share or Action extension is a process of its own, with a page and a result, within limits."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from taker import Taker
from today_host import Refused, TodayHost
from waiting import eventually, wait_in_folder


class Uses:
    """A host with an app whose extensions have a program."""

    GROUP = "group.test.user"
    APP = "test.user"

    def __init__(self, host: TodayHost, fixture_app: Callable[..., Path]):
        self.host = host
        rule = {"Text": True}
        host.install(fixture_app("user", groups=[self.GROUP], extensions={"share": rule, "ui": rule}))

    def use(self, text: str, point: str = "share", id: str | None = None, app: str = APP) -> dict:
        body = Taker.body({"text": text}, app=app, id=id) | {"point": point}
        return self.host.request("POST", "/api/shares", body)

    def page(self, url: str) -> str:
        return json.dumps(self.host.scene(url))

    def result(self, url: str, wait: int = 0) -> dict:
        return self.host.request("GET", f"/api/shares?url={url}&wait={wait}")

    @property
    def stored(self) -> dict:
        return self.host.request("GET", f"/api/defaults/{self.GROUP}")

    @property
    def begun(self) -> list[list[str]]:
        """The kind and the instance of each use, in order."""
        file = self.host.group_folder(self.GROUP) / "uses.txt"
        return [line.split() for line in file.read_text().splitlines()] if file.exists() else []

    def wait_for_begun(self, count: int) -> None:
        wait_in_folder(self.host.group_folder(self.GROUP), lambda: len(self.begun) == count, f"{count} uses")

    def wait_for_processes(self, count: int) -> None:
        """Waits until so many processes of extensions run."""
        found = lambda: {each.pid for each in self.host.programs("extension_app")}
        eventually(lambda: len(found()) == count, f"{count} processes of extensions")


@pytest.fixture
def uses(host: TodayHost, fixture_app: Callable[..., Path]) -> Uses:
    return Uses(host, fixture_app)


def test_a_use_without_a_page_ends_with_its_result(uses: Uses):
    assert uses.use("milk", id="one") == {"done": {"message": "Made *MILK*."}}
    assert uses.use("milk", id="one") == {"done": {"message": "Made *MILK*."}}
    assert uses.use("eggs", "action") == {"done": {"message": "Made *EGGS*.", "text": "EGGS"}}

    assert uses.begun[0] == ["share", "test.user.share:one"]
    assert [kind for kind, _ in uses.begun] == ["share", "action"]
    uses.wait_for_processes(0)
    assert uses.stored == {"milk": True, "eggs": True}


def test_two_uses_are_two_processes_each_with_its_page(uses: Uses):
    urls = [uses.use(f"ask {name}", "action", id=name)["done"]["open"] for name in ("a", "b")]
    assert urls == ["today-extension://a", "today-extension://b"]
    pages = [uses.page(url) for url in urls]
    assert "test.user.ui:a" in pages[0] and "test.user.ui:b" in pages[1]
    uses.wait_for_processes(2)
    tap = uses.host.tap_scene
    assert tap(urls[0], "Do", {}, inputs={"suffix": ""}) == {"invalidInputs": {"errors": {"suffix": "What for?"}}}
    assert tap(urls[0], "Wait", {}, inputs={"suffix": ""}) == {"done": {}}
    assert uses.result(urls[0]) == {"hasEnded": False}

    first = tap(urls[0], "Do", {}, inputs={"suffix": "1"}, id="last")

    assert first == {"done": {"message": "Made *ask a1*.", "text": "ask a1"}}
    assert tap(urls[0], "Do", {}, inputs={"suffix": "1"}, id="last") == first
    assert uses.result(urls[0]) == {"hasEnded": True, "message": "Made *ask a1*.", "text": "ask a1"}
    # The host says it afterwards, as it is: what the extension returned is no markup.
    assert "Made \\\\*ask a1\\\\*" in uses.page(urls[0])
    assert tap(urls[1], "Do", {}, inputs={"suffix": "2"})["done"]["text"] == "ask b2"
    assert len(uses.begun) == 2
    assert uses.stored == {"ask a": True, "ask b": True}


def test_a_use_that_misbehaves_fails_and_changes_nothing(uses: Uses):
    outcome = uses.use("large", "action")
    assert outcome == {"failed": {"reason": "User ui returned more than 32 KiB of text."}}
    assert "failed" in uses.use("die")
    # It is asked once: in another process, it would begin again.
    assert [kind for kind, _ in uses.begun] == ["action", "share"]
    assert uses.stored == {}
    for method in "scenes/reload", "notifications/authorize", "complication/set":
        refusal = f"{method} is unavailable in extensions; ask in the app."
        assert uses.use(f"call {method}", "action")["done"]["text"] == refusal

    url = uses.use("ask", id="dies")["done"]["open"]
    assert "failed" in uses.host.tap_scene(url, "Die", {}, inputs={"suffix": ""})
    with pytest.raises(Refused) as refused:
        uses.result(url)
    assert refused.value.message == "This use of the extension has ended. Share it again."
    assert "failed" in uses.host.tap_scene(url, "Do", {}, inputs={"suffix": "x"})


def test_a_use_that_never_answers_is_ended_and_holds_up_nothing(uses: Uses):
    outcome: list[dict] = []
    hanging = threading.Thread(target=lambda: outcome.append(uses.use("hang")))
    hanging.start()
    uses.wait_for_begun(1)

    assert uses.use("quick") == {"done": {"message": "Made *QUICK*."}}

    # The fifth use ends the oldest at once; its deadline would end it later.
    for _ in range(4):
        uses.use("ask")
    hanging.join(60)
    assert outcome == [{"failed": {"reason": "This use of the extension has ended. Share it again."}}]
    uses.wait_for_processes(4)


def test_an_app_has_four_uses_and_removing_it_ends_them(uses: Uses):
    urls = [uses.use("ask")["done"]["open"] for _ in range(6)]

    assert [uses.result(url) for url in urls[2:]] == [{"hasEnded": False}] * 4
    for url in urls[:2]:
        with pytest.raises(Refused):
            uses.result(url)
    uses.wait_for_processes(4)
    uses.host.today("uninstall", "User", "--yes")
    uses.wait_for_processes(0)


def test_all_apps_have_sixteen_uses(uses: Uses, fixture_app: Callable[..., Path]):
    names = ["second", "third", "fourth", "fifth"]
    for name in names:
        uses.host.install(fixture_app(name, groups=[f"group.test.{name}"], extensions={"share": {"Text": True}}))
    apps = [uses.APP, *(f"test.{name}" for name in names[:3])]
    urls = [uses.use("ask", app=app)["done"]["open"] for app in apps for _ in range(4)]
    assert [uses.result(url) for url in urls] == [{"hasEnded": False}] * 16

    urls.append(uses.use("ask", app="test.fifth")["done"]["open"])

    assert [uses.result(url) for url in urls[1:]] == [{"hasEnded": False}] * 16
    with pytest.raises(Refused):
        uses.result(urls[0])
    uses.wait_for_processes(16)


def test_a_person_ends_a_use_without_a_result(uses: Uses):
    first, second = (uses.use("ask", "action")["done"]["open"] for _ in range(2))
    for _ in range(2):
        uses.host.request("DELETE", f"/api/shares?url={first}")
    uses.host.request("DELETE", "/api/shares?url=today-extension://unknown")

    uses.wait_for_processes(1)
    with pytest.raises(Refused) as refused:
        uses.result(first)
    assert refused.value.message == "This use of the extension has ended. Share it again."
    assert uses.result(second) == {"hasEnded": False}
    assert uses.stored == {}


def test_a_restart_ends_uses(uses: Uses):
    url = uses.use("ask", id="lost")["done"]["open"]
    uses.host.kill()
    uses.host.start()

    with pytest.raises(Refused) as refused:
        uses.host.tap_scene(url, "Do", {}, inputs={"suffix": "x"})
    assert refused.value.message == "This use of the extension has ended. Share it again."
    assert uses.use("ask", id="lost")["done"]["open"] == url
    assert len(uses.begun) == 1


def test_the_command_prints_what_an_action_returns(uses: Uses):
    host = uses.host
    result = host.today("share", "--action", "milk")
    assert (result.stdout, result.stderr) == ("MILK\n", "Made *MILK*.\n")
    assert json.loads(host.today("share", "--action", "--json", "milk").stdout) == {
        "app": uses.APP, "message": "Made *MILK*.", "text": "MILK",
    }
    assert host.today("share", "--app", "User", "milk").stdout == "Made *MILK*.\n"
    steered = host.today("share", "--action", "steer").stdout
    assert "red" in steered and "\x1b" not in steered

    results: list[subprocess.CompletedProcess] = []
    command = threading.Thread(target=lambda: results.append(host.today("share", "--action", "ask me")))
    command.start()
    uses.wait_for_begun(5)
    url = "today-extension://" + uses.begun[4][1].split(":")[1]
    # It is asked for the page once it has answered, so the command may not have it yet.
    host.open(url)
    host.tap_scene(url, "Do", {}, inputs={"suffix": "!"})
    command.join(60)
    assert results[0].stdout == "ask me!\n"
