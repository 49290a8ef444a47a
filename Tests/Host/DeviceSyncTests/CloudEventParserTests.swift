import Testing

@testable import DeviceSync

@Suite struct CloudEventParserTests {
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
        CloudEvent(sequence: nil, kind: "hello", data: Array(#"{"epoch":"e"}"#.utf8)),
        CloudEvent(sequence: 7, kind: "push", data: Array("{\"a\":\n1}".utf8)),
        CloudEvent(sequence: 8, kind: "message", data: Array("x".utf8)),
    ]

    @Test(arguments: ["\n", "\r", "\r\n"])
    func itReadsTheSameHoweverLinesEndAndBytesAreSplit(lineEnd: String) throws {
        let bytes = Array(Self.stream.replacing("\n", with: lineEnd).utf8)
        for size in [1, 2, 3, 7, bytes.count] {
            var parser = CloudEventParser()
            var found: [CloudEvent] = []
            for begin in stride(from: 0, to: bytes.count, by: size) {
                found += try parser.append(bytes[begin..<min(begin + size, bytes.count)])
            }
            #expect(found == Self.events, "in parts of \(size)")
        }
    }

    @Test(arguments: [
        ("id: -1\ndata: x\n\n", nil), ("id: 9999999999999999999999\ndata: x\n\n", nil), ("id: 5x\ndata: x\n\n", nil),
        ("id\ndata: x\n\n", nil), ("id: 0\ndata: x\n\n", nil), ("id:5\ndata:x\n\n", 5 as Int64?),
    ])
    func whatIsNoNumberIsNoSequence(text: String, sequence: Int64?) throws {
        var parser = CloudEventParser()
        #expect(try parser.append(Array(text.utf8)) == [CloudEvent(sequence: sequence, kind: "message", data: [0x78])])
    }

    @Test(arguments: ["data\n\n", "event: a\n\n", ":\n\n", "\n\n\n", "id: 5\nretry: 7\n\n", "\u{FEFF}data: x\n\n"])
    func whatHasNoDataIsNoEvent(text: String) throws {
        var parser = CloudEventParser()
        let data = try parser.append(Array(text.utf8)).flatMap(\.data)
        #expect(data.isEmpty)
    }

    @Test func aNumberBelongsToItsEventAlone() throws {
        var parser = CloudEventParser()
        let events = try parser.append(Array("id: 5\ndata: a\n\ndata: b\n\n".utf8))
        #expect(events.map(\.sequence) == [5, nil])
    }

    @Test func anEventThatIsTooLargeEndsTheStream() throws {
        var line = CloudEventParser()
        #expect(throws: CloudEventParser.Overflow.self) {
            try line.append(Array(repeating: 0x61, count: CloudEventParser.limit + 1))
        }
        var lines = CloudEventParser()
        let part = Array("data: \(String(repeating: "x", count: 1000))\n".utf8)
        #expect(throws: CloudEventParser.Overflow.self) { for _ in 0..<1100 { _ = try lines.append(part) } }
    }

    @Test func commentsGoOnForEver() throws {
        var parser = CloudEventParser()
        let comment = Array(": \(String(repeating: "x", count: 1000))\n".utf8)
        for _ in 0..<1100 { #expect(try parser.append(comment).isEmpty) }
        #expect(try parser.append(Array("id: 1\ndata: x\n\n".utf8)).count == 1)
    }

    @Test func bytesThatAreNoUTF8HarmNothing() throws {
        var parser = CloudEventParser()
        let events = try parser.append([0x64, 0x61, 0x74, 0x61, 0x3A, 0xFF, 0xFE, 0x00, 0x0A, 0x0A])
        #expect(events.map(\.data) == [[0xFF, 0xFE, 0x00]])
    }
}
