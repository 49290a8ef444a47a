"""One request to CloudKit Web Services, and its answer."""

import http.client
import json
import urllib.parse


class CloudKitError(Exception):
    """An answer whose HTTP status is 400 or more."""

    def __init__(self, answer):
        self.answer = answer
        self.status = answer.status
        self.data = answer.json_or_none() or {}
        if not isinstance(self.data, dict):
            self.data = {}
        self.code = self.data.get("serverErrorCode")
        self.reason = self.data.get("reason")
        self.redirect_url = self.data.get("redirectURL")
        self.retry_after = self.data.get("retryAfter")
        super().__init__(f"HTTP {self.status} {self.code}: {self.reason}")


class Answer:
    """The status, headers and body of one HTTP answer."""

    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def data(self):
        """The decoded JSON of the body."""
        return json.loads(self.body)

    def json_or_none(self):
        """The decoded JSON of the body, or None if it is not JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None

    @property
    def code(self):
        """The serverErrorCode of the body, or None."""
        data = self.json_or_none()
        return data.get("serverErrorCode") if isinstance(data, dict) else None

    def __repr__(self):
        return f"<Answer {self.status} {self.body[:300]!r}>"


def request(method, url, body=None, headers=None, timeout=30, context=None, started=None):
    """Send one HTTP request over a connection of its own and read the whole answer.

    `url` may carry a query. `started`, if given, is a threading.Event that is set once the request was sent.
    """
    parts = urllib.parse.urlsplit(url)
    if parts.scheme == "https":
        connection = http.client.HTTPSConnection(parts.hostname, parts.port, timeout=timeout, context=context)
    else:
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=timeout)
    target = (parts.path or "/") + ("?" + parts.query if parts.query else "")
    headers = dict(headers or {})
    if body is not None:
        headers.setdefault("Content-Length", str(len(body)))
    try:
        connection.putrequest(method, target, skip_accept_encoding=True)
        for name, value in headers.items():
            connection.putheader(name, value)
        try:
            connection.endheaders(body)
        except (BrokenPipeError, ConnectionResetError):
            # A server may refuse a large body before it has read all of it. Its answer is still there to be read,
            # but getresponse() insists on a request that was sent to its end.
            if connection.sock is None:
                raise
        if started is not None:
            started.set()
        response = connection.getresponse()
        return Answer(response.status, response.headers, response.read())
    finally:
        connection.close()
