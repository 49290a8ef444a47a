"""Kills widgets, apps, hosts and their cloud at random moments while a person ticks; see script/kills --ticks."""

from __future__ import annotations

from pathlib import Path

from kill_victims import HostVictim, ProgramVictim, Run, Victim, wait_a_moment
from tick_checks import TickEvidence
from tick_load import HABITS, TickingHost, Ticks
from today_cloud import TodayCloud
from waiting import TIMEOUT_SECONDS, eventually


class TickVictim(HostVictim):
    """A host that is killed, and what it runs."""

    def __init__(self, name: str, number: int, log: Path, folder: Path):
        super().__init__(name, log)
        self.ticking = TickingHost(name, number, self.host, folder)
        ticker, habits = self.ticking.ticker, self.ticking.habits
        self.widgets = [ProgramVictim(self.host, each) for each in (ticker.WIDGET_PROGRAM, habits.WIDGET_PROGRAM)]
        self.apps = [ProgramVictim(self.host, each) for each in (ticker.PROGRAM, habits.PROGRAM)]

    def kill(self) -> None:
        self.ticking.is_up.clear()
        super().kill()
        for program in (*self.widgets, *self.apps):
            program.recent_kills = 0

    def start(self) -> None:
        super().start()
        self.ticking.is_up.set()


class TickRun(Run[TickVictim]):
    """A cloud, two hosts of one person who ticks on both, and the kills; in a `with` block."""

    #: How often a program is killed before its host is: each crash doubles the wait before the next start.
    CRASHES = 2

    def __init__(self, logs: Path, seed: int):
        super().__init__(logs, seed)
        self.hosts = [
            TickVictim(name, number, logs / f"{name}.log", self.folder / name)
            for number, name in enumerate(("host1", "host2"))
        ]
        self.cloud = TodayCloud(logs / "cloud.log")
        self.cloud_victim = Victim("the cloud", self.cloud)
        self._ticks: Ticks | None = None
        #: The ids of the actions that were set aside after too many attempts, and that the person chose to retry.
        self.retried: set[str] = set()
        self.evidence = TickEvidence()

    @property
    def kills(self) -> int:
        programs = [program for host in self.hosts for program in (*host.widgets, *host.apps)]
        return super().kills + sum(program.kills for program in programs)

    def summary(self) -> str:
        """What was done, in a sentence."""
        found = self.evidence
        widgets = sum(program.kills for host in self.hosts for program in host.widgets)
        apps = sum(program.kills for host in self.hosts for program in host.apps)
        early = sum(victim.early_kills for victim in (self.cloud_victim, *self.hosts))
        acknowledged = sum(tick.is_acknowledged for tick in found.sent)
        refused = sum(tick.outcome == "failed" for tick in found.sent)
        return (
            f"{self.kills} kills ({widgets} of widgets, {apps} of apps, {sum(host.kills for host in self.hosts)} of "
            f"{len(self.hosts)} hosts, {self.cloud_victim.kills} of the cloud, {early} of them while starting); "
            f"{acknowledged} ticks acknowledged, {refused} failed, the answers to {len(found.unanswered)} more lost; "
            f"{found.given_again()} attempts were repeated and {len(self.retried)} actions retried by hand; "
            f"acknowledged actions lost {len(found.lost)}, processed twice {len(found.doubled)}; seed {self.seed}"
        )

    # Beginning

    def set_up(self) -> None:
        for victim in self.hosts:
            ticking = victim.ticking
            ticking.ticker.install()
            ticking.habits.install()
            token = self.cloud.today("user", "add", "ada").strip()
            options = ["--token-stdin", "--name", victim.name]
            victim.host.today_with(token + "\n", "link", self.cloud.ready["url"], *options)
        first = self.hosts[0].ticking.habits
        for name, has_reminder in HABITS.items():
            first.add(name, **({"reminder": "23:59"} if has_reminder else {}))
        for victim in self.hosts:
            victim.ticking.habits.save_settings(sync=True)
        for victim in self.hosts:
            habits = victim.ticking.habits
            eventually(lambda: set(habits.names) == set(HABITS), f"the habits on {victim.name}", timeout=TIMEOUT_SECONDS * 2)
            victim.ticking.ids = habits.names
            habits.allow()
        self._ticks = Ticks([victim.ticking for victim in self.hosts], self.seed)

    @property
    def _load(self) -> Ticks:
        assert self._ticks is not None
        return self._ticks

    # Killing

    def kill_once(self) -> None:
        chance = self.chance
        host = chance.choice(self.hosts)
        before = len(self._load.sent)
        credit = chance.choice([1, 1, 2, 3, 6])
        self._load.allow(credit)
        self._load.wait_for(before + chance.randint(0, credit * 3), seconds=1)
        wait_a_moment(chance.uniform(0, chance.choice([0.01, 0.05, 0.2])))
        kind = chance.choices(["widget", "app", "host", "cloud", "both"], weights=[6, 6, 4, 3, 1])[0]
        if kind in ("widget", "app"):
            program = chance.choice(host.widgets if kind == "widget" else host.apps)
            if program.recent_kills < self.CRASHES:
                program.kill()
                return
            kind = "host"
        self.kill_programs({"host": [host], "cloud": [self.cloud_victim]}.get(kind, [self.cloud_victim, host]))
        self.reconnect_sometimes()

    @property
    def acknowledged(self) -> int:
        return sum(tick.is_acknowledged for tick in list(self._load.sent))

    def progress(self) -> str:
        return f"{len(self._load.sent)} ticks"

    def stop(self) -> None:
        self._load.stop()

    def send_last(self) -> None:
        self._load.finish(len(self._load.sent))

    # Looking

    def look(self) -> list[str]:
        self.evidence = TickEvidence(self._load.sent, [victim.ticking.evidence() for victim in self.hosts])
        self._retry()
        return self.evidence.problems()

    def _retry(self) -> None:
        """Retries what was set aside, as a person would who finds it in the outbox."""
        for victim, host in zip(self.hosts, self.evidence.hosts):
            for action in host.waiting:
                if action["state"] == "failed":
                    self.retried.add(action["id"])
                    victim.host.today("actions", "retry", str(action["number"]), status=None)
