package enum CloudRecordLimits {
    /// Operations of a request, names of a lookup, and records of a page of a query.
    package static let operations = 200
    /// Changes in a page.
    package static let changes = 1_000
    /// Bytes of the fields of a record, as JSON.
    package static let recordSize = 1_000_000
    /// Bytes of the fields of all records of an answer; a page ends before it would be larger.
    package static let answerSize = 16_000_000
    /// Values of a record that the index for queries has: those of all fields, and of all elements of lists.
    package static let indexedValues = 1_000
    /// Containers of a cloud.
    package static let containers = 1_000
    /// Containers that began with the devices of a person.
    package static let containersOfPerson = 64
    /// Server-to-server keys of a container.
    package static let keys = 100
    /// Logins of a person in a container; the ones that were not used for the longest time end.
    package static let logins = 50
    /// Record types of a database.
    package static let types = 500
    /// Fields of a record type.
    package static let fields = 200
    /// Zones of a database, and remembered deletions of zones.
    package static let zones = 1_000
    /// Records of a database.
    package static let records = 5_000_000
    /// Bytes of the fields of all records of a database, as JSON.
    package static let databaseSize = 8_000_000_000
    /// References that delete their record together with one target.
    package static let dependents = 1_000
    /// Records that one request deletes together with their targets.
    package static let cascade = 5_000
    /// How long the deletion of a record is remembered, in seconds.
    package static let deletionLifetime = 90 * 86_400.0
    /// Filters and sort fields of a query.
    package static let filters = 30
    /// Values of an `IN` filter.
    package static let filterValues = 250
    /// Records that one page of a query examines, and references to targets that one request examines.
    package static let examined = 20_000
    /// Bytes of the fields of the records that one page of a query examines.
    package static let examinedSize = 64_000_000
    /// Bytes of a text that the index of a field has; sorting considers no more.
    package static let indexedText = 256
    /// Subscriptions of a person in a database.
    package static let subscriptions = 200
    /// Bytes of a subscription.
    package static let subscriptionSize = 16_384
    /// Notifications of one request; beyond them each subscription has one of them at most.
    package static let notifications = 1_000
    /// Bytes of the fields of a record that a notification carries, those of `additionalFields` and of the arguments of
    /// an alert; what does not fit is left out.
    package static let notifiedFields = 4_096
    /// Couriers of a login; the oldest ones end.
    package static let couriers = 10
    /// Notifications that wait for a courier's next poll; the oldest are dropped.
    package static let frames = 100
    /// How long a notification waits for a courier's next poll, in seconds.
    package static let frameLifetime = 86_400.0
    /// How long a login lives without being used, in seconds.
    package static let loginLifetime = 30 * 86_400.0

    /// Whether a text may be the name of a record or a zone, or the id of a subscription: 1 to 255 bytes without control
    /// characters.
    package static func isName(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && !text.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
    }

    /// Whether a text may be the name of a record type or a field: a letter, then up to 254 letters, digits and `_`.
    package static func isIdentifier(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 255 else { return false }
        return isLetter(first) && text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    }

    /// Whether a text may be the name of a container: 1 to 255 letters, digits, `.`, `-` and `_`.
    package static func isContainer(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count)
            && text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || [0x2D, 0x2E, 0x5F].contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
