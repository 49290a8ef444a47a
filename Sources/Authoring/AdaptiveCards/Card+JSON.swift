public import JSON

extension Card {
    static let typeName = "AdaptiveCard"

    /// Decodes a card, an object whose type is "AdaptiveCard"; throws if the value is none or exceeds a limit.
    public init(json: JSONValue, limits: CardLimits = .standard) throws(CardError) {
        guard case .object(let members) = json, members["type"] == .string(Self.typeName) else {
            let members = json.objectValue ?? [:]
            let other =
                members["type"]?.stringValue.map { ", not “\($0.shortened)”" }
                ?? (members["type"] == nil ? NearestName.misspelling(of: ["type"], among: Array(members.keys)) : "")
            throw CardError(.notACard, "A card must be an object whose type is “\(Self.typeName)”\(other).")
        }
        self.init {}
        var decoder = CardDecoder(limits: limits)
        try decoder.object(members, of: "a card") { decoder throws(CardError) in
            try visit(&decoder)
            try decoder.checkBytes()
        }
        decoder.checkTargets()
        warnings = decoder.warnings.inDocumentOrder()
        images = decoder.images
        links = decoder.links
        drawnSize = decoder.drawnSize
    }

    /// Decodes a card from JSON text in UTF-8, with or without a byte order mark; throws if the text is not JSON, is
    /// not a card or exceeds a limit.
    public init(parsing bytes: some Sequence<UInt8>, limits: CardLimits = .standard) throws(CardError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw CardError(.notJSON, "The card is \(error.description).", cause: error)
        }
        try self.init(json: json, limits: limits)
    }

    /// The card as Adaptive Cards JSON, without unknown members of objects other than elements and actions.
    public var json: JSONValue {
        var writer = ObjectWriter(["type": .string(Self.typeName)])
        var card = self
        card.visit(&writer)
        if actions.isEmpty { writer.members["actions"] = nil }
        return writer.json
    }

    private mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        visitor.member("version", &version, read: Self.version) { $0.map { .string($0.description) } }
        try visitor.elements("body", &body)
        try visitor.actions("actions", &actions)
        try visitor.action("selectAction", &selectAction)
        visitor.value("fallbackText", &fallbackText)
        try visitor.content("fallback", &fallback) { decoder throws(CardError) in
            guard case .element(let element)? = try decoder.elementFallback() else { return nil }
            return element
        } json: {
            $0?.json
        }
        visitor.requires(&requires)
        visitor.value("speak", &speak)
        visitor.member("lang", &lang, read: Self.language) { $0.map(JSONValue.string) }
        visitor.value("rtl", &rtl)
        visitor.pixels("minHeight", &minHeight)
        visitor.value("verticalContentAlignment", &verticalContentAlignment)
        try visitor.content("backgroundImage", &backgroundImage) { decoder throws(CardError) in
            try decoder.backgroundImage()
        } json: {
            $0?.json
        }
        try visitor.content("header", &header) { decoder throws(CardError) in
            try decoder.object("header", of: "a header")
        } json: {
            $0?.json
        }
    }

    private static func version(_ decoder: inout CardDecoder) -> CardVersion? {
        guard let text = decoder.string("version") else { return nil }
        if let version = CardVersion(text) {
            if version > .current {
                decoder.warn("Newer than \(CardVersion.current): a fallback of the card is shown.", at: "version")
            }
            return version
        }
        decoder.warn("“\(text.shortened)” is no version like 1.5; it is ignored.", at: "version")
        return nil
    }

    /// Reads a language tag; a whole tag such as "en-US" is accepted, unlike in some other renderers.
    private static func language(_ decoder: inout CardDecoder) -> String? {
        guard let text = decoder.string("lang"), !text.isEmpty else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isTag =
            text.utf8.count <= 35 && (2...3).contains(parts[0].utf8.count)
            && parts.allSatisfy { part in
                (1...8).contains(part.utf8.count) && part.utf8.allSatisfy { isLetterOrDigit($0) }
            }
        if isTag { return text }
        decoder.warn("“\(text.shortened)” is no language tag; it is ignored.", at: "lang")
        return nil
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
}

extension Card: Codable {
    /// Decodes a card as ``init(json:limits:)`` does, with the standard limits.
    public init(from decoder: any Decoder) throws {
        let json = try JSONValue(from: decoder)
        do {
            try self.init(json: json)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: error.message,
                    underlyingError: error
                )
            )
        }
    }

    /// Encodes ``json``.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
