"""What people share reaches the app once, whatever happens meanwhile, and only what the app takes."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bundle_images import png
from shopping import Shopping
from taker import Taker
from today_host import Refused, TodayHost


@pytest.fixture
def taker(host: TodayHost, fixture_app: Callable[..., Path]) -> Taker:
    """A host with an app that takes what is shared."""
    return Taker(host, fixture_app)


def image(data: bytes, kind: str = "image/png") -> dict:
    return {"name": "a.png", "mediaType": kind, "data": {"$data": base64.b64encode(data).decode()}}


def test_text_links_and_an_image_reach_the_app(taker: Taker):
    picture = png(40)
    content = {
        "title": "Two cakes", "text": "Read this", "urls": ["https://example.org/a", "http://b.example"],
        "images": [image(picture)],
    }

    outcome = taker.share(content, language="de-DE")

    assert outcome == {"done": {"message": "Took it (de-DE)."}}
    length = len(base64.b64encode(picture))
    assert taker.stored == {"count": 1, "last": {
        **content, "images": [{"name": "a.png", "mediaType": "image/png", "data": length}],
    }}


def test_what_is_sent_twice_is_shared_once(taker: Taker):
    first = taker.share({"text": "a"}, id="same")

    assert taker.share({"text": "a"}, id="same") == first
    assert taker.stored["count"] == 1
    assert taker.asked == ["same"]


def test_an_app_that_dies_gets_the_same_share_again_and_counts_it_once(taker: Taker):
    taker.once("share.die")

    assert "done" in taker.share({"text": "a"}, id="again")

    assert taker.asked == ["again", "again"]
    assert taker.stored["count"] == 1


def test_a_share_outlives_a_host_that_is_killed(taker: Taker):
    gate = taker.gate("share.block")
    connection = taker.host.connect()
    body = taker.body({"text": "kept"}, id="survivor")
    connection.request("POST", "/api/shares", json.dumps(body), {"Today-Zone": taker.host.zone})
    gate.wait()  # The app has written, and has not answered.
    taker.host.kill()
    gate.open()
    connection.close()

    taker.host.start()

    assert "done" in taker.share({"text": "kept"}, id="survivor")
    assert taker.asked == ["survivor", "survivor"]
    assert taker.stored == {"count": 1, "last": {"text": "kept", "urls": [], "images": []}}


def test_an_app_may_lead_to_its_page(taker: Taker):
    assert taker.share({"text": "open"})["done"]["open"] == "taker://opened"


def test_an_app_may_refuse_and_nothing_is_kept(taker: Taker):
    assert taker.share({"text": "refuse this"}, id="no") == {"failed": {"reason": "Not this."}}
    assert taker.share({"text": "refuse this"}, id="no") == {"failed": {"reason": "Not this."}}
    assert taker.asked == ["no"]
    assert taker.stored == {}


def test_what_cannot_be_shared_is_refused_and_says_why(taker: Taker):
    for content, sentence in (
        ({}, "There is nothing to share: no text, no link and no image."),
        ({"title": "alone"}, "There is nothing to share: no text, no link and no image."),
        ({"urls": ["https://a.example"] * 3}, "Taker does not take all of this."),
        ({"images": [image(png(1))] * 2}, "Taker does not take all of this."),
        ({"urls": ["javascript:alert(1)"]}, "A shared link begins with https:// or http:// and has at most 2048 bytes."),
        ({"images": [image(b"<svg/>", "image/svg+xml")]}, "A shared image is a PNG, JPEG, GIF or WebP."),
        ({"images": [image(png(1), "image/jpeg")]}, "A shared image is a PNG, JPEG, GIF or WebP."),
        ({"images": [image(png(1) + bytes(512 * 1024))]}, "Shared images have at most 512 KiB together."),
        ({"text": "x" * 32769}, "A shared text has at most 32 KiB."),
    ):
        with pytest.raises(Refused) as refused:
            taker.share(content)
        assert (refused.value.code, refused.value.message) == ("invalid", sentence)
    assert taker.asked == []


def test_the_largest_text_and_image_reach_the_app(taker: Taker):
    picture = png(1)
    picture += bytes(512 * 1024 - len(picture))

    assert "done" in taker.share({"text": "\x01" * 32768, "images": [image(picture)]})


def test_an_app_without_a_share_extension_takes_nothing(host: TodayHost, fixture_app: Callable[..., Path], taker: Taker):
    host.install(fixture_app("plain"))
    for app, code, sentence in [
        ("test.plain", "invalid", "Plain takes nothing that is shared."),
        ("test.nowhere", "notFound", "There is no app test.nowhere."),
    ]:
        with pytest.raises(Refused) as refused:
            taker.share({"text": "a"}, app=app)
        assert (refused.value.code, refused.value.message) == (code, sentence)


def test_shopping_list_takes_lines_and_links(shopping: Shopping):
    with shopping.host.watch() as page:
        outcome = shopping.host.request("POST", "/api/shares", Taker.body({
            "title": "Cheesecake", "text": "- Milk\n\n2. Eggs\n☐ Flour", "urls": ["https://example.org/cake"],
        }, app=shopping.APP, id="shared"))
        shopping.wait_for_widget(page, "4 to buy", "Milk", "Eggs", "Flour")

    done = outcome["done"]
    assert done["message"] == "“Milk” and 3 more items were added."
    assert shopping.items() == [("Milk", False), ("Eggs", False), ("Flour", False), ("Cheesecake", False)]

    undo = done["undo"]
    assert "done" in shopping.host.tap_scene(shopping.URL, undo.get("verb"), undo["data"], id="shared.undo")
    assert shopping.items() == []


def test_the_command_shares_texts_links_and_files(taker: Taker, tmp_path: Path):
    host = taker.host
    picture, note = tmp_path / "cake.png", tmp_path / "note.txt"
    picture.write_bytes(png(40))
    note.write_text("from a file\n")

    result = host.today("share", "--title", "-5°", "Milk", "https://example.org/a", picture, note)

    assert result.stdout == "Took it (en-US).\n"
    last = taker.stored["last"]
    assert (last["title"], last["text"], last["urls"]) == ("-5°", "Milk\nfrom a file\n", ["https://example.org/a"])
    assert [each["name"] for each in last["images"]] == ["cake.png"]
    assert json.loads(host.today("share", "--app", "Taker", "open", "--json").stdout) == {
        "app": taker.APP, "message": "Took it (en-US).", "open": "taker://opened",
    }
    assert "taker://opened" in host.today("share", "open").stdout


def test_the_command_says_what_is_wrong(taker: Taker, fixture_app: Callable[..., Path], tmp_path: Path):
    host = taker.host
    binary = tmp_path / "binary"
    binary.write_bytes(b"\x00\xff")
    for arguments, sentence in [
        (["refuse me"], "Not this."), ([binary], "is neither an image (PNG, JPEG, GIF, WebP) nor a text."),
        (["https://a.example"] * 3, "No installed app takes this."), ([""], "There is nothing to share"),
    ]:
        assert sentence in host.today("share", *arguments, status=1).stderr
    host.install(fixture_app("second", app="share_app", groups=["group.test.second"], share={"Text": True}))
    assert "Several apps take this: Second, Taker. Choose one with --app." in host.today("share", "a", status=1).stderr
    assert "count" not in taker.stored
