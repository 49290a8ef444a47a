package import TodayProtocol

/// The JSON of commands and event streams has sentences in English: synthesized encoders of the host's types, in files
/// that import this module, take these functions and not the encoding of texts, which keeps the key.
extension KeyedEncodingContainer {
    package mutating func encode(_ text: LocalizableText, forKey key: Key) throws {
        try encode(text.english, forKey: key)
    }

    package mutating func encode(_ texts: [LocalizableText], forKey key: Key) throws {
        try encode(texts.map(\.english), forKey: key)
    }

    package mutating func encodeIfPresent(_ text: LocalizableText?, forKey key: Key) throws {
        try encodeIfPresent(text?.english, forKey: key)
    }

    package mutating func encodeIfPresent(_ texts: [LocalizableText]?, forKey key: Key) throws {
        try encodeIfPresent(texts?.map(\.english), forKey: key)
    }

    package mutating func encode(_ texts: [String: LocalizableText], forKey key: Key) throws {
        try encode(texts.mapValues(\.english), forKey: key)
    }
}
