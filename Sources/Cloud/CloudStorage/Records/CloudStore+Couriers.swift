package import FoundationEssentials
import GRDB
import SQLiteSupport

/// A notification that waits for a courier's next poll.
package struct CourierFrame: Hashable, Sendable {
    package let number: Int64
    /// The notification as JSON.
    package let body: String
}

extension CloudStore {
    /// Adds a courier: a queue of notifications that a web client polls.
    ///
    /// A login has at most ``CloudRecordLimits/couriers``; the oldest ones are removed.
    ///
    /// - Parameters:
    ///   - login: The login.
    ///   - environment: The environment.
    ///   - token: The token that the client registers.
    ///   - secretHash: The SHA-256 of the secret in the address that the client polls.
    /// - Throws: ``CloudStoreError`` with code `notFound` if the login was removed.
    package func addCourier(
        of login: CloudRecordLogin,
        _ environment: CloudEnvironment,
        token: String,
        secretHash: Data
    ) async throws(CloudStoreError) {
        try await write { context in
            let connection = context.database
            guard try connection.row("SELECT 1 FROM recordLogin WHERE number = ?", [login.number]) != nil else {
                throw CloudStoreError(.notFound, "The login has ended.")
            }
            try connection.run(
                """
                INSERT INTO courier (secretHash, token, loginNumber, containerNumber, environment, person, created)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    secretHash, token, login.number, login.container, environment.rawValue, login.person,
                    context.now.storedMilliseconds,
                ]
            )
            try connection.run(
                """
                DELETE FROM courier WHERE number IN (SELECT number FROM courier WHERE loginNumber = ?
                ORDER BY number DESC LIMIT -1 OFFSET ?)
                """,
                [login.number, CloudRecordLimits.couriers]
            )
        }
    }

    /// Returns `true` if a login has a courier with a token.
    package func hasCourier(token: String, of login: RecordLoginNumber) async throws(CloudStoreError) -> Bool {
        try await read { connection in
            try connection.row("SELECT 1 FROM courier WHERE token = ? AND loginNumber = ?", [token, login]) != nil
        }
    }

    /// Returns the courier with a secret; `nil` if the secret is unknown.
    package func courier(secretHash: Data) async throws(CloudStoreError) -> CourierNumber? {
        try await read { connection in
            try connection.row("SELECT number FROM courier WHERE secretHash = ?", [secretHash])?["number"]
        }
    }

    /// Returns the oldest notification that waits for a courier; `nil` if none waits.
    package func nextFrame(of courier: CourierNumber) async throws(CloudStoreError) -> CourierFrame? {
        let now = currentDate.storedMilliseconds
        return try await read { connection in
            try connection.row(
                """
                SELECT number, body FROM courierFrame WHERE courierNumber = ? AND expires > ? ORDER BY number LIMIT 1
                """,
                [courier, now]
            ).map { CourierFrame(number: $0["number"], body: $0["body"]) }
        }
    }

    /// Removes a notification that a courier's client has received.
    package func removeFrame(_ number: Int64, of courier: CourierNumber) async throws(CloudStoreError) {
        try await write { context in
            try context.database.run(
                "DELETE FROM courierFrame WHERE courierNumber = ? AND number = ?",
                [courier, number]
            )
        }
    }
}

extension WriteContext {
    /// Adds notifications to the queue of a courier; drops the oldest ones beyond the limit.
    func addFrames(_ bodies: [String], to courier: CourierNumber) throws {
        let expires = now.addingTimeInterval(CloudRecordLimits.frameLifetime).storedMilliseconds
        for body in bodies {
            try database.run(
                "INSERT INTO courierFrame (courierNumber, body, expires) VALUES (?, ?, ?)",
                [courier, body, expires]
            )
        }
        try database.run(
            """
            DELETE FROM courierFrame WHERE courierNumber = ? AND number <= (SELECT number FROM courierFrame
            WHERE courierNumber = ? ORDER BY number DESC LIMIT 1 OFFSET ?)
            """,
            [courier, courier, CloudRecordLimits.frames]
        )
        record(courier)
    }
}
