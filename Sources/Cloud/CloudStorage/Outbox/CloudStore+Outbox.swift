package import FoundationEssentials
import SQLStore
import SQLiteSupport

extension CloudStore {
    package static let webhookLimit = 50
    /// The number of attempts that are kept for the traces of pushes; older ones are removed.
    package static let attemptLimit = 10_000

    /// Sets the account for pushes of an app to iPhones and iPads; waiting notifications are due at once.
    package func setAPNsAccount(_ account: APNsAccount, of app: AppNumber) async throws(CloudStoreError) {
        try await write { context in
            try context.run(
                """
                INSERT INTO apnsAccount
                (appNumber, privateKey, keyID, teamID, topic, host, port, authorities, version, failure, retry)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, NULL, 0)
                ON CONFLICT (appNumber) DO UPDATE SET privateKey = excluded.privateKey, keyID = excluded.keyID,
                teamID = excluded.teamID, topic = excluded.topic, host = excluded.host, port = excluded.port,
                authorities = excluded.authorities, version = apnsAccount.version + 1, failure = NULL, failures = 0, retry = 0
                """,
                [
                    app, account.privateKey, account.keyID, account.teamID, account.topic, account.host, account.port,
                    account.authorities,
                ]
            )
        }
    }

    /// Sets the webhook for the open channels of a type, for which waiting notifications are due at once; returns
    /// `false` if it is new and the app has ``webhookLimit``.
    package func setWebhook(_ webhook: Webhook, for key: OutboxAccount.Key) async throws(CloudStoreError) -> Bool {
        try await write { context in
            let others = try context.count("webhook WHERE appNumber = ? AND type <> ?", [key.app, key.type])
            guard others < Self.webhookLimit else { return false }
            try context.run(
                """
                INSERT INTO webhook (appNumber, type, url, secret, authorities, allowsLoopback, version, failure, retry)
                VALUES (?, ?, ?, ?, ?, ?, 1, NULL, 0)
                ON CONFLICT (appNumber, type) DO UPDATE SET url = excluded.url, secret = excluded.secret,
                authorities = excluded.authorities, allowsLoopback = excluded.allowsLoopback, version = webhook.version + 1,
                failure = NULL, failures = 0, retry = 0
                """,
                [key.app, key.type, webhook.url, webhook.secret, webhook.authorities, webhook.allowsLoopback]
            )
            return true
        }
    }

    /// Removes an account, and the notifications that wait for it; returns `true` if it existed.
    package func removeOutboxAccount(_ key: OutboxAccount.Key) async throws(CloudStoreError) -> Bool {
        try await write { context in
            try context.run("DELETE FROM outboxDelivery WHERE appNumber = ? AND type = ?", [key.app, key.type])
            return try context.run("DELETE FROM \(key.account)", key.arguments) > 0
        }
    }

    /// Returns the accounts of all apps, in the order of the apps; the APNs account of an app comes first.
    package func outboxAccounts() async throws(CloudStoreError) -> [OutboxAccount] {
        try await read { try $0.outboxAccounts() }
    }

    /// Reads the accounts of the database at a path without changing it; `nil` if it is not readable, or of an older
    /// version, which the next start migrates.
    package static func outboxAccounts(at path: String) -> [OutboxAccount]? {
        try? SQLiteFile.read(at: path) { try $0.outboxAccounts() }
    }

    package func webhookTypes(of app: AppNumber) async throws(CloudStoreError) -> [String] {
        try await values("SELECT type FROM webhook WHERE appNumber = ? ORDER BY type", [app])
    }

    /// Returns `true` if an account was neither replaced nor removed since it was read.
    package func isCurrent(_ account: OutboxAccount) async throws(CloudStoreError) -> Bool {
        try await value("SELECT version FROM \(account.key.account)", account.key.arguments) == account.version
    }

    package func waitingDeliveries(for key: OutboxAccount.Key) async throws(CloudStoreError) -> Int {
        try await read { try $0.count("outboxDelivery WHERE appNumber = ? AND type = ?", [key.app, key.type]) }
    }

    /// Returns the notifications for an account that are due, the longest due first.
    ///
    /// If none is due, returns those beyond ``OutboxAccount/longestPause``: the clock was set back.
    package func dueDeliveries(
        for key: OutboxAccount.Key,
        at date: Date,
        limit: Int
    ) async throws(CloudStoreError) -> [OutboxDelivery] {
        try await read { database in
            func deliveries(_ condition: String, _ date: Date) throws -> [OutboxDelivery] {
                try database.map(
                    """
                    SELECT delivery.number, pushNumber, push.id AS push, channelNumber, channel.id AS channel, channel.address,
                    channel.properties, body, delivery.badge, notification.expires, attempts
                    FROM outboxDelivery AS delivery CROSS JOIN outboxNotification AS notification USING (pushNumber, type)
                    CROSS JOIN push ON push.number = pushNumber CROSS JOIN channel ON channel.number = channelNumber
                    WHERE delivery.appNumber = ? AND delivery.type = ? AND \(condition)
                    ORDER BY next, delivery.number LIMIT ?
                    """,
                    [key.app, key.type, date.storedMilliseconds, limit],
                    OutboxDelivery.init
                )
            }
            let due = try deliveries("next <= ?", date)
            return try due.isEmpty ? deliveries("next > ?", OutboxAccount.latest(at: date)) : due
        }
    }

    /// Stores the results of notifications and the account's state in one transaction; `failure` is the reason why the
    /// destination refused the account, whose pause then starts or is extended.
    package func finish(
        _ results: [(OutboxDelivery, OutboxResult)],
        with account: OutboxAccount,
        failure: String?
    ) async throws(CloudStoreError) {
        try await write(.rowLocks) { context in
            for (delivery, result) in results { try context.finish(delivery, result, type: account.key.type) }
            try context.trimAttempts()
            let failures = failure == nil ? 0 : account.failures + 1
            let retry = failure == nil ? 0 : context.now.addingTimeInterval(account.pause).storedMilliseconds
            // An account that was replaced meanwhile has not failed.
            let table = account.key.table
            try context.run(
                "UPDATE \(table.name) SET failure = ?, failures = ?, retry = ? WHERE \(table.condition) AND version = ?",
                [failure, failures, retry] + account.key.arguments + [account.version]
            )
        }
    }

    /// Returns the attempts to deliver a push to channels that are no hosts, the oldest first; `nil` without the push.
    package func outboxAttempts(of push: PushID) async throws(CloudStoreError) -> [OutboxAttempt]? {
        try await read { database in
            let number: Int64? = try database.value("SELECT number FROM push WHERE id = ?", [push])
            guard let number else { return nil }
            return try database.rows(
                "SELECT * FROM outboxAttempt WHERE pushNumber = ? ORDER BY number LIMIT ?",
                [number, Self.attemptLimit]
            ).compactMap(OutboxAttempt.init)
        }
    }
}

extension SQLConnection {
    fileprivate func outboxAccounts() throws -> [OutboxAccount] {
        let columns = """
            app.number AS app, app.name AS appName, app.key AS appKey, account.failures AS failureCount,
            (SELECT next FROM outboxDelivery AS delivery
            WHERE delivery.appNumber = account.appNumber AND delivery.type = account.type
            ORDER BY next LIMIT 1) AS next
            """
        let apns = try rows(
            """
            SELECT account.*, \(columns)
            FROM (SELECT *, 'ios' AS type FROM apnsAccount) AS account JOIN app ON app.number = account.appNumber
            """
        ).map { row in OutboxAccount(row, .apns(APNsAccount(row))) }
        let webhooks = try rows(
            """
            SELECT account.*, \(columns) FROM webhook AS account JOIN app ON app.number = account.appNumber
            ORDER BY account.type
            """
        ).map { row in OutboxAccount(row, .webhook(Webhook(row))) }
        // The sort is stable.
        return (apns + webhooks).sorted { $0.key.app < $1.key.app }
    }
}

extension OutboxAccount.Key {
    /// The table of the account, and the condition that finds it there with ``arguments``.
    fileprivate var table: (name: String, condition: String) {
        type == APNsAccount.channelType ? ("apnsAccount", "appNumber = ?") : ("webhook", "appNumber = ? AND type = ?")
    }

    fileprivate var arguments: SQLArguments { type == APNsAccount.channelType ? [app] : [app, type] }

    /// The account's row, for statements: a table and a condition.
    fileprivate var account: String { "\(table.name) WHERE \(table.condition)" }
}

extension OutboxAccount {
    fileprivate init(_ row: SQLRow, _ destination: Destination) {
        self.init(
            key: Key(app: row["app"], type: row["type"]),
            appName: row["appName"],
            appKey: row["appKey"],
            destination: destination,
            version: row["version"],
            failure: row["failure"],
            failures: row["failureCount"],
            retry: row.date("retry"),
            next: row.optionalDate("next")
        )
    }
}

extension OutboxAttempt {
    fileprivate init?(_ row: SQLRow) {
        guard let outcome = Outcome(rawValue: row["outcome"]) else { return nil }
        self.init(
            date: row.date("date"),
            channel: row["channel"],
            type: row["type"],
            outcome: outcome,
            reason: row["reason"]
        )
    }
}
