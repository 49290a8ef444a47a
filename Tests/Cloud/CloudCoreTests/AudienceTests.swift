import CloudCore
import Foundation
import JSON
import Testing

@testable import CloudStorage

@Suite struct AudienceTests {
    private static func tag(_ name: String, _ group: String = "device") -> Audience {
        .tag(AudienceMember.Tag(group: group, tag: name))
    }

    private let member = AudienceMember(
        channel: ChannelNumber(1),
        id: ChannelID("c"),
        type: "open::today",
        namedUser: "ada",
        tags: [.init(group: "device", tag: "kitchen"), .init(group: "crm", tag: "vip")],
        staticLists: ["gold"]
    )

    @Test(arguments: [
        (Audience.all, true),
        (tag("kitchen"), true), (tag("vip"), false), (tag("vip", "crm"), true),
        (.namedUser("ada"), true), (.namedUser("Ada"), false),
        (.channel(ChannelID("c"), kind: nil), true), (.channel(ChannelID("d"), kind: nil), false),
        (.channel(ChannelID("c"), kind: .open), true), (.channel(ChannelID("c"), kind: .ios), true),
        (.channel(ChannelID("c"), kind: .android), false),
        (.and([tag("kitchen"), .namedUser("ada")]), true), (.and([tag("kitchen"), .namedUser("bob")]), false),
        (.or([tag("hall"), .namedUser("ada")]), true), (.or([tag("hall"), .namedUser("bob")]), false),
        (.staticList("gold"), true), (.staticList("vip"), false), (.segment(SegmentID("gold")), false),
        (.not(tag("kitchen")), false), (.not(.and([tag("kitchen"), tag("hall")])), true),
    ])
    func aSelectorIncludesAChannelOrNot(audience: Audience, isIncluded: Bool) {
        #expect(audience.includes(member, at: .distantPast) == isIncluded)
    }

    @Test func candidatesComeFromTheNarrowestPart() {
        let leaf = AudienceLeaf.namedUser("ada")
        #expect(Audience.all.leaves == nil)
        #expect(Audience.not(.namedUser("ada")).leaves == nil)
        #expect(Audience.or([.namedUser("ada"), .all]).leaves == nil)
        #expect(Audience.and([.all, Self.tag("a"), .namedUser("ada"), .not(Self.tag("b"))]).leaves == [leaf])
        #expect(Audience.or([.namedUser("ada"), Self.tag("a")]).leaves == [leaf, .tag(group: "device", tag: "a")])
    }

    @Test(arguments: [
        Audience.all, tag("a", "g"), .namedUser("ü\""), .channel(ChannelID("c"), kind: .amazon),
        .channel(ChannelID("c"), kind: nil), .staticList("gold"), .segment(SegmentID("s")),
        .not(.and([.all, .or([tag("a"), .namedUser("b")])])), .or([]),
    ])
    func aSelectorSurvivesTheStore(audience: Audience) throws {
        let text = try JSONValue(encoding: audience).jsonText
        #expect(try JSONValue(parsing: text).decode(Audience.self) == audience)
    }

    @Test(arguments: [
        "[]", "{}", #"["list"]"#, #"["segment",1]"#, #"["tag","a"]"#, #"["not"]"#, #"["and","x"]"#, #"["shout"]"#,
        "null",
    ])
    func whatIsNoSelectorIsRefused(text: String) throws {
        let json = try JSONValue(parsing: text)
        #expect(throws: DecodingError.self) { try json.decode(Audience.self) }
    }

    @Test func aListIsLookedUpUnlessSomethingIsNarrower() {
        #expect(Audience.staticList("a").leaves == [.staticList("a")])
        #expect(Audience.and([.staticList("a"), .namedUser("ada")]).leaves == [.namedUser("ada")])
        #expect(Audience.not(.staticList("a")).leaves == nil)
        #expect(Audience.segment(SegmentID("s")).leaves == [])
    }

    @Test func listsAndSegmentsAreFoundWhereverTheyStand() {
        let audience = Audience.or([
            .and([.staticList("a"), .all, .not(.segment(SegmentID("s")))]), .staticList("b"), .namedUser("c"),
        ])
        #expect(audience.staticLists == ["a", "b"])
        #expect(Set(audience.segments.keys) == [SegmentID("s")])
    }

    @Test func termsAreCounted() {
        #expect(Audience.and([.all, .not(Self.tag("a")), .or([Self.tag("b"), Self.tag("c")])]).termCount == 4)
        // Terms that select nobody cost something too, if there are many.
        #expect(Audience.not(.or([.or([]), .and([]), .or([.or([])])])).termCount == 3)
    }

    @Test func aHostCountsAsAnIOSDevice() {
        #expect(DeviceTypes.all.includes("open::today"))
        #expect(DeviceTypes.some(["ios"]).includes("open::today"))
        #expect(DeviceTypes.some(["open::today"]).includes("open::today"))
        #expect(!DeviceTypes.some(["android", "open::lamp"]).includes("open::today"))
        #expect(!DeviceTypes.some(["open::today"]).includes("ios"))
    }
}
