package enum CloudRecordLimits {
    /// The largest number of operations of a request, of names of a lookup, and of records of a query's page.
    package static let operations = 200
    /// The largest number of changes in a page.
    package static let changes = 1_000
    /// The largest size of the fields of a record as JSON, in bytes.
    package static let recordSize = 1_000_000
    /// The largest size of the fields of all records of an answer, in bytes; a page ends before it would be larger.
    package static let answerSize = 16_000_000
    /// The largest number of indexed values of a record, counting all fields and all elements of lists.
    package static let indexedValues = 1_000
    package static let containers = 1_000
    /// The largest number of containers that were first used by the devices of a person.
    package static let containersOfPerson = 64
    /// The largest number of server-to-server keys of a container.
    package static let keys = 100
    /// The largest number of logins of a person in a container; the least recently used ones are removed.
    package static let logins = 50
    package static let types = 500
    package static let fields = 200
    /// The largest number of zones of a database, and of deletions of zones that it remembers.
    package static let zones = 1_000
    package static let records = 5_000_000
    /// The largest total size of the fields of a database's records as JSON, in bytes.
    package static let databaseSize = 8_000_000_000
    /// The largest number of references that delete their record together with one target.
    package static let dependents = 1_000
    /// The largest number of records that one request deletes together with their targets.
    package static let cascade = 5_000
    /// The time for which the deletion of a record is remembered, in seconds.
    package static let deletionLifetime = 90 * 86_400.0
    /// The largest number of filters and sort fields of a query.
    package static let filters = 30
    /// The largest number of values of an `IN` filter.
    package static let filterValues = 250
    /// The largest number of records that a query's page, or references to targets that a request, examines.
    package static let examined = 20_000
    /// The largest size of the fields of the records that a query's page examines, in bytes.
    package static let examinedSize = 64_000_000
    /// The number of bytes of a text that are indexed; sorting ignores the rest.
    package static let indexedText = 256
    /// The largest number of subscriptions of a person in a database.
    package static let subscriptions = 200
    /// The largest size of a subscription, in bytes.
    package static let subscriptionSize = 16_384
    /// The number of notifications of one request after which each subscription gets at most one.
    package static let notifications = 1_000
    /// The largest size of a record's fields in a notification, in bytes, for `additionalFields` and for an alert's
    /// arguments each; values that do not fit are left out.
    package static let notifiedFields = 4_096
    /// The largest number of couriers of a login; the oldest ones are removed.
    package static let couriers = 10
    /// The largest number of notifications that wait for a courier's next poll; the oldest are dropped.
    package static let frames = 100
    /// The lifetime of a notification that waits for a courier's next poll, in seconds.
    package static let frameLifetime = 86_400.0
    /// The lifetime of an unused login, in seconds.
    package static let loginLifetime = 30 * 86_400.0

    /// Returns `true` if the name or id of a record, zone or subscription is valid: 1 to 255 bytes, no control
    /// characters.
    package static func isName(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && !text.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
    }

    /// Returns `true` if the name of a record type or field is valid: a letter, then up to 254 letters, digits and `_`.
    package static func isIdentifier(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic else { return false }
        return text.isASCIIName(limit: 255, with: "_")
    }

    /// Returns `true` if a text is a valid name of a container: 1 to 255 letters, digits, `.`, `-` and `_`.
    package static func isContainer(_ text: String) -> Bool {
        text.isASCIIName(limit: 255, with: "-._")
    }
}

extension StringProtocol {
    /// `true` if the text has 1 to `limit` bytes: ASCII letters, digits and some other ASCII characters.
    package func isASCIIName(limit: Int, with others: String = "") -> Bool {
        (1...limit).contains(utf8.count)
            && utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || others.utf8.contains(byte)
            }
    }
}
