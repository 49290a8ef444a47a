import JSON
import Testing
import TodayProtocol

/// Messages about queued actions; `ProtocolDocumentTests` has the form of each.
@Suite struct ActionMessageTests {
    @Test func aTimeToWakeMustBeThere() throws {
        #expect(throws: DecodingError.self) { _ = try JSONValue(parsing: "{}").decode(WakeScheduleRequest.self) }
        #expect(try JSONValue(encoding: WakeScheduleRequest(date: nil)).jsonText == #"{"date":null}"#)
    }

    @Test(arguments: [
        ("a", true), ("~!", true), (String(repeating: "x", count: 128), true),
        (String(repeating: "x", count: 129), false),
        ("", false), ("a b", false), ("a\n", false), ("é", false), ("a\u{7F}", false),
    ])
    func anIDIsPrintableASCII(id: String, isWellFormed: Bool) {
        #expect(ActionID(id).isWellFormed == isWellFormed)
    }
}
