extension KeyedDecodingContainer {
    /// Decodes a member that must be present and may be `null`, so that a misspelt member does not remove anything;
    /// `meaning` is the effect of `null` for the error's message, such as "removes the time".
    func decodeNullable<Value: Decodable>(
        _ type: Value.Type,
        forKey key: Key,
        nullMeans meaning: String
    ) throws -> Value? {
        guard contains(key) else {
            throw DecodingError.keyNotFound(
                key,
                DecodingError.Context(
                    codingPath: codingPath,
                    debugDescription: "\"\(key.stringValue)\" is missing; null \(meaning)"
                )
            )
        }
        return try decodeIfPresent(type, forKey: key)
    }
}
