import HTTPTypes
import Hummingbird

/// The parameters of a request: of its JSON body, of its headers, of its query, in this order.
///
/// Of a header that is there several times the first counts.
struct RequestFields: Sendable {
    private let headers: HTTPFields
    private let query: QueryItems
    private var overrides: [Field: String] = [:]

    init(_ request: Request) {
        self.init(headers: request.headers, query: QueryItems(request.uri.query))
    }

    init(headers: HTTPFields, query: QueryItems) {
        self.headers = headers
        self.query = query
    }

    /// Sets what the JSON body says.
    mutating func set(_ field: Field, _ value: String) { overrides[field] = value }

    /// The value of a parameter; none if it is missing or empty.
    func text(_ field: Field) -> String? {
        if let value = overrides[field] { return value }
        for name in field.names {
            if let header = HTTPField.Name(name).flatMap({ headers[values: $0].first }) {
                let value = EncodedWord.decode(header).trimmingSpace()
                if !value.isEmpty { return value }
            }
        }
        for name in field.names {
            if let value = query[name]?.trimmingSpace(), !value.isEmpty { return value }
        }
        return nil
    }

    /// The value of a parameter that says yes or no; what is neither says no.
    func flag(_ field: Field, otherwise: Bool = false) -> Bool {
        guard let text = text(field) else { return otherwise }
        return ["1", "yes", "true"].contains(text.lowercased())
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    func trimmingSpace() -> String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
