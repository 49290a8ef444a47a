extension DecodingError {
    /// A phrase that names the path and the mistake.
    package var sentence: String {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            phrase(context.codingPath, context.debugDescription)
        @unknown default: "the value cannot be read"
        }
    }
}

extension EncodingError {
    /// A phrase that names the path and the mistake.
    package var sentence: String {
        switch self {
        case .invalidValue(_, let context): phrase(context.codingPath, context.debugDescription)
        @unknown default: "the value cannot be written"
        }
    }
}

private func phrase(_ path: [any CodingKey], _ mistake: String) -> String {
    path.isEmpty ? mistake : "\(path.map(\.stringValue).joined(separator: ".")): \(mistake)"
}

/// The position of a value within the coded value: a linked list of keys, which becomes an array only for an error.
indirect enum CodingPath {
    case root
    case member(any CodingKey, of: CodingPath)

    /// Returns the path of a member.
    func appending(_ key: some CodingKey) -> CodingPath { .member(key, of: self) }

    /// The keys from the outermost to the innermost.
    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var path = self
        while case .member(let key, let parent) = path {
            keys.append(key)
            path = parent
        }
        return keys.reversed()
    }
}
