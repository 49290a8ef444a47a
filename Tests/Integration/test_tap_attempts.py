"""A tap whose process or host dies over it is taken up again by itself, under the surface's id, and is done once."""

from __future__ import annotations

import threading
import uuid
from dataclasses import dataclass

import pytest

from counter import Counter
from gate import Gate


@dataclass
class Surface:
    """Something to tap that adds one to the count, and what its process notes of that."""

    counter: Counter
    prefix: str

    def tap(self, id: str) -> dict:
        """Taps; returns the outcome."""
        if self.prefix:
            return self.counter.host.tap_scene(Counter.SCENE, "add", {"add": 1}, id=id)
        return self.counter.tap(id=id)

    def gate(self) -> Gate:
        """Holds the process after it has written and before it answers."""
        return self.counter.gate(f"{self.prefix}perform.block")

    def die_once(self) -> None:
        """Has the process die there, once."""
        self.counter.once(f"{self.prefix}perform.die")

    @property
    def attempts(self) -> list[str]:
        """The tap ids that the process was given, an entry for each attempt."""
        return self.counter.lines(f"{self.prefix}taps.txt")


@pytest.fixture(params=["", "app."], ids=["widget", "app"])
def surface(counter: Counter, request: pytest.FixtureRequest) -> Surface:
    return Surface(counter, request.param)


def test_each_attempt_has_the_id_that_the_surface_gave(surface: Surface):
    identifier = str(uuid.uuid4())
    surface.die_once()

    assert "done" in surface.tap(identifier)

    assert surface.attempts == [identifier, identifier]
    assert surface.counter.count == 1


def test_tap_that_the_host_died_of_is_resumed_by_itself_and_done_once(surface: Surface):
    counter, identifier = surface.counter, str(uuid.uuid4())

    def send() -> None:
        with pytest.raises(Exception):  # The host dies; that is the point.
            surface.tap(identifier)

    gate = surface.gate()
    sender = threading.Thread(target=send)
    sender.start()
    gate.wait()
    counter.host.kill()
    sender.join()
    gate.open()
    gate = surface.gate()

    counter.host.start()

    gate.wait()  # The host asks the process again, though nothing was sent to it.
    assert counter.count == 0
    gate.open()
    with counter.host.watch() as page:
        page.wait_for_text(Counter.WIDGET, "count 1")
        # Taps are done in order: whatever became of the first one again would come before these, also after a restart.
        assert "done" in surface.tap("second")
    counter.host.kill()
    counter.host.start()
    assert "done" in surface.tap("third")

    assert surface.attempts == [identifier, identifier, "second", "third"]
    assert counter.count == 3
    assert "done" in surface.tap(identifier)  # Its end is known.
    assert counter.count == 3
