import ServerSentEvents
import Testing

@Suite struct ServerSentEventParserTests {
    private static let stream = """
        event: hello
        data: {"epoch":"e"}

        : still here

        id: 7
        event: push
        data: {"a":
        data: 1}

        id: 8
        data: x


        """

    private static let events = [
        ServerSentEvent(name: "hello", data: #"{"epoch":"e"}"#),
        ServerSentEvent(id: "7", name: "push", data: "{\"a\":\n1}"),
        ServerSentEvent(id: "8", name: "message", data: "x"),
    ]

    @Test(arguments: ["\n", "\r", "\r\n"])
    func itReadsTheSameHoweverLinesEndAndBytesAreSplit(lineEnd: String) throws {
        let bytes = Array(Self.stream.replacing("\n", with: lineEnd).utf8)
        for size in [1, 2, 3, 7, bytes.count] {
            var parser = ServerSentEventParser()
            var found: [ServerSentEvent] = []
            for begin in stride(from: 0, to: bytes.count, by: size) {
                found += try parser.append(bytes[begin..<min(begin + size, bytes.count)])
            }
            #expect(found == Self.events, "in parts of \(size)")
        }
    }

    @Test(arguments: ["data\n\n", "event: a\n\n", ":\n\n", "\n\n\n", "id: 5\nretry: 7\n\n", "\u{FEFF}data: x\n\n"])
    func whatHasNoDataIsNoEvent(text: String) throws {
        var parser = ServerSentEventParser()
        let data = try parser.append(Array(text.utf8)).flatMap(\.bytes)
        #expect(data.isEmpty)
    }

    @Test func anIdIsRepeatedOnlyIfThatIsWanted() throws {
        let text = Array("id: 5\ndata: a\n\ndata: b\n\n".utf8)
        var browser = ServerSentEventParser()
        #expect(try browser.append(text).map(\.id) == ["5", "5"])
        var counter = ServerSentEventParser(repeatsID: false)
        #expect(try counter.append(text).map(\.id) == ["5", nil])
    }

    @Test func anEventThatIsTooLargeEndsTheStream() throws {
        var line = ServerSentEventParser(limit: 1024 * 1024)
        #expect(throws: ServerSentEventParser.Overflow.self) {
            try line.append(Array(repeating: 0x61, count: 1024 * 1024 + 1))
        }
        var lines = ServerSentEventParser(limit: 1024 * 1024)
        let part = Array("data: \(String(repeating: "x", count: 1000))\n".utf8)
        #expect(throws: ServerSentEventParser.Overflow.self) { for _ in 0..<1100 { _ = try lines.append(part) } }
    }

    @Test func commentsGoOnForEver() throws {
        var parser = ServerSentEventParser(limit: 1024 * 1024)
        let comment = Array(": \(String(repeating: "x", count: 1000))\n".utf8)
        for _ in 0..<1100 { #expect(try parser.append(comment).isEmpty) }
        #expect(try parser.append(Array("id: 1\ndata: x\n\n".utf8)).count == 1)
    }

    @Test func bytesThatAreNoUTF8HarmNothing() throws {
        var parser = ServerSentEventParser()
        let events = try parser.append([0x64, 0x61, 0x74, 0x61, 0x3A, 0xFF, 0xFE, 0x00, 0x0A, 0x0A])
        #expect(events.map(\.bytes) == [[0xFF, 0xFE, 0x00]])
        #expect(events.map(\.data) == ["\u{FFFD}\u{FFFD}\0"])
    }
}

@Suite struct ServerSentEventTests {
    private static let events = [
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
}
