"""Wire tests of CloudKit Web Services: content types, limits, and requests that mean harm.

They need the fixture `cloudkit`, which cloudkit_helpers.py describes.
"""

import json

from cloudkit_helpers import (
    check_refusal,
    failure,
    fresh,
    is_missing,
    modify,
    post,
    read,
    refuses,
    save,
    values,
)
from cloudkit_requests import create


# Content types and limits


def test_any_content_type_will_do(ada):
    """The body is read as JSON in UTF-8, whatever its content type is."""
    types = "text/plain", "text/plain;charset=UTF-8", "application/json", "application/x-www-form-urlencoded", None
    for number, content_type in enumerate(types):
        body = {"operations": [create("Note", {"text": "Käse 🧀"}, f"n{number}")]}
        assert post(ada, json.dumps(body, ensure_ascii=False).encode(), content_type=content_type).status == 200
        assert values(read(ada, f"n{number}")) == {"text": "Käse 🧀"}


def test_two_hundred_operations(ada):
    """200 operations in a request are fine; 201 are BAD_REQUEST, and none of them is done."""
    save(ada, *(create("Note", {"count": number}, f"n{number}") for number in range(200)))
    with refuses("BAD_REQUEST"):
        ada.records_modify([create("Note", {"count": number}, f"m{number}") for number in range(201)])
    assert is_missing(ada, "m0") and not is_missing(ada, "n199")


def test_sixteen_megabytes_a_body(ada):
    """A body of nearly 16 MB is fine; one of more is 413, for its length and not for its contents."""
    save(ada, *(create("Note", {"text": "x" * 950_000}, f"n{number}") for number in range(16)))
    body = modify(create("Note", {"text": "x"}, "n99"))
    answer = post(ada, body + b" " * (17 * 1024 * 1024))
    assert answer.status == 413
    assert is_missing(ada, "n99")


# Requests that mean harm


def is_bad_request(answer):
    """Whether an answer about one record is BAD_REQUEST, as a whole or in its array."""
    if answer.status == 200:
        return answer.data["records"][0].get("serverErrorCode") == "BAD_REQUEST"
    return bool(check_refusal(answer, "BAD_REQUEST"))


def still_works(client):
    """The service is alive and serves the next request."""
    name = fresh("n")
    save(client, create("Note", {"text": "alive"}, name))
    assert values(read(client, name)) == {"text": "alive"}


BAD_JSON = {
    "no bytes": b"",
    "half": b'{"operations":',
    "word": b"operations",
    "no UTF-8": b'{"operations":["\xff\xfe"]}',
    "array": b"[]",
    "null": b"null",
    "number": b"42",
    "string": b'"text"',
    "two values": b"{}{}",
    "deep arrays": b"[" * 100_000,
    "closed deep arrays": b"[" * 100_000 + b"]" * 100_000,
    "deep objects": b'{"a":' * 40_000 + b"1" + b"}" * 40_000,
    "long number": b"9" * 100_000,
}


def test_a_body_that_is_not_an_object(ada, subtests):
    """A body that is not a JSON object, or one too deep to read, is BAD_REQUEST."""
    for operation in "records/modify", "records/query", "zones/modify", "subscriptions/modify":
        for name, body in BAD_JSON.items():
            with subtests.test(operation=operation, body=name):
                check_refusal(post(ada, body, operation), "BAD_REQUEST")
    still_works(ada)


def test_deep_nesting_in_a_field(ada):
    """A value nested thousands of times is BAD_REQUEST, not a fault."""
    sent = modify(create("Note", {"text": "@"}, "n1")).replace(b'"@"', b"[" * 20_000 + b"]" * 20_000)
    assert is_bad_request(post(ada, sent))
    assert is_missing(ada, "n1")
    still_works(ada)


def test_parts_of_the_wrong_type(ada, subtests):
    """A request in which a part is missing or of the wrong type is BAD_REQUEST."""
    for operation, body in (
        ("records/modify", {}),
        ("records/modify", {"operations": {}}),
        ("records/modify", {"operations": "x"}),
        ("records/modify", {"operations": [1]}),
        ("records/modify", {"operations": [None]}),
        ("records/modify", {"operations": [{}]}),
        ("records/modify", {"operations": [{"operationType": "create"}]}),
        ("records/modify", {"operations": [{"operationType": 5, "record": {"recordType": "Note"}}]}),
        ("records/modify", {"operations": [{"operationType": "explode", "record": {"recordName": "n1"}}]}),
        ("records/modify", {"operations": [{"operationType": "create", "record": []}]}),
        ("records/modify", {"operations": [], "zoneID": "today"}),
        ("records/modify", {"operations": [], "zoneID": {"zoneName": []}}),
        ("records/modify", {"operations": [], "atomic": "yes"}),
        ("records/lookup", {}),
        ("records/lookup", {"records": "n1"}),
        ("records/lookup", {"records": [1]}),
        ("records/lookup", {"records": [{"recordName": 5}]}),
        ("records/lookup", {"records": [{}]}),
        ("records/changes", {}),
        ("records/changes", {"zoneID": {"zoneName": "_defaultZone"}, "syncToken": 5}),
        ("changes/zone", {}),
        ("changes/zone", {"zones": [1]}),
        ("changes/database", {"syncToken": {}}),
        ("zones/lookup", {"zones": {}}),
        ("zones/modify", {"operations": 1}),
        ("subscriptions/lookup", {"subscriptions": [1]}),
        ("subscriptions/modify", {"operations": [{"operationType": "create", "subscription": 1}]}),
    ):
        with subtests.test(operation=operation, body=body):
            assert failure(ada.call, operation, body) == "BAD_REQUEST"


def test_a_record_that_makes_no_sense(ada, subtests):
    """A record with parts of the wrong type is BAD_REQUEST."""
    for change in (
        {"recordType": None},
        {"recordType": 5},
        {"recordType": ""},
        {"recordName": 5},
        {"recordName": ""},
        {"fields": []},
        {"fields": "text"},
        {"fields": {"text": "Milk"}},
        {"fields": {"text": {}}},
        {"fields": {"": {"value": "Milk"}}},
    ):
        with subtests.test(change=change):
            record = {"recordName": "n1", "recordType": "Note", "fields": {"text": {"value": "Milk"}}, **change}
            sent = {"operationType": "create", "record": record}
            assert failure(ada.records_modify, [sent]) == "BAD_REQUEST"


def test_odd_limits(ada, subtests):
    """An odd resultsLimit is refused, or keeps to the rules: never more than it says, never a fault."""
    save(ada, create("Note", {"text": "1"}, "n1"), create("Note", {"text": "2"}, "n2"))
    for limit in 0, -1, "2", 1.5, 10**30, None, [], True:
        with subtests.test(limit=limit):
            body = json.dumps({"query": {"recordType": "Note"}, "resultsLimit": limit}).encode()
            answer = post(ada, body, "records/query")
            if answer.status != 200:
                check_refusal(answer, "BAD_REQUEST")
            else:
                assert len(answer.data["records"]) <= 2


def test_a_record_name_has_up_to_255_characters(ada):
    """A recordName of 255 characters is fine, one of 256 is BAD_REQUEST."""
    save(ada, create("Note", {"text": "long"}, "n" * 255))
    assert values(read(ada, "n" * 255)) == {"text": "long"}
    assert failure(ada.records_modify, [create("Note", {"text": "longer"}, "n" * 256)]) == "BAD_REQUEST"


ODD_NAMES = [
    "a\x00b",
    "a\nb",
    "a\r\nX: y",
    "\x7f",
    "a/../b",
    "..",
    "%00",
    "' OR 1=1 --",
    "__proto__",
    "\u202eabc",
    "é",
    "\ud800",
]


def test_odd_names(ada, subtests):
    """A name with control characters and the like is BAD_REQUEST, or is kept exactly as it is."""
    for name in ODD_NAMES:
        with subtests.test(name=ascii(name)):
            record_type = fresh("Odd")
            if (error := failure(ada.records_modify, [create(record_type, {"text": "x"}, name)])) is None:
                [found] = ada.query_all(record_type)
                assert found["recordName"] == name and read(ada, name)["recordName"] == name
            assert error in (None, "BAD_REQUEST")
            if (error := failure(ada.records_modify, [create(fresh("Odd"), {name: "x"}, record_type)])) is None:
                assert values(read(ada, record_type)) == {name: "x"}
            assert error in (None, "BAD_REQUEST")
            if (error := failure(ada.zones_modify, "create", name)) is None:
                assert name in [zone["zoneID"]["zoneName"] for zone in ada.zones_list()["zones"]]
            assert error in (None, "BAD_REQUEST")
    still_works(ada)


def test_odd_text(ada, subtests):
    """A text with control characters is kept exactly as it is, or is BAD_REQUEST."""
    for text in "a\x00b", "\x1b[31m", "<script>alert(1)</script>", "\ud800", "\uffff":
        with subtests.test(text=ascii(text)):
            name = fresh("n")
            error = failure(ada.records_modify, [create("Note", {"text": text}, name)])
            assert error in (None, "BAD_REQUEST")
            if error is None:
                assert values(read(ada, name)) == {"text": text}
    still_works(ada)


def test_odd_numbers(ada, subtests):
    """Numbers that are not JSON, or that the type of their field does not hold, are BAD_REQUEST and are not saved."""
    save(ada, create("Note", {"count": 1}, "n0"))
    for number in "NaN", "Infinity", "-Infinity", "1e999", "01", "9223372036854775808", "-" + "9" * 400:
        with subtests.test(number=number):
            sent = modify(create("Note", {"count": "@"}, "n1")).replace(b'"@"', number.encode())
            assert is_bad_request(post(ada, sent))
            assert is_missing(ada, "n1")


def test_paths_that_lead_nowhere(cloudkit, ada):
    """An unknown operation, database, environment or container is refused and is no fault."""
    for path in (
        "/database/1/{container}/development/private/records/explode",
        "/database/1/{container}/development/secret/records/query",
        "/database/1/{container}/moon/private/records/query",
        "/database/1/iCloud.nobody.knows/development/private/records/query",
        "/database/2/{container}/development/private/records/query",
        "/database/1/{container}/development/private",
        "/database/1/{container}/development/private/records/query/more",
        "/database/1/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/device/1/{container}/development/tokens/explode",
        "/database/1/%00/development/private/records/query",
    ):
        answer = ada.send("POST", path.format(container=cloudkit.container), b'{"query":{"recordType":"Note"}}')
        assert 400 <= answer.status < 500, answer


def test_methods_that_are_not_served(ada):
    """A modification by any method but POST is refused and changes nothing."""
    body = modify(create("Note", {"text": "x"}, "n1"))
    for method in "GET", "PUT", "DELETE", "PATCH":
        assert 400 <= ada.send(method, ada.path("records/modify"), body).status < 500
        assert is_missing(ada, "n1")
