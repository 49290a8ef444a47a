package import Foundation
package import JSON

/// A push as requested by its sender, validated and in the cloud's own form.
package struct PushSpecification: Hashable, Sendable, Codable {
    package struct Message: Hashable, Sendable, Codable {
        package var title: String
        package var contentType: String
        package var body: Data
        package var expiry: Expiry?
        package var extra: [String: String]?
        package var icons: [String: String]?

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

    package var audience: Audience
    package var deviceTypes: DeviceTypes
    /// The sender's members of the event for hosts, without those that every push has; see Documentation/Protocol.md.
    package var notice: [String: JSONValue]
    /// The content for iPhones and iPads, as members that ``APNsNotificationBuilder`` reads; `nil` if there is none.
    package var apns: [String: JSONValue]?
    /// The content for open channels of other platforms than hosts, as the sender wrote it: the members for all of
    /// them, and under `open::NAME` an object with those for a platform; `nil` if there is none.
    package var open: [String: JSONValue]?
    package var message: Message?
    /// The expiry of its event; `nil` for the default lifetime of the configuration.
    package var expiry: Expiry?
    /// The time zones of the channels that receive it, where a channel without one counts as in UTC; `nil` for all.
    package var zones: Set<String>?

    package init(
        audience: Audience,
        deviceTypes: DeviceTypes = .all,
        notice: [String: JSONValue] = [:],
        apns: [String: JSONValue]? = nil,
        open: [String: JSONValue]? = nil,
        message: Message? = nil,
        expiry: Expiry? = nil,
        zones: Set<String>? = nil
    ) {
        self.audience = audience
        self.deviceTypes = deviceTypes
        self.notice = notice
        self.apns = apns
        self.open = open
        self.message = message
        self.expiry = expiry
        self.zones = zones
    }

    /// Returns the members of the payload for open channels of a type; empty if they receive nothing.
    func openPayload(for type: String) -> [String: JSONValue] {
        guard let open else { return [:] }
        return open.filter { !$0.key.hasPrefix("open::") }.merging(open[type]?.objectValue ?? [:]) { $1 }
    }
}

/// An expiry: a time after sending, or a date.
package enum Expiry: Hashable, Sendable {
    case seconds(Int)
    case date(Date)

    /// Returns the date of expiry of something that is sent at a date.
    package func date(sent: Date) -> Date {
        switch self {
        case .seconds(let seconds): sent.addingTimeInterval(Double(seconds))
        case .date(let date): date
        }
    }
}

extension Expiry: Codable {
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

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .seconds(let seconds): try JSONValue.integer(seconds).encode(to: encoder)
        case .date(let date): try JSONValue(date).encode(to: encoder)
        }
    }
}
