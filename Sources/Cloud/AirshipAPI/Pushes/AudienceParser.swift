import CloudCore
import CloudStorage
import JSON

struct AudienceParser {
    /// The group of plain tags.
    static let deviceGroup = "device"
    /// The group of the tags that represent subscription lists.
    static let subscriptionGroup = "ua_subscription_list"

    /// A term that names a static list or a segment, which need not exist.
    typealias Reference = (term: Audience, node: BodyNode)

    private var references: [Reference] = []

    static func parse(_ node: BodyNode) throws(AirshipError) -> Audience { try parseWithReferences(node).audience }

    static func parseWithReferences(
        _ node: BodyNode
    ) throws(AirshipError) -> (audience: Audience, references: [Reference]) {
        var parser = AudienceParser()
        let audience = try parser.parse(node, depth: 0)
        guard audience.termCount <= Audience.termLimit else {
            throw node.error("an audience has at most \(Audience.termLimit) terms")
        }
        return (audience, parser.references)
    }

    private mutating func parse(_ node: BodyNode, depth: Int) throws(AirshipError) -> Audience {
        guard depth < Audience.depthLimit else { throw node.error("selectors are nested too deeply") }
        if let word = node.value.stringValue {
            guard word.lowercased() == "all" else { throw node.error("\"all\" or an object is wanted") }
            return .all
        }
        let members = try node.members()
        guard !members.isEmpty else { throw node.error("the selector is empty") }
        if let tag = members["tag"] {
            try node.members(["tag", "group"])
            let group = try members["group"]?.text(limit: 128) ?? Self.deviceGroup
            return try anyOf(tag) { .tag(AudienceMember.Tag(group: group, tag: $0)) }
        }
        if members["attribute"] != nil { return .attribute(try AttributeSelectorParser.parse(node)) }
        guard members.count == 1, let (name, part) = members.first else {
            throw node.error("a selector has one key")
        }
        return try selector(name, part, depth: depth)
    }

    private mutating func selector(
        _ name: String,
        _ part: BodyNode,
        depth: Int
    ) throws(AirshipError) -> Audience {
        switch name {
        case "AND", "and": return .and(try parts(part, depth: depth))
        case "OR", "or": return .or(try parts(part, depth: depth))
        case "NOT", "not": return .not(try parse(part, depth: depth + 1))
        case "named_user": return try anyOf(part) { .namedUser($0) }
        case "channel": return try anyOf(part) { .channel(ChannelID($0), kind: nil) }
        case "ios_channel", "android_channel", "amazon_channel", "open_channel":
            let kind = ChannelPlatform(rawValue: String(name.dropLast("_channel".count)))
            return try anyOf(part) { .channel(ChannelID($0), kind: kind) }
        case "device_token", "apid", "wns":
            // No channel here has such an identifier, so it selects nobody, as the identifier of an unknown device
            // does.
            _ = try part.texts(limit: Audience.termLimit, length: 256)
            return .or([])
        case "alias": throw part.error("channels here have no aliases; use named_user")
        case "subscription_list", "subscription_lists":
            return try anyOf(part) { .tag(AudienceMember.Tag(group: Self.subscriptionGroup, tag: $0)) }
        case "static_list": return try anyOf(part) { .staticList($0) }
        case "segment": return try anyOf(part) { .segment(SegmentID($0)) }
        default: throw part.error("unknown key")
        }
    }

    private mutating func parts(_ node: BodyNode, depth: Int) throws(AirshipError) -> [Audience] {
        try node.elements(limit: Audience.termLimit, atLeast: "selector").map { element throws(AirshipError) in
            try parse(element, depth: depth + 1)
        }
    }

    private mutating func anyOf(_ node: BodyNode, _ make: (String) -> Audience) throws(AirshipError) -> Audience {
        let terms = try node.oneOrMore(limit: Audience.termLimit).map { element throws(AirshipError) in
            let term = make(try element.text(limit: 256))
            switch term {
            case .staticList, .segment: references.append((term, element))
            default: break
            }
            return term
        }
        return terms.count == 1 ? terms[0] : .or(terms)
    }
}
