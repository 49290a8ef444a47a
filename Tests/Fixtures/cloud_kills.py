"""Kills a cloud and its hosts at random points under load, and says what came of it; see script/kills."""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Callable

import mailer
from kill_checks import Evidence, HostEvidence
from kill_inbox import Inbox, Sightings
from kill_load import Reader, Senders
from notifier import NotificationWatch
from today_cloud import Device, TodayCloud
from today_host import ROOT, TodayHost
from waiting import PATIENCE, TimedOut, eventually


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
    """A host that is killed, and somebody who looks at its notifications."""

    def __init__(self, name: str, log: Path, folder: Path):
        self.host = TodayHost(log)
        self.host.arguments = ["--no-cloud"]
        self.inbox = Inbox(self.host, folder)
        self.sightings = Sightings()
        self.is_up = False
        self._watch: NotificationWatch | None = None
        super().__init__(name, self.host)

    def kill(self) -> None:
        self.is_up = False
        super().kill()
        if self._watch is not None:
            self._watch.wait(lambda watch: watch.has_ended, "the end of the stream")
            self._watch.__exit__()
            self.sightings.add(self._watch)
            self._watch = None

    def start(self) -> None:
        super().start()
        self._watch = NotificationWatch(self.host).__enter__()
        self.is_up = True

    def evidence(self) -> HostEvidence:
        """What it shows."""
        messages, unread = self.inbox.everything()
        state = self.host.request("GET", "/api/notifications")
        listed = [each for group in state["groups"] for each in group["notifications"]]
        seen = Sightings()
        seen.arrivals.update(self.sightings.arrivals)
        seen.numbers = {title: set(numbers) for title, numbers in self.sightings.numbers.items()}
        assert self._watch is not None
        seen.add(self._watch)
        return HostEvidence(
            name=self.name, messages=messages, unread=unread, badge=self.inbox.badge,
            shown=[each["title"] for each in listed], older=state["older"], arrivals=dict(seen.arrivals),
            numbers={title: len(numbers) for title, numbers in seen.numbers.items()}, handed=self.inbox.handed(),
        )


class InnerCloud(TodayCloud):
    """The cloud inside a host, which lives and dies with it."""

    def __init__(self, host: TodayHost):
        self.state, self.log, self.process = host.state, host.log, None
        self._host = host

    def __exit__(self, *_: object) -> None:
        pass  # It is the host's.

    @property
    def ready(self) -> dict:
        """What the host's ready file says of it."""
        return self._host.ready["cloud"]


class KillRun:
    """One cloud, some hosts of one person, senders and a reader, and the kills; in a `with` block.

    With `is_inside` the cloud is the one inside the first host.
    """

    def __init__(self, logs: Path, seed: int, hosts: int = 2, is_inside: bool = False):
        self.seed = seed
        self._chance = random.Random(f"{seed} kills")
        logs.mkdir(parents=True, exist_ok=True)
        for log in logs.glob("*.log"):
            log.unlink()
        self._folder = Path(tempfile.mkdtemp(prefix="kills-", dir="/tmp"))
        names = [f"host{number + 1}" for number in range(hosts)]
        self._hosts = [HostVictim(name, logs / f"{name}.log", self._folder / name) for name in names]
        self.cloud: TodayCloud
        self._cloud_victim: Victim
        if is_inside:
            first = self._hosts[0]
            first.host.arguments = []
            self.cloud, self._cloud_victim, self._person_name = InnerCloud(first.host), first, "me"
        else:
            self.cloud = TodayCloud(logs / "cloud.log")
            self._cloud_victim, self._person_name = Victim("the cloud", self.cloud), "ada"
        self._senders: Senders | None = None
        self._reader: Reader | None = None
        self._away: Device | None = None
        self.evidence: Evidence | None = None

    def __enter__(self) -> "KillRun":
        return self

    def __exit__(self, *_: object) -> None:
        for victim in self._hosts:
            victim.host.__exit__()
        self.cloud.__exit__()
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def kills(self) -> int:
        """How often something was killed so far."""
        return sum(victim.kills for victim in self._victims)

    @property
    def _victims(self) -> list[Victim]:
        return list(dict.fromkeys([self._cloud_victim, *self._hosts]))

    def run(self, kills: int, tell: Callable[[str], None] = lambda line: None) -> list[str]:
        """Kills at least so often; returns what is wrong in the end."""
        self._set_up()
        told = 0
        while self.kills < kills:
            self._kill_once()
            if self.kills >= told + 20:
                told = self.kills
                tell(f"{told} kills, {len(self._load.sent)} requests")
        self._load.stop()
        self._person.stop()
        # What was sent last comes last: when it is there, nothing is under way any more.
        problems = self._settle()
        if not problems:
            self._load.send("The last message", is_waking=True)
            problems = self._settle()
        return problems

    def summary(self) -> str:
        """What was done, in a sentence."""
        assert self.evidence is not None
        sent = self.evidence.sent
        acknowledged = len(self.evidence.acknowledged)
        lost = sum(len(each.titles) for each in sent if each.push_ids is None)
        others = [victim for victim in self._hosts if victim is not self._cloud_victim]
        cloud = "the cloud" if len(others) == len(self._hosts) else "the host with the cloud inside"
        early = sum(victim.early_kills for victim in self._victims)
        return (
            f"{self.kills} kills ({self._cloud_victim.kills} of {cloud}, {sum(victim.kills for victim in others)} of "
            f"{len(others)} {'host' if len(others) == 1 else 'hosts'}, "
            f"{early} of them while starting); {acknowledged} pushes acknowledged, the answers to {lost} more lost, "
            f"of which {len(self.evidence.pushes) - acknowledged} were accepted; "
            f"{len(self.evidence.read.possible)} messages read and "
            f"{len(self.evidence.deleted.possible)} deleted meanwhile; seed {self.seed}"
        )

    # Beginning

    def _set_up(self) -> None:
        for victim in self._victims:
            # Also the first start, which makes keys and databases, may be cut short.
            victim.kill_early(self._chance.uniform(0, 0.1))
            victim.start()
        self.cloud.today("keys", "--add", mailer.APP)
        [keys] = [each for each in json.loads(self.cloud.today("keys", "--json")) if each["app"] == mailer.APP]
        for victim in self._hosts:
            victim.inbox.install()
            if victim is self._cloud_victim:
                continue  # It joins by itself.
            token = self.cloud.today("user", "add", self._person_name).strip()
            victim.inbox.link(self.cloud.ready["url"], token, "--name", victim.name)
        self._away = self.cloud.join(self._person_name, name="away", app=mailer.APP)
        for victim in self._hosts:
            eventually(victim.inbox.refresh, f"the inbox on {victim.name}")
        self._senders = Senders(keys, self.cloud.ready["url"], self._person_name, self.seed)
        self._senders.note_cloud(True)
        self._reader = Reader(lambda: [victim.inbox for victim in self._hosts if victim.is_up], self.seed)

    @property
    def _load(self) -> Senders:
        assert self._senders is not None
        return self._senders

    @property
    def _person(self) -> Reader:
        assert self._reader is not None
        return self._reader

    # Killing

    def _kill_once(self) -> None:
        chance = self._chance
        host = chance.choice(self._hosts)
        victims = chance.choices([[self._cloud_victim], [host], [self._cloud_victim, host]], weights=[9, 9, 2])[0]
        victims = list(dict.fromkeys(victims))
        # Some requests before the kill, and some that run into it.
        credit = chance.choice([2, 4, 8, 8, 25])
        before = len(self._load.sent)
        self._load.allow(credit)
        self._person.allow()
        self._load.wait_for(before + chance.randint(0, credit))
        wait_a_moment(chance.uniform(0, chance.choice([0.01, 0.05, 0.2])))
        threads = [threading.Thread(target=victim.kill) for victim in victims[1:]]
        for thread in threads:
            thread.start()
        victims[0].kill()
        for thread in threads:
            thread.join()
        if self._cloud_victim in victims:
            self._load.note_cloud(False)
        for victim in victims:
            while chance.random() < 0.2:
                victim.kill_early(chance.uniform(0, 0.2))
            victim.start()
        if self._cloud_victim in victims:
            self._load.note_cloud(True)
        if chance.random() < 0.7:
            # A host waits longer and longer before it tries a cloud again that comes and goes.
            for victim in self._hosts:
                eventually(victim.inbox.refresh, f"the inbox on {victim.name}")

    # Looking

    def _settle(self) -> list[str]:
        """Waits until nothing is wrong; returns what is wrong after a long time."""
        problems: list[str] = []

        def is_well() -> bool:
            nonlocal problems
            for victim in self._hosts:
                victim.inbox.refresh()
            problems = self._look()
            return not problems

        try:
            eventually(is_well, "everything to be right", timeout=PATIENCE * 2, interval=0.1)
        except TimedOut:
            pass
        return problems

    def _look(self) -> list[str]:
        """Collects the evidence; returns what is wrong now."""
        away = self._away
        assert away is not None
        if away.has_ended or not away.hello:
            away.listen(after=away.events[-1][0] if away.events else 0)
        self.evidence = Evidence(
            sent=self._load.sent, read=self._person.read, deleted=self._person.deleted, pushes=away.pushes(),
            inbox=away.messages(), hosts=[victim.evidence() for victim in self._hosts],
        )
        return self.evidence.problems()


def wait_a_moment(seconds: float) -> None:
    """Lets some time pass, a random one, so that a kill comes at any point; nothing is waited for."""
    threading.Event().wait(seconds)


def main() -> int:
    """The command script/kills."""
    parser = argparse.ArgumentParser(prog="script/kills", description="Kills a cloud and its hosts under load.")
    parser.add_argument("kills", nargs="?", type=int, default=200, metavar="N", help="how many kills at least (200)")
    parser.add_argument("--seed", type=int, help="begins with what an earlier run printed")
    parser.add_argument("--hosts", type=int, default=2, help="how many hosts the person has (2)")
    parser.add_argument("--inside", action="store_true", help="the cloud is the one inside the first host")
    arguments = parser.parse_args()
    if not 1 <= arguments.kills <= 1000 or not 1 <= arguments.hosts <= 8:
        # The cloud keeps ten thousand events for the device that is away, and each kill brings about five.
        parser.error("from 1 to 1000 kills, of 1 to 8 hosts.")
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1_000_000)
    print(f"seed {seed}", flush=True)
    begin = time.monotonic()
    with KillRun(ROOT / "artifacts/kills", seed, arguments.hosts, arguments.inside) as run:
        problems = run.run(arguments.kills, lambda line: print(line, flush=True))
        print(f"{run.summary()}; {time.monotonic() - begin:.0f} s")
    for problem in problems[:50]:
        print(f"- {problem}")
    if problems:
        print(f"{len(problems)} things are wrong; the logs are in artifacts/kills.")
        return 1
    print("Every acknowledged push was delivered, and nothing came twice.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
