import GRDB

/// The id by which clients know an object of one kind.
package struct CloudID<Kind>: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let text: String

    package init(_ text: String) { self.text = text }

    package var description: String { text }

    package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension CloudID: RawRepresentable, DatabaseValueConvertible, StatementColumnConvertible {
    package var rawValue: String { text }

    package init(rawValue: String) { self.init(rawValue) }
}

/// A UUID, as the ids of channels, pushes, schedules and segments.
package typealias DeviceID = CloudID<DeviceRecord>
package typealias ChannelID = CloudID<ChannelRecord>
/// 22 letters, digits, hyphens and underscores; Airship's clients call it a user id.
package typealias InboxID = CloudID<InboxAccess>
package typealias PushID = CloudID<NewPush>
/// 22 letters, digits, hyphens and underscores.
package typealias CloudMessageID = CloudID<NewMessage>
package typealias ScheduleID = CloudID<ScheduleRecord>
package typealias SegmentID = CloudID<SegmentRecord>

/// The row number by which the store, but no client, knows an object of one kind; clients use the ``CloudID``.
///
/// Newer objects have greater numbers, and no number is used twice.
package struct RowNumber<Kind>: Hashable, Comparable, Sendable {
    package let value: Int64

    package init(_ value: Int64) { self.value = value }

    package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

extension RowNumber: RawRepresentable, DatabaseValueConvertible, StatementColumnConvertible {
    package var rawValue: Int64 { value }

    package init(rawValue: Int64) { self.init(rawValue) }
}

package enum ListUploadKind {}
package enum CourierKind {}

package typealias AppNumber = RowNumber<AppRecord>
package typealias DeviceNumber = RowNumber<DeviceRecord>
package typealias ChannelNumber = RowNumber<ChannelRecord>
package typealias NamedUserNumber = RowNumber<NamedUserRecord>
package typealias InboxNumber = RowNumber<InboxAccess>
package typealias PushNumber = RowNumber<NewPush>
package typealias MessageNumber = RowNumber<NewMessage>
package typealias StaticListNumber = RowNumber<StaticListRecord>
package typealias ListUploadNumber = RowNumber<ListUploadKind>
package typealias ContainerNumber = RowNumber<CloudContainer>
package typealias RecordDatabaseNumber = RowNumber<CloudRecordDatabase>
package typealias RecordZoneNumber = RowNumber<CloudRecordZone>
package typealias RecordLoginNumber = RowNumber<CloudRecordLogin>
package typealias CourierNumber = RowNumber<CourierKind>
