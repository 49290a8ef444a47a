"""Pairing a device in Settings: the code on the page, read as a camera would, and the page behind the link."""

from __future__ import annotations

import base64
from urllib.parse import urlsplit

from playwright.sync_api import expect

from proxies import free_port
from qr_reader import read_pixels
from today_host import TodayHost

# Draws a picture on a canvas and returns its size and the brightness of each pixel.
GRAY = """async (data) => {
    const image = await createImageBitmap(await (await fetch("data:image/png;base64," + data)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { data: pixels } = canvas.getImageData(0, 0, image.width, image.height);
    const gray = [];
    for (let index = 0; index < pixels.length; index += 4) gray.push(pixels[index + 1]);
    return [image.width, image.height, gray];
}"""


def test_device_is_paired_with_the_code_in_settings(stopped_host: TodayHost, visitors) -> None:
    host = stopped_host
    address = "https://today.example.org"
    host.start("--listen", f"127.0.0.1:{free_port()}", "--public-url", address, "--trusted-proxy", "127.0.0.1")
    page = visitors(color_scheme="dark").sign_in(host)
    page.goto(host.ready["url"] + "/settings")
    page.get_by_role("link", name="Pair a Device").click()
    page.get_by_label("Name").fill("Wall")
    page.get_by_label("May").select_option("Look and act")
    page.get_by_role("button", name="Show Code").click()
    code = page.get_by_role("img", name="QR code with the link")
    expect(code).to_be_visible()
    picture = base64.b64encode(code.screenshot()).decode()
    blank = visitors().page()
    blank.goto("about:blank")
    width, height, gray = blank.evaluate(GRAY, picture)
    link = read_pixels(width, height, bytes(gray))
    assert link.startswith(f"{address}/pair/") and link == page.locator(".address bdi").inner_text()
    expect(page.get_by_role("button", name="Copy")).to_be_visible()
    link = host.ready["url"] + urlsplit(link).path
    device = visitors(390, 844).page()
    # A preview of a chat loads it first.
    for _ in range(2):
        device.goto(link)
        expect(device.get_by_label("Name")).to_have_value("Wall")
    device.get_by_role("button", name="Pair This Device").click()
    expect(device.locator("h1.date")).to_be_visible()
    [paired] = [each for each in host.today_json("devices")["devices"] if each["name"] == "Wall"]
    assert paired["rights"] == "act"
    other = visitors().page()
    other.goto(link)
    expect(other.get_by_role("heading", name="This Link Has Been Used")).to_be_visible()


def test_without_a_public_address_there_is_no_code(host: TodayHost, visitors) -> None:
    page = visitors(color_scheme="dark").sign_in(host)
    page.goto(host.ready["url"] + "/settings/devices/pair")
    note = page.get_by_role("note")
    expect(note).to_contain_text("Phones and other computers cannot open Today yet")
    page.get_by_role("button", name="Make a Link").click()
    expect(page.locator(".address bdi")).to_contain_text(f"{host.ready['url']}/pair/")
    expect(page.get_by_role("button", name="Copy")).to_be_visible()
    expect(page.get_by_role("img", name="QR code with the link")).to_have_count(0)
    expect(note).to_be_visible()
