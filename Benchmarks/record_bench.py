"""The measurements of records: saving, querying and catching up with 1,000,000 records in a database."""

from __future__ import annotations

import http.client
import json
import sys
import threading
import time
import urllib.parse
from typing import Callable, Iterator

from measuring import figure, log_file
from today_cloud import TodayCloud

CONTAINER = "iCloud.org.example.Bench"
BATCH = 200


def records(stored: int = 1_000_000, changes: int = 100_000, rounds: int = 100, clients: int = 8) -> Iterator[dict]:
    """One person's private database; every record has a text, a number, a date and a list of two texts."""
    stored = stored // BATCH * BATCH
    changes = min(changes, stored // 2 // BATCH * BATCH)
    with TodayCloud(log_file("cloud")) as cloud:
        cloud.start("--request-rate", "0", "--log-level", "error")
        api_token = json.loads(cloud.today("container", "add", CONTAINER, "--json"))["api_token"]
        web_token = cloud.today("container", "token", CONTAINER, "--user", "ada").strip()
        database = Database(cloud, urllib.parse.urlencode({"ckAPIToken": api_token, "ckWebAuthToken": web_token}))
        begin = time.perf_counter()
        for start in range(0, stored - changes, BATCH):
            database.save(range(start, start + BATCH))
        took = time.perf_counter() - begin
        print(f"Stored {stored - changes:,} records in {took:.0f} s, {BATCH} a request.", file=sys.stderr)
        token = database.newest_token()
        begin = time.perf_counter()
        for start in range(stored - changes, stored, BATCH):
            database.save(range(start, start + BATCH))
        rate = changes / (time.perf_counter() - begin)
        yield figure(f"records saved, {BATCH} a request, {stored:,} stored", "/s", [rate])
        yield figure(f"records saved, one a request, {clients} clients, {stored:,} stored", "/s", [
            single_saves(database, stored, clients, rounds * 2)
        ])
        begin = time.perf_counter()
        count = 0
        while True:
            page = database.send(
                "records/changes",
                {"zoneID": {"zoneName": "_defaultZone"}, "syncToken": token, "resultsLimit": 1000},
            )
            count += len(page["records"])
            token = page["syncToken"]
            if not page["moreComing"]:
                break
        yield figure(f"catching up through {count:,} changes", "ms", [(time.perf_counter() - begin) * 1000])
        for name, query in queries(stored).items():
            took = []
            found = 0
            for _ in range(rounds):
                begin = time.perf_counter()
                found = len(database.send("records/query", {"query": query})["records"])
                took.append((time.perf_counter() - begin) * 1000)
            yield figure(f"query of {stored:,} records, {name}, {found} found", "ms", took)
        yield figure(f"records queried, one a request, {clients} clients, {stored:,} stored", "/s", [
            single_queries(database, stored, clients, rounds * 2)
        ])


def queries(stored: int) -> dict[str, dict]:
    """Queries for a page each, by name."""
    equal = {"fieldName": "number", "comparator": "EQUALS", "fieldValue": {"value": stored // 3}}
    member = {"fieldName": "tags", "comparator": "LIST_CONTAINS", "fieldValue": {"value": "tag7"}}
    return {
        "one number": {"recordType": "Item", "filterBy": [equal]},
        "first page": {"recordType": "Item"},
        "sorted by a date, newest first": {"recordType": "Item", "sortBy": [{"fieldName": "due", "ascending": False}]},
        "an element of a list, sorted": {
            "recordType": "Item", "filterBy": [member], "sortBy": [{"fieldName": "due", "ascending": False}],
        },
    }


def single_saves(database: "Database", stored: int, clients: int, each: int) -> float:
    """Several clients save one record after the other; returns how many records a second."""
    return at_once(database, clients, each, lambda own, number: own.save([stored + number]))


def single_queries(database: "Database", stored: int, clients: int, each: int) -> float:
    """Several clients find one record after the other by its number; returns how many records a second."""
    def find(own: "Database", number: int) -> None:
        value = number * 7919 % stored
        equal = {"fieldName": "number", "comparator": "EQUALS", "fieldValue": {"value": value}}
        [found] = own.send("records/query", {"query": {"recordType": "Item", "filterBy": [equal]}})["records"]
        assert found["recordName"] == f"item-{value}", found

    return at_once(database, clients, each, find)


def at_once(database: "Database", clients: int, each: int, send: Callable[["Database", int], None]) -> float:
    """Several clients send some requests each, one after the other; returns how many a second there were."""
    def run(client: int) -> None:
        own = Database(database.cloud, database.query)
        for number in range(each):
            send(own, client * each + number)

    threads = [threading.Thread(target=run, args=(client,)) for client in range(clients)]
    begin = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return clients * each / (time.perf_counter() - begin)


class Database:
    """A person's private database, over one connection."""

    def __init__(self, cloud: TodayCloud, query: str):
        self.cloud = cloud
        self.query = query
        self._connection: http.client.HTTPConnection = cloud.connect()

    def send(self, operation: str, body: dict) -> dict:
        """Asks once."""
        path = f"/database/1/{CONTAINER}/production/private/{operation}?{self.query}"
        self._connection.request("POST", path, json.dumps(body))
        response = self._connection.getresponse()
        answer = json.loads(response.read())
        assert response.status == 200, answer
        return answer

    def save(self, numbers) -> None:
        """Creates records with some numbers."""
        operations = [
            {
                "operationType": "create",
                "record": {
                    "recordName": f"item-{number}", "recordType": "Item",
                    "fields": {
                        "text": {"value": f"Dinner number {number} is ready at seven"}, "number": {"value": number},
                        "due": {"value": 1_772_380_800_000 + number * 7919 % 1_000_003 * 1000, "type": "TIMESTAMP"},
                        "tags": {"value": [f"tag{number % 10}", f"group{number % 1000}"]},
                    },
                },
            }
            for number in numbers
        ]
        answer = self.send("records/modify", {"operations": operations})
        assert not [record for record in answer["records"] if "serverErrorCode" in record]

    def newest_token(self) -> str:
        """The sync token of the default zone."""
        zones = self.send("zones/lookup", {"zones": [{"zoneID": {"zoneName": "_defaultZone"}}]})["zones"]
        return zones[0]["syncToken"]
