import SQLStore
import SQLiteSupport

extension WriteContext {
    /// Stores the contents of a push for channels that are not hosts, for each type that an account of the app reaches.
    func addOutboxContents(_ contents: [OutboxContent], of push: Int64, app: AppNumber) throws {
        guard !contents.isEmpty else { return }
        let reached: [String] = try values(
            "SELECT 'ios' FROM apnsAccount WHERE appNumber = ? UNION SELECT type FROM webhook WHERE appNumber = ?",
            [app, app]
        )
        for content in contents where reached.contains(content.type) {
            let (number, step): (Int?, Int?) =
                switch content.badge {
                case .set(let number): (number, nil)
                case .add(let step): (nil, step)
                case nil: (nil, nil)
                }
            try run(
                """
                INSERT INTO outboxNotification (pushNumber, type, body, isSilent, badge, badgeStep, expires)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [push, content.type, content.body, content.isSilent, number, step, content.expires.storedMilliseconds]
            )
        }
    }

    /// Queues a push for channels that an account of the app reaches, and updates their badges; `false` without any.
    func queueForOutbox(_ push: PushNumber, _ channels: [ChannelNumber]) throws -> Bool {
        guard !channels.isEmpty else { return false }
        let contents = try rows(
            "SELECT type, isSilent, badge, badgeStep FROM outboxNotification WHERE pushNumber = ?",
            [push]
        )
        let numbers = channels.jsonNumbers()
        return try contents.reduce(false) { isWaiting, content in
            let (number, step): (Int?, Int?) = (content["badge"], content["badgeStep"])
            let (type, isSilent): (String, Bool) = (content["type"], content["isSilent"])
            let reached = """
                number IN (SELECT value FROM json_each(?)) AND type = ? AND address IS NOT NULL AND disabled IS NULL
                AND (optIn = 1 OR (? = 1 AND background = 1))
                """
            if number != nil || step != nil {
                try run(
                    "UPDATE channel SET badge = CASE WHEN COALESCE(?1, badge + ?2) > 0 THEN COALESCE(?1, badge + ?2) ELSE 0 END WHERE \(reached)",
                    [number, step, numbers, type, isSilent]
                )
            }
            let count = try run(
                """
                INSERT INTO outboxDelivery (pushNumber, type, appNumber, channelNumber, badge, attempts, next)
                SELECT ?, type, appNumber, number, CASE WHEN ? = 1 THEN badge END, 0, ? FROM channel WHERE \(reached)
                ORDER BY number
                """,
                [push, number != nil || step != nil, now.storedMilliseconds, numbers, type, isSilent]
            )
            return isWaiting || count > 0
        }
    }

    /// Stores the result of a notification, and adds the attempt to the trace of its push, unless it no longer waits,
    /// such as after the removal of its account or its channel.
    func finish(_ delivery: OutboxDelivery, _ result: OutboxResult, type: String) throws {
        try lockRows("SELECT 1 FROM outboxDelivery WHERE number = ?", [delivery.number])
        guard try exists("SELECT 1 FROM outboxDelivery WHERE number = ?", [delivery.number]) else { return }
        switch result {
        case .accepted:
            try add(PushCount(sends: 1), to: delivery.pushNumber, type: type)
            try finish(delivery, type, .accepted, reason: nil)
        case .refused(let reason): try finish(delivery, type, .refused, reason: reason)
        case .disabled(let reason, let since):
            // The address may have been replaced or registered again since the notification was sent.
            try run(
                "UPDATE channel SET disabled = ? WHERE number = ? AND address = ? AND registered <= ?",
                [reason, delivery.channel, delivery.address, (since ?? now).storedMilliseconds]
            )
            try finish(delivery, type, .disabled, reason: reason)
            // Other notifications for a disabled channel would fail too.
            try run(
                """
                DELETE FROM outboxDelivery WHERE channelNumber = ?
                AND EXISTS (SELECT 1 FROM channel WHERE number = ? AND disabled IS NOT NULL)
                """,
                [delivery.channel, delivery.channel]
            )
        case .held(let reason): try addAttempt(of: delivery, type, .held, reason: reason)
        case .retry(let date, let reason):
            try addAttempt(of: delivery, type, .retry, reason: reason)
            try run(
                "UPDATE outboxDelivery SET attempts = attempts + 1, next = ? WHERE number = ?",
                [date.storedMilliseconds, delivery.number]
            )
        }
    }

    private func finish(
        _ delivery: OutboxDelivery,
        _ type: String,
        _ outcome: OutboxAttempt.Outcome,
        reason: String?
    ) throws {
        try addAttempt(of: delivery, type, outcome, reason: reason)
        try run("DELETE FROM outboxDelivery WHERE number = ?", [delivery.number])
    }

    private func addAttempt(
        of delivery: OutboxDelivery,
        _ type: String,
        _ outcome: OutboxAttempt.Outcome,
        reason: String?
    ) throws {
        try run(
            "INSERT INTO outboxAttempt (pushNumber, channel, type, date, outcome, reason) VALUES (?, ?, ?, ?, ?, ?)",
            [delivery.pushNumber, delivery.channelID, type, now.storedMilliseconds, outcome.rawValue, reason]
        )
    }

    func trimAttempts() throws {
        try run(
            "DELETE FROM outboxAttempt WHERE number <= (SELECT MAX(number) FROM outboxAttempt) - ?",
            [CloudStore.attemptLimit]
        )
    }
}
