/// A query for the records of one type that match every filter.
public struct RecordQuery: Hashable, Sendable {
    /// The type of the records.
    public var type: String
    /// The conditions, each of which must hold; at most 30.
    public var filters: [RecordFilter]
    /// The order of the records, the most important field first; at most 30.
    public var sort: [RecordSort]

    /// Creates a query.
    public init(type: String, filters: [RecordFilter] = [], sort: [RecordSort] = []) {
        self.type = type
        self.filters = filters
        self.sort = sort
    }
}

extension RecordQuery: Codable {
    private enum CodingKeys: CodingKey { case type, filters, sort }

    /// Decodes the wire format; `filters` and `sort` may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = try container.decode(String.self, forKey: .type)
        filters = try container.decodeIfPresent([RecordFilter].self, forKey: .filters) ?? []
        sort = try container.decodeIfPresent([RecordSort].self, forKey: .sort) ?? []
    }
}

/// A condition on a field.
///
/// A record without the field matches no condition. The field may also be one that every record has: `___recordID`,
/// `___createTime`, `___modTime`, `___createdBy` or `___modifiedBy`.
public struct RecordFilter: Codable, Hashable, Sendable {
    /// The operator that compares the field with the value; the raw value is the name on the wire.
    public enum Comparator: String, Codable, Hashable, Sendable, CaseIterable {
        /// The field has the value.
        case equals = "EQUALS"
        /// The field has another value.
        case notEquals = "NOT_EQUALS"
        /// The field is less than the value.
        case lessThan = "LESS_THAN"
        /// The field is at most the value.
        case lessThanOrEquals = "LESS_THAN_OR_EQUALS"
        /// The field is greater than the value.
        case greaterThan = "GREATER_THAN"
        /// The field is at least the value.
        case greaterThanOrEquals = "GREATER_THAN_OR_EQUALS"
        /// The field is a location within ``RecordFilter/distance`` of the value.
        case near = "NEAR"
        /// The field has one of the values of a list of at most 250.
        case `in` = "IN"
        /// The field has none of the values of a list of at most 250.
        case notIn = "NOT_IN"
        /// The field contains every word of the value, ignoring case.
        case containsAllTokens = "CONTAINS_ALL_TOKENS"
        /// The field contains a word of the value, ignoring case.
        case containsAnyTokens = "CONTAINS_ANY_TOKENS"
        /// The field is a list that contains the value.
        case listContains = "LIST_CONTAINS"
        /// The field is a list that does not contain the value.
        case notListContains = "NOT_LIST_CONTAINS"
        /// The field is a string that begins with the value.
        case beginsWith = "BEGINS_WITH"
        /// The field is a string that does not begin with the value.
        case notBeginsWith = "NOT_BEGINS_WITH"
        /// The field is a list that contains a string that begins with the value.
        case listMemberBeginsWith = "LIST_MEMBER_BEGINS_WITH"
        /// The field is a list that contains no string that begins with the value.
        case notListMemberBeginsWith = "NOT_LIST_MEMBER_BEGINS_WITH"
    }

    /// The name of the field.
    public var field: String
    /// The operator.
    public var comparator: Comparator
    /// The value to compare the field with; it has the field's type.
    public var value: RecordValue
    /// The distance for ``Comparator/near``, in meters.
    public var distance: Double?

    /// Creates a condition.
    public init(_ field: String, _ comparator: Comparator, _ value: RecordValue, distance: Double? = nil) {
        self.field = field
        self.comparator = comparator
        self.value = value
        self.distance = distance
    }
}

/// A field by which records are sorted.
public struct RecordSort: Codable, Hashable, Sendable {
    /// The name of the field.
    public var field: String
    /// `true` if the smallest value comes first.
    public var ascending: Bool

    /// Creates a sort field.
    public init(_ field: String, ascending: Bool = true) {
        self.field = field
        self.ascending = ascending
    }
}

/// A page of the results of a query.
public struct RecordPage: Codable, Hashable, Sendable {
    /// The records.
    public var records: [Record]
    /// The marker for the next page; `nil` if this page is the last.
    public var marker: String?

    /// Creates a page.
    public init(records: [Record], marker: String? = nil) {
        self.records = records
        self.marker = marker
    }
}

/// The changes of a zone since the app last accepted changes.
public struct RecordChanges: Codable, Hashable, Sendable {
    /// The container.
    public var container: String
    /// The zone.
    public var zone: ZoneName
    /// The records that are new or changed.
    public var records: [Record]
    /// The names of the records that were deleted.
    public var deleted: [RecordName]
    /// `true` if more changes follow: accept these, and ask again.
    public var moreComing: Bool
    /// `true` if this is the first page of a walk through the whole zone.
    ///
    /// A walk begins at the app's first call, after the device has joined another cloud, after the cloud has lost its
    /// database, after the zone was deleted and created again, and after 90 days without a call if records were deleted
    /// in the meantime. The following pages, on which this is `false`, complete the zone until ``moreComing`` is
    /// `false`; they need not list records that were deleted before. A record that the app knows and that no page
    /// contains was deleted, or is in another cloud: the zone of a new cloud is empty. So save records again that exist
    /// only on this device.
    public var startsOver: Bool
    /// The point in the zone's history after these changes.
    public var token: String

    /// Creates changes.
    public init(
        container: String,
        zone: ZoneName,
        records: [Record],
        deleted: [RecordName],
        moreComing: Bool,
        startsOver: Bool,
        token: String
    ) {
        self.container = container
        self.zone = zone
        self.records = records
        self.deleted = deleted
        self.moreComing = moreComing
        self.startsOver = startsOver
        self.token = token
    }
}
