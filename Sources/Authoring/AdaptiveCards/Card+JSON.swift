public import JSON

extension Card {
    static let typeName = "AdaptiveCard"

    /// Decodes a card.
    ///
    /// - Parameters:
    ///   - json: An object whose type is "AdaptiveCard".
    ///   - limits: The largest card that is accepted.
    /// - Throws: ``CardError`` if the value is not a card or exceeds a limit.
    public init(json: JSONValue, limits: CardLimits = .standard) throws(CardError) {
        guard case .object(let members) = json, members["type"] == .string(Self.typeName) else {
            let members = json.objectValue ?? [:]
            let other =
                members["type"]?.stringValue.map { ", not “\($0.shortened)”" }
                ?? (members["type"] == nil ? NearestName.misspelling(of: ["type"], among: Array(members.keys)) : "")
            throw CardError(.notACard, "A card must be an object whose type is “\(Self.typeName)”\(other).")
        }
        var decoder = CardDecoder(limits: limits)
        version = Self.version(members, &decoder)
        body = try decoder.elements(members, "body")
        actions = try decoder.actions(members, "actions")
        selectAction = try decoder.action(members, "selectAction")
        fallbackText = decoder.string(members, "fallbackText")
        if case .element(let element)? = try decoder.elementFallback(members) { fallback = element }
        requires = decoder.requires(members)
        speak = decoder.string(members, "speak")
        lang = Self.language(members, &decoder)
        rtl = decoder.bool(members, "rtl")
        minHeight = decoder.pixels(members, "minHeight")
        verticalContentAlignment = decoder.choice(members, "verticalContentAlignment")
        try decoder.checkBytes()
        decoder.endObject(members, of: "a card", since: 0)
        decoder.checkTargets()
        warnings = decoder.warnings.inDocumentOrder()
        images = decoder.images
        links = decoder.links
        drawnSize = decoder.drawnSize
    }

    /// Decodes a card from JSON text in UTF-8, with or without a byte order mark.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - limits: The largest card that is accepted.
    /// - Throws: ``CardError`` if the text is not JSON, is not a card or exceeds a limit.
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
        var writer = ObjectWriter(type: Self.typeName)
        writer.set("version", version?.description)
        writer.set("body", body)
        if !actions.isEmpty { writer.set("actions", actions) }
        writer.set("selectAction", selectAction?.json)
        writer.set("fallbackText", fallbackText)
        writer.set("fallback", fallback?.json)
        writer.set(requires: requires)
        writer.set("speak", speak)
        writer.set("lang", lang)
        writer.set("rtl", rtl)
        writer.set("minHeight", pixels: minHeight)
        writer.set("verticalContentAlignment", verticalContentAlignment)
        return writer.json
    }

    private static func version(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) -> CardVersion? {
        guard let text = decoder.string(members, "version") else { return nil }
        if let version = CardVersion(text) {
            if version > .current {
                decoder.warn("Newer than \(CardVersion.current): a fallback of the card is shown.", at: "version")
            }
            return version
        }
        decoder.warn("“\(text.shortened)” is no version like 1.5; it is ignored.", at: "version")
        return nil
    }

    /// Reads a language tag.
    ///
    /// A whole tag such as "en-US" is accepted, unlike in some other renderers.
    private static func language(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) -> String? {
        guard let text = decoder.string(members, "lang"), !text.isEmpty else { return nil }
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
