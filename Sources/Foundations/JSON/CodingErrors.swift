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

/// Returns the mistake after its path, such as `entries[0].date: a date is wanted, not a string`.
private func phrase(_ path: [any CodingKey], _ mistake: String) -> String {
    let place = path.reduce("") { place, key in
        if let index = key.intValue { return "\(place)[\(index)]" }
        return place.isEmpty ? key.stringValue : "\(place).\(key.stringValue)"
    }
    return place.isEmpty ? mistake : "\(place): \(mistake)"
}

/// The position of a value within the coded value: a linked list of keys, which becomes an array only for an error.
indirect enum CodingPath {
    case root
    case member(any CodingKey, of: CodingPath)

    func appending(_ key: some CodingKey) -> CodingPath { .member(key, of: self) }

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
