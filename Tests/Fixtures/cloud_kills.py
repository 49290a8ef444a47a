"""Kills a cloud and its hosts at random points under load, and says what came of it; see script/kills."""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from pathlib import Path

import mailer
from browser_device import BrowserDevice, PushedBrowser
from kill_checks import Evidence, HostEvidence
from kill_inbox import Inbox, Sightings
from kill_load import Reader, Senders
from kill_victims import HostVictim, Run, Victim, wait_a_moment
from notifier import NotificationWatch
from push_service import PushService
from tick_kills import TickRun
from today_cloud import Device, TodayCloud
from today_host import ROOT, TodayHost
from waiting import Collected, eventually


class WatchedHost(HostVictim):
    """A host that is killed, somebody who looks at its notifications, and a browser that gets them through a push service."""

    def __init__(self, name: str, log: Path, folder: Path):
        super().__init__(name, log)
        self.inbox = Inbox(self.host, folder)
        self.sightings = Sightings()
        self.is_up = False
        self._watch: NotificationWatch | None = None
        self._pushed = Collected()
        self._service = PushService(self._pushed.append).__enter__()
        self._browser: PushedBrowser | None = None

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

    def subscribe(self) -> None:
        """Pairs a browser and subscribes it."""
        device = BrowserDevice(self.host)
        device.subscribe(self._service)
        self._browser = PushedBrowser(device, self._service, self._pushed)

    def close(self) -> None:
        """Ends the push service."""
        self._service.close()

    def evidence(self) -> HostEvidence:
        """What it shows."""
        messages, unread = self.inbox.everything()
        state = self.host.request("GET", "/api/notifications")
        listed = [each for group in state["groups"] for each in group["notifications"]]
        seen = Sightings()
        seen.arrivals.update(self.sightings.arrivals)
        seen.numbers = {title: set(numbers) for title, numbers in self.sightings.numbers.items()}
        assert self._watch is not None and self._browser is not None
        seen.add(self._watch)
        return HostEvidence(
            name=self.name, messages=messages, unread=unread, badge=self.inbox.badge,
            shown=[each["title"] for each in listed], older=state["older"], arrivals=dict(seen.arrivals),
            numbers={title: len(numbers) for title, numbers in seen.numbers.items()}, handed=self.inbox.handed(),
            pushed=list(self._browser.shown().values()), mistakes=self._browser.mistakes,
        )


class InnerCloud(TodayCloud):
    """The cloud inside a host, which lives and dies with it."""

    def __init__(self, host: TodayHost):
        self.state, self.log, self.process = host.state, host.log, None
        self.others, self.environment = [], dict(os.environ)
        self._host = host

    def __exit__(self, *_: object) -> None:
        pass  # It is the host's.

    @property
    def ready(self) -> dict:
        """What the host's ready file says of it."""
        return self._host.ready["cloud"]


class KillRun(Run[WatchedHost]):
    """One cloud, some hosts of one person, senders and a reader, and the kills; in a `with` block.

    With `is_inside` the cloud is the one inside the first host.
    """

    def __init__(self, logs: Path, seed: int, hosts: int = 2, is_inside: bool = False):
        super().__init__(logs, seed)
        names = [f"host{number + 1}" for number in range(hosts)]
        self.hosts = [WatchedHost(name, logs / f"{name}.log", self.folder / name) for name in names]
        if is_inside:
            first = self.hosts[0]
            first.host.arguments = ["--allow-loopback-push"]
            self.cloud, self.cloud_victim, self._person_name = InnerCloud(first.host), first, "me"
        else:
            self.cloud = TodayCloud(logs / "cloud.log")
            self.cloud_victim, self._person_name = Victim("the cloud", self.cloud), "ada"
        self._senders: Senders | None = None
        self._reader: Reader | None = None
        self._away: Device | None = None
        self.evidence: Evidence | None = None

    def __exit__(self, *exception: object) -> None:
        super().__exit__(*exception)
        for victim in self.hosts:
            victim.close()

    def summary(self) -> str:
        """What was done, in a sentence."""
        assert self.evidence is not None
        sent = self.evidence.sent
        acknowledged = len(self.evidence.acknowledged)
        lost = sum(len(each.titles) for each in sent if each.push_ids is None)
        others = [victim for victim in self.hosts if victim is not self.cloud_victim]
        cloud = "the cloud" if len(others) == len(self.hosts) else "the host with the cloud inside"
        early = sum(victim.early_kills for victim in self.victims)
        return (
            f"{self.kills} kills ({self.cloud_victim.kills} of {cloud}, {sum(victim.kills for victim in others)} of "
            f"{len(others)} {'host' if len(others) == 1 else 'hosts'}, "
            f"{early} of them while starting); {acknowledged} pushes acknowledged, the answers to {lost} more lost, "
            f"of which {len(self.evidence.pushes) - acknowledged} were accepted; "
            f"{len(self.evidence.read.possible)} messages read and "
            f"{len(self.evidence.deleted.possible)} deleted meanwhile; seed {self.seed}"
        )

    # Beginning

    def set_up(self) -> None:
        self.cloud.today("keys", "--add", mailer.APP)
        [keys] = [each for each in json.loads(self.cloud.today("keys", "--json")) if each["app"] == mailer.APP]
        for victim in self.hosts:
            victim.inbox.install()
            victim.subscribe()
            if victim is self.cloud_victim:
                continue  # It joins by itself.
            token = self.cloud.today("user", "add", self._person_name).strip()
            victim.inbox.link(self.cloud.ready["url"], token, "--name", victim.name)
        self._away = self.cloud.join(self._person_name, name="away", app=mailer.APP)
        for victim in self.hosts:
            eventually(victim.reconnect, f"the inbox on {victim.name}")
        self._senders = Senders(keys, self.cloud.ready["url"], self._person_name, self.seed)
        self._senders.note_cloud(True)
        self._reader = Reader(lambda: [victim.inbox for victim in self.hosts if victim.is_up], self.seed)

    @property
    def _load(self) -> Senders:
        assert self._senders is not None
        return self._senders

    @property
    def _person(self) -> Reader:
        assert self._reader is not None
        return self._reader

    # Killing

    def kill_once(self) -> None:
        chance = self.chance
        host = chance.choice(self.hosts)
        victims = chance.choices([[self.cloud_victim], [host], [self.cloud_victim, host]], weights=[9, 9, 2])[0]
        victims = list(dict.fromkeys(victims))
        # Some requests before the kill, and some that run into it.
        credit = chance.choice([2, 4, 8, 8, 25])
        before = len(self._load.sent)
        self._load.allow(credit)
        self._person.allow()
        self._load.wait_for(before + chance.randint(0, credit))
        wait_a_moment(chance.uniform(0, chance.choice([0.01, 0.05, 0.2])))
        is_cloud_killed = self.cloud_victim in victims
        self.kill_programs(victims, lambda: self._load.note_cloud(False) if is_cloud_killed else None)
        if is_cloud_killed:
            self._load.note_cloud(True)
        self.reconnect_sometimes()

    @property
    def acknowledged(self) -> int:
        return sum(len(each.push_ids or []) for each in list(self._load.sent))

    def progress(self) -> str:
        return f"{len(self._load.sent)} requests"

    def stop(self) -> None:
        self._load.stop()
        self._person.stop()

    def send_last(self) -> None:
        self._load.send("The last message", is_waking=True)

    # Looking

    def look(self) -> list[str]:
        away = self._away
        assert away is not None
        if away.has_ended or not away.hello:
            away.listen(after=away.events[-1][0] if away.events else 0)
        self.evidence = Evidence(
            sent=self._load.sent, read=self._person.read, deleted=self._person.deleted, pushes=away.pushes(),
            inbox=away.messages(), hosts=[victim.evidence() for victim in self.hosts],
        )
        return self.evidence.problems()


def main() -> int:
    """The command script/kills."""
    parser = argparse.ArgumentParser(prog="script/kills", description="Kills a cloud and its hosts under load.")
    parser.add_argument("kills", nargs="?", type=int, default=200, metavar="N", help="how many kills at least (200)")
    parser.add_argument("--seed", type=int, help="begins with what an earlier run printed")
    parser.add_argument("--hosts", type=int, default=2, help="how many hosts the person has (2)")
    parser.add_argument("--inside", action="store_true", help="the cloud is the one inside the first host")
    parser.add_argument(
        "--ticks", action="store_true", help="kills also widgets and apps, while ticks are made on two hosts"
    )
    arguments = parser.parse_args()
    if not 1 <= arguments.kills <= 1000 or not 1 <= arguments.hosts <= 8:
        # The cloud keeps ten thousand events for the device that is away, and each kill brings about five.
        parser.error("from 1 to 1000 kills, of 1 to 8 hosts.")
    if arguments.ticks and (arguments.inside or arguments.hosts != 2):
        parser.error("--ticks is for two hosts and a cloud of its own.")
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1_000_000)
    print(f"seed {seed}", flush=True)
    logs = ROOT / "artifacts/kills"
    run = TickRun(logs, seed) if arguments.ticks else KillRun(logs, seed, arguments.hosts, arguments.inside)
    begin = time.monotonic()
    with run:
        problems = run.run(arguments.kills, lambda line: print(line, flush=True))
        print(f"{run.summary()}; {time.monotonic() - begin:.0f} s")
    for problem in problems[:50]:
        print(f"- {problem}")
    if problems:
        print(f"{len(problems)} things are wrong; the logs are in artifacts/kills.")
        return 1
    what = "action was processed once" if arguments.ticks else "push was delivered, and nothing came twice"
    print(f"Every acknowledged {what}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
