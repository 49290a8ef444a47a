package import AsyncPrimitives
import SQLStore
import SQLiteSupport

/// What several clouds need that use one database.
extension CloudStore {
    private static let hintChannel = "today_hint"

    /// `true` if other clouds may use the database at the same time.
    package var isShared: Bool { database.dialect == .postgreSQL }

    // MARK: - Hints

    /// Sends a text to the nodes that listen, this one included; it may get lost.
    package func sendHint(_ text: String) async throws(CloudStoreError) {
        let _: String? = try await value("SELECT CAST(pg_notify('\(Self.hintChannel)', ?) AS TEXT)", [text])
    }

    /// Begins to listen to hints, which `receive` must take without blocking; returns a closure that ends that, or `nil`
    /// if the database has no other nodes.
    package func listen(_ receive: @escaping @Sendable (ListenerEvent) -> Void) -> (@Sendable () -> Void)? {
        guard let database = database as? PostgreSQLDatabase<CloudStoreError> else { return nil }
        let listener = database.listen(to: Self.hintChannel, receive)
        return { listener.close() }
    }

    /// Returns the number of the last event of each device that exists.
    package func lastSequences(of devices: [DeviceNumber]) async throws(CloudStoreError) -> [DeviceNumber: Int64] {
        let pairs = try await list(
            """
            SELECT deviceNumber, sequence FROM deviceSequence
            WHERE deviceNumber IN (SELECT value FROM json_each(?))
            """,
            [devices.jsonNumbers()]
        ) { ($0[0] as DeviceNumber, $0[1] as Int64) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    // MARK: - Leases

    /// Grants a lease for a time from now on, or renews it; `false` if another owner has it.
    ///
    /// Its end is measured by the database's clock.
    package func takeLease(_ name: String, for owner: String, term: Duration) async throws(CloudStoreError) -> Bool {
        // Not in a group, in which it would wait for others.
        try await write(.serializable) { context in
            let now = try context.databaseTime()
            return try context.run(
                """
                INSERT INTO lease (name, owner, expires) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE
                SET owner = excluded.owner, expires = excluded.expires
                WHERE lease.owner = excluded.owner OR lease.expires <= ?
                """,
                [name, owner, now + Int64(term / .milliseconds(1)), now]
            ) > 0
        }
    }

    /// Ends the leases of an owner at once.
    package func releaseLeases(of owner: String) async throws(CloudStoreError) {
        try await write(.rowLocks) { try $0.run("DELETE FROM lease WHERE owner = ?", [owner]) }
    }

    // MARK: - Limits

    /// Adds to what clients have used of a limit, in time that it takes to regain it; returns the time until each has
    /// regained everything, by the database's clock.
    package func spend(
        _ spent: [String: Duration],
        of limit: String
    ) async throws(CloudStoreError) -> [String: Duration] {
        var rest = spent.sorted { $0.key < $1.key }[...]
        var known: [String: Duration] = [:]
        while !rest.isEmpty {
            let page = rest.prefix(Self.pageLimit)
            rest = rest.dropFirst(Self.pageLimit)
            let times = try await write(.rowLocks) { context in
                let now = try context.databaseTime() * 1000
                return try page.map { client, time in
                    let cost = Int64(time / .microseconds(1))
                    let regained: Int64? = try context.value(
                        """
                        INSERT INTO allowance (name, regained) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET regained =
                        CASE WHEN allowance.regained > ? THEN allowance.regained ELSE ? END + ? RETURNING regained
                        """,
                        ["\(limit) \(client)", now + cost, now, now, cost]
                    )
                    return (client, Duration.microseconds((regained ?? now) - now))
                }
            }
            known.merge(times) { $1 }
        }
        return known
    }
}

extension WriteContext {
    /// The time of the database, in milliseconds since 1970; nodes may have different ones.
    fileprivate func databaseTime() throws -> Int64 {
        guard dialect == .postgreSQL else { return now.storedMilliseconds }
        return try value("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)") ?? 0
    }

    /// Waits for other writes that hold the order of something until the end of this one, so that numbers which writes
    /// take afterwards appear in their order; SQLite, which has one writer, needs no lock.
    func holdOrder(of order: WriteOrder) throws {
        guard dialect == .postgreSQL else { return }
        _ = try row("SELECT CAST(pg_advisory_xact_lock(?) AS TEXT)", [order.rawValue])
    }
}

/// The keys of advisory locks.
enum WriteOrder: Int64 {
    case topics = 8_317_702
}
