"""What must be true after the machines of a cloud failed again and again under load."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Iterable, Iterator, Sequence

from node_load import Host, NotesReader, Notes, SentPush, Subscriber, Topic


@dataclass
class NodeEvidence:
    """Everything that is known in the end."""

    #: The requests of each sender, in order.
    sent: list[list[SentPush]]
    hosts: list[Host]
    #: The titles of the messages in the inbox of each host, by its name.
    inboxes: dict[str, list[str]]
    #: The ids and texts that a topic keeps, by its name.
    histories: dict[str, list[tuple[str, str]]]
    topics: list[Topic]
    subscribers: list[Subscriber]
    notes: Notes
    #: The values of the records as a query shows them, by name.
    records: dict[str, int]
    readers: list[NotesReader]

    def problems(self) -> list[str]:
        """What is wrong, each as a sentence; nothing if all is well."""
        return [*self._of_hosts(), *self._of_inboxes(), *self._of_topics(), *self._of_records()]

    def counts(self) -> str:
        """What was compared."""
        requests = [each for requests in self.sent for each in requests]
        acknowledged = [each for each in requests if each.is_acknowledged]
        messages = sum(len(titles) for titles in self.inboxes.values())
        published = [id for topic in self.topics for id in topic.published.values()]
        return (
            f"{sum(len(each.titles) for each in acknowledged)} pushes acknowledged "
            f"({sum(each.is_scheduled for each in acknowledged)} of them scheduled), "
            f"{len(requests) - len(acknowledged)} requests without an answer of success; "
            f"{sum(len(host.events) for host in self.hosts)} deliveries to {len(self.hosts)} devices over "
            f"{sum(host.streams for host in self.hosts)} streams, {sum(host.repeats for host in self.hosts)} repeated "
            f"under their number; {messages} messages in inboxes; "
            f"{sum(id is not None for id in published)} messages of topics acknowledged of {len(published)}, "
            f"{sum(len(subscriber.received) for subscriber in self.subscribers)} received; "
            f"{sum(len(values) for values in self.notes.written.values())} saves of {len(self.notes.written)} records"
        )

    # Pushes

    def _of_hosts(self) -> Iterator[str]:
        requests = [each for requests in self.sent for each in requests]
        arrived = {host.name: [body["alert"]["title"] for _, body in host.events.values()] for host in self.hosts}
        for host in self.hosts:
            yield from (f"{host.name}: {mistake}" for mistake in host.mistakes)
            yield from _named(host.name, self._of_host(host, arrived[host.name]))
        for request in requests:
            hosts = [host.name for host in self.hosts if request.person in (None, host.person)]
            wanted = [(name, title) for name in hosts for title in request.titles]
            missing = [f"{title} to {name}" for name, title in wanted if title not in self._sets[name]]
            if 0 < len(missing) < len(wanted):
                yield f"of {', '.join(request.titles)} came {len(wanted) - len(missing)}, but not {_few(missing)}"
        common = {title for request in requests if request.person is None for title in request.titles}
        orders = {name: [title for title in titles if title in common] for name, titles in arrived.items()}
        first, *others = orders.items()
        for name, order in others:
            if order != first[1] and sorted(order) == sorted(first[1]):
                at = next(place for place, pair in enumerate(zip(order, first[1])) if len(set(pair)) > 1)
                yield f"{name} got {order[at : at + 3]} where {first[0]} got {first[1][at : at + 3]}"

    def _of_host(self, host: Host, titles: list[str]) -> Iterator[str]:
        numbers = list(host.events)
        if numbers != list(range(1, len(numbers) + 1)):
            missing = sorted(set(range(1, host.last + 1)) - set(numbers))
            yield f"the numbers {_few(missing)} are missing of {host.last}"
        for kind in {kind for kind, _ in host.events.values()} - {"push"}:
            yield f"there are events of the kind {kind}"
        yield from _twice("the push came twice", (body["push_id"] for _, body in host.events.values()))
        yield from _twice("came twice", titles)
        known = self._sets[host.name]
        mine = {
            title: request for requests in self.sent for request in requests
            if request.person in (None, host.person) for title in request.titles
        }
        missing = [title for title, request in mine.items() if request.is_acknowledged and title not in known]
        if missing:
            yield f"{len(missing)} acknowledged pushes did not come: {_few(missing)}"
        if strange := known - mine.keys():
            yield f"{len(strange)} pushes came that were not for it: {_few(sorted(strange))}"
        yield from self._of_order({title: place for place, title in enumerate(titles)})

    def _of_order(self, places: dict[str, int]) -> Iterator[str]:
        """A push that was sent after another one was acknowledged comes after it; `places` are those of one host."""
        for requests in self.sent:
            last = ""
            for request in requests:
                titles = [title for title in request.titles if title in places and not request.is_scheduled]
                for title in titles:
                    if last and places[title] < places[last]:
                        yield f"{title} came before {last}, which had been acknowledged when it was sent"
                if titles and request.is_acknowledged:
                    last = max([*titles, *([last] if last else [])], key=places.__getitem__)

    @property
    def _sets(self) -> dict[str, set[str]]:
        if not hasattr(self, "_arrived"):
            self._arrived = {
                host.name: {body["alert"]["title"] for _, body in host.events.values()} for host in self.hosts
            }
        return self._arrived

    def _of_inboxes(self) -> Iterator[str]:
        for host in self.hosts:
            listed = self.inboxes[host.name]
            yield from _named(host.name, _twice("the inbox has twice", listed))
            wanted = {
                title for requests in self.sent for request in requests
                if request.has_message and request.person in (None, host.person) for title in request.titles
                if request.is_acknowledged or title in self._sets[host.name]
            }
            if missing := wanted - set(listed):
                yield f"{host.name}: {len(missing)} messages are not in the inbox: {_few(sorted(missing))}"
            if strange := set(listed) - wanted:
                yield f"{host.name}: {len(strange)} messages in the inbox came with no push: {_few(sorted(strange))}"

    # Topics

    def _of_topics(self) -> Iterator[str]:
        for topic in self.topics:
            history = self.histories[topic.name]
            yield from _named(topic.name, _twice("the topic has twice", (text for _, text in history)))
            for text, id in topic.published.items():
                if id is not None and (id, text) not in set(history):
                    yield f"{topic.name}: the acknowledged message {text} is not there"
            if strange := {text for _, text in history} - topic.published.keys():
                yield f"{topic.name}: nobody published {_few(sorted(strange))}"
        for subscriber in self.subscribers:
            history = self.histories[subscriber.topic.name]
            yield from _named(subscriber.name, _twice("came twice", (text for _, text in subscriber.received)))
            if missing := [text for id, text in history if (id, text) not in set(subscriber.received)]:
                yield f"{subscriber.name}: {len(missing)} messages did not come: {_few(missing)}"
            elif subscriber.received != history:
                yield f"{subscriber.name}: the messages came in another order, or others too"

    # Records

    def _of_records(self) -> Iterator[str]:
        for name, value in self.notes.acknowledged.items():
            found = self.records.get(name)
            if found is None or found < value:
                yield f"the record {name} has {found}; {value} was acknowledged"
        for name, value in self.records.items():
            if value not in self.notes.written.get(name, []):
                yield f"the record {name} has {value}, which nobody wrote"
        for reader in self.readers:
            if wrong := {name for name in {*self.records, *reader.content}
                         if self.records.get(name) != reader.content.get(name)}:
                yield f"{reader.name} has other values of {len(wrong)} records: {_few(sorted(wrong))}"


def _named(name: str, problems: Iterable[str]) -> Iterator[str]:
    return (f"{name}: {problem}" for problem in problems)


def _twice(what: str, values: Iterable[str]) -> Iterator[str]:
    for value, count in Counter(values).items():
        if count > 1:
            yield f"{what}: {value}, {count} times"


def _few(values: Sequence) -> str:
    return ", ".join(map(str, values[:8])) + (" …" if len(values) > 8 else "")
