import JSON

/// Notifications that wait while the other side does not read, at most one for each key.
struct MergedNotifications: Sendable {
    private var waiting: [(key: String, notification: any RPCNotification)] = []

    /// Adds a notification, or merges it with the waiting one of the same key.
    mutating func add<Notification: RPCNotification>(
        _ notification: Notification,
        key: String,
        _ merge: (Notification, Notification) -> Notification
    ) {
        if let index = waiting.firstIndex(where: { $0.key == key }),
            let older = waiting[index].notification as? Notification
        {
            waiting[index].notification = merge(older, notification)
        } else {
            waiting.append((key, notification))
        }
    }

    /// Removes all waiting notifications and returns their lines, the oldest first.
    mutating func take() -> [[UInt8]] {
        guard !waiting.isEmpty else { return [] }
        defer { waiting = [] }
        return waiting.map { entry in
            func line(_ notification: some RPCNotification) -> [UInt8] { Self.line(notification) }
            return line(entry.notification)
        }
    }

    static func line(_ notification: some RPCNotification) -> [UInt8] {
        do {
            let params = try JSONValue(encoding: notification)
            return RPCMessage.notification(method: type(of: notification).method, params: params).line
        } catch {
            preconditionFailure("a notification of ours cannot be coded: \(error)")
        }
    }
}
