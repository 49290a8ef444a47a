import HostAPI
import HostStorage
import Notifications
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@Suite struct ServerSentEventTests {
    static let events = [
        ServerSentEvent(id: "e.1", name: "widget", data: "{\"a\":\"\u{2028}\u{85}\"}"),
        ServerSentEvent(id: "e.2", name: "scene", data: "two\nlines\n"),
        ServerSentEvent(id: "e.3", name: "screen", data: " : leading"),
    ]

    @Test func eventsAreReadHoweverTheyAreSplit() throws {
        let bytes = Array((": hello\n\n" + Self.events.map(\.text).joined(separator: ": beat\n\n")).utf8)
        for split in 0...bytes.count {
            var parser = ServerSentEventParser()
            let read = try parser.append(bytes[..<split]) + parser.append(bytes[split...])
            #expect(read == Self.events)
        }
    }

    @Test func anEventWithoutAnIdLeavesTheClientWhereItWas() throws {
        #expect(ServerSentEvent(name: "summary", data: "{}").text == "event: summary\ndata: {}\n\n")
        var parser = ServerSentEventParser()
        let first = try parser.append(Array(ServerSentEvent(name: "summary", data: "{}").text.utf8))
        #expect(first.map(\.id) == [nil])
        let texts = [Self.events[0].text, ServerSentEvent(name: "summary", data: "{}").text]
        #expect(try parser.append(Array(texts.joined().utf8)).map(\.id) == ["e.1", "e.1"])
    }

    @Test(arguments: [
        NotificationEvent.Change.all(
            NotificationsState(
                revision: Revision(3),
                groups: [
                    .init(app: Samples.shopping, title: "Shopping List", notifications: [Samples.reminder(id: 4)])
                ],
                older: 2,
                summary: NotificationSummary(
                    badges: [Samples.shopping: 2],
                    count: 3,
                    questions: [.init(app: Samples.shopping, title: "Shopping List", wanted: [.alert])],
                    failures: [Samples.failure]
                )
            )
        ),
        .shown(Samples.forecast(), arrives: true), .shown(Samples.reminder(id: 1), arrives: false),
        .withdrawn(DeliveredID(rawValue: 5)),
        .summary(NotificationSummary(badges: [:], count: 0, questions: [], failures: [])),
    ])
    func aNotificationEventIsReadBackAsItWas(change: NotificationEvent.Change) throws {
        let event = NotificationEvent(revision: Revision(9), change: change)
        let written = try event.serverSentEvent()
        #expect(written.id == nil)
        #expect(try NotificationEvent(written) == event)
    }

    @Test func aNotificationEventThatIsNotKnownIsPassedOver() throws {
        #expect(try NotificationEvent(ServerSentEvent(name: "later", data: "{}")) == nil)
        #expect(throws: (any Error).self) {
            _ = try NotificationEvent(ServerSentEvent(name: "withdrawn", data: "{}"))
        }
    }

    @Test func anIdOrNameCannotBeginAField() {
        let event = ServerSentEvent(id: "1\ndata: x", name: "a\r\nid: 9", data: "d")
        #expect(event.text == "id: 1data: x\nevent: aid: 9\ndata: d\n\n")
    }

    @Test func anEventHasALimit() {
        var parser = ServerSentEventParser(limit: 100)
        #expect(throws: ServerSentEventParser.Overflow.self) {
            _ = try parser.append(Array(repeating: UInt8(ascii: "x"), count: 101))
        }
    }

    @Test(arguments: [
        ScreenEvent.Change.screen(Samples.screen), .widget(Samples.screen.widgets[0]),
        .widget(Samples.screen.widgets[2]),
        .scene, .open(url: "weather://"),
    ])
    func aScreenEventIsReadBackAsItWas(change: ScreenEvent.Change) throws {
        let event = ScreenEvent(position: ScreenPosition(epoch: "e1", revision: Revision(9)), change: change)
        let read = try #require(try ScreenEvent(event.serverSentEvent()))
        #expect(read == event)
    }

    @Test(arguments: [("later", "e.1", "{}"), ("scene", "nothing", "{}")])
    func whatIsNotKnownIsPassedOver(name: String, id: String, data: String) throws {
        #expect(try ScreenEvent(ServerSentEvent(id: id, name: name, data: data)) == nil)
    }
}
