import JSON
import Testing

@Suite struct JSONParserTests {
    @Test(
        arguments: [
            ("null", .null), ("true", true), ("false", false), (" \t\r\n1 ", 1), ("0", 0), ("-0", 0), ("-1", -1),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .real(9223372036854775808)), ("1.0", 1.0), ("-0.0", .real(-0.0)), ("1e2", 100.0),
            ("1E+2", 100.0), ("1e-2", 0.01), ("0.1", 0.1), ("1e308", 1e308), ("5e-324", .real(.leastNonzeroMagnitude)),
            ("1e-400", 0.0),
            ("123456789012345678901234567890", .real(123456789012345677877719597056)),
            (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041""#, "A"),
            (#""\u00e9\u00C9""#, "éÉ"), (#""\ud83d\ude00""#, "😀"), ("\"😀\"", "😀"), (#""\u0000""#, "\0"),
            ("\"\u{7F}\"", "\u{7F}"), (#""\uFFFF""#, "\u{FFFF}"), (#""\uFEFF""#, "\u{FEFF}"),
            ("\"\u{2028}\"", "\u{2028}"),
            ("[]", []), ("[ ]", []), ("[1,2]", [1, 2]), ("[[],[[]]]", [[], [[]]]), ("{}", [:]), ("{ }", [:]),
            (#"{"a":1}"#, ["a": 1]), (#"{ "a" : 1 , "b" : [ null ] }"#, ["a": 1, "b": [.null]]), (#"{"":1}"#, ["": 1]),
            (#"{"a":1,"a":2}"#, ["a": 2]), (#"{"a":{"b":{}}}"#, ["a": ["b": [:]]]), ("\u{FEFF}1", 1),
        ] as [(String, JSONValue)]
    )
    func readsWhatTheStandardAllows(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test(arguments: [
        "", " ", "nul", "nulll", "True", "+1", "01", "-01", "-", "1.", ".1", "1.e1", "1e", "1e+", "0x1", "1_000", "NaN",
        "Infinity", "-Infinity", "1 2", "1,", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1;2]", "{", "}",
        "{a:1}",
        "{'a':1}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a" 1}"#, #"{"a":1 "b":2}"#, #"{1:2}"#, #"{"a":1"#, "\"",
        "\"a", #""\"#, #""\a""#, #""\u""#, #""\u12""#, #""\u123g""#, #""\u+123""#, #""\x41""#, "\"\n\"", "\"\t\"",
        "\"\0\"", "// a\n1", "/* a */1", "'a'", "[1]]", "{}{}", "1e400", "-1e400", "\u{A0}1", "\u{FEFF}", "1\u{FEFF}",
        "undefined", "[1\u{0B}]",
    ])
    func refusesWhatTheStandardForbids(text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
    }

    @Test(arguments: [
        #""\ud83d""#, #""\ude00""#, #""\ud83d\ud83d""#, #""\ud83dx""#, #""\ud83d\n""#, #""\ude00\ud83d""#,
        #""\ud83d\u0041""#,
        #""\ud83d"#, #""\ud83d\"#, #""\ud83d\u""#, #""\ud83d\ude0""#,
    ])
    func refusesHalvesOfSurrogatePairs(text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
    }

    @Test(
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0x5C, 0x6E, 0xFF, 0x22], [0xFF], [0xFE, 0xFF, 0x00, 0x31],
            [0xEF, 0xBB], [0x31, 0x00],
        ] as [[UInt8]]
    )
    func refusesWhatIsNotUTF8(bytes: [UInt8]) {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: bytes) }
    }

    @Test(arguments: ["[", "{\"a\":"])
    func nestsToTheLimitAndNoDeeper(opening: String) throws {
        let closing = opening == "[" ? "]" : "}"
        func nested(_ depth: Int) -> String {
            let inner = opening == "[" ? "" : "1"
            return String(repeating: opening, count: depth) + inner + String(repeating: closing, count: depth)
        }
        _ = try JSONValue(parsing: nested(128))
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: nested(129)) }
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: nested(5), depthLimit: 4) }
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: String(repeating: opening, count: 1_000_000)) }
    }

    @Test(arguments: [
        ("[1,]", 3), ("{\"a\":1,}", 7), ("  x", 2), ("[1] 2", 4), ("1e400", 0), ("\"ab", 3), ("[\"a\nb\"]", 3),
    ])
    func namesThePlaceOfTheMistake(text: String, offset: Int) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
        #expect(error.offset == offset)
        #expect(error.description.contains("at byte \(offset)"))
    }

    @Test func readsFromAnySequenceOfBytes() throws {
        #expect(try JSONValue(parsing: AnySequence("[1]".utf8)) == [1])
        #expect(try JSONValue(parsing: Array("x[1]".utf8).dropFirst()) == [1])
    }

    @Test(arguments: [("0", 1), ("[]", 1), ("[1,2]", 3), (#"{"a":[{"b":0}],"c":"d"}"#, 5)])
    func aTextHasNoMoreValuesThanItMayHave(text: String, count: Int) throws {
        #expect(try JSONValue(parsing: text.utf8, valueLimit: count) == JSONValue(parsing: text))
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text.utf8, valueLimit: count - 1) }
    }

    @Test func everyPrefixOfATextIsRefused() throws {
        let text = #"{"a":[1.5,-2e3,"x\u00e9\ud83d\ude00",true,false,null],"b":{}}"#
        let bytes = Array(text.utf8)
        _ = try JSONValue(parsing: bytes)
        for count in 0..<bytes.count {
            #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: bytes.prefix(count)) }
        }
    }
}
