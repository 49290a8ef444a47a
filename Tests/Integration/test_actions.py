"""Queued actions: none is lost and none has two effects, whatever dies meanwhile; and what the command line says of them."""

from __future__ import annotations

import random
import threading

import pytest

from action_queue import ActionQueue
from today_host import TodayHost
from waiting import eventually


def test_tap_is_processed_in_the_background(queue: ActionQueue):
    assert "done" in queue.tap("a")
    assert "done" in queue.tap("b", add=2)

    queue.wait_for(3)
    assert queue.processed == ["a", "b"]
    assert queue.outbox() == []


def test_app_killed_before_it_answers_has_one_effect(queue: ActionQueue):
    gate = queue.gate("process.block")
    assert "done" in queue.tap("a")
    gate.wait()
    queue.host.program(ActionQueue.PROGRAM).kill()
    gate.open()

    queue.wait_for(1)
    assert queue.processed == ["a", "a"]
    runs = queue.host.request("GET", f"/api/apps/{ActionQueue.APP}/runs")
    assert [run["outcome"] for run in runs] == ["done", "crashed"]


def test_host_killed_while_the_app_has_an_action_has_one_effect(queue: ActionQueue):
    gate = queue.gate("process.block")
    assert "done" in queue.tap("a")
    gate.wait()
    queue.host.kill()
    gate.open()
    assert queue.processed == ["a"]

    queue.host.start()

    queue.wait_for(1)
    assert queue.processed == ["a", "a"]
    # It is not processed again after its acknowledgement.
    queue.host.kill()
    queue.host.start()
    assert "done" in queue.tap("fence")
    queue.wait_for(2)
    assert queue.processed == ["a", "a", "fence"]


def test_widget_killed_after_enqueuing_and_before_answering_has_one_effect(queue: ActionQueue):
    queue.once("perform.die")

    assert "done" in queue.tap("a")

    queue.wait_for(1)
    assert queue.processed == ["a"]


def test_host_killed_before_the_tap_is_answered_has_one_effect(queue: ActionQueue):
    def send() -> None:
        with pytest.raises(Exception):  # The host dies; that is the point.
            queue.tap("a")

    gate = queue.gate("perform.block")
    sender = threading.Thread(target=send)
    sender.start()
    gate.wait()
    queue.host.kill()
    sender.join()
    gate.open()
    assert queue.processed == []

    queue.host.start()

    queue.wait_for(1)
    assert queue.processed == ["a"]
    assert "done" in queue.tap("a")
    assert queue.count == 1


@pytest.mark.parametrize("kills", [6, pytest.param(24, marks=pytest.mark.full)])
def test_kills_at_random_moments_lose_and_double_nothing(queue: ActionQueue, kills: int):
    chance = random.Random(11)
    for number in range(kills):
        victim = chance.choice(["host", ActionQueue.PROGRAM, ActionQueue.WIDGET_PROGRAM])
        delay = chance.random() * 0.1
        assert "done" in queue.tap(f"t{number}")
        killer = threading.Timer(delay, kill, (queue.host, victim))
        killer.start()
        killer.join()
        if victim == "host":
            queue.host.start()

    queue.wait_for(kills)
    assert queue.count == kills
    assert set(queue.processed) == {f"t{number}" for number in range(kills)}


def kill(host: TodayHost, victim: str) -> None:
    if victim == "host":
        host.kill()
        return
    for program in host.programs(victim):
        program.kill()


def test_actions_wait_without_waking_until_the_app_is_opened(stopped_host: TodayHost, make_queue):
    stopped_host.start("--no-wake-for-actions")
    queue: ActionQueue = make_queue(stopped_host)
    assert "done" in queue.tap("a")
    assert "done" in queue.tap("b")
    queue.wait_for(0, pending=2)
    assert queue.processed == []
    assert "done" in queue.tap("w", withdraw=["b", "never"])
    assert queue.lines("withdrawn.txt") == ["b"]

    queue.host.request("POST", "/api/open", {"url": "queue://"})

    queue.wait_for(1)
    assert queue.lines("reasons.txt") == ["opened"]
    assert "done" in queue.tap("c")
    assert "done" in queue.tap("w2", wake=True)
    queue.wait_for(2)
    assert queue.lines("reasons.txt") == ["opened", "wake"]


def test_configuration_keeps_actions_from_waking(stopped_host: TodayHost, make_queue):
    (stopped_host.state / "config.json").write_text('{"wake-for-actions": false}')
    stopped_host.start()
    queue: ActionQueue = make_queue(stopped_host)
    assert "done" in queue.tap("a")
    queue.wait_for(0, pending=1)

    queue.host.today("actions", "retry", "a")

    queue.wait_for(1)


def test_command_line_lists_retries_and_discards(queue: ActionQueue):
    assert "No actions are waiting." in queue.host.today("actions").stdout
    queue.fail("The list cannot be written.")
    assert "done" in queue.tap("a", add=5)
    assert "done" in queue.tap("b")
    eventually(lambda: queue.outbox()[0]["attempts"], "a failed attempt")
    [first, second] = queue.host.today_json("actions", "list", "--app", ActionQueue.APP)
    assert first["id"] == "a"
    assert first["payload"] == {"add": 5}
    assert first["state"] == "retrying"
    assert first["error"] == "The list cannot be written."
    assert "nextAttempt" in first
    text = queue.host.today("actions", "list", "--app", "Queue").stdout
    assert "retrying" in text and "The list cannot be written." in text
    # The app and its only widget have that name, so the widget's updates are there too.
    run = next(each for each in queue.host.today_json("why", ActionQueue.APP) if "run" in each)
    assert {"run": "actions", "outcome": "failed", "message": "The list cannot be written."}.items() <= run.items()
    assert "IN THE BACKGROUND" in queue.host.today("why", "Queue").stdout

    queue.host.today("actions", "discard", str(second["number"]))
    assert [each["id"] for each in queue.outbox()] == ["a"]
    queue.fail(None)
    # It is refused while the app processes the action, which it does again and again by itself.
    retry = ["actions", "retry", "a", "--app", ActionQueue.APP]
    eventually(lambda: "is processing" not in queue.host.today(*retry, status=None).stderr, "the retry")

    queue.wait_for(5)
    assert "There is no action a" in queue.host.today("actions", "retry", "a", status=1).stderr
    queue.host.today("actions", "list", "--app", "Nobody", status=1)
    queue.host.today("actions", "list", "--limit", "0", status=2)
