package import CloudStorage
package import Foundation
package import JSON

/// A push as somebody ordered it, checked and in the core's words.
package struct PushSpecification: Hashable, Sendable, Codable {
    /// The message for the inboxes of the audience.
    package struct Message: Hashable, Sendable, Codable {
        /// Its title.
        package var title: String
        /// The media type of its body.
        package var contentType: String
        /// Its body.
        package var body: Data
        /// When it is gone, if it expires.
        package var expiry: Expiry?
        /// What the sender added.
        package var extra: [String: String]?
        /// Its icons by name.
        package var icons: [String: String]?

        /// Describes a message.
        package init(
            title: String,
            contentType: String,
            body: Data,
            expiry: Expiry? = nil,
            extra: [String: String]? = nil,
            icons: [String: String]? = nil
        ) {
            self.title = title
            self.contentType = contentType
            self.body = body
            self.expiry = expiry
            self.extra = extra
            self.icons = icons
        }
    }

    /// Who gets it.
    package var audience: Audience
    /// On which types of channels.
    package var deviceTypes: DeviceTypes
    /// What a host is told beside what every push says; Documentation/Protocol.md has the members.
    package var notice: [String: JSONValue]
    /// The message that it puts into inboxes, if it does.
    package var message: Message?
    /// When a device need not be told any more; the configuration's lifetime if it does not say.
    package var expiry: Expiry?
    /// The time zones of the channels that get it, where those without one count as in UTC; none for every zone.
    package var zones: Set<String>?

    /// Describes a push.
    package init(
        audience: Audience,
        deviceTypes: DeviceTypes = .all,
        notice: [String: JSONValue] = [:],
        message: Message? = nil,
        expiry: Expiry? = nil,
        zones: Set<String>? = nil
    ) {
        self.audience = audience
        self.deviceTypes = deviceTypes
        self.notice = notice
        self.message = message
        self.expiry = expiry
        self.zones = zones
    }
}

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

/// A push that is on disk.
package struct AcceptedPush: Hashable, Sendable {
    /// Its id.
    package let push: PushID
    /// The id of its message, if it brings one.
    package let message: CloudMessageID?
}
