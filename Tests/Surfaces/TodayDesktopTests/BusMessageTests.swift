import CDBus
import Testing

@testable import TodayDesktop

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
            .strings(["a", ""]), .strings([]),
        ]
        #expect(try withMessage(values, BusMessageReader.arguments) == values)
    }

    @Test func aNotificationHasTheSignatureOfTheSpecification() throws {
        let message = BubbleMessage(
            BubbleSamples.notification(actions: [BubbleSamples.inform]),
            for: [.actions, .body],
            in: "en",
            replaces: 0,
            arrives: true
        )
        let signature = try withMessage(NotificationServer.notify(message).arguments) {
            String(cString: dbus_message_get_signature($0))
        }
        #expect(signature == "susssasa{sv}i")
    }

    @Test func aDictionaryIsReadAsSomethingElse() throws {
        #expect(
            try withMessage([.dictionary(["a": .byte(1)]), .byte(2)], BusMessageReader.arguments) == [.other, .byte(2)]
        )
    }

    @Test func aNULIsTakenOut() throws {
        #expect(try withMessage([.string("a\u{0}b")], BusMessageReader.arguments) == [.string("ab")])
    }

    @Test func longTextsAndListsAreNotRead() throws {
        let long = String(repeating: "x", count: BusMessageReader.textLimit + 1)
        let values: [BusValue] = [.string(long), .strings(["a", long]), .string(String(long.dropLast()))]
        #expect(
            try withMessage(values, BusMessageReader.arguments) == [.other, .other, .string(String(long.dropLast()))]
        )
        let list = (0..<1000).map(String.init)
        let read = try withMessage([.strings(list)], BusMessageReader.arguments)
        #expect(read == [.strings(Array(list.prefix(BusMessageReader.countLimit)))])
    }

    @Test func whatCannotBeSentIsNoMessage() {
        let call = BusCall(destination: "a.b", path: "/a", interface: "a.b", member: "C", arguments: [.other])
        #expect(BusMessageWriter.message(for: call) == nil)
    }
}
