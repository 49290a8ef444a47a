package import FoundationEssentials
import JSON
import SQLStore

package struct CloudRecord: Hashable, Sendable {
    package let name: String
    package let type: String
    /// The number of its last change, which is its change tag and its position in the changes of the zone.
    package let change: Int64
    /// `true` if it was deleted; then it has no fields.
    package let isDeleted: Bool
    /// The fields as JSON text: `{"name": {"value": …, "type": …}}`.
    package let fieldText: String
    package let created: CloudRecordStamp
    package let modified: CloudRecordStamp

    package var changeTag: String { String(change, radix: 36) }

    /// The fields, which each access parses again.
    package var fields: [String: CloudFieldValue] {
        let object = (try? JSONValue(parsing: fieldText, depthLimit: 8))?.objectValue ?? [:]
        return object.compactMapValues(CloudFieldValue.init(stored:))
    }

    static func text(of fields: [String: CloudFieldValue]) -> String {
        JSONValue.object(fields.mapValues(\.json)).jsonText
    }
}

package struct CloudRecordStamp: Hashable, Sendable {
    package let date: Date
    /// The id of the user, or of the server-to-server key.
    package let userID: String
    /// The id of the device or the login.
    package let deviceID: String
}

package struct CloudRecordAuthor: Hashable, Sendable {
    package enum Client: Hashable, Sendable {
        case login(RecordLoginNumber)
        case device(id: String, process: String)
        /// A server with a key; it may change the records of everybody.
        case key
    }

    package let client: Client
    package let userID: String
    package let deviceID: String
    /// The person, to whom changed subscriptions belong; empty for a key.
    package let person: String

    package init(client: Client, userID: String, deviceID: String, person: String) {
        self.client = client
        self.userID = userID
        self.deviceID = deviceID
        self.person = person
    }
}

package struct CloudRecordOperation: Hashable, Sendable {
    /// The kinds of changes; the raw values are CloudKit's.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Saves a new record; fails if the record exists.
        case create
        /// Changes the named fields of an unchanged record.
        case update
        /// Changes the named fields; saves a new record if the record does not exist.
        case forceUpdate
        /// Replaces all fields of an unchanged record.
        case replace
        /// Replaces all fields; saves a new record if the record does not exist.
        case forceReplace
        case delete
        case forceDelete

        var deletes: Bool { self == .delete || self == .forceDelete }
    }

    package let kind: Kind
    package let name: String
    /// The record type; required for a new record.
    package let type: String?
    package let changeTag: String?
    /// The fields; a value of `null` removes the field.
    package let fields: [String: CloudFieldInput]

    package init(
        kind: Kind,
        name: String,
        type: String? = nil,
        changeTag: String? = nil,
        fields: [String: CloudFieldInput] = [:]
    ) {
        self.kind = kind
        self.name = name
        self.type = type
        self.changeTag = changeTag
        self.fields = fields
    }
}

package enum CloudRecordOutcome: Hashable, Sendable {
    case saved(CloudRecord)
    case deleted(name: String)
    case failed(name: String, CloudRecordFailure)
}

extension CloudRecord {
    static let query = """
        SELECT record.number, record.name, record.change, record.isDeleted, record.fields, record.created, record.modified,
        type.name AS typeName, creator.userID AS creatorID, creator.deviceID AS creatorDevice,
        modifier.userID AS modifierID, modifier.deviceID AS modifierDevice
        FROM record CROSS JOIN recordType AS type ON type.number = record.typeNumber
        CROSS JOIN recordAuthor AS creator ON creator.number = record.createdBy
        CROSS JOIN recordAuthor AS modifier ON modifier.number = record.modifiedBy
        """

    init(_ row: SQLRow) {
        self.init(
            name: row["name"],
            type: row["typeName"],
            change: row["change"],
            isDeleted: row["isDeleted"],
            fieldText: row["fields"],
            created: CloudRecordStamp(
                date: row.date("created"),
                userID: row["creatorID"],
                deviceID: row["creatorDevice"]
            ),
            modified: CloudRecordStamp(
                date: row.date("modified"),
                userID: row["modifierID"],
                deviceID: row["modifierDevice"]
            )
        )
    }
}
