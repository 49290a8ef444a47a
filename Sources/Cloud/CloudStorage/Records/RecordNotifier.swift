package import FoundationEssentials
import JSON
import SQLStore
import SQLiteSupport

package struct RecordNotificationSettings: Sendable {
    /// The time at which a notification that a device has not received expires.
    package let expires: Date
    package let makeID: @Sendable () -> String

    package init(expires: Date, makeID: @escaping @Sendable () -> String) {
        self.expires = expires
        self.makeID = makeID
    }
}

/// Notifies the subscribers of a database of the changes of one write, inside that write.
///
/// A zone subscription is notified once for the whole write, a query subscription once for each matching change. Once a
/// write has made ``CloudRecordLimits/notifications``, a subscription that it has already notified gets no more; a
/// client that reads the changes of the zone after each notification misses nothing.
final class RecordNotifier {
    /// The bytes of notifications, maybe to many subscribers of a public database, at which they are stored meanwhile.
    private static let collected = 4_000_000

    private let request: RecordRequest
    private let settings: RecordNotificationSettings
    /// The subscriptions by the record type of their query; zone subscriptions are under the empty text.
    private var subscribers: [String: [Subscriber]] = [:]
    private var userIDs: [String: String] = [:]
    private var count = 0
    private var waiting: [(person: String, frame: JSONValue)] = []
    private var size = 0

    private struct Subscriber {
        let number: Int64
        let person: String
        let stored: StoredSubscription
        /// The filters of its query; `nil` if no record can match.
        var conditions: [RecordCondition]?
        var hasFired = false
    }

    init(_ request: RecordRequest, settings: RecordNotificationSettings) {
        self.request = request
        self.settings = settings
    }

    /// Makes a notification for each subscription that matches a change; `schema` is that of the record's type after it.
    func add(_ change: CloudRecordChange, schema: RecordTypeSchema?) throws {
        var id: String?
        for type in [change.record.type, ""] {
            var list = try subscribers[type] ?? load(type)
            for index in list.indices where matches(&list[index], change, schema) {
                let name = id ?? settings.makeID()
                id = name
                list[index].hasFired = true
                try add(change, to: list[index], id: name)
            }
            subscribers[type] = list
        }
    }

    /// Stores the notifications: in the queues of couriers for web clients, as events for devices.
    ///
    /// The login that made the changes gets none; a host itself drops those about changes of its own processes.
    func finish() throws {
        try store()
        for subscriber in subscribers.values.joined() where subscriber.hasFired {
            guard case .query(_, _, firesOnce: true) = subscriber.stored.subscription.scope else { continue }
            try request.context.run("DELETE FROM recordSubscription WHERE number = ?", [subscriber.number])
        }
    }

    // MARK: - Subscriptions

    private func load(_ type: String) throws -> [Subscriber] {
        let rows = try request.context.rows(
            "SELECT * FROM recordSubscription WHERE databaseNumber = ? AND typeName = ? ORDER BY number",
            [request.database.number, type]
        )
        let zone = request.zone.name
        return rows.compactMap { row in
            guard let stored = StoredSubscription(row), stored.subscription.zone ?? zone == zone else { return nil }
            return Subscriber(number: row["number"], person: row["person"], stored: stored)
        }
    }

    private func matches(
        _ subscriber: inout Subscriber,
        _ change: CloudRecordChange,
        _ schema: RecordTypeSchema?
    ) -> Bool {
        switch subscriber.stored.subscription.scope {
        case .zone: return !subscriber.hasFired
        case .query(let query, let firesOn, let firesOnce):
            guard firesOn.contains(change.reason.name),
                !subscriber.hasFired || !firesOnce && count < CloudRecordLimits.notifications
            else { return false }
            // A change may add the first record with the field of a filter.
            if subscriber.conditions == nil {
                subscriber.conditions = try? query.filters.map { filter in
                    let type = RecordSystemField(rawValue: filter.field)?.type ?? schema?.fields[filter.field]?.type
                    guard let type else { throw CloudRecordFailure.invalid("No record has this field.") }
                    return try RecordCondition(filter, type: type)
                }
            }
            guard let conditions = subscriber.conditions else { return false }
            return change.record.meets(conditions, with: change.fields)
        }
    }

    // MARK: - Notifications

    private func add(_ change: CloudRecordChange, to subscriber: Subscriber, id: String) throws {
        let frame = RecordNotificationFrame(
            database: request.database,
            zone: request.zone.name,
            subscription: subscriber.stored,
            change: change,
            id: id,
            userID: try userID(of: subscriber.person)
        ).json
        count += 1
        size += CloudRecordLimits.subscriptionSize + CloudRecordLimits.notifiedFields
        waiting.append((subscriber.person, frame))
        // Notifications of a private database are stored at the end: an atomic batch may be undone, but its events
        // could not be.
        if request.database.isPublic, size > Self.collected { try store() }
    }

    private func userID(of person: String) throws -> String {
        if let known = userIDs[person] { return known }
        let id: String =
            try request.context.value(
                "SELECT id FROM recordUser WHERE containerNumber = ? AND person = ?",
                [request.database.container.number, person]
            ) ?? ""
        userIDs[person] = id
        return id
    }

    private func store() throws {
        for (person, entries) in Dictionary(grouping: waiting, by: \.person).sorted(by: { $0.key < $1.key }) {
            let frames = entries.map(\.frame)
            try sendToCouriers(of: person, frames)
            try sendToDevices(of: person, frames)
        }
        waiting = []
        size = 0
    }

    private func sendToCouriers(of person: String, _ frames: [JSONValue]) throws {
        var maker = RecordLoginNumber(0)
        if case .login(let login) = request.author.client { maker = login }
        let couriers: [CourierNumber] = try request.context.values(
            """
            SELECT number FROM courier
            WHERE containerNumber = ? AND environment = ? AND person = ? AND loginNumber <> ?
            """,
            [request.database.container.number, request.database.environment.rawValue, person, maker]
        )
        guard !couriers.isEmpty else { return }
        let bodies = frames.suffix(CloudRecordLimits.frames).map(\.jsonText)
        for courier in couriers { try request.context.addFrames(bodies, to: courier) }
    }

    private func sendToDevices(of person: String, _ frames: [JSONValue]) throws {
        // Devices use only private databases in the production environment.
        let database = request.database
        guard database.environment == .production, !database.isPublic else { return }
        let devices: [DeviceNumber] = try request.context.values(
            "SELECT device.number FROM device JOIN person ON person.number = device.personNumber WHERE person.name = ?",
            [person]
        )
        guard !devices.isEmpty else { return }
        var body: [String: JSONValue] = [
            "container": .string(database.container.name), "environment": .string(database.environment.rawValue),
        ]
        if case .device(let id, let process) = request.author.client {
            body["origin"] = ["device": .string(id), "process": .string(process)]
        }
        for frame in frames {
            body["notification"] = frame
            let text = JSONValue.object(body).jsonText
            try request.context.append(EventContent(kind: "record", body: text, expires: settings.expires), to: devices)
        }
    }
}

extension CloudRecordChange.Reason {
    /// The name of the change in a subscription's `firesOn`.
    var name: String {
        switch self {
        case .created: "create"
        case .updated: "update"
        case .deleted: "delete"
        }
    }
}
