"""What must be true after a cloud and its hosts were killed again and again under load."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Iterable, Iterator


@dataclass
class Sent:
    """One request of a sender, with one push or several, which are accepted together or not at all."""

    #: The titles of the messages; each names one push of the run.
    titles: list[str]
    #: The ids of the pushes, in the same order, if the request was acknowledged; none if its answer was lost.
    push_ids: list[str] | None = None


@dataclass
class Done:
    """What a person did with messages, by the ids of these."""

    #: What a host acknowledged.
    certain: set[str] = field(default_factory=set)
    #: What a host may have done: its answer was lost.
    possible: set[str] = field(default_factory=set)


@dataclass
class HostEvidence:
    """What one host shows in the end, and what it showed before."""

    name: str
    #: The messages in its inbox.
    messages: list[dict]
    #: The unread number in `today inbox` and the one on the app's icon.
    unread: int
    badge: int
    #: The titles of the notifications that stand in its list, and how many more there are.
    shown: list[str]
    older: int
    #: How often a banner with this title came, and how many notifications had this title.
    arrivals: dict[str, int]
    numbers: dict[str, int]
    #: How often the app was handed a push to the end, by the push's id.
    handed: dict[str, int]
    #: The titles that a browser shows which is subscribed to pushes.
    pushed: list[str]
    #: What was wrong with messages to that browser.
    mistakes: list[str] = field(default_factory=list)


@dataclass
class Evidence:
    """Everything that is known in the end."""

    sent: list[Sent]
    read: Done
    deleted: Done
    #: The pushes as the cloud kept them for a device of the same person that was away all the time.
    pushes: list[dict]
    #: The messages in the cloud's inbox.
    inbox: list[dict]
    hosts: list[HostEvidence]

    @property
    def acknowledged(self) -> dict[str, str]:
        """The titles of the acknowledged pushes, by their ids."""
        return {id: title for sent in self.sent for id, title in zip(sent.push_ids or [], sent.titles)}

    def problems(self) -> list[str]:
        """What is wrong, each as a sentence; nothing if all is well."""
        found = [*self._of_stream(), *self._of_inbox()]
        for host in self.hosts:
            found += [f"{host.name}: {problem}" for problem in self._of_host(host)]
        return found

    def _of_stream(self) -> Iterator[str]:
        yield from _twice("the cloud sent the push", (push["push_id"] for push in self.pushes))
        yield from _twice("the cloud sent the message", (push["message_id"] for push in self.pushes))
        by_id = {push["push_id"]: push for push in self.pushes}
        for id, title in self.acknowledged.items():
            if id not in by_id:
                yield f"the push {id} ({title}) was acknowledged and never delivered"
            elif by_id[id]["alert"]["title"] != title:
                yield f"the push {id} says {by_id[id]['alert']['title']} instead of {title}"
        yield from _twice("the cloud accepted twice", (push["alert"]["title"] for push in self.pushes))
        titles = {push["alert"]["title"] for push in self.pushes}
        for title in titles - {title for sent in self.sent for title in sent.titles}:
            yield f"the cloud sent {title}, which nobody had sent"
        for sent in self.sent:
            if 0 < len(titles & set(sent.titles)) < len(sent.titles):
                yield f"of the pushes {', '.join(sent.titles)}, sent together, some were accepted and some were not"

    def _of_inbox(self) -> Iterator[str]:
        yield from _twice("the cloud's inbox has twice", (message["message_id"] for message in self.inbox))
        ids = {message["message_id"] for message in self.inbox}
        sent = {push["message_id"]: push["alert"]["title"] for push in self.pushes}
        for id in sent.keys() - ids - self.deleted.certain - self.deleted.possible:
            yield f"the message {id} ({sent[id]}) is not in the cloud's inbox"
        for id in ids - sent.keys():
            yield f"the message {id} is in the cloud's inbox, and no push brought it"
        for id in ids & self.deleted.certain:
            yield f"the message {id} ({sent.get(id)}) is in the cloud's inbox though it was deleted"
        read = {message["message_id"] for message in self.inbox if not message["unread"]}
        for id in (self.read.certain & ids) - read:
            yield f"the message {id} ({sent.get(id)}) is unread in the cloud though it was read"
        for id in read - self.read.certain - self.read.possible:
            yield f"the message {id} ({sent.get(id)}) is read in the cloud though nobody read it"

    def _of_host(self, host: HostEvidence) -> Iterator[str]:
        yield from _twice("the inbox has twice", (message["id"] for message in host.messages))
        yield from _twice("the inbox has twice", (message["title"] for message in host.messages))
        here = {message["id"]: message["isRead"] for message in host.messages}
        there = {message["message_id"]: not message["unread"] for message in self.inbox}
        for id in there.keys() - here.keys():
            yield f"the message {id} is missing"
        for id in here.keys() - there.keys():
            yield f"the message {id} is not in the cloud's inbox"
        for id in here.keys() & there.keys():
            if here[id] != there[id]:
                yield f"the message {id} is {_state(here[id])} here and {_state(there[id])} in the cloud"
        for message in host.messages:
            if not message["hasBody"]:
                yield f"the body of the message {message['id']} ({message['title']}) is missing"
        yield from self._of_numbers(host, sum(not is_read for is_read in here.values()))
        yield from self._of_notifications(host)
        waking = {push["push_id"] for push in self.pushes if push.get("content_available")}
        for id in waking - host.handed.keys():
            yield f"the app was not handed the push {id}"
        for id, count in host.handed.items():
            if count != 1 or id not in waking:
                yield f"the app was handed the push {id} {count} times"

    @staticmethod
    def _of_numbers(host: HostEvidence, unread: int) -> Iterator[str]:
        if (host.unread, host.badge) != (unread, unread):
            yield f"{unread} messages are unread; the inbox says {host.unread} and the app's badge {host.badge}"

    @staticmethod
    def _of_notifications(host: HostEvidence) -> Iterator[str]:
        unread = {message["title"] for message in host.messages if not message["isRead"]}
        yield from _twice("the notification shows twice", host.shown)
        for title in set(host.shown) - unread:
            yield f"the notification of {title} shows, which is read or gone"
        # The list has room for so many; that those beyond it are the older ones is not looked at.
        if len(host.shown) + host.older != len(unread):
            hidden = ", ".join(sorted(unread - set(host.shown))[:5])
            count = f"{len(host.shown)} notifications show and {host.older} more"
            yield f"{count}, of {len(unread)} unread messages: not {hidden}"
        for mistake in host.mistakes:
            yield f"a message to the subscribed browser was wrong: {mistake}"
        yield from _twice("the subscribed browser shows twice", host.pushed)
        for title in set(host.pushed) - unread:
            yield f"the subscribed browser shows {title}, which is read or gone"
        for title in unread - set(host.pushed):
            yield f"the subscribed browser does not show {title}"
        for title, count in host.arrivals.items():
            if count > 1:
                yield f"the banner of {title} came {count} times"
        for title, count in host.numbers.items():
            if count > 1:
                yield f"{title} had {count} notifications"


def _twice(what: str, values: Iterable[str]) -> Iterator[str]:
    for value, count in Counter(values).items():
        if count > 1:
            yield f"{what}: {value}, {count} times"


def _state(is_read: bool) -> str:
    return "read" if is_read else "unread"
