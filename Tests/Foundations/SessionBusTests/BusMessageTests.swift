import CDBus
import Testing

@testable import SessionBus

/// Values on their way into libdbus's messages and out of them.
@Suite struct BusMessageTests {
    private func withMessage<Result>(_ arguments: [BusValue], _ body: (OpaquePointer) -> Result) throws -> Result {
        let call = BusCall(destination: "a.b", path: "/a", interface: "a.b", member: "C", arguments: arguments)
        let message = try #require(BusMessageWriter.message(for: call))
        defer { dbus_message_unref(message) }
        return body(message)
    }

    @Test func whatIsWrittenIsRead() throws {
        let values: [BusValue] = [
            .string("日本語 & <b>"), .string(""), .byte(255), .boolean(true), .boolean(false), .int32(-1), .uint32(.max),
            .strings(["a", ""]), .strings([]), .bytes([0, 255, 0]), .bytes([]), .path("/"), .paths(["/a", "/b/c"]),
            .paths([]), .variant(.boolean(true)), .variant(.variant(.string("a"))),
            .structure([.path("/a"), .bytes([1]), .structure([.strings(["a"])])]),
        ]
        #expect(try withMessage(values, BusMessageReader.arguments) == values)
    }

    @Test func theSignatureIsThatOfTheValues() throws {
        let values: [BusValue] = [
            .structure([.path("/"), .bytes([]), .bytes([1]), .string("")]), .texts(["a": "b"]), .variant(.texts([:])),
            .dictionary(["a": .texts(["b": "c"]), "d": .paths([])]),
        ]
        let signature = try withMessage(values) { String(cString: dbus_message_get_signature($0)) }
        #expect(signature == "(oayays)a{ss}va{sv}")
        #expect(values.compactMap(\.signature).joined() == signature)
    }

    @Test func aDictionaryIsReadAsSomethingElse() throws {
        #expect(
            try withMessage(
                [.dictionary(["a": .byte(1)]), .texts(["a": "b"]), .byte(2)],
                BusMessageReader.arguments
            ) == [.other, .other, .byte(2)]
        )
    }

    @Test func aNULIsTakenOut() throws {
        #expect(try withMessage([.string("a\u{0}b")], BusMessageReader.arguments) == [.string("ab")])
    }

    @Test func longTextsAndListsAreNotRead() throws {
        let long = String(repeating: "x", count: BusMessageReader.textLimit + 1)
        let values: [BusValue] = [
            .string(long), .strings(["a", long]), .path("/\(long)"), .paths(["/a", "/\(long)"]),
            .bytes(Array(long.utf8)), .variant(.string(long)), .string(String(long.dropLast())),
        ]
        #expect(
            try withMessage(values, BusMessageReader.arguments)
                == [.other, .other, .other, .other, .other, .variant(.other), .string(String(long.dropLast()))]
        )
        let list = (0..<1000).map(String.init)
        let read = try withMessage([.strings(list)], BusMessageReader.arguments)
        #expect(read == [.strings(Array(list.prefix(BusMessageReader.countLimit)))])
    }

    @Test(arguments: [BusValue.other, .structure([.byte(1), .other]), .variant(.other), .dictionary(["a": .other])])
    func whatCannotBeSentIsNoMessage(value: BusValue) {
        let call = BusCall(destination: "a.b", path: "/a", interface: "a.b", member: "C", arguments: [value])
        #expect(BusMessageWriter.message(for: call) == nil)
    }
}
