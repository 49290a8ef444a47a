import SQLStore
import SQLiteSupport

/// A container: the records that an app and its companions share.
package struct CloudContainer: Hashable, Sendable {
    package let number: ContainerNumber
    package let name: String
    /// The token with which web clients name the container; `nil` if the operator has created none.
    package let apiToken: String?
    /// `true` if it stands for a container that does not exist; its public database stays empty.
    package var isPlaceholder = false
}

extension CloudStore {
    package func container(_ name: String) async throws(CloudStoreError) -> CloudContainer? {
        try await read { try $0.container(name) }
    }

    /// Returns all containers by name.
    package func containers() async throws(CloudStoreError) -> [CloudContainer] {
        try await list(
            "SELECT * FROM recordContainer WHERE name <> '' ORDER BY name LIMIT ?",
            [CloudRecordLimits.containers],
            CloudContainer.init
        )
    }

    /// Returns a container; adds it if it is missing, for the person whose device uses it first, or for the operator if
    /// the name is empty.
    ///
    /// - Throws: ``CloudStoreError`` `conflict` at ``CloudRecordLimits/containers``, or at those of a person.
    package func addContainer(
        _ name: String,
        for person: String = ""
    ) async throws(CloudStoreError) -> CloudContainer {
        if let known = try await container(name) { return known }
        return try await write { context in try context.addContainer(name, for: person) }
    }

    /// Returns the container that a device reads in place of one that does not exist: its public database is empty and
    /// must not be written to.
    package func placeholder(for name: String) async throws(CloudStoreError) -> CloudContainer {
        let query = "SELECT number FROM recordContainer WHERE name = ''"
        let known: ContainerNumber? = try await value(query)
        let number =
            if let known { known } else {
                try await write { try $0.value(query) ?? $0.insertContainer("", for: "") }
            }
        return CloudContainer(number: number, name: name, apiToken: nil, isPlaceholder: true)
    }

    /// Gives a container an API token, unless it has one and `replaces` is `false`, and returns it with its current
    /// token; `notFound` if it does not exist.
    package func setAPIToken(
        _ token: String,
        of number: ContainerNumber,
        replaces: Bool
    ) async throws(CloudStoreError) -> CloudContainer {
        try await write { context in
            try context.run(
                "UPDATE recordContainer SET apiToken = ? WHERE number = ? AND (? = 1 OR apiToken IS NULL)",
                [token, number, replaces]
            )
            guard let row = try context.row("SELECT * FROM recordContainer WHERE number = ?", [number]) else {
                throw CloudStoreError(.notFound, "The container does not exist.")
            }
            return CloudContainer(row)
        }
    }

    /// Removes a container with its databases, logins and keys, but leaves its records to ``sweepRecords()``; returns
    /// `true` if it existed.
    package func removeContainer(_ name: String) async throws(CloudStoreError) -> Bool {
        try await write { context in
            guard let container = try context.container(name) else { return false }
            try context.run(
                """
                INSERT INTO recordZoneGarbage (zoneNumber) SELECT recordZone.number FROM recordZone
                JOIN recordDatabase ON recordDatabase.number = databaseNumber WHERE containerNumber = ?
                ON CONFLICT DO NOTHING
                """,
                [container.number]
            )
            return try context.run("DELETE FROM recordContainer WHERE number = ?", [container.number]) > 0
        }
    }
}

extension SQLConnection {
    fileprivate func container(_ name: String) throws -> CloudContainer? {
        // The placeholder has no name.
        try row("SELECT * FROM recordContainer WHERE name = ? AND name <> ''", [name]).map(CloudContainer.init)
    }
}

extension WriteContext {
    fileprivate func addContainer(_ name: String, for person: String) throws -> CloudContainer {
        if let known = try self.container(name) { return known }
        guard try count("recordContainer WHERE name <> ''") < CloudRecordLimits.containers else {
            throw CloudStoreError(.conflict, "This cloud has \(CloudRecordLimits.containers) containers already.")
        }
        let own = try count("recordContainer WHERE beganFor = ?", [person])
        guard person.isEmpty || own < CloudRecordLimits.containersOfPerson else {
            throw CloudStoreError(
                .conflict,
                """
                Apps of this person began \(CloudRecordLimits.containersOfPerson) containers already; the cloud's \
                operator can add more: today cloud container add NAME
                """
            )
        }
        return CloudContainer(number: try insertContainer(name, for: person), name: name, apiToken: nil)
    }

    fileprivate func insertContainer(_ name: String, for person: String) throws -> ContainerNumber {
        let number = try insert(
            "INSERT INTO recordContainer (name, apiToken, beganFor, created) VALUES (?, NULL, ?, ?)",
            [name, person, now.storedMilliseconds]
        )
        return ContainerNumber(number)
    }
}

extension CloudContainer {
    init(_ row: SQLRow) { self.init(number: row["number"], name: row["name"], apiToken: row["apiToken"]) }
}
