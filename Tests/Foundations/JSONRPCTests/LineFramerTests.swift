import JSONRPC
import Testing

@Suite struct LineFramerTests {
    static let stream = Array("{}\n\r\n{\"a\":1}\r\n\nx\ny".utf8)
    static let lines = ["{}", "{\"a\":1}", "x"].map { Array($0.utf8) }

    @Test func yieldsTheSameLinesHoweverTheStreamIsSplitInThree() throws {
        for first in 0...Self.stream.count {
            for second in first...Self.stream.count {
                var framer = LineFramer()
                var lines: [[UInt8]] = []
                for part in [Self.stream[..<first], Self.stream[first..<second], Self.stream[second...]] {
                    lines += try framer.append(Array(part))
                }
                #expect(lines == Self.lines, "split at \(first) and \(second)")
            }
        }
    }

    @Test func yieldsTheSameLinesByteByByte() throws {
        var framer = LineFramer()
        var lines: [[UInt8]] = []
        for byte in Self.stream { lines += try framer.append([byte]) }
        #expect(lines == Self.lines)
    }

    @Test func aLineMayBeAsLongAsTheLimit() throws {
        for split in [0, 1, 7, 8, 9] {
            var framer = LineFramer(limit: 8)
            let bytes = Array("12345678\n".utf8)
            let lines = try framer.append(Array(bytes[..<split])) + framer.append(Array(bytes[split...]))
            #expect(lines == [Array("12345678".utf8)])
        }
    }

    @Test(arguments: ["123456789\n", "123456789", "ok\n123456789", "12345678\r9\n"])
    func aLongerLineIsRefusedWhetherItEndsOrNot(text: String) throws {
        for split in 0...text.utf8.count {
            var framer = LineFramer(limit: 8)
            #expect(throws: LineFramer.LineTooLong.self, "split at \(split)") {
                _ = try framer.append(Array(text.utf8.prefix(split)))
                _ = try framer.append(Array(text.utf8.dropFirst(split)))
            }
        }
    }
}

extension LineFramer {
    fileprivate mutating func append(_ bytes: [UInt8]) throws -> [[UInt8]] {
        try bytes.withUnsafeBytes { try append($0) }
    }
}
