import JSON
import Testing

@Suite struct JSONValueTests {
    @Test func anAccessorAnswersForItsOwnTypeAlone() {
        let values: [JSONValue] = [.null, true, 1, 1.5, "s", [1], ["a": 1]]
        #expect(values.map(\.isNull) == [true, false, false, false, false, false, false])
        #expect(values.map(\.boolValue) == [nil, true, nil, nil, nil, nil, nil])
        #expect(values.map(\.integerValue) == [nil, nil, 1, nil, nil, nil, nil])
        #expect(values.map(\.numberValue) == [nil, nil, 1, 1.5, nil, nil, nil])
        #expect(values.map(\.stringValue) == [nil, nil, nil, nil, "s", nil, nil])
        #expect(values.map(\.arrayValue) == [nil, nil, nil, nil, nil, [1], nil])
        #expect(values.map(\.objectValue) == [nil, nil, nil, nil, nil, nil, ["a": 1]])
        #expect(values.map { $0["a"] } == [nil, nil, nil, nil, nil, nil, 1])
    }

    @Test func anIntegerIsNotTheEqualReal() {
        #expect(JSONValue.integer(1) != JSONValue.real(1))
    }

    @Test func ofTwoEqualNamesInALiteralTheLastCounts() {
        #expect(["a": 1, "a": 2] as JSONValue == ["a": 2])
    }
}
