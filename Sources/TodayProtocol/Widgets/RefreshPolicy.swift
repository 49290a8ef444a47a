public import FoundationEssentials

/// When a widget wants to be asked again, while a surface shows it.
///
/// On the wire: `{"after": 900.0}`, `{"at": {"$date": …}}` or `{"nextDay": true}`.
public enum RefreshPolicy: Hashable, Sendable {
    /// So many seconds after the content was made; at least 15.
    case after(seconds: Double)
    /// At a point in time.
    case at(Date)
    /// When the next day begins.
    case nextDay
}

extension RefreshPolicy: Codable {
    private enum CodingKeys: CodingKey { case after, at, nextDay }

    /// Reads the form on the wire.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let seconds = try container.decodeIfPresent(Double.self, forKey: .after) {
            self = .after(seconds: seconds)
        } else if let date = try container.decodeIfPresent(Date.self, forKey: .at) {
            self = .at(date)
        } else if try container.decodeIfPresent(Bool.self, forKey: .nextDay) == true {
            self = .nextDay
        } else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a refresh has one of \"after\", \"at\" and \"nextDay\": true"
                )
            )
        }
    }

    /// Writes the form on the wire.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .after(let seconds): try container.encode(seconds, forKey: .after)
        case .at(let date): try container.encode(date, forKey: .at)
        case .nextDay: try container.encode(true, forKey: .nextDay)
        }
    }
}
