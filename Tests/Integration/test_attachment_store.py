"""Files of topics in a server of objects (`--attachment-store`)."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Iterator
from urllib.parse import urlsplit

import pytest

from postgresql import PROGRAMS, shared_server
from today_cloud import TodayCloud
from waiting import eventually

if TYPE_CHECKING:
    from object_store import ObjectStore

CONTENT = bytes(range(251)) * 4000
#: What one request reads.
PART = 256 * 1024


@pytest.fixture
def objects(tmp_path: Path) -> Iterator[ObjectStore]:
    """A server of objects; `credentials` is the file with its key."""
    # It takes seconds to import.
    import object_store

    (tmp_path / "credentials").write_text(
        f"[default]\naws_access_key_id = {object_store.KEY}\naws_secret_access_key = {object_store.SECRET}\n"
    )
    with object_store.ObjectStore("files") as store:
        yield store


@pytest.fixture
def database() -> str:
    return shared_server().create_database()


@pytest.fixture
def nodes(objects: ObjectStore, database: str, tmp_path: Path, log_file: Path) -> Iterator[list[TodayCloud]]:
    """Two nodes that serve."""
    clouds = [TodayCloud(new_log(log_file, index), database=database) for index in range(2)]
    try:
        for cloud in clouds:
            start(cloud, objects.address(credentials=tmp_path / "credentials"))
        yield clouds
    finally:
        for cloud in clouds:
            cloud.__exit__()


def new_log(log_file: Path, name: object) -> Path:
    """The log of one more cloud, without what an earlier run has left."""
    log = log_file.with_suffix(f".{name}.log")
    log.unlink(missing_ok=True)
    return log


def start(cloud: TodayCloud, address: str) -> None:
    cloud.start("--request-rate", "0", "--attachment-store", address)


def upload(cloud: TodayCloud, content: bytes = CONTENT) -> tuple[int, str]:
    """Sends a file; returns the status, and the id of the file or the error."""
    status, _, text = cloud.request("PUT", "/alerts", content, {"Filename": "a.bin"})
    answer = json.loads(text)
    return status, answer.get("error") or answer["id"]


def sent(cloud: TodayCloud, content: bytes = CONTENT) -> str:
    status, file = upload(cloud, content)
    assert status == 200, file
    return file


def download(cloud: TodayCloud, file: str) -> tuple[int, bytes]:
    status, _, content = cloud.request("GET", f"/file/{file}.bin")
    return status, content


def leave_files(cloud: TodayCloud) -> None:
    """Leaves in the folder of uploads what a cloud that was killed may have left."""
    folder = cloud.state / "cloud" / "attachments"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ["complete", "incomplete.part"]:
        (folder / name).write_bytes(b"left")


def files_beside(cloud: TodayCloud) -> set[str]:
    return {file.name for file in (cloud.state / "cloud" / "attachments").iterdir()}


def query(database: str, text: str) -> str:
    result = subprocess.run([PROGRAMS / "psql", database, "-Atc", text], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def test_every_node_serves_a_file_that_is_in_the_object_store_alone(
    nodes: list[TodayCloud], objects: ObjectStore, database: str
):
    file = sent(nodes[0])
    assert objects.objects == {f"today/files/{file}": CONTENT}
    assert query(database, "SELECT COUNT(*) FROM topicFilePart") == "0"
    assert files_beside(nodes[0]) == set()
    objects.requests.clear()
    assert download(nodes[1], file) == (200, CONTENT)
    assert objects.requests == [("GET", f"/files/today/files/{file}", 206)] * -(-len(CONTENT) // PART)
    assert sent(nodes[1], b"") and len(objects.objects) == 2
    assert download(nodes[0], "x" * 12)[0] == 404
    # The object of a file that has expired is removed, and so is its row.
    query(database, "UPDATE topicFile SET expires = 1")
    eventually(lambda: not objects.objects, "the removal of the objects", timeout=60, interval=0.1)
    eventually(lambda: query(database, "SELECT COUNT(*) FROM topicFile") == "0", "the removal of the rows", interval=0.1)
    assert download(nodes[0], file)[0] == 404


def test_files_are_refused_while_the_object_store_is_away(
    nodes: list[TodayCloud], objects: ObjectStore, database: str
):
    kept, expired = sent(nodes[0]), sent(nodes[0])
    objects.stop()
    for _ in range(8):
        # More than the sender's limit of space, which what is refused does not use.
        status, error = upload(nodes[0], CONTENT * 15)
        assert (status, error) == (503, "The cloud cannot reach attached files now; try again later.")
    assert download(nodes[1], kept)[0] == 503
    assert nodes[0].request("PUT", "/alerts", b"text")[0] == 200
    log = nodes[0].log.read_text()
    assert f"127.0.0.1:{objects.port}/files/today/files cannot be reached" in log, log[-4000:]
    query(database, f"UPDATE topicFile SET expires = 1 WHERE id = '{expired}'")
    eventually(
        lambda: any("Expired files of topics are removed later" in node.log.read_text() for node in nodes),
        "the failure of the removal", timeout=60, interval=0.1,
    )
    assert query(database, f"SELECT COUNT(*) FROM topicFile WHERE id IN ('{kept}', '{expired}')") == "2"
    objects.start()
    assert download(nodes[1], kept) == (200, CONTENT)
    again = sent(nodes[0], b"again")
    eventually(
        lambda: set(objects.objects) == {f"today/files/{kept}", f"today/files/{again}"}, "the removal", timeout=60,
        interval=0.1,
    )
    eventually(lambda: query(database, "SELECT COUNT(*) FROM topicFile") == "2", "the removal of rows", interval=0.1)


def test_what_is_wrong_is_in_the_log_alone(
    objects: ObjectStore, tmp_path: Path, log_file: Path, subtests: pytest.Subtests
):
    import object_store

    good = (tmp_path / "credentials").read_text()
    cases = [
        ("SignatureDoesNotMatch, status 403", {}, good.replace(object_store.SECRET, "another/secret")),
        ("InvalidAccessKeyId, status 403", {}, good.replace(object_store.KEY, "AKIAOTHER")),
        ("SignatureDoesNotMatch, status 403", {"region": "eu-west-1"}, good),
        ("NoSuchBucket, status 404", {"bucket": "others"}, good),
    ]
    for index, (reason, options, credentials) in enumerate(cases):
        with subtests.test(reason, case=index), TodayCloud(new_log(log_file, index)) as cloud:
            file = tmp_path / f"credentials-{index}"
            file.write_text(credentials)
            start(cloud, objects.address(credentials=file, **options))
            warning = "Files cannot be attached to messages until this is corrected"
            eventually(lambda: warning in cloud.log.read_text(), "the warning", interval=0.05)
            assert upload(cloud) == (503, "The cloud cannot reach attached files now; try again later.")
            log = cloud.log.read_text()
            assert log.count(reason) >= 2, log
            assert object_store.SECRET not in log and "another/secret" not in log
    assert objects.objects == {}


def test_answers_of_the_object_store_are_not_trusted(
    objects: ObjectStore, tmp_path: Path, log_file: Path, subtests: pytest.Subtests
):
    code = b"<Error><Code>Odd\nline</Code></Error>"
    with TodayCloud(log_file) as cloud:
        start(cloud, objects.address(credentials=tmp_path / "credentials"))
        file = sent(cloud)
        for name, method, answer in [
            ("more than was asked for", "GET", (206, b"x" * 10_000_000)),
            ("all in place of a part", "GET", (200, CONTENT)),
            ("less than was asked for", "GET", (206, b"x" * (PART - 1))),
            ("a code that is none", "GET", (403, code)),
            ("an endless page", "PUT", (400, b"<Code>" + b"x" * 1_000_000)),
            ("a redirect", "PUT", (307, b"")),
            ("a full disk", "PUT", (507, b"")),
            ("a success that is none", "PUT", (302, b"")),
        ]:
            with subtests.test(name):
                objects.instead = lambda given, path: answer if given == method else None
                status = download(cloud, file)[0] if method == "GET" else upload(cloud)[0]
                assert status == 503
        objects.instead = lambda method, path: (404, b"") if method == "GET" else None
        assert download(cloud, file)[0] == 404
        objects.instead = lambda method, path: None
        assert download(cloud, file) == (200, CONTENT)
        assert "Odd" not in cloud.log.read_text()


def test_files_of_a_cloud_that_is_moved_stay_in_the_object_store(
    objects: ObjectStore, database: str, tmp_path: Path, log_file: Path
):
    address = objects.address(credentials=tmp_path / "credentials")
    with TodayCloud(log_file) as cloud:
        cloud.start("--request-rate", "0")
        before = sent(cloud, b"before")
        cloud.stop()
        leave_files(cloud)
        start(cloud, address)
        assert files_beside(cloud) == {before, "complete"}
        file = sent(cloud)
        assert download(cloud, before) == (200, b"before") and download(cloud, file) == (200, CONTENT)
        assert set(objects.objects) == {f"today/files/{file}"}
        cloud.stop()
        cloud.today("move", "--to", database)
        with TodayCloud(new_log(log_file, "new"), database=database) as moved:
            leave_files(moved)
            start(moved, address)
            assert files_beside(moved) == set()
            assert download(moved, before) == (200, b"before") and download(moved, file) == (200, CONTENT)
        assert set(objects.objects) == {f"today/files/{file}"}


def test_the_command_says_where_the_key_belongs(log_file: Path, tmp_path: Path, subtests: pytest.Subtests):
    (tmp_path / "empty").write_text("[default]\n")
    with TodayCloud(log_file) as cloud:
        cloud.environment.pop("AWS_ACCESS_KEY_ID", None)
        for address, remedy in [
            ("https://AKIA:hunter2@s3.example.org/files", "A secret does not belong into it"),
            ("https://s3.example.org/files?secret=hunter2", "A secret does not belong into it"),
            ("https://s3.example.org/files", "AWS_ACCESS_KEY_ID"),
            (f"https://s3.example.org/files?credentials={tmp_path}/empty", "aws_secret_access_key"),
            (f"https://s3.example.org/files?credentials={tmp_path}/none", "cannot be read"),
            ("http://s3.example.org/files", "--attachment-store is https://HOST/BUCKET"),
        ]:
            with subtests.test(address):
                result = subprocess.run(
                    cloud.command("--listen", "127.0.0.1:0", "--attachment-store", address), capture_output=True,
                    text=True, timeout=60, env=cloud.environment,
                )
                assert result.returncode != 0 and remedy in result.stderr, result.stderr
                assert "hunter2" not in result.stderr.replace(address, "")
