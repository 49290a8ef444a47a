"""A desktop without a screen: a session bus, notification servers on it, and what goes over the bus."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import subprocess
import tempfile
import threading
from dataclasses import dataclass, field
from pathlib import Path

from today_host import TodayHost
from waiting import TIMEOUT_SECONDS, Following, wait_in_folder

#: The Python that Debian's python3-dbusmock is for.
PYTHON = "/usr/bin/python3"
NAME = "org.freedesktop.Notifications"


@dataclass
class Bubble:
    """One call of Notify and the number that answered it."""

    app: str
    replaces: int
    icon: str
    summary: str
    body: str
    actions: list[str]
    hints: dict
    timeout: int
    number: int = 0

    @property
    def buttons(self) -> dict[str, str]:
        """What the buttons say, by key."""
        return dict(zip(self.actions[::2], self.actions[1::2]))


@dataclass
class Program:
    """Something that the tests start and end."""

    process: subprocess.Popen = field(repr=False)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


class Desktop(Following):
    """A session bus of its own, and all that a test puts on it."""

    def __init__(self, log: Path):
        self.folder = Path(tempfile.mkdtemp(prefix="desk-", dir="/tmp"))
        self.address = f"unix:path={self.folder}/bus"
        self.environment = {
            "DBUS_SESSION_BUS_ADDRESS": self.address, "PATH": "/usr/bin:/bin", "HOME": str(self.folder),
            "XDG_RUNTIME_DIR": str(self.folder), "LANG": "C.UTF-8",
        }
        self.messages: list[dict] = []
        self._log = log.open("ab")
        self._programs: list[Program] = []
        self._condition = threading.Condition()
        self._opened = self.folder / "opened.txt"
        (self.folder / "services").mkdir()
        (self.folder / "bin").mkdir()
        self._write_configuration()
        self._write_browser()

    def __enter__(self) -> "Desktop":
        self.start_bus()
        return self

    def __exit__(self, *_: object) -> None:
        for program in reversed(self._programs):
            program.end()
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, *command: object, **more) -> Program:
        """Starts a program in the session."""
        process = subprocess.Popen(
            [str(word) for word in command],
            **{"stdin": subprocess.DEVNULL, "stdout": self._log, "stderr": self._log, "env": self.environment, **more},
        )
        program = Program(process)
        self._programs.append(program)
        return program

    def _write_configuration(self) -> None:
        # Unlike the system's own, it starts no notification server that happens to be installed.
        (self.folder / "bus.conf").write_text(f"""\
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>{self.address}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>{self.folder}/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
""")

    # The bus

    def start_bus(self) -> None:
        """Starts the bus, and watches it."""
        self._bus = self.start(
            "dbus-daemon", f"--config-file={self.folder}/bus.conf", "--nofork", "--nopidfile", "--print-address=1",
            stdout=subprocess.PIPE,
        )
        assert self._bus.process.stdout.readline(), "the bus did not start"
        self._partner = self.start(
            PYTHON, Path(__file__).parent / "bus_partner.py", self.address,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        assert "watching" in self._partner.process.stdout.readline(), "the watch on the bus did not begin"
        threading.Thread(target=self._read, args=[self._partner.process.stdout], daemon=True).start()

    def stop_bus(self) -> None:
        """Ends the bus as a crash would."""
        self._bus.process.kill()
        self._bus.process.wait()
        self._partner.end()
        (self.folder / "bus").unlink(missing_ok=True)

    def _read(self, lines) -> None:
        for line in lines:
            if not line.endswith("\n"):
                return  # The partner ended while it wrote.
            with self._condition:
                self.messages.append(json.loads(line))
                self._condition.notify_all()

    def summary(self) -> object:
        return self.messages[-12:]

    def signal(self, name: str, signature: str, *args: object, mock: bool = True, to: str | None = None) -> None:
        """Has the mock server tell something, or another program that only pretends to be one."""
        order = {"name": name, "signature": signature, "args": args, "mock": mock, "to": to}
        self._partner.process.stdin.write(json.dumps(order) + "\n")
        self._partner.process.stdin.flush()

    # What went over it

    def calls(self, member: str) -> list[dict]:
        """The calls of a method of notification servers, in order."""
        return [each for each in self.messages
                if each["kind"] == "call" and each["member"] == member and each["interface"] == NAME]

    def signals(self, member: str) -> list[list]:
        """The arguments of the server's signals of a name, in order."""
        return [each["args"] for each in self.messages if each["kind"] == "signal" and each["member"] == member]

    @property
    def bubbles(self) -> list[Bubble]:
        """The bubbles that a server has taken, in order."""
        numbers = {(each["destination"], each["reply"]): each["args"]
                   for each in self.messages if each["kind"] == "return"}
        taken = [(Bubble(*call["args"]), numbers.get((call["sender"], call["serial"]))) for call in self.calls("Notify")]
        for bubble, answer in taken:
            bubble.number = answer[0] if answer else 0
        return [bubble for bubble, answer in taken if answer]

    @property
    def closed(self) -> list[int]:
        """The numbers that the host asked to be closed, in order."""
        return [call["args"][0] for call in self.calls("CloseNotification")]

    def wait_for_bubble(self, summary: str, count: int = 1) -> Bubble:
        """Waits for the bubble with a title to be taken, for the so-manieth time; returns it."""
        def find(desktop: Desktop):
            found = [bubble for bubble in desktop.bubbles if bubble.summary == summary]
            return found[count - 1] if len(found) >= count else None

        return self.wait(find, f"the bubble {summary!r} ({count})")

    def wait_for_closing(self, bubble: Bubble) -> None:
        """Waits until the host asked for a bubble to be closed."""
        self.wait(lambda desktop: bubble.number in desktop.closed, f"the closing of {bubble.number}")

    def wait_for_end(self, bubble: Bubble) -> None:
        """Waits until the server says that a bubble is gone."""
        self.wait(
            lambda desktop: any(number == bubble.number for number, *_ in desktop.signals("NotificationClosed")),
            f"the end of {bubble.number}",
        )

    # The servers

    def start_mock(self, capabilities: str = "actions body") -> Program:
        """Starts python3-dbusmock's notification server, and waits until it is the one."""
        before = len(self._owners)
        mock = self.start(*self._mock(capabilities))
        self.wait(lambda desktop: len(desktop._owners) > before and desktop._owners[-1], "the mock server")
        return mock

    def offer_mock(self, capabilities: str = "actions body") -> None:
        """Lets the bus start the mock server when somebody calls it."""
        command = " ".join(f"'{word}'" for word in self._mock(capabilities))
        (self.folder / "services" / f"{NAME}.service").write_text(f"[D-BUS Service]\nName={NAME}\nExec={command}\n")

    def stop_mock(self, mock: Program) -> None:
        """Ends the server as a crash would, and waits until the bus knows."""
        mock.process.kill()
        mock.process.wait()
        self.wait(lambda desktop: desktop._owners and not desktop._owners[-1], "the end of the mock server")

    @staticmethod
    def _mock(capabilities: str) -> list[str]:
        parameters = json.dumps({"capabilities": capabilities})
        return [PYTHON, "-m", "dbusmock", "--session", "--template", "notification_daemon", "--parameters", parameters]

    @property
    def _owners(self) -> list[str]:
        """The connections that became the server, and nothing where it ended, in order."""
        return [args[2] for args in self.signals("NameOwnerChanged") if args[0] == NAME]

    def start_screen(self) -> dict[str, str]:
        """Starts a screen that nobody sees; returns the environment of programs on it."""
        reading, writing = os.pipe()
        self.start("Xvfb", "-displayfd", writing, "-screen", "0", "640x480x24", "-nolisten", "tcp", pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as pipe:
            return {**self.environment, "DISPLAY": f":{pipe.readline().strip()}"}

    def start_dunst(self) -> "Dunst":
        """Starts a dunst on a screen that nobody sees."""
        return Dunst(self)

    # The person's browser

    def _write_browser(self) -> None:
        program = self.folder / "bin/xdg-open"
        program.write_text(f"""\
#!/bin/sh
printf '%s\\t%s\\n' "$1" "$XDG_ACTIVATION_TOKEN" >> '{self._opened}'
""")
        program.chmod(0o755)

    @property
    def opened(self) -> list[tuple[str, str]]:
        """The addresses that were opened and the tokens that came along, in order."""
        if not self._opened.exists():
            return []
        return [tuple(line.split("\t")) for line in self._opened.read_text().splitlines()]

    def wait_for_page(self, count: int = 1) -> str:
        """Waits until so many pages were opened; returns the address of the last."""
        wait_in_folder(self.folder, lambda: len(self.opened) >= count, f"{count} pages, after {self.opened}")
        return self.opened[count - 1][0]

    def follow(self, link: str) -> str:
        """Follows a link as a browser does that has never been here; returns the path that it leads to."""
        authority = link.split("/")[2]
        # The name always means this machine; not every resolver knows that.
        connection = http.client.HTTPConnection("127.0.0.1", int(authority.split(":")[1]), timeout=TIMEOUT_SECONDS)
        try:
            connection.request("GET", link[link.index(authority) + len(authority):], headers={"Host": authority})
            response = connection.getresponse()
            assert response.status == 303, f"{response.status} {response.read()}"
            return response.headers["Location"]
        finally:
            connection.close()

    def join(self, host: TodayHost) -> None:
        """Has a host start in this session, with the browser first on its path."""
        host.environment["DBUS_SESSION_BUS_ADDRESS"] = self.address
        host.environment["PATH"] = f"{self.folder}/bin:{host.environment['PATH']}"


class Dunst:
    """A real notification server: dunst, under Xvfb."""

    def __init__(self, desktop: Desktop):
        self._desktop = desktop
        self._choice = desktop.folder / "choice.txt"
        self._menu = desktop.folder / "menu.txt"
        script = desktop.folder / "bin/choose"
        # dunst has it choose a line of a menu; see "dmenu" in dunst(5).
        script.write_text(f"#!/bin/sh\ntee '{self._menu}' | grep -m 1 -F -f '{self._choice}'\n")
        script.chmod(0o755)
        configuration = desktop.folder / "dunstrc"
        configuration.write_text(f"[global]\n    dmenu = {script}\n    font = DejaVu Sans 10\n    markup = full\n")
        self._environment = desktop.start_screen()
        before = len(desktop._owners)
        desktop.start("dunst", "-conf", configuration, env=self._environment)
        desktop.wait(lambda desktop: len(desktop._owners) > before and desktop._owners[-1], "dunst")

    def control(self, *arguments: str) -> str:
        """Runs dunstctl."""
        result = subprocess.run(
            ["dunstctl", *arguments],
            env=self._environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=TIMEOUT_SECONDS,
        )
        assert result.returncode == 0, result.stderr
        return result.stdout.strip()

    def choose(self, label: str) -> None:
        """Presses the button with a label, by way of dunst's menu."""
        self._choice.write_text(label)
        self.control("context")

    def press(self) -> None:
        """Presses the bubble itself."""
        self.control("action", "0")

    def dismiss(self) -> None:
        """Closes the newest bubble, as a person does."""
        self.control("close")

    @property
    def displayed(self) -> int:
        """How many bubbles show."""
        return int(self.control("count", "displayed"))
