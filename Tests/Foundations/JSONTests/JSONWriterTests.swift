import JSON
import Testing

@Suite struct JSONWriterTests {
    @Test(
        arguments: [
            (.null, "null"), (true, "true"), (false, "false"), (0, "0"), (-7, "-7"),
            (.integer(.min), "-9223372036854775808"),
            (1.0, "1.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e100, "1.0e+100"), (1.5e-7, "1.5e-07"),
            (.real(.leastNonzeroMagnitude), "5.0e-324"),
            (.real(9007199254740992), "9007199254740992.0"), (.real(.infinity), "null"), (.real(.nan), "null"),
            ("", #""""#),
            ("a\"b\\c/", #""a\"b\\c/""#), ("\n\r\t\u{8}\u{C}\u{1F}\0", #""\n\r\t\u0008\u000c\u001f\u0000""#),
            ("é😀\u{2028}\u{7F}", "\"é😀\u{2028}\u{7F}\""), ([], "[]"), ([1, [2], .null], "[1,[2],null]"), ([:], "{}"),
            (["b": 1, "a": [:], "": "x"], #"{"":"x","a":{},"b":1}"#),
        ] as [(JSONValue, String)]
    )
    func writesOneCompactLine(value: JSONValue, text: String) {
        #expect(value.jsonText == text)
    }

    @Test(arguments: [
        1.0, -0.0, 0.1, 1e21, 1e22, 123456789.0, 1e-5, 9007199254740992, .greatestFiniteMagnitude,
        .leastNonzeroMagnitude, 1 / 3, .pi,
        -2.5e-10,
    ])
    func aRealStaysTheSameReal(number: Double) throws {
        let read = try JSONValue(parsing: JSONValue.real(number).jsonBytes())
        guard case .real(let result) = read else {
            Issue.record("\(number) became \(read)")
            return
        }
        #expect(result.bitPattern == number.bitPattern)
    }

    @Test(arguments: [0, 1, -1, .max, .min, 9007199254740993])
    func anIntegerStaysAnInteger(number: Int) throws {
        #expect(try JSONValue(parsing: JSONValue.integer(number).jsonBytes()) == .integer(number))
    }

    @Test func everyCharacterSurvives() throws {
        let scalars = (0...0x10FFFF).lazy.filter { $0 % 97 == 0 || $0 < 0x300 }.compactMap(Unicode.Scalar.init)
        let text = String(String.UnicodeScalarView(scalars))
        #expect(try JSONValue(parsing: JSONValue.string(text).jsonBytes()) == .string(text))
        #expect(!JSONValue.string(text).jsonBytes().contains(UInt8(ascii: "\n")))
    }

    @Test func unsortedTextHoldsTheSameMembers() throws {
        let value: JSONValue = ["b": 1, "a": 2, "c": ["d": 3]]
        #expect(try JSONValue(parsing: value.jsonBytes()) == value)
    }
}
