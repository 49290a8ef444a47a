public import TodayKit

/// The records by which a widget wakes its app through the cloud.
///
/// On each tick the widget saves a `WidgetUpdate` record. The subscription sends the app a silent push, since the widget
/// is another process; the host then has the app process its queue. The record says which device has something to
/// process and nothing about habits, so it is saved whether Sync is on or off. Its name is derived from the action, so
/// the app knows the records of its own device without asking the cloud, and deletes no others.
public enum Doorbell {
    /// The type of the records.
    public static let type = "WidgetUpdate"

    /// The subscription, which the app makes once: created records only, since deleting them must wake nobody.
    public static let subscription = RecordSubscription.query("widget-updates", type: type, firesOn: [.created])

    /// Returns the record of an action.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - device: The device's id.
    ///   - now: The time of the tap.
    /// - Returns: The record.
    public static func record(_ action: ActionID, device: String, now: Date) -> Record {
        Record(name(action, device: device), type: type, fields: ["device": .string(device), "date": .date(now)])
    }

    /// Returns the name of an action's record.
    public static func name(_ action: ActionID, device: String) -> RecordName {
        RecordName("\(type).\(device).\(action)")
    }

    /// Returns the query for the records of a device.
    static func query(device: String) -> RecordQuery {
        RecordQuery(type: type, filters: [RecordFilter("device", .equals, .string(device))])
    }

    /// Returns the records of a device whose actions are over.
    ///
    /// - Parameters:
    ///   - records: Records of the device.
    ///   - pending: The actions that the app has not processed; those that were set aside are among them.
    ///   - device: The device's id.
    /// - Returns: The names of the records that announce none of these actions.
    static func stale(_ records: [Record], pending: [PendingAction], device: String) -> [RecordName] {
        let needed = Set(pending.map { name($0.id, device: device) })
        return records.map(\.name).filter { !needed.contains($0) }
    }

    /// Deletes this device's records of processed actions.
    ///
    /// Those of actions that were discarded are left to ``DoorbellSweeper``.
    ///
    /// - Throws: `RequestError` if the host refuses.
    static func takeBack(_ actions: [ActionID], _ context: AppContext) async throws {
        guard !actions.isEmpty else { return }
        let names = actions.map { name($0, device: context.deviceID) }
        try await context.records(in: HabitsCloud.container).delete(names)
    }
}
