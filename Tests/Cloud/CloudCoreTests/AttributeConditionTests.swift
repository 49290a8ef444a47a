import CloudCore
import Foundation
import JSON
import Testing

@testable import CloudStorage

@Suite struct AttributeConditionTests {
    /// 2026-11-21 08:00:00.
    private static let now = Date(timeIntervalSince1970: 1_795_248_000)
    private static let day = 86_400.0

    /// Has its own value and one of its named user.
    private let member = AudienceMember(
        channel: ChannelNumber(1),
        id: ChannelID("c"),
        type: "ios",
        attributes: [
            "name": [.text("Chris Pine")], "age": [.number(42)], "digits": [.text("42")], "price": [.number(2.5)],
            "birth": [.date(now - 3 * day)], "next": [.date(now + day / 2)],
            "team": [.text("red"), .text("blue")], "mixed": [.text("x"), .number(7)],
        ]
    )

    private static let tests: [(String, AttributePredicate, Bool)] = [
        // Texts are case-sensitive.
        ("name", .equals(.text("Chris Pine")), true), ("name", .equals(.text("chris pine")), false),
        ("name", .contains("Pine"), true), ("name", .contains("pine"), false),
        ("name", .less(.text("D")), true), ("name", .less(.text("Chris Pine")), false),
        ("name", .greater(.text("B")), true), ("name", .greater(.number(1)), false),
        // Numbers in any notation.
        ("age", .equals(.number(42)), true), ("digits", .equals(.number(42)), true),
        ("digits", .equals(.text("42")), true), ("age", .equals(.text("42")), false),
        ("age", .less(.number(42.5)), true), ("age", .less(.number(42)), false),
        ("age", .greater(.number(5)), true), ("digits", .greater(.number(5)), true),
        ("age", .contains("4"), true), ("price", .contains(".5"), true), ("age", .contains("5"), false),
        ("name", .contains("Chris Pine "), false), ("name", .contains(""), true), ("digits", .contains("42"), true),
        ("name", .less(.number(5)), false), ("name", .equals(.number(0)), false),
        ("birth", .equals(.date(now - 3 * day)), true), ("birth", .equals(.date(now)), false),
        ("birth", .less(.date(now)), true), ("birth", .greater(.date(now)), false),
        ("birth", .contains("2026-11-18"), true),
        ("birth", .before(.at(now - 3 * day)), true), ("birth", .before(.at(now - 3 * day - 1)), false),
        ("birth", .after(.at(now - 3 * day)), true), ("birth", .after(.at(now - 3 * day + 1)), false),
        ("birth", .before(.relative(-3, .days)), true), ("birth", .before(.relative(-4, .days)), false),
        ("birth", .after(.relative(-4, .days)), true), ("birth", .after(.relative(-71, .hours)), false),
        ("next", .after(.relative(0, .minutes)), true), ("next", .before(.relative(0, .minutes)), false),
        ("next", .before(.relative(1, .days)), true), ("next", .before(.relative(719, .minutes)), false),
        ("birth", .range(now - 3 * day, now), true), ("birth", .range(now - 9 * day, now - 3 * day), false),
        ("name", .before(.at(now)), false), ("age", .after(.at(now)), false),
        ("birth", .matchesParts(.day, CalendarDate(2000, 1, 18)), true), ("birth", .matchesParts(.day, nil), false),
        ("birth", .matchesParts(.month, CalendarDate(2000, 11, 1)), true),
        ("birth", .matchesParts(.yearMonth, nil), true),
        ("birth", .matchesParts(.monthDay, CalendarDate(2000, 11, 18)), true),
        ("birth", .matchesParts(.yearMonthDay, CalendarDate(2025, 11, 18)), false),
        ("next", .matchesParts(.yearMonthDay, nil), true),
        // One of two values is enough; without a value the attribute is empty.
        ("team", .equals(.text("red")), true), ("team", .equals(.text("blue")), true),
        ("mixed", .greater(.number(6)), true), ("team", .isEmpty, false), ("none", .isEmpty, true),
        ("none", .equals(.text("red")), false), ("none", .contains(""), false),
    ]

    @Test(arguments: tests) func aValuePassesOrNot(key: String, test: AttributePredicate, holds: Bool) {
        let audience = Audience.attribute(AttributeCondition(key: key, test: test))
        #expect(audience.includes(member, at: Self.now) == holds)
        #expect(Audience.not(audience).includes(member, at: Self.now) == !holds)
    }

    @Test(arguments: tests) func aConditionSurvivesTheStore(key: String, test: AttributePredicate, holds: Bool) throws {
        let audience = Audience.attribute(AttributeCondition(key: key, test: test))
        let text = try JSONValue(encoding: audience).jsonText
        #expect(try JSONValue(parsing: text).decode(Audience.self) == audience)
    }

    @Test(arguments: [
        #"["attribute"]"#, #"["attribute","a"]"#, #"["attribute",1,"is_empty"]"#, #"["attribute","a","is_empty",1]"#,
        #"["attribute","a","equals"]"#, #"["attribute","a","equals",null]"#, #"["attribute","a","near",1]"#,
        #"["attribute","a","before","x"]"#, #"["attribute","a","before",1,"weeks"]"#, #"["attribute","a","range",1]"#,
        #"["attribute","a","before",-100000000,"years"]"#, #"["attribute","a","falls","week",1]"#,
    ])
    func whatIsNoConditionIsRefused(text: String) throws {
        let json = try JSONValue(parsing: text)
        #expect(throws: DecodingError.self) { try json.decode(Audience.self) }
    }

    @Test func equalityIsFoundByAnIndexAndTheRestIsLookedAt() {
        func condition(_ key: String, _ test: AttributePredicate) -> Audience {
            .attribute(AttributeCondition(key: key, test: test))
        }
        let red = condition("team", .equals(.text("red")))
        #expect(red.leaves == [.attribute("team", .text("red"))])
        #expect(condition("team", .contains("red")).leaves == nil)
        #expect(condition("team", .isEmpty).leaves == nil)
        #expect(condition("ua_language", .equals(.text("de"))).leaves == nil)
        #expect(Audience.and([red, .namedUser("ada")]).leaves == [.namedUser("ada")])
        #expect(Audience.and([.all, red]).leaves == [.attribute("team", .text("red"))])
        let several = Audience.or([red, .not(condition("age", .isEmpty)), .and([.all, red])])
        #expect(several.attributeKeys == ["team", "age"])
        #expect(several.termCount == 4)
        #expect(Audience.and([.all, .namedUser("ada")]).attributeKeys == [])
    }
}
