"""Requests over several connections that stay open, each sent when the answer to the one before has come."""

from __future__ import annotations

import re
import select
import socket
import time
from typing import Iterator, Sequence

#: How long all servers together may leave every request unanswered, in seconds.
SILENCE = 120


def send_all(ports: Sequence[int], requests: Sequence[str], connections: int = 16) -> float:
    """Sends requests, over connections that are spread evenly over ports; returns how many seconds that took.

    Every answer must be one of success. Connecting does not count.
    """
    senders = [_Sender(ports[index % len(ports)]) for index in range(min(connections, len(requests)))]
    waiting = iter([request.encode() for request in requests])
    poller = select.epoll()
    try:
        by_file = {sender.socket.fileno(): sender for sender in senders}
        for file in by_file:
            poller.register(file, select.EPOLLIN)
        begin = time.perf_counter()
        busy = sum(sender.send_next(waiting) for sender in senders)
        while busy:
            ready = poller.poll(SILENCE)
            assert ready, f"{busy} requests were not answered for {SILENCE} s"
            for file, _ in ready:
                if by_file[file].has_answer() and not by_file[file].send_next(waiting):
                    busy -= 1
        return time.perf_counter() - begin
    finally:
        poller.close()
        for sender in senders:
            sender.socket.close()


class _Sender:
    """One connection."""

    _LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)

    def __init__(self, port: int):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._answer = b""

    def send_next(self, waiting: Iterator[bytes]) -> bool:
        """Sends the next request; returns whether there was one."""
        request = next(waiting, None)
        if request is not None:
            self.socket.sendall(request)
        return request is not None

    def has_answer(self) -> bool:
        """Reads what has come; returns whether the answer is complete."""
        part = self.socket.recv(64 * 1024)
        self._answer += part
        assert part, f"the server closed a connection: {self._answer[:2000]}"
        head, end, body = self._answer.partition(b"\r\n\r\n")
        if not end:
            return False
        length = self._LENGTH.search(head)
        if len(body) < (int(length[1]) if length else 0):
            return False
        assert head.split()[1].startswith(b"2"), self._answer[:2000]
        self._answer = b""
        return True
