import HostAPI
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
