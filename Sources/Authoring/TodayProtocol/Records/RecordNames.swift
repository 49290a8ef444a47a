/// The name of a record, unique in its zone: 1 to 255 bytes without control characters.
public struct RecordName: Identifier {
    /// The string.
    public let rawValue: String

    /// Creates an identifier from any string, without validation.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// `true` if the string is a valid name.
    package var isWellFormed: Bool { RecordLimits.isName(rawValue) }
}

/// The name of a zone of a container: 1 to 255 bytes without control characters.
public struct ZoneName: Identifier {
    /// The string.
    public let rawValue: String

    /// Creates an identifier from any string, without validation.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The zone that every container has; it has no atomic batches.
    public static let `default` = ZoneName("_defaultZone")

    /// `true` if the string is a valid name.
    package var isWellFormed: Bool { RecordLimits.isName(rawValue) }
}

extension RecordName: ExpressibleByStringInterpolation {
    /// Creates a name, without validation.
    public init(stringLiteral value: String) { self.init(value) }
}

extension ZoneName: ExpressibleByStringInterpolation {
    /// Creates a name, without validation.
    public init(stringLiteral value: String) { self.init(value) }
}

/// The limits of records on a device.
package enum RecordLimits {
    /// The largest size of a record, in bytes of its JSON.
    package static let recordBytes = 1_000_000
    /// The largest number of records or names in one request.
    package static let perRequest = 200
    /// The largest number of changes of a container that wait to be sent.
    package static let queuedChanges = 10_000
    /// The largest total size of the changes of a container that wait to be sent, in bytes of JSON.
    package static let queuedBytes = 64 << 20
    /// The largest total size of the changes of an app that wait to be sent, in all containers, in bytes of JSON.
    package static let appQueuedBytes = 64 << 20
    /// The largest total size of the records that one transaction saves, in bytes of JSON.
    package static let transactionBytes = 16 << 20
    /// The largest number of subscriptions of an app.
    package static let subscriptions = 100
    /// The largest length of a subscription's id, in bytes.
    package static let subscriptionIDBytes = 64
    /// The largest size of a subscription, in bytes of JSON.
    package static let subscriptionBytes = 16 * 1024
    /// The largest number of failures of an app that wait to be delivered; the oldest beyond it are dropped.
    package static let failures = 10_000
    /// The largest total size of the failures of an app that wait to be delivered, in bytes of JSON; the oldest beyond it
    /// are dropped.
    package static let failureBytes = 16 << 20
    /// The largest length of a name, in bytes.
    package static let nameBytes = 255
    /// The largest length of a token or a marker, in bytes.
    package static let tokenBytes = 4 * 1024
    /// The largest size of a reply with several records, in bytes of JSON, so that it fits into a line.
    package static let replyBytes = 900_000

    /// Returns `true` if a text has 1 to 255 bytes without control characters.
    package static func isName(_ text: String) -> Bool {
        (1...nameBytes).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// Returns `true` if a text is a valid field or type name: a letter, then letters, digits and `_`.
    package static func isFieldName(_ text: String) -> Bool {
        guard (1...nameBytes).contains(text.utf8.count), let first = text.utf8.first, isLetter(first) else {
            return false
        }
        return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
