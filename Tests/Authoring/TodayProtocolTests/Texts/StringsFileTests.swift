import Testing

@testable import TodayProtocol

@Suite struct StringsFileTests {
    @Test func readsPairsCommentsAndEscapes() throws {
        let text = #"""
            /* A comment
               of two lines */
            "key" = "value"; // and one behind
            bare.key-1 = "Tab\tQuote\"New\nline";
            "snow" = "\U2603 \ud83d\ude00";
            "alone";
            """#
        #expect(
            try StringsFile.parse(Array(text.utf8)) == [
                "key": "value", "bare.key-1": "Tab\tQuote\"New\nline", "snow": "☃ 😀", "alone": "alone",
            ]
        )
    }

    @Test func readsWhatItWrites() throws {
        let pairs = ["b": "„A“ \"B\"\r\n\\n \\\"", "a\"\\": "", "日": "%1$@ /* no comment */"]
        let text = StringsFile.text(pairs)
        #expect(text.hasPrefix("\"a"))
        #expect(try StringsFile.parse(Array(text.utf8)) == pairs)
    }

    @Test(arguments: [true, false])
    func readsUTF16(littleEndian: Bool) throws {
        let units = [0xFEFF] + Array("\"ä\" = \"😀\";".utf16)
        let bytes = units.flatMap { unit in
            let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return littleEndian ? pair : pair.reversed()
        }
        #expect(try StringsFile.parse(bytes) == ["ä": "😀"])
    }

    @Test func readsUTF8WithAMark() throws {
        #expect(try StringsFile.parse([0xEF, 0xBB, 0xBF] + Array("a=b;".utf8)) == ["a": "b"])
    }

    @Test(arguments: [
        ("\"a\" = \"b\"", 1), ("\n\"a = b;", 2), ("/* a", 1), ("a = ;", 1), ("\"a\" = \"\\U12\";", 1), ("= b;", 1),
        ("\"a\" \"b\";", 1), ("\"a\\", 1), ("a", 1),
    ])
    func namesTheLineOfAMistake(text: String, line: Int) {
        let failure = #expect(throws: StringsFile.Failure.self) { try StringsFile.parse(Array(text.utf8)) }
        #expect(failure?.line == line)
    }

    @Test(arguments: [[0xC3, 0x28], [0xFF, 0xFE, 0x00], [0xFF, 0xFE, 0x00, 0xD8]] as [[UInt8]])
    func refusesWhatIsNoText(bytes: [UInt8]) {
        #expect(throws: StringsFile.Failure.self) { try StringsFile.parse(bytes) }
    }

    @Test func everyPrefixEndsInAnAnswer() {
        let bytes = Array("/* x */ \"k\\U0041\" = \"v\\n\"; b = 'c'; // end".utf8)
        for count in 0..<bytes.count { _ = try? StringsFile.parse(Array(bytes[..<count])) }
    }
}
