import JSON

/// A text that is shown as it is, or a key into tables of strings, with arguments for the placeholders of the string.
///
/// A text of an app is a key into `xx.lproj/Localizable.strings` of its bundle, which the host looks up for the language
/// of each surface. The texts of Today itself are keys into its string catalogs. A key without a string is shown itself.
/// On the wire: a string, or `{"key": "…", "arguments": ["…"]}`.
public indirect enum LocalizableText: Hashable, Sendable {
    /// A text that is the same in every language.
    case text(String)
    /// A key into the strings, with the arguments of the string, which may be keys themselves.
    case key(String, arguments: [LocalizableText] = [])
}

extension LocalizableText: ExpressibleByStringInterpolation {
    /// Creates a text that is shown as it is.
    public init(stringLiteral value: String) { self = .text(value) }
}

/// A value that can be inserted into a localized text: a string, a number, or another text.
public protocol LocalizableArgument {
    /// The value as a text.
    var localizable: LocalizableText { get }
}

extension LocalizableText: LocalizableArgument {
    /// The text itself.
    public var localizable: LocalizableText { self }
}

extension String: LocalizableArgument {
    /// The string as it is.
    public var localizable: LocalizableText { .text(self) }
}

extension Int: LocalizableArgument {
    /// The number in decimal digits.
    public var localizable: LocalizableText { .text(String(self)) }
}

extension LocalizableText: Codable {
    private enum CodingKeys: CodingKey { case key, arguments }

    /// Decodes the wire format.
    public init(from decoder: any Decoder) throws {
        switch try decoder.singleValueContainer().decode(JSONValue.self) {
        case .string(let text): self = .text(text)
        case .object:
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self = .key(
                try container.decode(String.self, forKey: .key),
                arguments: try container.decodeIfPresent([LocalizableText].self, forKey: .arguments) ?? []
            )
        default:
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a text is a string, or an object with \"key\" and \"arguments\""
                )
            )
        }
    }

    /// Encodes the wire format.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .key(let key, let arguments):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(key, forKey: .key)
            if !arguments.isEmpty { try container.encode(arguments, forKey: .arguments) }
        }
    }
}

extension LocalizableText {
    /// Returns `true` if this is the same key as another text, with any arguments.
    package func hasKey(of other: LocalizableText) -> Bool {
        guard case .key(let key, _) = self, case .key(key, _) = other else { return false }
        return true
    }

    /// The text for a column of a database: a text as it is, a key as JSON.
    package var stored: String {
        switch self {
        case .text(let text): text
        case .key: (try? JSONValue(encoding: self).jsonText) ?? ""
        }
    }

    /// Reads the text of a column; what is no key is a text, as versions without keys wrote it.
    package init(stored: String) {
        if stored.hasPrefix("{\"arguments\":") || stored.hasPrefix("{\"key\":"),
            let key = try? JSONValue(parsing: stored, depthLimit: 16).decode(LocalizableText.self)
        {
            self = key
        } else {
            self = .text(stored)
        }
    }
}
