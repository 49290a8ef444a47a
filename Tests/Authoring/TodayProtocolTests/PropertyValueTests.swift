import FoundationEssentials
import JSON
import Testing
import TodayProtocol

@Suite struct PropertyValueTests {
    static let date = Date(timeIntervalSince1970: 1_795_248_000.5)

    @Test(arguments: [
        (PropertyValue.bool(true), "true"), (.integer(3), "3"), (.real(3), "3.0"), (.string("3"), "\"3\""),
        (.date(date), #"{"$date":"2026-11-21T08:00:00.500Z"}"#), (.data(Data([1, 2])), #"{"$data":"AQI="}"#),
        (.array([.integer(1), .real(1)]), "[1,1.0]"), (.array([]), "[]"), (.dictionary([:]), "{}"),
        (.dictionary(["a": .array([.date(date)])]), #"{"a":[{"$date":"2026-11-21T08:00:00.500Z"}]}"#),
    ])
    func theFormOnTheWireIsKept(value: PropertyValue, text: String) throws {
        #expect(value.json.jsonText == text)
        #expect(try PropertyValue(json: JSONValue(parsing: text)) == value)
        #expect(try JSONValue(parsing: text).decode(PropertyValue.self) == value)
        #expect(try JSONValue(encoding: value).jsonText == text)
    }

    @Test(
        arguments: [
            .null, [.null], ["a": .null], ["$date": "x"], ["$date": 1], ["$data": "*"], ["$other": 1],
            ["$date": "x", "a": 1],
            ["a": ["b": [["$": 1]]]],
        ] as [JSONValue]
    )
    func whatIsNoPropertyListIsRefused(json: JSONValue) throws {
        let error = try #require(throws: PropertyValueError.self) { try PropertyValue(json: json) }
        #expect(!error.reason.isEmpty)
        #expect(throws: DecodingError.self) { try json.decode(PropertyValue.self) }
    }
}
