"""Pushes that start an app in the background."""

from __future__ import annotations

import urbanairship as ua

from mailer import Mailer


def test_a_silent_push_starts_the_app_once_with_its_message_there(mailer: Mailer, sender):
    def send_silently(title: str) -> str:
        push = ua.Push(sender)
        push.audience, push.device_types = ua.all_, ua.device_types("all")
        push.notification = ua.notification(ios=ua.ios(content_available=True))
        push.message = ua.message(title=title, body="x")
        return push.send().push_ids[0]

    mailer.wait_until("connected")
    mailer.note_pushes()
    mailer.host.end_program(Mailer.PROGRAM)
    first = send_silently("Quiet")
    assert mailer.wait_for_pushes(1) == [first]
    assert mailer.noted_pushes == [f"{first} Quiet"]

    # An app is told of its pushes in order: the first one again would come before the next.
    second = send_silently("Still")
    assert mailer.wait_for_pushes(2) == [first, second]
    # Nor does a host hand over again what an earlier one has.
    mailer.host.kill()
    mailer.host.start()
    mailer.wait_until("connected")
    third = send_silently("Hushed")
    assert mailer.wait_for_pushes(3) == [first, second, third]
    assert mailer.noted_pushes == [f"{first} Quiet", f"{second} Still", f"{third} Hushed"]
    mailer.wait_for("Hushed", "Still", "Quiet")
