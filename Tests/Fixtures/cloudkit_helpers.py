"""What the wire tests of CloudKit Web Services share.

Whoever runs them provides the pytest fixture `cloudkit`, an object with these attributes:

url                 where the service is, such as "http://127.0.0.1:8080", without /database/1
container           the name of a container, such as "iCloud.org.example.notes"
second_container    the name of another one, where the same key is valid too
api_token           the API token of the first container
api_token_of(container)
                    the API token of a container
web_token(user, container)
                    signs a person in to a container and returns a web auth token. Any name of lower case letters and
                    digits is a person; one not seen before is a new one. Each call is a login of its own.
key_id              the id of a server-to-server key
private_key_file    the path of its private key, ECDSA P-256 in PEM
context             an ssl.SSLContext, or leave it out

The tests use the development environment. They can share containers, and one service can serve them all:
every test signs in new people, whose private databases are empty, and uses new record types in the public database.
In the record types Note and Item, fields of one name always have one type.
"""

import json
import uuid
from contextlib import contextmanager

import pytest
from cloudkit_client import CloudKit, ServerKey, WebLogin
from cloudkit_http import CloudKitError

STATUS = {
    "ACCESS_DENIED": 403,
    "ATOMIC_ERROR": 400,
    "AUTHENTICATION_FAILED": 401,
    "AUTHENTICATION_REQUIRED": 421,
    "BAD_REQUEST": 400,
    "CONFLICT": 409,
    "EXISTS": 409,
    "INTERNAL_ERROR": 500,
    "NOT_FOUND": 404,
    "QUOTA_EXCEEDED": 413,
    "THROTTLED": 429,
    "TRY_AGAIN_LATER": 503,
    "VALIDATING_REFERENCE_ERROR": 412,
    "ZONE_NOT_FOUND": 404,
}

# What is wrong with one record or subscription only, so that it must stand in the array, in an answer of 200.
OF_ONE_ITEM = {"ATOMIC_ERROR", "CONFLICT", "EXISTS", "NOT_FOUND", "VALIDATING_REFERENCE_ERROR"}


def fresh(name):
    """A name that was never used before, of lower case letters and digits if `name` is."""
    return name + uuid.uuid4().hex[:10]


def sign_in(cloudkit, user, database="private", container=None):
    """A client with a new login of a person."""
    container = container or cloudkit.container
    login = WebLogin(cloudkit.api_token_of(container), cloudkit.web_token(user, container))
    return connect(cloudkit, login, database, container)


def connect(cloudkit, credentials, database="private", container=None):
    """A client with any credentials."""
    return CloudKit(
        cloudkit.url,
        container or cloudkit.container,
        credentials,
        database=database,
        context=getattr(cloudkit, "context", None),
    )


class Person:
    """Somebody who is signed in twice: the phone is notified of what the desktop changes."""

    def __init__(self, cloudkit, name):
        self.name = fresh(name)
        self.phone = sign_in(cloudkit, self.name)
        self.desktop = sign_in(cloudkit, self.name)
        self.id = self.phone.users_current()["userRecordName"]


def robot(cloudkit, database="public", **options):
    """A client with the server-to-server key."""
    return connect(cloudkit, ServerKey(cloudkit.key_id, cloudkit.private_key_file, **options), database)


def modify(*operations):
    """The body of a records/modify."""
    return json.dumps({"operations": operations}).encode()


def post(client, body, operation="records/modify", **options):
    """The answer to a POST of bytes, whatever its status is."""
    return client.send("POST", client.path(operation), body, **options)


def check_refusal(answer, *codes):
    """An HTTP answer refuses the request with one of the codes, or any: status and form are right."""
    assert 400 <= answer.status < 500, answer
    error = answer.json_or_none()
    assert isinstance(error, dict), answer
    assert error.get("serverErrorCode") in (codes or STATUS), answer
    assert answer.status == STATUS[error["serverErrorCode"]], answer
    assert isinstance(error.get("reason"), str) and error["reason"], answer
    assert isinstance(error.get("uuid"), str) and error["uuid"], answer
    return error


@contextmanager
def refuses(*codes):
    """The request in the block is refused as a whole with one of the codes."""
    with pytest.raises(CloudKitError) as caught:
        yield
    check_refusal(caught.value.answer, *codes)


def check_error(item, code, **identity):
    """An item of an array is an error with a code, and with the given name or id."""
    assert item.get("serverErrorCode") == code, item
    assert isinstance(item.get("reason"), str) and item["reason"], item
    assert isinstance(item.get("uuid"), str) and item["uuid"], item
    assert covers(item, identity), item


def items_of(answer):
    """The one array of an answer."""
    [items] = [each for each in answer.values() if isinstance(each, list)]
    return items


def failure(method, *arguments, **options):
    """The error code of a request about one item, None if it succeeds.

    It may stand in the array or refuse the whole request, where the specification does not say which.
    """
    try:
        [item] = items_of(method(*arguments, **options))
    except CloudKitError as error:
        check_refusal(error.answer)
        assert error.code not in OF_ONE_ITEM, error
        return error.code
    if "serverErrorCode" in item:
        check_error(item, item["serverErrorCode"])
    return item.get("serverErrorCode")


def good(answer):
    """The array of an answer, which has no errors."""
    items = items_of(answer)
    assert not [item for item in items if "serverErrorCode" in item], items
    return items


def save(client, *operations, **options):
    """Run operations, all of which succeed, and return the records."""
    return good(client.records_modify(list(operations), **options))


def read(client, name, **options):
    """One record that exists."""
    [record] = good(client.records_lookup([name], **options))
    return record


def is_missing(client, name, **options):
    """Whether the lookup of a record answers NOT_FOUND."""
    [item] = client.records_lookup([name], **options)["records"]
    return item.get("serverErrorCode") == "NOT_FOUND"


def names(records):
    """The names of records, in order."""
    return [record["recordName"] for record in records]


def values(record):
    """The values of a record's fields, by name."""
    return {name: field["value"] for name, field in record["fields"].items()}


def subscribe(client, *subscriptions):
    """Create subscriptions, all of which succeed, and return the answer's."""
    return good(client.subscriptions_modify("create", *subscriptions))


def ids(subscriptions):
    """The ids of subscriptions, in alphabetical order."""
    return sorted(subscription["subscriptionID"] for subscription in subscriptions)


def listed(client):
    """The ids of all subscriptions of a person in a database."""
    return ids(good(client.subscriptions_list()))


def covers(found, wanted):
    """Whether a JSON value is the wanted one, though its dictionaries may have more entries."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(
            name in found and covers(found[name], each) for name, each in wanted.items()
        )
    if isinstance(wanted, list):
        return isinstance(found, list) and len(found) == len(wanted) and all(map(covers, found, wanted))
    if isinstance(wanted, (bool, str)) or wanted is None:
        return type(found) is type(wanted) and found == wanted
    return not isinstance(found, bool) and found == wanted
