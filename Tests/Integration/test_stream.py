"""What a page is told: nothing between page and stream is missed, and a page of another run gets everything."""

from counter import Counter


def test_page_that_was_away_gets_what_it_missed(counter: Counter):
    with counter.host.watch() as page:
        page.wait_for_text(Counter.WIDGET, "count 0")
        position = page.position

    counter.tap()
    with counter.host.watch(after=position) as page:
        page.wait_for_text(Counter.WIDGET, "count 1")


def test_page_that_saw_everything_is_told_nothing_again(counter: Counter):
    with counter.host.watch() as page:
        page.wait_for_text(Counter.WIDGET, "count 0")
        position = page.position

    with counter.host.watch(after=position) as page:
        counter.tap()
        page.wait_for_text(Counter.WIDGET, "count 1")
        assert all(name != "screen" for name, _ in page.events)


def test_page_of_an_earlier_run_gets_everything(counter: Counter):
    with counter.host.watch() as page:
        page.wait_for_text(Counter.WIDGET, "count 0")
        position = page.position
    counter.host.stop()
    counter.host.start()

    with counter.host.watch(after=position) as page:
        page.wait(lambda page: page.events, "the first event")
        assert page.events[0][0] == "screen"
        assert page.position.split(".")[0] != position.split(".")[0]


def test_open_page_of_an_app_is_drawn_again_when_its_group_changes(counter: Counter):
    with counter.host.watch(scene=Counter.SCENE) as page:
        page.wait_for_text(Counter.WIDGET, "word none")
        counter.write("word", "plum")

        page.wait(lambda page: any(name == "scene" for name, _ in page.events), "a word about the page")
    assert any(element.get("text") == "word plum" for element in counter.host.scene(Counter.SCENE)["card"]["body"])


def test_person_orders_the_screen(counter: Counter, fixture_app):
    host = counter.host
    host.install(fixture_app("crash", widget="crash_widget", groups=["group.test.crash"]))
    with host.watch() as page:
        page.wait(lambda page: len(page.widgets) == 2, "two widgets")

        host.request("PUT", "/api/screen", {"widgets": ["test.crash.widget", Counter.WIDGET]})
        page.wait(lambda page: list(page.widgets) == ["test.crash.widget", Counter.WIDGET], "the new order")

        host.request("PUT", "/api/screen", {"widgets": [Counter.WIDGET]})
        page.wait(lambda page: list(page.widgets) == [Counter.WIDGET], "one widget")
    screen = host.request("GET", "/api/screen")
    assert [choice["id"] for choice in screen["available"]] == ["test.crash.widget"]


def test_two_pages_show_the_same(counter: Counter):
    with counter.host.watch() as one, counter.host.watch() as other:
        counter.tap()
        one.wait_for_text(Counter.WIDGET, "count 1")
        other.wait_for_text(Counter.WIDGET, "count 1")
        assert one.position == other.position
