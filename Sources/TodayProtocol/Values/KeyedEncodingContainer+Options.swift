extension KeyedEncodingContainer {
    /// Writes a set of named options as an array, in the order of the names, so that equal sets are equal text.
    mutating func encode<Option: RawRepresentable & Hashable>(
        options: Set<Option>,
        forKey key: Key
    ) throws where Option.RawValue == String {
        try encode(options.map(\.rawValue).sorted(), forKey: key)
    }
}
