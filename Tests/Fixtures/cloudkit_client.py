"""A small client of CloudKit Web Services.

It needs Python 3.11 and, for signed requests only, the ``openssl`` command.

A person who has signed in::

    ada = CloudKit(url, "iCloud.org.example.notes", WebLogin(api_token, web_auth_token))
    ada.records_modify([create("Note", {"text": "Milk"}, name="n1")])

A server with a key, in the public database only::

    robot = CloudKit(url, "iCloud.org.example.notes", ServerKey(key_id, "key.pem"), database="public")

Every operation answers with the decoded JSON, or raises CloudKitError if the HTTP status is 400 or more.
An error of one record, zone or subscription does not raise: it stands in the answer's array.
"""

import base64
import datetime
import hashlib
import json
import ssl
import subprocess
import threading
import time
import urllib.parse
from concurrent.futures import Future

from cloudkit_http import CloudKitError, request
from cloudkit_requests import given, zone_id

TOKEN_HEADER = "X-Apple-CloudKit-Web-Auth-Token"
KEY_HEADER = "X-Apple-CloudKit-Request-KeyID"
DATE_HEADER = "X-Apple-CloudKit-Request-ISO8601Date"
SIGNATURE_HEADER = "X-Apple-CloudKit-Request-SignatureV1"

DEFAULT_ZONE = "_defaultZone"


class WebLogin:
    """An API token and, after sign-in, a web auth token. Keeps the new web auth token that each answer brings."""

    def __init__(self, api_token, web_auth_token=None, escape_twice=False):
        self.api_token = api_token
        self.escape_twice = escape_twice
        self._token = web_auth_token
        self._lock = threading.Lock()

    @property
    def web_auth_token(self):
        """The newest web auth token."""
        with self._lock:
            return self._token

    @web_auth_token.setter
    def web_auth_token(self, token):
        with self._lock:
            self._token = token

    def query(self):
        """The URL's query. With escape_twice `+`, `/` and `=` of the token are escaped before the query is."""
        items = []
        if self.api_token is not None:
            items.append("ckAPIToken=" + urllib.parse.quote(self.api_token, safe=""))
        token = self.web_auth_token
        if token is not None:
            escaped = urllib.parse.quote(token, safe="")
            if self.escape_twice:
                inner = token.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")
                escaped = urllib.parse.quote(inner, safe="")
            items.append("ckWebAuthToken=" + escaped)
        return "&".join(items)

    def headers(self, subpath, body):
        """A login needs no headers of its own."""
        return {}

    def note(self, answer):
        """Keep the new web auth token of an answer."""
        token = answer.headers.get(TOKEN_HEADER)
        if token and self.web_auth_token is not None:
            self.web_auth_token = token


class ServerKey:
    """A server-to-server key: every request is signed with ECDSA P-256 by the `openssl` command."""

    def __init__(self, key_id, private_key_file, clock=None):
        self.key_id = key_id
        self.private_key_file = str(private_key_file)
        self.clock = clock or (lambda: datetime.datetime.now(datetime.timezone.utc))

    def query(self):
        """A signed request has no query."""
        return ""

    def headers(self, subpath, body):
        """The three headers that sign a body sent to a path, which starts with /database/1/."""
        date = self.clock().astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        digest = base64.b64encode(hashlib.sha256(body).digest()).decode() if body else ""
        return {
            KEY_HEADER: self.key_id,
            DATE_HEADER: date,
            SIGNATURE_HEADER: self.sign(f"{date}:{digest}:{subpath}"),
        }

    def sign(self, text):
        """The base64 of the DER signature of a text."""
        command = ["openssl", "dgst", "-sha256", "-sign", self.private_key_file]
        done = subprocess.run(command, input=text.encode(), capture_output=True, check=True)
        return base64.b64encode(done.stdout).decode()

    def note(self, answer):
        """A key does not change."""


class CloudKit:
    """One database of one container, seen by a WebLogin or a ServerKey."""

    def __init__(
        self,
        url,
        container,
        credentials,
        environment="development",
        database="private",
        timeout=30,
        context: ssl.SSLContext | None = None,
    ):
        self.url = url.rstrip("/")
        self.container = container
        self.credentials = credentials
        self.environment = environment
        self.database = database
        self.timeout = timeout
        self.context = context
        self.last = None

    def using(self, database):
        """The same container and credentials with another database."""
        return CloudKit(
            self.url, self.container, self.credentials, self.environment, database, self.timeout, self.context
        )

    def path(self, operation):
        """The path of an operation in this database. Signatures are made over it."""
        return f"/database/1/{self.container}/{self.environment}/{self.database}/{operation}"

    def send(self, method, path, body=b"", content_type="text/plain", headers=None, query=None):
        """Send bytes to a path with the credentials and return the Answer whatever its status is.

        `headers` and `query` replace those of the credentials.
        """
        query = self.credentials.query() if query is None else query
        all_headers = dict(self.credentials.headers(path, body) if headers is None else headers)
        if body and content_type is not None:
            all_headers.setdefault("Content-Type", content_type)
        answer = request(
            method,
            self.url + path + ("?" + query if query else ""),
            body if body or method == "POST" else None,
            all_headers,
            self.timeout,
            self.context,
        )
        self.credentials.note(answer)
        self.last = answer
        return answer

    def call(self, operation, body=None, method="POST", path=None):
        """Call an operation with a JSON value and return the decoded answer; raise CloudKitError if it failed."""
        encoded = b"" if body is None else json.dumps(body).encode()
        answer = self.send(method, path or self.path(operation), encoded)
        if answer.status >= 400:
            raise CloudKitError(answer)
        return answer.data

    # Records

    def records_query(
        self,
        record_type,
        filter_by=None,
        sort_by=None,
        zone=None,
        results_limit=None,
        desired_keys=None,
        continuation_marker=None,
        **more,
    ):
        """One page of the records of a type that match every filter."""
        query = given(recordType=record_type, filterBy=filter_by, sortBy=sort_by)
        return self.call(
            "records/query",
            given(
                query=query,
                zoneID=zone_id(zone),
                resultsLimit=results_limit,
                desiredKeys=desired_keys,
                continuationMarker=continuation_marker,
                **more,
            ),
        )

    def query_all(self, record_type, **options):
        """All the records that match, page after page."""
        found, marker = [], None
        while True:
            page = self.records_query(record_type, continuation_marker=marker, **options)
            found += page["records"]
            marker = page.get("continuationMarker")
            if not marker:
                return found

    def records_modify(
        self, operations, zone=None, atomic=None, desired_keys=None, numbers_as_strings=None, **more
    ):
        """Run operations, as made by create(), update() and the other functions below."""
        return self.call(
            "records/modify",
            given(
                operations=operations,
                zoneID=zone_id(zone),
                atomic=atomic,
                desiredKeys=desired_keys,
                numbersAsStrings=numbers_as_strings,
                **more,
            ),
        )

    def records_lookup(self, names, zone=None, desired_keys=None, **more):
        """The records of some names, or their errors, in the same order. `desired_keys` go with each name."""
        records = [given(recordName=name, desiredKeys=desired_keys) for name in names]
        return self.call("records/lookup", given(records=records, zoneID=zone_id(zone), **more))

    def records_changes(self, zone, sync_token=None, results_limit=None, **more):
        """One page of a zone's changes since a sync token."""
        return self.call(
            "records/changes",
            given(zoneID=zone_id(zone), syncToken=sync_token, resultsLimit=results_limit, **more),
        )

    def changes_zone(self, *zones):
        """One page of the changes of several zones. Make each of the arguments with zone_request()."""
        return self.call("changes/zone", {"zones": list(zones)})

    def changes_database(self, sync_token=None, results_limit=None):
        """One page of the zones that changed since a sync token."""
        return self.call("changes/database", given(syncToken=sync_token, resultsLimit=results_limit))

    # Zones

    def zones_list(self):
        """All zones."""
        return self.call("zones/list", method="GET")

    def zones_lookup(self, *zones):
        """The zones of some names, or their errors."""
        return self.call("zones/lookup", {"zones": [{"zoneID": zone_id(zone)} for zone in zones]})

    def zones_modify(self, operation_type, *zones):
        """Create or delete zones."""
        operations = [{"operationType": operation_type, "zone": {"zoneID": zone_id(zone)}} for zone in zones]
        return self.call("zones/modify", {"operations": operations})

    def zones_changes(self, sync_token=None, results_limit=None, meta_sync_token=None):
        """The older form of changes_database(), with either name for the token."""
        return self.call(
            "zones/changes",
            given(syncToken=sync_token, resultsLimit=results_limit, metaSyncToken=meta_sync_token),
        )

    # Subscriptions

    def subscriptions_list(self):
        """All subscriptions."""
        return self.call("subscriptions/list", method="GET")

    def subscriptions_lookup(self, *subscription_ids):
        """The subscriptions of some ids, or their errors."""
        wanted = [{"subscriptionID": subscription_id} for subscription_id in subscription_ids]
        return self.call("subscriptions/lookup", {"subscriptions": wanted})

    def subscriptions_modify(self, operation_type, *subscriptions):
        """Create, update or delete subscriptions."""
        operations = [{"operationType": operation_type, "subscription": each} for each in subscriptions]
        return self.call("subscriptions/modify", {"operations": operations})

    # Users and tokens

    def users_current(self):
        """The person who has signed in. This always asks the public database."""
        return self.call("users/current", method="GET", path=self.using("public").path("users/current"))

    def tokens_path(self, operation, where="device"):
        """A path of tokens/create or tokens/register.

        `where` is "device" (the live service), "database" (the documentation), or the name of a database.
        """
        rest = f"1/{self.container}/{self.environment}"
        if where == "device":
            return f"/device/{rest}/tokens/{operation}"
        if where == "database":
            return f"/database/{rest}/tokens/{operation}"
        return f"/database/{rest}/{where}/tokens/{operation}"

    def tokens_create(self, apns_environment="development", client_id=None, where="device"):
        """Create a token for notifications. The answer has its apnsToken and its webcourierURL."""
        body = given(apnsEnvironment=apns_environment, clientId=client_id)
        return self.call("tokens/create", body, path=self.tokens_path("create", where))

    def tokens_register(self, apns_token, apns_environment="development", where="device"):
        """Ask for notifications to a token. Returns the Answer, for its body has no documented content."""
        body = json.dumps(given(apnsEnvironment=apns_environment, apnsToken=apns_token)).encode()
        answer = self.send("POST", self.tokens_path("register", where), body)
        if answer.status >= 400:
            raise CloudKitError(answer)
        return answer

    def courier(self, client_id=None, where="device"):
        """Create and register a token and return the Courier of its notifications."""
        token = self.tokens_create(client_id=client_id, where=where)
        self.tokens_register(token["apnsToken"], where=where)
        return Courier(token["webcourierURL"], self.context)


class Courier:
    """The web courier: a URL whose GET hangs until there is one notification."""

    def __init__(self, url, context=None):
        self.url = url
        self.context = context

    def get(self, timeout=60, headers=None, started=None):
        """One GET, which may also be answered with an empty body: a keepalive."""
        return request("GET", self.url, None, headers, timeout, self.context, started)

    def answer(self, timeout=60, headers=None, started=None):
        """The Answer that brings the next notification. Polls again after each keepalive until the time is over."""
        end = time.monotonic() + timeout
        while True:
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"no notification within {timeout} s")
            answer = self.get(left, headers, started)
            if answer.status >= 400:
                raise CloudKitError(answer)
            if answer.body.strip():
                return answer

    def next(self, timeout=60):
        """The next notification."""
        return self.answer(timeout).data

    def start(self, timeout=60):
        """Wait for the next notification in a thread and return the Poll."""
        return Poll(self, timeout)


class Poll:
    """A long poll in a thread of its own."""

    def __init__(self, courier, timeout):
        self.started = threading.Event()
        self._timeout = timeout
        self._future = Future()
        self._thread = threading.Thread(target=self._run, args=(courier,), daemon=True)
        self._thread.start()

    def _run(self, courier):
        try:
            self._future.set_result(courier.answer(self._timeout, started=self.started).data)
        except BaseException as error:  # whoever asks for the result gets it
            self._future.set_exception(error)

    def done(self):
        """Whether the poll is over."""
        return self._future.done()

    def result(self):
        """The notification; raises what the poll raised."""
        return self._future.result(self._timeout + 5)
