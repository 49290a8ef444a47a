import FoundationEssentials
import GRDB
import SQLiteSupport

/// The environments of a container; their databases are separate.
package enum CloudEnvironment: String, CaseIterable, Hashable, Sendable {
    case development
    case production
}

/// A database of a container: the private one of a person, or the public one.
package struct CloudRecordDatabase: Hashable, Sendable {
    package let number: RecordDatabaseNumber
    package let container: CloudContainer
    package let environment: CloudEnvironment
    /// The person whose private database it is; empty for the public one.
    package let person: String
    /// The id of the owner in zone ids.
    package let ownerID: String

    /// `true` if it is the public database.
    package var isPublic: Bool { person.isEmpty }
}

extension CloudStore {
    /// The name of the default zone, which every database has.
    package static let defaultZone = "_defaultZone"
    /// The id of the owner of a public database.
    package static let publicOwner = "_defaultOwner"

    /// Returns a database; adds it with its default zone if it is missing.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - environment: The environment.
    ///   - person: The owner of the private database; empty for the public one.
    ///   - userID: The new id of the person, used if they have none yet; ignored for the public database.
    /// - Returns: The database.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func recordDatabase(
        of container: CloudContainer,
        _ environment: CloudEnvironment,
        person: String,
        userID: String
    ) async throws(CloudStoreError) -> CloudRecordDatabase {
        let known = try await read { database in
            try database.row(
                """
                SELECT recordDatabase.number, recordUser.id FROM recordDatabase LEFT JOIN recordUser
                ON recordUser.containerNumber = recordDatabase.containerNumber
                AND recordUser.person = recordDatabase.person
                WHERE recordDatabase.containerNumber = ? AND environment = ? AND recordDatabase.person = ?
                """,
                [container.number, environment.rawValue, person]
            ).map { ($0["number"] as RecordDatabaseNumber, $0["id"] as String?) }
        }
        if let (number, owner) = known {
            return CloudRecordDatabase(
                number: number,
                container: container,
                environment: environment,
                person: person,
                ownerID: owner ?? Self.publicOwner
            )
        }
        return try await write { context in
            try context.addDatabase(of: container, environment, person: person, userID: userID)
        }
    }

    /// Returns the id of a person in a container; adds it if it is missing.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - container: The container.
    ///   - userID: The new id of the person, used if they have none yet.
    /// - Returns: The id.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func userID(
        of person: String,
        in container: CloudContainer,
        otherwise userID: String
    ) async throws(CloudStoreError) -> String {
        let known = try await read { database in
            try database.row(
                "SELECT id FROM recordUser WHERE containerNumber = ? AND person = ?",
                [container.number, person]
            ).map { $0["id"] as String }
        }
        if let known { return known }
        return try await write { context in
            try context.userID(of: person, in: container.number, otherwise: userID)
        }
    }
}

extension WriteContext {
    /// Returns the id of a person in a container; adds it if it is missing.
    fileprivate func userID(
        of person: String,
        in container: ContainerNumber,
        otherwise userID: String
    ) throws -> String {
        try database.run(
            "INSERT INTO recordUser (containerNumber, person, id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [container, person, userID]
        )
        return try database.row(
            "SELECT id FROM recordUser WHERE containerNumber = ? AND person = ?",
            [container, person]
        )?["id"] ?? userID
    }

    fileprivate func addDatabase(
        of container: CloudContainer,
        _ environment: CloudEnvironment,
        person: String,
        userID: String
    ) throws -> CloudRecordDatabase {
        try database.run(
            """
            INSERT INTO recordDatabase (containerNumber, environment, person, change) VALUES (?, ?, ?, 1)
            ON CONFLICT DO NOTHING
            """,
            [container.number, environment.rawValue, person]
        )
        let row = try database.row(
            "SELECT number FROM recordDatabase WHERE containerNumber = ? AND environment = ? AND person = ?",
            [container.number, environment.rawValue, person]
        )
        guard let number: RecordDatabaseNumber = row?["number"] else {
            throw CloudStoreError(.notFound, "The container does not exist.")
        }
        try database.run(
            "INSERT INTO recordZone (databaseNumber, name, change) VALUES (?, ?, 1) ON CONFLICT DO NOTHING",
            [number, CloudStore.defaultZone]
        )
        let owner =
            person.isEmpty
            ? CloudStore.publicOwner : try self.userID(of: person, in: container.number, otherwise: userID)
        return CloudRecordDatabase(
            number: number,
            container: container,
            environment: environment,
            person: person,
            ownerID: owner
        )
    }
}
