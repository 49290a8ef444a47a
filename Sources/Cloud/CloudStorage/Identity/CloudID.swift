import SQLStore

/// The id by which clients know an object of one kind.
package struct CloudID<Kind>: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let text: String

    package init(_ text: String) { self.text = text }

    package var description: String { text }

    package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension CloudID: RawRepresentable, SQLConvertible {
    package var rawValue: String { text }

    package init(rawValue: String) { self.init(rawValue) }
}

/// A UUID, as the ids of channels, pushes, schedules and segments.
package typealias DeviceID = CloudID<DeviceKind>
package typealias ChannelID = CloudID<ChannelKind>
/// 22 letters, digits, hyphens and underscores; Airship's clients call it a user id.
package typealias InboxID = CloudID<InboxKind>
package typealias PushID = CloudID<PushKind>
/// 22 letters, digits, hyphens and underscores.
package typealias CloudMessageID = CloudID<MessageKind>
package typealias ScheduleID = CloudID<ScheduleKind>
package typealias SegmentID = CloudID<SegmentKind>

/// The row number by which the store, but no client, knows an object of one kind; clients use the ``CloudID``.
///
/// Newer objects have greater numbers, and no number is used twice.
package struct RowNumber<Kind>: Hashable, Comparable, Sendable {
    package let value: Int64

    package init(_ value: Int64) { self.value = value }

    package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

extension RowNumber: RawRepresentable, SQLConvertible {
    package var rawValue: Int64 { value }

    package init(rawValue: Int64) { self.init(rawValue) }
}

// The kinds of objects that have numbers or ids.

package enum AppKind {}
package enum DeviceKind {}
package enum ChannelKind {}
package enum NamedUserKind {}
package enum InboxKind {}
package enum PushKind {}
package enum MessageKind {}
package enum ScheduleKind {}
package enum StaticListKind {}
package enum ListUploadKind {}
package enum SegmentKind {}
package enum ContainerKind {}
package enum RecordDatabaseKind {}
package enum RecordZoneKind {}
package enum RecordLoginKind {}
package enum CourierKind {}

package typealias AppNumber = RowNumber<AppKind>
package typealias DeviceNumber = RowNumber<DeviceKind>
package typealias ChannelNumber = RowNumber<ChannelKind>
package typealias NamedUserNumber = RowNumber<NamedUserKind>
package typealias InboxNumber = RowNumber<InboxKind>
package typealias PushNumber = RowNumber<PushKind>
package typealias MessageNumber = RowNumber<MessageKind>
package typealias StaticListNumber = RowNumber<StaticListKind>
package typealias ListUploadNumber = RowNumber<ListUploadKind>
package typealias ContainerNumber = RowNumber<ContainerKind>
package typealias RecordDatabaseNumber = RowNumber<RecordDatabaseKind>
package typealias RecordZoneNumber = RowNumber<RecordZoneKind>
package typealias RecordLoginNumber = RowNumber<RecordLoginKind>
package typealias CourierNumber = RowNumber<CourierKind>
