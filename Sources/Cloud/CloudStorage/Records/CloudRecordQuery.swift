package import JSON
import SQLiteSupport

package struct CloudRecordQuery: Hashable, Sendable {
    package let type: String
    /// The conditions, all of which a record must meet.
    package let filters: [CloudRecordFilter]
    /// The sort fields, the most significant first.
    package let sorts: [CloudRecordSort]

    /// Parses CloudKit's form: `{"recordType": …, "filterBy": […], "sortBy": […]}`.
    package init(json: JSONValue) throws(CloudRecordFailure) {
        guard let type = json["recordType"]?.stringValue, CloudRecordLimits.isIdentifier(type) else {
            throw .invalid("\"query\" is an object with a \"recordType\".")
        }
        self.type = type
        var filters: [CloudRecordFilter] = []
        for filter in try Self.list(json["filterBy"], "filterBy") {
            filters.append(try CloudRecordFilter(json: filter))
        }
        var sorts: [CloudRecordSort] = []
        for sort in try Self.list(json["sortBy"], "sortBy") { sorts.append(try CloudRecordSort(json: sort)) }
        self.filters = filters
        self.sorts = sorts
    }

    fileprivate static func field(_ json: JSONValue, ofA part: String) throws(CloudRecordFailure) -> String {
        guard let field = json["fieldName"]?.stringValue ?? json["systemFieldName"]?.stringValue,
            CloudRecordLimits.isIdentifier(field) || RecordSystemField(rawValue: field) != nil
        else { throw .invalid("The \"fieldName\" of a \(part) is no name of a field.") }
        return field
    }

    /// Returns the elements of a list; a single object counts as a list of one.
    private static func list(_ json: JSONValue?, _ name: String) throws(CloudRecordFailure) -> [JSONValue] {
        switch json {
        case nil, .null: return []
        case .object(let object): return [.object(object)]
        case .array(let elements) where elements.count <= CloudRecordLimits.filters: return elements
        default: throw .invalid("\"\(name)\" is a list of at most \(CloudRecordLimits.filters) objects.")
        }
    }
}

/// The comparators of filters; the raw values are CloudKit's.
package enum RecordComparator: String, CaseIterable, Hashable, Sendable {
    case equals = "EQUALS"
    case notEquals = "NOT_EQUALS"
    case lessThan = "LESS_THAN"
    case lessThanOrEquals = "LESS_THAN_OR_EQUALS"
    case greaterThan = "GREATER_THAN"
    case greaterThanOrEquals = "GREATER_THAN_OR_EQUALS"
    case near = "NEAR"
    case isIn = "IN"
    case isNotIn = "NOT_IN"
    case containsAllTokens = "CONTAINS_ALL_TOKENS"
    case containsAnyTokens = "CONTAINS_ANY_TOKENS"
    case listContains = "LIST_CONTAINS"
    case listDoesNotContain = "NOT_LIST_CONTAINS"
    case beginsWith = "BEGINS_WITH"
    case doesNotBeginWith = "NOT_BEGINS_WITH"
    case listMemberBeginsWith = "LIST_MEMBER_BEGINS_WITH"
    case noListMemberBeginsWith = "NOT_LIST_MEMBER_BEGINS_WITH"
}

package struct CloudRecordFilter: Hashable, Sendable {
    package let field: String
    package let comparator: RecordComparator
    package let value: CloudFieldInput
    /// The largest distance in meters for ``RecordComparator/near``; `nil` for any.
    package let distance: Double?

    init(json: JSONValue) throws(CloudRecordFailure) {
        guard let name = json["comparator"]?.stringValue, let comparator = RecordComparator(rawValue: name) else {
            throw .invalid("The \"comparator\" of a filter is missing or unknown.")
        }
        field = try CloudRecordQuery.field(json, ofA: "filter")
        self.comparator = comparator
        value = try CloudFieldInput(json: json["fieldValue"] ?? .null, of: field)
        distance = json["distance"]?.numberValue
        guard !value.value.isNull else { throw .invalid("The filter on \(field) has no \"fieldValue\".") }
    }
}

package struct CloudRecordSort: Hashable, Sendable {
    package let field: String
    package let isAscending: Bool

    init(json: JSONValue) throws(CloudRecordFailure) {
        field = try CloudRecordQuery.field(json, ofA: "sort")
        guard json["relativeLocation"] == nil else {
            throw .invalid("Sorting by distance is not supported except by the comparator NEAR.")
        }
        isAscending = json["ascending"]?.boolValue ?? true
    }
}

extension CloudFieldInput {
    /// Parses `{"value": …, "type": …}`.
    package init(json: JSONValue, of field: String) throws(CloudRecordFailure) {
        switch json {
        case .null: self.init(value: .null)
        case .object(let members):
            var type: CloudFieldType?
            if let name = members["type"], !name.isNull {
                type = name.stringValue.flatMap(CloudFieldType.init(rawValue:))
                guard type != nil else { throw .invalid("The type of the field \(field) is unknown.") }
            }
            guard let value = members["value"] else { throw .invalid("The field \(field) has no \"value\".") }
            self.init(type: type, value: value)
        default: throw .invalid("The field \(field) is an object with a \"value\".")
        }
    }
}

/// The system fields of every record; the names are CloudKit's.
enum RecordSystemField: String {
    case recordID = "___recordID"
    case created = "___createTime"
    case modified = "___modTime"
    case creator = "___createdBy"
    case modifier = "___modifiedBy"

    var type: CloudFieldType {
        switch self {
        case .recordID, .creator, .modifier: CloudFieldType(.reference)
        case .created, .modified: CloudFieldType(.timestamp)
        }
    }

    func value(of record: CloudRecord) -> CloudFieldValue {
        let value: JSONValue =
            switch self {
            case .recordID: ["recordName": .string(record.name)]
            case .creator: ["recordName": .string(record.created.userID)]
            case .modifier: ["recordName": .string(record.modified.userID)]
            case .created: .integer(Int(record.created.date.storedMilliseconds))
            case .modified: .integer(Int(record.modified.date.storedMilliseconds))
            }
        return CloudFieldValue(type: type, value: value)
    }
}
