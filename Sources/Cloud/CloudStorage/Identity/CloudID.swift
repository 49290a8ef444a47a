import GRDB

/// The id by which clients know an object of one kind.
package struct CloudID<Kind>: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let text: String

    /// Wraps a text; the id need not exist in the store.
    package init(_ text: String) { self.text = text }

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
/// The id of an inbox, 22 letters, digits, hyphens and underscores.
///
/// Airship's clients call it a user id.
package typealias InboxID = CloudID<InboxKind>
/// The id of a push, a UUID.
package typealias PushID = CloudID<PushKind>
/// The id of a message, 22 letters, digits, hyphens and underscores.
package typealias CloudMessageID = CloudID<MessageKind>
/// The id of a schedule, a UUID.
package typealias ScheduleID = CloudID<ScheduleKind>
/// The id of a segment, a UUID.
package typealias SegmentID = CloudID<SegmentKind>

/// The row number by which the store knows an object of one kind.
///
/// It never leaves the server; clients use the ``CloudID``. Newer objects have greater numbers, and no number is used
/// twice.
package struct RowNumber<Kind>: Hashable, Comparable, Sendable {
    package let value: Int64

    package init(_ value: Int64) { self.value = value }

    /// Orders objects of one kind by age.
    package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

extension RowNumber: DatabaseValueConvertible, StatementColumnConvertible {
    init(sqliteStatement: SQLiteStatement, index: CInt) {
        value = Int64(sqliteStatement: sqliteStatement, index: index)
    }

    var databaseValue: DatabaseValue { value.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
        Int64.fromDatabaseValue(value).map(Self.init)
    }
}

/// Names the numbers and ids of apps.
package enum AppKind {}
/// Names the numbers and ids of devices.
package enum DeviceKind {}
/// Names the numbers and ids of channels.
package enum ChannelKind {}
/// Names the numbers of named users.
package enum NamedUserKind {}
/// Names the numbers and ids of inboxes.
package enum InboxKind {}
/// Names the numbers and ids of pushes.
package enum PushKind {}
/// Names the numbers and ids of messages.
package enum MessageKind {}
/// Names the ids of schedules.
package enum ScheduleKind {}
/// Names the numbers of static lists.
package enum StaticListKind {}
/// Names the numbers of uploads of static lists.
package enum ListUploadKind {}
/// Names the ids of segments.
package enum SegmentKind {}
/// Names the numbers of containers.
package enum ContainerKind {}
/// Names the numbers of databases of records.
package enum RecordDatabaseKind {}
/// Names the numbers of zones.
package enum RecordZoneKind {}
/// Names the numbers of logins to a container.
package enum RecordLoginKind {}
/// Names the numbers of couriers.
package enum CourierKind {}

package typealias AppNumber = RowNumber<AppKind>
package typealias DeviceNumber = RowNumber<DeviceKind>
package typealias ChannelNumber = RowNumber<ChannelKind>
package typealias NamedUserNumber = RowNumber<NamedUserKind>
package typealias InboxNumber = RowNumber<InboxKind>
package typealias PushNumber = RowNumber<PushKind>
package typealias MessageNumber = RowNumber<MessageKind>
package typealias StaticListNumber = RowNumber<StaticListKind>
/// The number of an upload of a static list.
package typealias ListUploadNumber = RowNumber<ListUploadKind>
package typealias ContainerNumber = RowNumber<ContainerKind>
package typealias RecordDatabaseNumber = RowNumber<RecordDatabaseKind>
package typealias RecordZoneNumber = RowNumber<RecordZoneKind>
/// The number of a login to a container.
package typealias RecordLoginNumber = RowNumber<RecordLoginKind>
package typealias CourierNumber = RowNumber<CourierKind>
