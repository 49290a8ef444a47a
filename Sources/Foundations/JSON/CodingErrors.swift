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
