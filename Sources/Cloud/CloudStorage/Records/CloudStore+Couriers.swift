package import FoundationEssentials
import SQLStore
import SQLiteSupport

extension CloudStore {
    /// Adds a courier: a queue of notifications for a web client, which registers the token, and polls an address with
    /// the secret of which the SHA-256 is given; `notFound` if the login was removed.
    ///
    /// A login has at most ``CloudRecordLimits/couriers``; the oldest ones are removed.
    package func addCourier(
        of login: CloudRecordLogin,
        _ environment: CloudEnvironment,
        token: String,
        secretHash: Data
    ) async throws(CloudStoreError) {
        try await write { context in
            guard try context.exists("SELECT 1 FROM recordLogin WHERE number = ?", [login.number]) else {
                throw CloudStoreError(.notFound, "The login has ended.")
            }
            try context.run(
                """
                INSERT INTO courier (secretHash, token, loginNumber, containerNumber, environment, person, created)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    secretHash, token, login.number, login.container, environment.rawValue, login.person,
                    context.now.storedMilliseconds,
                ]
            )
            try context.run(
                """
                DELETE FROM courier WHERE number IN (SELECT number FROM courier WHERE loginNumber = ?
                ORDER BY number DESC LIMIT -1 OFFSET ?)
                """,
                [login.number, CloudRecordLimits.couriers]
            )
        }
    }

    package func hasCourier(token: String, of login: RecordLoginNumber) async throws(CloudStoreError) -> Bool {
        try await read { try $0.exists("SELECT 1 FROM courier WHERE token = ? AND loginNumber = ?", [token, login]) }
    }

    package func courier(secretHash: Data) async throws(CloudStoreError) -> CourierNumber? {
        try await value("SELECT number FROM courier WHERE secretHash = ?", [secretHash])
    }

    /// Returns the oldest notification that waits for a courier; `nil` if none waits.
    package func nextFrame(
        of courier: CourierNumber
    ) async throws(CloudStoreError) -> (number: Int64, body: String)? {
        try await first(
            "SELECT number, body FROM courierFrame WHERE courierNumber = ? AND expires > ? ORDER BY number LIMIT 1",
            [courier, currentDate.storedMilliseconds]
        ) { ($0["number"], $0["body"]) }
    }

    /// Returns those of some couriers for which notifications wait.
    package func couriersWithFrames(among couriers: [CourierNumber]) async throws(CloudStoreError) -> [CourierNumber] {
        guard !couriers.isEmpty else { return [] }
        return try await values(
            "SELECT DISTINCT courierNumber FROM courierFrame WHERE courierNumber IN (SELECT value FROM json_each(?))",
            [couriers.jsonNumbers()]
        )
    }

    package func removeFrame(_ number: Int64, of courier: CourierNumber) async throws(CloudStoreError) {
        try await run("DELETE FROM courierFrame WHERE courierNumber = ? AND number = ?", [courier, number])
    }
}

extension WriteContext {
    /// Adds notifications to the queue of a courier; drops the oldest ones beyond the limit.
    func addFrames(_ bodies: [String], to courier: CourierNumber) throws {
        let expires = now.addingTimeInterval(CloudRecordLimits.frameLifetime).storedMilliseconds
        for body in bodies {
            try run(
                "INSERT INTO courierFrame (courierNumber, body, expires) VALUES (?, ?, ?)",
                [courier, body, expires]
            )
        }
        try run(
            """
            DELETE FROM courierFrame WHERE courierNumber = ? AND number <= (SELECT number FROM courierFrame
            WHERE courierNumber = ? ORDER BY number DESC LIMIT 1 OFFSET ?)
            """,
            [courier, courier, CloudRecordLimits.frames]
        )
        news.couriers.insert(courier)
    }
}
