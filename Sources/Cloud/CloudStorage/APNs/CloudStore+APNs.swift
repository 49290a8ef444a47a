package import FoundationEssentials
import GRDB
import SQLiteSupport

extension CloudStore {
    /// Sets the account with which pushes of an app reach iPhones and iPads; what waits is sent with it at once.
    package func setAPNsAccount(_ account: APNsAccount, of app: AppNumber) async throws(CloudStoreError) {
        try await write { context in
            try context.database.run(
                """
                INSERT INTO apnsAccount
                (appNumber, privateKey, keyID, teamID, topic, host, port, authorities, version, failure, retry)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, NULL, 0)
                ON CONFLICT (appNumber) DO UPDATE SET privateKey = excluded.privateKey, keyID = excluded.keyID,
                teamID = excluded.teamID, topic = excluded.topic, host = excluded.host, port = excluded.port,
                authorities = excluded.authorities, version = version + 1, failure = NULL, retry = 0
                """,
                [
                    app, account.privateKey, account.keyID, account.teamID, account.topic, account.host, account.port,
                    account.authorities,
                ]
            )
        }
    }

    /// Removes the account of an app, and the notifications that wait.
    ///
    /// - Returns: Whether there was one.
    package func removeAPNsAccount(of app: AppNumber) async throws(CloudStoreError) -> Bool {
        try await write { context in
            try context.database.run("DELETE FROM apnsDelivery WHERE appNumber = ?", [app])
            return try context.database.run("DELETE FROM apnsAccount WHERE appNumber = ?", [app]) > 0
        }
    }

    /// Returns the accounts of all apps, in the order in which the apps were added.
    package func apnsAccounts() async throws(CloudStoreError) -> [APNsAccountRecord] {
        try await read { database in
            try database.rows(
                """
                SELECT apnsAccount.*, app.name AS appName,
                (SELECT next FROM apnsDelivery WHERE appNumber = app.number ORDER BY next LIMIT 1) AS next
                FROM apnsAccount JOIN app ON app.number = apnsAccount.appNumber ORDER BY app.number
                """
            ).map(APNsAccountRecord.init)
        }
    }

    /// Returns the number of notifications of an app that wait.
    package func waitingAPNsDeliveries(of app: AppNumber) async throws(CloudStoreError) -> Int {
        try await read { database in
            try database.row("SELECT COUNT(*) AS count FROM apnsDelivery WHERE appNumber = ?", [app])?["count"] ?? 0
        }
    }

    /// Returns notifications of an app that are due, those that are due longest first.
    package func dueAPNsDeliveries(
        of app: AppNumber,
        at date: Date,
        limit: Int
    ) async throws(CloudStoreError) -> [APNsDelivery] {
        try await read { database in
            try database.rows(
                """
                SELECT apnsDelivery.number, channelNumber, channel.address, body, apnsDelivery.badge, expires, attempts
                FROM apnsDelivery CROSS JOIN apnsNotification USING (pushNumber)
                CROSS JOIN channel ON channel.number = channelNumber
                WHERE apnsDelivery.appNumber = ? AND next <= ? ORDER BY next, apnsDelivery.number LIMIT ?
                """,
                [app, date.storedMilliseconds, limit]
            ).map { row in
                APNsDelivery(
                    number: row["number"],
                    channel: row["channelNumber"],
                    deviceToken: row["address"] ?? "",
                    body: row["body"],
                    badge: row["badge"],
                    expires: row.date("expires"),
                    attempts: row["attempts"]
                )
            }
        }
    }

    /// Stores what became of notifications, and whether APNs takes the app's account; in one transaction.
    ///
    /// - Parameters:
    ///   - results: The notifications, and what became of each.
    ///   - account: The account with which they were sent.
    ///   - failure: Why nothing more is sent with this account for now, and until when; `nil` if it may be.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func finish(
        _ results: [(APNsDelivery, APNsDeliveryResult)],
        with account: APNsAccountRecord,
        failure: (reason: String, retry: Date)?
    ) async throws(CloudStoreError) {
        try await write { context in
            for (delivery, result) in results { try context.finish(delivery, result) }
            // An account that was replaced meanwhile has not failed.
            try context.database.run(
                "UPDATE apnsAccount SET failure = ?, retry = ? WHERE appNumber = ? AND version = ?",
                [failure?.reason, failure?.retry.storedMilliseconds ?? 0, account.app, account.version]
            )
        }
    }
}

extension APNsAccountRecord {
    init(_ row: Row) {
        self.init(
            app: row["appNumber"],
            appName: row["appName"],
            account: APNsAccount(
                privateKey: row["privateKey"],
                keyID: row["keyID"],
                teamID: row["teamID"],
                topic: row["topic"],
                host: row["host"],
                port: row["port"],
                authorities: row["authorities"]
            ),
            version: row["version"],
            failure: row["failure"],
            retry: row.date("retry"),
            next: row.optionalDate("next")
        )
    }
}

extension WriteContext {
    /// Stores what a push says to iPhones and iPads, if its app has an account.
    func addAPNsContent(_ content: APNsContent, of push: Int64, app: AppNumber) throws {
        guard try database.row("SELECT 1 FROM apnsAccount WHERE appNumber = ?", [app]) != nil else { return }
        let (number, step): (Int?, Int?) =
            switch content.badge {
            case .set(let number): (number, nil)
            case .add(let step): (nil, step)
            case nil: (nil, nil)
            }
        try database.run(
            """
            INSERT INTO apnsNotification (pushNumber, body, isSilent, badge, badgeStep, expires)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [push, content.body, content.isSilent, number, step, content.expires.storedMilliseconds]
        )
    }

    /// Queues a push for those of some channels that APNs reaches, and updates the numbers on their icons.
    ///
    /// - Returns: Whether there were any.
    func queueForAPNs(_ push: PushNumber, _ channels: [ChannelNumber]) throws -> Bool {
        let content = try database.row("SELECT * FROM apnsNotification WHERE pushNumber = ?", [push])
        guard let content, !channels.isEmpty else { return false }
        let (number, step): (Int?, Int?) = (content["badge"], content["badgeStep"])
        let reached = """
            number IN (SELECT value FROM json_each(?)) AND type = 'ios' AND address IS NOT NULL AND disabled IS NULL
            AND (optIn = 1 OR (? AND background = 1))
            """
        let isSilent: Bool = content["isSilent"]
        let numbers = channels.jsonNumbers()
        if number != nil || step != nil {
            try database.run(
                "UPDATE channel SET badge = MAX(0, COALESCE(?, badge + ?)) WHERE \(reached)",
                [number, step, numbers, isSilent]
            )
        }
        return try database.run(
            """
            INSERT INTO apnsDelivery (pushNumber, appNumber, channelNumber, badge, attempts, next)
            SELECT ?, appNumber, number, IIF(?, badge, NULL), 0, ? FROM channel WHERE \(reached) ORDER BY number
            """,
            [push, number != nil || step != nil, now.storedMilliseconds, numbers, isSilent]
        ) > 0
    }

    fileprivate func finish(_ delivery: APNsDelivery, _ result: APNsDeliveryResult) throws {
        switch result {
        case .done: try database.run("DELETE FROM apnsDelivery WHERE number = ?", [delivery.number])
        case .disabled(let reason, let since):
            // The token may have been replaced, or registered again, while the notification was on its way.
            try database.run(
                "UPDATE channel SET disabled = ? WHERE number = ? AND address = ? AND registered <= ?",
                [reason, delivery.channel, delivery.deviceToken, (since ?? now).storedMilliseconds]
            )
            try database.run("DELETE FROM apnsDelivery WHERE number = ?", [delivery.number])
            // What else waits for a channel that was disabled would fail too.
            try database.run(
                """
                DELETE FROM apnsDelivery WHERE channelNumber = ?
                AND EXISTS (SELECT 1 FROM channel WHERE number = ? AND disabled IS NOT NULL)
                """,
                [delivery.channel, delivery.channel]
            )
        case .retry(let date):
            try database.run(
                "UPDATE apnsDelivery SET attempts = attempts + 1, next = ? WHERE number = ?",
                [date.storedMilliseconds, delivery.number]
            )
        }
    }
}
