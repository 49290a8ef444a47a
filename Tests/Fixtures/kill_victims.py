"""What is killed again and again: a cloud, hosts, and the programs that hosts run; and what all such runs share."""

from __future__ import annotations

import random
import shutil
import tempfile
import threading
from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Callable, Generic, TypeVar

from streams import Refused
from today_cloud import TodayCloud
from today_host import TodayHost
from waiting import TIMEOUT_SECONDS, TimedOut, eventually


class Victim:
    """A program that is killed and started again."""

    def __init__(self, name: str, program: TodayCloud | TodayHost):
        self.name, self.program = name, program
        self.kills = self.early_kills = 0

    def kill(self) -> None:
        """Kills it, wherever it is."""
        self.program.kill()
        ended = self.program.process.returncode
        if ended != -9:
            raise AssertionError(f"{self.name} had ended by itself, with {ended}: see {self.program.log}")
        self.kills += 1

    def kill_early(self, after: float) -> None:
        """Starts it and kills it some time later, whether it serves by then or not."""
        self.program.launch()
        wait_a_moment(after)
        self.kill()
        self.early_kills += 1

    def start(self) -> None:
        """Starts it and waits until it serves."""
        self.program.start()


class HostVictim(Victim):
    """A host that is killed."""

    def __init__(self, name: str, log: Path):
        self.host = TodayHost(log)
        self.host.arguments = ["--no-cloud", "--allow-loopback-push"]
        super().__init__(name, self.host)

    def reconnect(self) -> bool:
        """Has the link to the cloud tried again at once; returns whether it stands."""
        try:
            self.host.request("POST", "/api/messages/refresh")
        except Refused:
            return False
        return True


class ProgramVictim:
    """A widget or an app that a host runs; the host starts it again when it needs it."""

    def __init__(self, host: TodayHost, name: str):
        self.name = name
        self._host = host
        self.kills = 0
        #: How often it was killed since its host began; the host waits longer each time before it starts it again.
        self.recent_kills = 0

    def kill(self) -> bool:
        """Kills it, wherever it is; returns whether it ran."""
        running = [process for process in self._host.programs(self.name) if process.is_alive]
        for process in running:
            process.kill()
        self.kills += len(running)
        self.recent_kills += len(running)
        return bool(running)


Host = TypeVar("Host", bound=HostVictim)


class Run(ABC, Generic[Host]):
    """A cloud, hosts of one person, a load, and the kills; in a `with` block."""

    #: The cloud, and what is killed for it: the cloud itself, or the host that it is in.
    cloud: TodayCloud
    cloud_victim: Victim

    def __init__(self, logs: Path, seed: int):
        self.seed = seed
        self.chance = random.Random(f"{seed} kills")
        logs.mkdir(parents=True, exist_ok=True)
        for log in logs.glob("*.log"):
            log.unlink()
        self.folder = Path(tempfile.mkdtemp(prefix="kills-", dir="/tmp"))
        self.hosts: list[Host] = []

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        for victim in self.hosts:
            victim.host.__exit__()
        self.cloud.__exit__()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def victims(self) -> list[Victim]:
        """The cloud and the hosts, each once."""
        return list(dict.fromkeys([self.cloud_victim, *self.hosts]))

    @property
    def kills(self) -> int:
        """How often something was killed so far."""
        return sum(victim.kills for victim in self.victims)

    def run(self, kills: int, tell: Callable[[str], None] = lambda line: None) -> list[str]:
        """Kills at least so often, until even more was acknowledged; returns what is wrong in the end."""
        for victim in self.victims:
            # Also the first start, which makes keys and databases, may be cut short.
            victim.kill_early(self.chance.uniform(0, 0.1))
            victim.start()
        self.set_up()
        told = 0
        # A run of unlucky kills, all of programs that start, would let hardly any load through.
        while self.kills < kills or self.acknowledged <= kills:
            self.kill_once()
            if self.kills >= told + 20:
                told = self.kills
                tell(f"{told} kills, {self.progress()}")
        self.stop()
        problems = self._settle()
        if not problems:
            # What comes after everything else finds nothing under way, and shows that everything still works.
            self.send_last()
            problems = self._settle()
        return problems

    @abstractmethod
    def set_up(self) -> None:
        """Installs and joins what the run needs, and begins the load; everything runs."""

    @abstractmethod
    def kill_once(self) -> None:
        """Lets some load through and kills something, and starts it again."""

    @property
    @abstractmethod
    def acknowledged(self) -> int:
        """How much of the load was acknowledged so far."""

    @abstractmethod
    def progress(self) -> str:
        """How much load there was so far."""

    @abstractmethod
    def stop(self) -> None:
        """Ends the load."""

    @abstractmethod
    def send_last(self) -> None:
        """Sends what must arrive after everything else."""

    @abstractmethod
    def look(self) -> list[str]:
        """Collects the evidence; returns what is wrong now."""

    def kill_programs(self, victims: list[Victim], when_dead: Callable[[], None] = lambda: None) -> None:
        """Kills some programs at the same time, and starts them again."""
        with ThreadPoolExecutor() as threads:
            for _ in threads.map(lambda victim: victim.kill(), victims):
                pass  # What one of them raises is raised here.
        when_dead()
        for victim in victims:
            while self.chance.random() < 0.2:
                victim.kill_early(self.chance.uniform(0, 0.2))
            victim.start()

    def reconnect_sometimes(self) -> None:
        """Mostly waits for the links: a host waits longer and longer before it tries a cloud that comes and goes."""
        if self.chance.random() < 0.7:
            for victim in self.hosts:
                eventually(victim.reconnect, f"the link of {victim.name}")

    def _settle(self) -> list[str]:
        """Waits until nothing is wrong; returns what is wrong after a long time."""
        problems: list[str] = []

        def is_well() -> bool:
            nonlocal problems
            try:
                for victim in self.hosts:
                    victim.reconnect()
                problems = self.look()
            except Exception as failure:
                # After a kill, something may be there in part: a mark before its habit, say. It is looked at again.
                problems = [f"the evidence cannot be collected: {failure!r}"]
            return not problems

        try:
            eventually(is_well, "everything to be right", timeout=TIMEOUT_SECONDS * 4, interval=0.1)
        except TimedOut:
            pass
        return problems


def wait_a_moment(seconds: float) -> None:
    """Lets some time pass, a random one, so that a kill comes at any point; nothing is waited for."""
    threading.Event().wait(seconds)
