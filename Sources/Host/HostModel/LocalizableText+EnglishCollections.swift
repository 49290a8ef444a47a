package import TodayProtocol

/// Collections of texts, which are encoded in English too.
extension KeyedEncodingContainer {
    /// Encodes texts in English if there are some.
    package mutating func encodeIfPresent(_ texts: [LocalizableText]?, forKey key: Key) throws {
        try encodeIfPresent(texts?.map(\.english), forKey: key)
    }

    /// Encodes texts in English, such as those with the names of a language.
    package mutating func encode(_ texts: [String: LocalizableText], forKey key: Key) throws {
        try encode(texts.mapValues(\.english), forKey: key)
    }
}
