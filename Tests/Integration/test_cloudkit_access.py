"""Wire tests of CloudKit Web Services: logins, and requests signed with a key.

They need the fixture `cloudkit`, which cloudkit_helpers.py describes.
"""

import base64
import datetime
import hashlib
import subprocess
import urllib.parse

from cloudkit_client import DATE_HEADER, KEY_HEADER, SIGNATURE_HEADER, ServerKey, WebLogin
from cloudkit_helpers import (
    check_refusal,
    connect,
    failure,
    fresh,
    good,
    is_missing,
    modify,
    names,
    post,
    refuses,
    robot,
    save,
    sign_in,
)
from cloudkit_requests import create

GETS = ["zones/list", "subscriptions/list"]
POSTS = [
    "records/query",
    "records/modify",
    "records/lookup",
    "records/changes",
    "changes/zone",
    "changes/database",
    "zones/changes",
    "zones/lookup",
    "zones/modify",
    "subscriptions/lookup",
    "subscriptions/modify",
]
ALL = [("GET", each) for each in GETS] + [("POST", each) for each in POSTS]


# Logins


def test_without_a_login(cloudkit, subtests):
    """Every operation in a private database answers 421 with the URL of the sign-in page."""
    nobody = connect(cloudkit, WebLogin(cloudkit.api_token))
    for method, operation in ALL:
        with subtests.test(operation=operation):
            answer = nobody.send(method, nobody.path(operation), b"{}" if method == "POST" else b"")
            error = check_refusal(answer, "AUTHENTICATION_REQUIRED")
            assert answer.status == 421
            assert urllib.parse.urlsplit(error["redirectURL"]).scheme in ("http", "https")


def test_a_wrong_token(cloudkit, ada, subtests):
    """A made-up web auth token, and a made-up API token with a good one, are AUTHENTICATION_FAILED, 401."""
    for login in WebLogin(cloudkit.api_token, "made-up"), WebLogin("made-up", ada.credentials.web_auth_token):
        client = connect(cloudkit, login)
        for method, operation in ALL:
            with subtests.test(operation=operation, login=login):
                answer = client.send(method, client.path(operation), b"{}" if method == "POST" else b"")
                check_refusal(answer, "AUTHENTICATION_FAILED")
                assert answer.status == 401


def test_a_changed_token(cloudkit, ada):
    """A web auth token with one character more or less is refused."""
    token = ada.credentials.web_auth_token
    for wrong in token + "A", token[:-2], "A" + token:
        with refuses("AUTHENTICATION_FAILED"):
            connect(cloudkit, WebLogin(cloudkit.api_token, wrong)).zones_list()


def test_without_an_api_token(ada):
    """Without an API token a request is refused for its missing or wrong authentication."""
    for query in "", "ckAPIToken=", "ckWebAuthToken=made-up", "ckAPIToken=%00&ckWebAuthToken=%ff":
        answer = ada.send("GET", ada.path("zones/list"), query=query)
        check_refusal(answer, "AUTHENTICATION_FAILED", "AUTHENTICATION_REQUIRED")


def test_who_the_current_user_is(cloudkit):
    """userRecordName starts with `_`, is the same for each login of a person, and another for each person."""
    user = fresh("ada")
    clients = sign_in(cloudkit, user), sign_in(cloudkit, user), sign_in(cloudkit, fresh("ben"))
    one, two, ben = (client.users_current()["userRecordName"] for client in clients)
    assert one.startswith("_") and len(one) > 1
    assert one == two != ben


def test_private_databases_are_private(cloudkit, ada):
    """Another person finds nothing of Ada's, not even with her name as the zone's owner."""
    save(ada, create("Note", {"text": "secret"}, "n1"))
    good(ada.zones_modify("create", "today"))
    me = ada.users_current()["userRecordName"]
    ben = sign_in(cloudkit, fresh("ben"))
    assert is_missing(ben, "n1") and ben.query_all("Note") == []
    for zone in "today", "_defaultZone":
        hers = {"zoneName": zone, "ownerRecordName": me}
        for method, argument in (ben.records_query, "Note"), (ben.records_modify, [create("Note", {}, "n2")]):
            assert failure(method, argument, zone=hers) in ("ACCESS_DENIED", "ZONE_NOT_FOUND", "BAD_REQUEST")
    assert is_missing(ada, "n2") and is_missing(ada, "n2", zone="today")


def test_databases_and_containers_do_not_share_records(cloudkit):
    """The private, the public and the shared database, and another container, have records of their own."""
    user = fresh("ada")
    ada, there = sign_in(cloudkit, user), sign_in(cloudkit, user, container=cloudkit.second_container)
    name = fresh("n")
    save(ada, create("Note", {"text": "Milk"}, name))
    assert is_missing(ada.using("public"), name) and is_missing(there, name)
    good(ada.zones_modify("create", "today"))
    shared = [zone["zoneID"]["zoneName"] for zone in good(ada.using("shared").zones_list())]
    assert "today" not in shared


# Signed requests


def test_a_key_writes_and_reads(cloudkit, ada):
    """A signed request works in the public database; what it writes is attributed to the key, not to a user."""
    server, record_type, name = robot(cloudkit), fresh("Post"), fresh("p")
    [made] = save(server, create(record_type, {"text": "Hello"}, name))
    [found] = ada.using("public").query_all(record_type)
    assert names([found, *server.query_all(record_type)]) == [name, name]
    assert found["created"] == made["created"]
    assert made["created"]["userRecordName"] != ada.users_current()["userRecordName"]
    [other] = save(server, create(record_type, {"text": "again"}))
    assert other["created"]["userRecordName"] == made["created"]["userRecordName"]


def test_an_empty_body(cloudkit):
    """For an empty body an empty string may stand where the hash goes; any other hash is refused."""
    server = robot(cloudkit)
    path = server.path("zones/list")
    headers = server.credentials.headers(path, b"")
    for digest in "", base64.b64encode(hashlib.sha256(b"").digest()).decode():
        headers[SIGNATURE_HEADER] = server.credentials.sign(f"{headers[DATE_HEADER]}:{digest}:{path}")
        assert server.send("GET", path, headers=headers).status == 200
    headers[SIGNATURE_HEADER] = server.credentials.sign(f"{headers[DATE_HEADER]}:AAAA:{path}")
    check_refusal(server.send("GET", path, headers=headers), "AUTHENTICATION_FAILED")


def test_an_empty_hash_does_not_sign_a_body(cloudkit):
    """What was signed with an empty string, or the hash of no bytes, where the hash goes is not good for a body."""
    server, name = robot(cloudkit), fresh("p")
    path, body = server.path("records/modify"), modify(create(fresh("Post"), {"text": "x"}, name))
    for digest in "", base64.b64encode(hashlib.sha256(b"").digest()).decode():
        headers = server.credentials.headers(path, body)
        headers[SIGNATURE_HEADER] = server.credentials.sign(f"{headers[DATE_HEADER]}:{digest}:{path}")
        check_refusal(post(server, body, headers=headers), "AUTHENTICATION_FAILED")
    assert is_missing(server, name)


def wrong_key_id(headers, body):
    """A key id that nobody has."""
    return {**headers, KEY_HEADER: "0" * 64}, body


def changed_body(headers, body):
    """One byte of the body is another."""
    return headers, body.replace(b"Milk", b"Silk")


def emptied_body(headers, body):
    """The body is gone."""
    return headers, b""


def changed_date(headers, body):
    """The date is a little later than the signed one."""
    date = datetime.datetime.fromisoformat(headers[DATE_HEADER]) + datetime.timedelta(seconds=5)
    return {**headers, DATE_HEADER: date.strftime("%Y-%m-%dT%H:%M:%SZ")}, body


def changed_signature(headers, body):
    """Bits of the signature's end are others."""
    raw = base64.b64decode(headers[SIGNATURE_HEADER])
    return {**headers, SIGNATURE_HEADER: base64.b64encode(raw[:-1] + bytes([raw[-1] ^ 1])).decode()}, body


def no_der(headers, body):
    """64 bytes where a DER signature should be."""
    return {**headers, SIGNATURE_HEADER: base64.b64encode(bytes(64)).decode()}, body


def zero_signature(headers, body):
    """DER of a signature whose numbers are 0, which bad verifiers take."""
    return {**headers, SIGNATURE_HEADER: base64.b64encode(bytes.fromhex("3006020100020100")).decode()}, body


def no_base64(headers, body):
    """A signature that is not base64."""
    return {**headers, SIGNATURE_HEADER: "***"}, body


def empty_signature(headers, body):
    """A signature of no bytes."""
    return {**headers, SIGNATURE_HEADER: ""}, body


def test_a_request_that_was_tampered_with(cloudkit, subtests):
    """A signed request in which anything is not as it was signed is AUTHENTICATION_FAILED and changes nothing."""
    server, name = robot(cloudkit), fresh("p")
    body = modify(create(fresh("Post"), {"text": "Milk"}, name))
    for change in (
        wrong_key_id,
        changed_body,
        emptied_body,
        changed_date,
        changed_signature,
        no_der,
        zero_signature,
        no_base64,
        empty_signature,
    ):
        with subtests.test(change=change.__name__):
            headers, sent = change(server.credentials.headers(server.path("records/modify"), body), body)
            check_refusal(post(server, sent, headers=headers), "AUTHENTICATION_FAILED")
            assert is_missing(server, name)


def test_a_signature_is_for_one_path(cloudkit):
    """The signature of a request to one operation or container is not good for another."""
    server, body = robot(cloudkit), modify(create(fresh("Post"), {"text": "Milk"}))
    there = connect(cloudkit, server.credentials, "public", cloudkit.second_container)
    for path in server.path("records/lookup"), there.path("records/modify"):
        headers = server.credentials.headers(path, body)
        check_refusal(post(server, body, headers=headers), "AUTHENTICATION_FAILED")


def test_the_key_of_somebody_else(cloudkit, tmp_path):
    """A request that another private key signed is AUTHENTICATION_FAILED."""
    other = tmp_path / "other.pem"
    command = ["openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", str(other)]
    subprocess.run(command, check=True, capture_output=True)
    server = connect(cloudkit, ServerKey(cloudkit.key_id, other), "public")
    with refuses("AUTHENTICATION_FAILED"):
        server.records_modify([create(fresh("Post"), {"text": "x"})])


def test_a_signed_request_needs_its_headers(cloudkit):
    """Without one of the three headers, or with nonsense in it, a signed request is refused."""
    server, name = robot(cloudkit), fresh("p")
    body = modify(create(fresh("Post"), {"text": "x"}, name))
    headers = server.credentials.headers(server.path("records/modify"), body)
    for header in KEY_HEADER, DATE_HEADER, SIGNATURE_HEADER:
        without = {key: each for key, each in headers.items() if key != header}
        for sent in without, {**headers, header: "nonsense"}:
            answer = post(server, body, headers=sent)
            check_refusal(answer, "AUTHENTICATION_FAILED", "AUTHENTICATION_REQUIRED", "BAD_REQUEST")
    assert is_missing(server, name)
