public import FoundationEssentials

/// A record of a container: a name, a type, and fields by name.
///
/// A record has at most 1,000,000 bytes as JSON. In the cloud, a field keeps the type of its first value in the whole
/// container and for every person, and a record keeps its type.
public struct Record: Codable, Hashable, Sendable, Identifiable {
    /// The name, unique in the zone.
    public var name: RecordName
    /// The type: a letter, then letters, digits and `_`, at most 255.
    public var type: String
    /// The values of the fields by name; a name is a letter, then letters, digits and `_`, at most 255.
    public var fields: [String: RecordValue]
    /// The version of the record in the cloud; `nil` for a record that did not come from the cloud.
    public var changeTag: String?
    /// The time and the origin of the record's creation; `nil` for a record that did not come from the cloud.
    public var created: RecordStamp?
    /// The time and the origin of the last change; `nil` for a record that did not come from the cloud.
    public var modified: RecordStamp?

    /// Creates a record.
    public init(
        _ name: RecordName,
        type: String,
        fields: [String: RecordValue] = [:],
        changeTag: String? = nil,
        created: RecordStamp? = nil,
        modified: RecordStamp? = nil
    ) {
        self.name = name
        self.type = type
        self.fields = fields
        self.changeTag = changeTag
        self.created = created
        self.modified = modified
    }

    /// The name.
    public var id: RecordName { name }

    /// The value of a field; setting `nil` removes the field from this value, not from the cloud.
    public subscript(field: String) -> RecordValue? {
        get { fields[field] }
        set { fields[field] = newValue }
    }
}

/// The time and the origin of the creation or change of a record.
public struct RecordStamp: Codable, Hashable, Sendable {
    /// The cloud's time.
    public var date: Date
    /// The device that did it, if a device did; for this device the same text as `deviceID` of a context.
    public var device: String?
    /// The bundle identifier of the process that did it, if the cloud provides it.
    public var process: String?

    /// Creates a stamp.
    public init(date: Date, device: String? = nil, process: String? = nil) {
        self.date = date
        self.device = device
        self.process = process
    }
}

/// The condition for saving a record, and the fields that are replaced.
public enum RecordSavePolicy: String, Codable, Hashable, Sendable, CaseIterable {
    /// Saves only if the cloud has the version of ``Record/changeTag`` or, without a tag, no such record; otherwise the
    /// save fails with `conflict`, `notFound` or `exists`. Fields that are not in the saved record stay.
    case ifUnchanged
    /// Overwrites the fields of the saved record, whatever the cloud has; other fields stay. Creates a missing record.
    case changedKeys
    /// Replaces the whole record, whatever the cloud has. Creates a missing record.
    case allKeys
}

/// The outcome of fetching one record.
public struct RecordResult: Codable, Hashable, Sendable, Identifiable {
    /// The name that was requested.
    public var name: RecordName
    /// The record; `nil` if there is an error.
    public var record: Record?
    /// The reason why there is no record; `notFound` if it does not exist.
    public var error: RecordError?

    /// Creates a result.
    public init(name: RecordName, record: Record? = nil, error: RecordError? = nil) {
        self.name = name
        self.record = record
        self.error = error
    }

    /// The name.
    public var id: RecordName { name }

    /// Returns the record, or throws the ``RecordError``.
    public func get() throws -> Record {
        if let record { return record }
        throw error ?? RecordError(.notFound, "There is no record \(name).")
    }
}
