import JSON
import Testing
import TodayProtocol

/// What `complication/set` may leave out, and what it may not.
@Suite struct ComplicationMessageTests {
    @Test func whatHasNoValueIsLeftOut() throws {
        let bare = Complication(shortText: "x")
        #expect(try JSONValue(encoding: bare).jsonText == #"{"shortText":"x"}"#)
        #expect(try JSONValue(parsing: #"{"shortText":"x"}"#).decode(Complication.self) == bare)
        let nulls = #"{"shortText":"x","longText":null,"gauge":null,"symbol":null,"class":null,"later":1}"#
        #expect(try JSONValue(parsing: nulls).decode(Complication.self) == bare)
    }

    @Test func aGaugeMayBeAWholeNumber() throws {
        let text = #"{"shortText":"x","gauge":1}"#
        #expect(try JSONValue(parsing: text).decode(Complication.self).gauge == 1)
    }

    @Test(arguments: [
        "{}", #"{"shortText":null}"#, #"{"shortText":3}"#, #"{"shortText":"x","gauge":"1"}"#,
        #"{"shortText":"x","class":"urgent"}"#, #"{"shortText":"x","symbol":["a"]}"#, "[]", #""x""#,
    ])
    func whatHasAnotherShapeIsRefused(text: String) {
        #expect(throws: (any Error).self) { _ = try JSONValue(parsing: text).decode(Complication.self) }
    }

    @Test func theRequestNamesAComplicationOrNone() throws {
        let text = #"{"complication":null,"transaction":7}"#
        let remove = try JSONValue(parsing: text).decode(ComplicationSetRequest.self)
        #expect(remove.complication == nil && remove.transaction == 7)
        #expect(
            try JSONValue(encoding: ComplicationSetRequest(complication: nil)).jsonText == #"{"complication":null}"#
        )
    }

    @Test func aRequestWithoutTheMemberIsRefused() throws {
        #expect(throws: DecodingError.self) {
            _ = try JSONValue(parsing: #"{"shortText":"3"}"#).decode(ComplicationSetRequest.self)
        }
    }
}
