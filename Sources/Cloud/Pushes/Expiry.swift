package import Foundation
import JSON

/// When something is too old: so long after it was sent, or at a date.
package enum Expiry: Hashable, Sendable {
    /// So many seconds after it was sent.
    case seconds(Int)
    /// At a date.
    case date(Date)

    /// The date, for what is sent at another date.
    package func date(sent: Date) -> Date {
        switch self {
        case .seconds(let seconds): sent.addingTimeInterval(Double(seconds))
        case .date(let date): date
        }
    }
}

extension Expiry: Codable {
    /// Reads the form that ``encode(to:)`` writes.
    package init(from decoder: any Decoder) throws {
        let json = try JSONValue(from: decoder)
        if let seconds = json.integerValue {
            self = .seconds(seconds)
        } else if let date = json.dateValue {
            self = .date(date)
        } else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "this is no expiry")
            )
        }
    }

    /// Writes seconds as an integer, and a date as the wire format does.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .seconds(let seconds): try JSONValue.integer(seconds).encode(to: encoder)
        case .date(let date): try JSONValue(date).encode(to: encoder)
        }
    }
}
