import GRDB

/// The id by which clients know one thing of a kind.
package struct CloudID<Kind>: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The id as clients write it.
    package let text: String

    /// Takes an id; whether there is such a thing only the store knows.
    package init(_ text: String) { self.text = text }

    /// The id.
    package var description: String { text }

    /// Compares the texts.
    package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension CloudID: DatabaseValueConvertible, StatementColumnConvertible {
    init(sqliteStatement: SQLiteStatement, index: CInt) {
        text = String(sqliteStatement: sqliteStatement, index: index)
    }

    var databaseValue: DatabaseValue { text.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
        String.fromDatabaseValue(value).map(Self.init)
    }
}

/// The id of a device, a UUID.
package typealias DeviceID = CloudID<DeviceKind>
/// The id of a channel, a UUID.
package typealias ChannelID = CloudID<ChannelKind>
/// The id of an inbox, 22 letters, digits, hyphens and underscores; clients call it a user's.
package typealias InboxID = CloudID<InboxKind>
/// The id of a push, a UUID.
package typealias PushID = CloudID<PushKind>
/// The id of a message, 22 letters, digits, hyphens and underscores.
package typealias MessageID = CloudID<MessageKind>
/// The id of a schedule, a UUID.
package typealias ScheduleID = CloudID<ScheduleKind>
/// The id of a segment, a UUID.
package typealias SegmentID = CloudID<SegmentKind>
