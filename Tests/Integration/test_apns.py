"""A push reaches iPhones as APNs would deliver it: a real cloud, PyPI's urbanairship, and an APNs over HTTP/2 and TLS."""

from __future__ import annotations

import datetime
import json
import re
import subprocess
import time
from pathlib import Path
from typing import Iterator

import pytest
import urbanairship as ua

from apns_server import KEY_ID, TEAM_ID, APNsServer, device_token
from phones import APP, TOPIC, Phones
from today_cloud import TodayCloud
from today_host import TODAY
from waiting import Collected, eventually


@pytest.fixture
def phones(log_file: Path, tmp_path: Path) -> Iterator[Phones]:
    """A cloud, and an APNs that takes the account of its app."""
    arrived = Collected()
    with TodayCloud(log_file) as cloud, APNsServer(arrived.append) as server:
        cloud.start("--request-rate", "0")
        phones = Phones(cloud, server, arrived, tmp_path)
        phones.set_account()
        yield phones


def test_phone_receives_the_push_that_hosts_receive(phones: Phones) -> None:
    phones.register("200", ios={"badge": 4})
    ada = phones.cloud.join("ada").listen()
    push = phones.send(
        message="Menu", alert="In 10 minutes",
        ios=ua.ios(
            title="Dinner", subtitle="Soup", badge="+1", sound={"name": "bell", "critical": True, "volume": 0.5},
            category="meal", thread_id="home", collapse_id="dinner", interruption_level="time-sensitive",
            relevance_score=0.5, target_content_id="kitchen", mutable_content=True, priority=10, content_available=True,
            expiry=3600, extra={"table": "4"},
        ),
        actions=ua.actions(open_={"type": "deep_link", "content": "news://dinner"}),
    )
    [found] = phones.wait(1)
    assert found["answer"] == "200"
    assert found["payload"]["aps"] == {
        "alert": {"title": "Dinner", "subtitle": "Soup", "body": "In 10 minutes"}, "badge": 5,
        "sound": {"name": "bell", "critical": 1, "volume": 0.5}, "category": "meal", "thread-id": "home",
        "interruption-level": "time-sensitive", "relevance-score": 0.5, "target-content-id": "kitchen",
        "mutable-content": 1, "content-available": 1,
    }
    own = {name: value for name, value in found["payload"].items() if name != "aps"}
    message = ada.wait(lambda device: device.pushes(), "the push on a host")[0]["message_id"]
    assert own == {"table": "4", "_": push, "_uamid": message, "^d": "news://dinner"}
    headers = found["headers"]
    assert headers["apns-topic"] == TOPIC and headers["apns-push-type"] == "alert"
    assert headers["apns-priority"] == "10" and headers["apns-collapse-id"] == "dinner"
    left = int(headers["apns-expiration"]) - datetime.datetime.now().timestamp()
    assert 3300 < left < 3700
    eventually(lambda: phones.account()["waiting"] == 0, "an empty queue")


def test_sender_chooses_priority_and_sound_and_learns_what_was_delivered(phones: Phones) -> None:
    # APNs dates the end of a token; what registers later counts.
    phones.server.dead_since = int((datetime.datetime.now().timestamp() + 60) * 1000)
    busy, gone = phones.register("200"), phones.register("410 Unregistered")
    phones.server.answer(device_token("200"), "503 Shutdown")
    push = phones.send(alert="Later is fine", ios=ua.ios(priority=5, sound="bell.caf"))
    for found in phones.wait(3):
        assert found["headers"]["apns-push-type"] == "alert" and found["headers"]["apns-priority"] == "5"
        assert found["payload"]["aps"] == {"alert": {"body": "Later is fine"}, "sound": "bell.caf"}
    eventually(lambda: phones.account()["waiting"] == 0, "an empty queue")
    attempts = json.loads(phones.cloud.today("trace", push, "--json"))
    answers = [(each["channel"], each["outcome"], each.get("reason")) for each in attempts]
    assert {each["type"] for each in attempts} == {"ios"}
    assert [each[1:] for each in answers if each[0] == busy] == [("retry", "Shutdown"), ("accepted", None)]
    assert [each[1:] for each in answers if each[0] == gone] == [("disabled", "Unregistered")]
    assert len(answers) == 3 and "disabled: Unregistered" in phones.cloud.today("trace", push)
    report = phones.report(push)
    assert (report["sends"], report["platforms"]) == (1, {"ios": {"sends": 1}})


def test_silent_push_wakes_only_phones_that_take_it(phones: Phones) -> None:
    phones.register("200#takes", opt_in=False)
    phones.register("200#refuses", opt_in=False, background=False)
    phones.register("200#fence")
    phones.send(ios=ua.ios(content_available=True), audience=ua.all_)
    phones.wait(2)
    phones.send(alert="Only for who opted in")
    found = phones.wait(3)
    told = {(bytes.fromhex(each["device"]).decode(), each["headers"]["apns-push-type"]) for each in found}
    assert told == {("200#takes", "background"), ("200#fence", "background"), ("200#fence", "alert")}
    silent = next(each for each in found if each["headers"]["apns-push-type"] == "background")
    assert silent["headers"]["apns-priority"] == "5" and silent["payload"]["aps"] == {"content-available": 1}


@pytest.mark.parametrize("answer", ["400 BadDeviceToken", "400 DeviceTokenNotForTopic", "410 Unregistered"])
def test_channel_is_disabled_until_its_phone_registers_again(phones: Phones, answer: str) -> None:
    # APNs dates the end of a token; what registers later counts.
    phones.register(answer)
    phones.server.dead_since = int((datetime.datetime.now().timestamp() + 60) * 1000)
    assert phones.channel(answer)["installed"] is True
    phones.send(alert="One")
    phones.wait(1)
    reason = answer.split()[1]
    eventually(lambda: phones.channel(answer).get("disabled_reason") == reason, "a disabled channel")
    assert phones.channel(answer)["installed"] is False
    phones.register("200#fence")
    phones.send(alert="Two")
    assert [bytes.fromhex(each["device"]).decode() for each in phones.wait(2)] == [answer, "200#fence"]

    phones.server.answer(device_token("200#new"), "200")
    phones.register_again(answer, push_address=device_token("200#new"))
    assert phones.channel(answer)["installed"] is True
    phones.send(alert="Three")
    assert device_token("200#new") in [each["device"] for each in phones.wait(4)]


def test_notification_is_sent_again_until_it_is_accepted(phones: Phones) -> None:
    answers = ["429 TooManyRequests", "500 InternalServerError", "503 Shutdown"]
    for answer in answers:
        phone = f"200#{answer[:3]}"
        phones.register(phone)
        phones.server.answer(device_token(phone), answer, answer)
    phones.send(alert="Persistent")
    found = phones.wait(9)
    for answer in answers:
        token = device_token(f"200#{answer[:3]}")
        assert [each["answer"].partition("#")[0] for each in found if each["device"] == token] == [answer, answer, "200"]
    eventually(lambda: phones.account()["waiting"] == 0, "an empty queue")


def test_phone_for_which_there_is_no_answer_holds_up_no_other(phones: Phones) -> None:
    phones.register("silent")
    other = phones.register("200")
    begin = time.monotonic()
    phones.send(alert="One")
    phones.wait(2)
    eventually(lambda: phones.account()["waiting"] == 1, "the outcome of the other phone")
    phones.send(ua.ios_channel(other), alert="Two")
    phones.wait(3)
    eventually(lambda: phones.account()["waiting"] == 1, "the outcome of the second notification")
    # The sender waits for an answer for 30 seconds.
    assert time.monotonic() - begin < 25


def test_expired_provider_token_is_renewed_once(phones: Phones) -> None:
    phones.register("expired")
    phones.send(alert="Renewed")
    assert [each["answer"] for each in phones.wait(2)] == ["403 ExpiredProviderToken", "200"]


def test_account_whose_tokens_are_called_expired_is_tried_again(phones: Phones) -> None:
    phones.register("200")
    expired = "403 ExpiredProviderToken"
    phones.server.answer(device_token("200"), expired, expired, expired)
    push = phones.send(alert="Kept")
    first, second = phones.wait(2)
    # Both were made in the same second, which is the unit of the time in a token.
    assert second["claims"]["iat"] > first["claims"]["iat"]
    eventually(lambda: phones.account().get("failure") == "ExpiredProviderToken", "the failure")
    assert re.search(r"refused: ExpiredProviderToken \(is the clock .*\), next attempt 2\d{3}-", phones.cloud.today("apns"))
    [attempt] = json.loads(phones.cloud.today("trace", push, "--json"))
    assert (attempt["outcome"], attempt["reason"]) == ("held", "ExpiredProviderToken")
    [finding] = [each for each in doctor(phones) if each["subject"] == "APNs"]
    assert finding["severity"] == "warning" and f"Pushes of {APP} to ios wait: refused" in finding["text"]
    assert "clock" in finding["remedy"]
    pause = datetime.datetime.fromisoformat(phones.account()["retry"])
    # The next attempt is refused too, and the one after it comes later.
    phones.wait(3)
    eventually(
        lambda: datetime.datetime.fromisoformat(phones.account()["retry"]) - pause > datetime.timedelta(seconds=9),
        "a longer pause",
    )
    assert phones.wait(4)[-1]["answer"] == "200"
    eventually(lambda: phones.account()["waiting"] == 0 and "failure" not in phones.account(), "an empty queue")
    assert not [each for each in doctor(phones) if each["subject"] == "APNs"]


def doctor(phones: Phones) -> list[dict]:
    """What `today doctor` finds in the folder of the cloud."""
    command = [TODAY, "doctor", "--json", "--state", phones.cloud.state]
    return json.loads(subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60).stdout)


def test_refused_account_keeps_what_waits_until_it_is_corrected(phones: Phones) -> None:
    phones.register("200")
    phones.set_account(**{"team-id": "AAAAAAAAAA"})
    phones.send(alert="Kept")
    eventually(lambda: phones.account().get("failure") == "InvalidProviderToken", "the failure")
    assert phones.account()["waiting"] == 1
    assert "refused: InvalidProviderToken" in phones.cloud.today("apns")
    phones.set_account()
    eventually(lambda: phones.account()["waiting"] == 0 and "failure" not in phones.account(), "an empty queue")
    assert phones.arrived[-1]["answer"] == "200"


def test_log_says_why_apns_cannot_be_reached(phones: Phones) -> None:
    phones.register("200")
    phones.set_account(host="127.0.0.1:1")
    push = phones.send(alert="Nobody is there")
    eventually(lambda: json.loads(phones.cloud.today("trace", push, "--json")), "the attempt")
    assert re.search(r"APNs cannot be reached.*https://127\.0\.0\.1:1: ", phones.cloud.log.read_text())


def test_killed_cloud_sends_what_it_accepted(phones: Phones) -> None:
    names = [f"200#{number}" for number in range(20)]
    for name in names:
        phones.register(name)
        phones.server.answer(device_token(name), "silent")
    phones.send(alert="Kept")
    phones.wait(1)
    phones.cloud.kill()
    for name in names:
        phones.server.answer(device_token(name))
    phones.cloud.start("--request-rate", "0")
    eventually(
        lambda: len({each["device"] for each in list(phones.arrived) if each["answer"] == "200"}) == 20, "all of them"
    )


def test_wrong_account_is_refused_with_a_sentence(phones: Phones, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no key")
    for changed, sentence in [
        ({"key": str(tmp_path / "text")}, "The key is not a private key of P-256 in PEM form."),
        ({"key-id": "short"}, "The key id does not have 10 letters and digits."),
        ({"ca": str(tmp_path / "text")}, "The authorities are not certificates in PEM form."),
        ({"topic": "a b"}, "The topic is the bundle identifier of the app"),
    ]:
        with pytest.raises(AssertionError, match=sentence):
            phones.set_account(**changed)
    with pytest.raises(AssertionError, match="has no keys in this cloud"):
        phones.cloud.today(
            "apns", "set", "org.example.Unknown", "--key", str(tmp_path / "key.p8"), "--key-id", KEY_ID,
            "--team-id", TEAM_ID, "--topic", TOPIC,
        )
    phones.cloud.today("apns", "remove", APP)
    assert json.loads(phones.cloud.today("apns", "--json")) == []
