import FoundationEssentials
import JSON
import Testing

@Suite struct JSONCodingTests {
    struct Everything: Codable, Hashable {
        enum Choice: Codable, Hashable {
            case nothing
            case one(String)
            case named(id: Int, flag: Bool?)
        }

        struct Inner: Codable, Hashable {
            var list: [Int?]
            var map: [String: Double]
        }

        var bool = true
        var int = -3
        var small: UInt8 = 255
        var large: UInt64 = 4
        var double = 2.0
        var float: Float = 0.5
        var text = "x"
        var missing: String?
        var present: String? = "here"
        var date = Date(timeIntervalSince1970: 1_790_000_000.123)
        var data = Data([0, 255, 1])
        var choices: [Choice] = [.nothing, .one("a"), .named(id: 7, flag: nil), .named(id: 8, flag: true)]
        var inner = Inner(list: [1, nil, 3], map: ["a": 1.5])
        var raw: JSONValue = ["any": [1, 1.0, .null, "x"]]
    }

    @Test func aValueOfEveryKindComesBack() throws {
        let value = Everything()
        let json = try JSONValue(encoding: value)
        #expect(try json.decode(Everything.self) == value)
        #expect(try JSONValue(parsing: json.jsonBytes()).decode(Everything.self) == value)
    }

    @Test func theFormIsTheOneOnTheWire() throws {
        let json = try JSONValue(encoding: Everything())
        #expect(json["double"] == .real(2))
        #expect(json["int"] == .integer(-3))
        #expect(json["float"] == .real(0.5))
        #expect(json["missing"] == nil)
        #expect(json["date"]?["$date"]?.stringValue?.hasSuffix("Z") == true)
        #expect(json["data"] == ["$data": "AP8B"])
        #expect(
            json["choices"] == [
                ["nothing": [:]], ["one": ["_0": "a"]], ["named": ["id": 7]], ["named": ["id": 8, "flag": true]],
            ]
        )
        #expect(json["inner"]?["list"] == [1, .null, 3])
        #expect(json["raw"] == ["any": [1, 1.0, .null, "x"]])
    }

    @Test(arguments: [
        ("2026-11-21T08:00:00.000Z", 1_795_248_000.0), ("2026-11-21T08:00:00Z", 1_795_248_000.0),
        ("1969-12-31T23:59:59.500Z", -0.5), ("2026-11-21T08:00:00.123Z", 1_795_248_000.123),
    ])
    func aDateIsRead(text: String, seconds: Double) throws {
        let json: JSONValue = ["$date": .string(text)]
        let date = try #require(json.dateValue)
        #expect(abs(date.timeIntervalSince1970 - seconds) < 0.000_5)
        #expect(try json.decode(Date.self) == date)
    }

    @Test(
        arguments: [
            ["$date": "yesterday"], ["$date": ""], ["$date": 12], ["$date": "2026-11-21"],
            ["$date": "2026-13-21T08:00:00Z"],
            ["$date": "2026-11-21T08:00:00.000Z", "more": 1], ["date": "2026-11-21T08:00:00.000Z"],
            "2026-11-21T08:00:00.000Z",
            .null, [:],
        ] as [JSONValue]
    )
    func whatIsNoDateIsNone(json: JSONValue) {
        #expect(json.dateValue == nil)
        #expect(throws: DecodingError.self) { try json.decode(Date.self) }
    }

    @Test(arguments: [
        -62_135_596_800.0, -1.25, -0.001, 0, 0.999, 1_795_248_000.4, 1_795_248_000.999_9, 253_402_300_799,
    ])
    func aDateIsKeptToTheMillisecond(seconds: Double) throws {
        let json = JSONValue(Date(timeIntervalSince1970: seconds))
        let text = try #require(json["$date"]?.stringValue)
        #expect(text.utf8.count == 24)
        let date = try #require(json.dateValue)
        #expect(abs(date.timeIntervalSince1970 - seconds) <= 0.000_501)
        #expect(JSONValue(date) == json)
    }

    @Test(arguments: [["$data": "!"], ["$data": 1], ["$data": "AP8B", "x": 1], "AP8B", .null] as [JSONValue])
    func whatIsNoDataIsNone(json: JSONValue) {
        #expect(json.dataValue == nil)
        #expect(throws: DecodingError.self) { try json.decode(Data.self) }
    }

    @Test func integersAndRealsStandInForEachOtherWhereNothingIsLost() throws {
        #expect(try JSONValue.integer(3).decode(Double.self) == 3)
        #expect(try JSONValue.real(3).decode(Int.self) == 3)
        #expect(throws: DecodingError.self) { try JSONValue.real(3.5).decode(Int.self) }
        #expect(throws: DecodingError.self) { try JSONValue.real(1e300).decode(Int.self) }
        #expect(throws: DecodingError.self) { try JSONValue.integer(256).decode(UInt8.self) }
        #expect(throws: DecodingError.self) { try JSONValue.integer(-1).decode(UInt.self) }
        #expect(throws: DecodingError.self) { try JSONValue.integer(1).decode(Bool.self) }
        #expect(throws: DecodingError.self) { try JSONValue.string("1").decode(Int.self) }
    }

    @Test func whatJSONCannotHoldIsRefused() {
        #expect(throws: EncodingError.self) { try JSONValue(encoding: Double.nan) }
        #expect(throws: EncodingError.self) { try JSONValue(encoding: ["a": Double.infinity]) }
        #expect(throws: EncodingError.self) { try JSONValue(encoding: UInt64.max) }
    }

    @Test(
        arguments: [
            (["list": 1, "map": [:]], "list"), (["list": [1, "x"], "map": [:]], "list.1"),
            (["list": [], "map": ["a": "b"]], "map.a"),
        ] as [(JSONValue, String)]
    )
    func aMistakeIsNamedWithItsPath(json: JSONValue, path: String) throws {
        let error = try #require(throws: DecodingError.self) { try json.decode(Everything.Inner.self) }
        guard case .typeMismatch(_, let context) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(context.codingPath.map(\.stringValue).joined(separator: ".") == path)
    }

    @Test func aMissingMemberIsNamed() throws {
        let empty: JSONValue = [:]
        let error = try #require(throws: DecodingError.self) { try empty.decode(Everything.Inner.self) }
        guard case .keyNotFound(let key, _) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(key.stringValue == "list")
    }

    @Test func theSentenceOfAMistakeHasItsPlaceAndAMistypedName() throws {
        func sentence(_ json: JSONValue) -> String? {
            #expect(throws: DecodingError.self) { try json.decode([[String: Everything.Inner]].self) }?.sentence
        }
        #expect(sentence([[:], ["a": ["list": [1, "x"], "map": [:]]]])?.hasPrefix("[1].a.list[1]: ") == true)
        let mistyped = #"[0].a: "list" is missing; "lits" may be a misspelling of "list""#
        #expect(sentence([["a": ["lits": [], "map": [:], "more": 1]]]) == mistyped)
        #expect(sentence([["a": ["mpa": [:]]]]) == #"[0].a: "list" is missing"#)
        // A hostile peer has no great work done, and no long text repeated.
        let long = String(repeating: "list", count: 100_000)
        #expect(sentence([["a": [long: []]]]) == #"[0].a: "list" is missing"#)
        let many = Dictionary(uniqueKeysWithValues: (0..<200).map { ("lis\($0 % 10)\($0)", JSONValue.integer($0)) })
        #expect(sentence([["a": .object(many.merging(["lits": 0]) { $1 })]]) == #"[0].a: "list" is missing"#)
    }

    class Base: Codable {
        var base = 1
        init() {}
    }

    final class Derived: Base {
        var own = 2
        override init() { super.init() }
        enum CodingKeys: CodingKey { case own }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            own = try container.decode(Int.self, forKey: .own)
            try super.init(from: container.superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(own, forKey: .own)
            try super.encode(to: container.superEncoder())
        }
    }

    @Test func aClassKeepsItsParentsPart() throws {
        let value = Derived()
        value.base = 5
        value.own = 6
        let json = try JSONValue(encoding: value)
        #expect(json == ["own": 6, "super": ["base": 5]])
        let copy = try json.decode(Derived.self)
        #expect(copy.base == 5 && copy.own == 6)
    }

    struct Hand: Codable, Hashable {
        var numbers: [Int]
        enum CodingKeys: CodingKey { case outer }
        init(_ numbers: [Int]) { self.numbers = numbers }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            var list = try container.nestedUnkeyedContainer(forKey: .outer)
            var nested = try list.nestedUnkeyedContainer()
            numbers = []
            while !nested.isAtEnd { numbers.append(try nested.decodeNil() ? 0 : nested.decode(Int.self)) }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            var list = container.nestedUnkeyedContainer(forKey: .outer)
            var nested = list.nestedUnkeyedContainer()
            for number in numbers {
                if number == 0 { try nested.encodeNil() } else { try nested.encode(number) }
            }
        }
    }

    @Test(arguments: [[], [1], [1, 0, 2]])
    func nestedContainersComeBack(numbers: [Int]) throws {
        let json = try JSONValue(encoding: Hand(numbers))
        #expect(try json.decode(Hand.self) == Hand(numbers))
    }

    @Test func readingPastTheEndOfAnArrayIsAnError() {
        let one: JSONValue = [1]
        #expect(throws: DecodingError.self) { try one.decode(Pair.self) }
    }

    struct Pair: Decodable {
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            _ = try list.decode(Int.self)
            _ = try list.decode(Int.self)
        }
    }
}
