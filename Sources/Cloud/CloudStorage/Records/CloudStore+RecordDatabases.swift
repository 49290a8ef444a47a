import SQLStore
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

    package var isPublic: Bool { person.isEmpty }
}

extension CloudStore {
    /// The name of the default zone, which every database has.
    package static let defaultZone = "_defaultZone"
    package static let publicOwner = "_defaultOwner"

    /// Returns the private database of a person, or the public one if the name is empty; adds it with its default zone
    /// if it is missing, and `userID` as the id of a person who has none yet.
    package func recordDatabase(
        of container: CloudContainer,
        _ environment: CloudEnvironment,
        person: String,
        userID: String
    ) async throws(CloudStoreError) -> CloudRecordDatabase {
        let known = try await first(
            """
            SELECT recordDatabase.number, recordUser.id FROM recordDatabase LEFT JOIN recordUser
            ON recordUser.containerNumber = recordDatabase.containerNumber
            AND recordUser.person = recordDatabase.person
            WHERE recordDatabase.containerNumber = ? AND environment = ? AND recordDatabase.person = ?
            """,
            [container.number, environment.rawValue, person]
        ) { ($0["number"] as RecordDatabaseNumber, $0["id"] ?? Self.publicOwner) }
        let (number, owner) =
            if let known { known } else {
                try await write {
                    try $0.addDatabase(of: container.number, environment, person: person, userID: userID)
                }
            }
        return CloudRecordDatabase(
            number: number,
            container: container,
            environment: environment,
            person: person,
            ownerID: owner
        )
    }

    /// Returns the id of a person in a container; `userID` becomes it if they have none yet.
    package func userID(
        of person: String,
        in container: CloudContainer,
        otherwise userID: String
    ) async throws(CloudStoreError) -> String {
        let known: String? = try await value(
            "SELECT id FROM recordUser WHERE containerNumber = ? AND person = ?",
            [container.number, person]
        )
        if let known { return known }
        return try await write { try $0.userID(of: person, in: container.number, otherwise: userID) }
    }
}

extension WriteContext {
    fileprivate func userID(
        of person: String,
        in container: ContainerNumber,
        otherwise userID: String
    ) throws -> String {
        try run(
            "INSERT INTO recordUser (containerNumber, person, id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [container, person, userID]
        )
        return try value(
            "SELECT id FROM recordUser WHERE containerNumber = ? AND person = ?",
            [container, person]
        ) ?? userID
    }

    fileprivate func addDatabase(
        of container: ContainerNumber,
        _ environment: CloudEnvironment,
        person: String,
        userID: String
    ) throws -> (RecordDatabaseNumber, owner: String) {
        try run(
            """
            INSERT INTO recordDatabase (containerNumber, environment, person, change) VALUES (?, ?, ?, 1)
            ON CONFLICT DO NOTHING
            """,
            [container, environment.rawValue, person]
        )
        let number: RecordDatabaseNumber? = try value(
            "SELECT number FROM recordDatabase WHERE containerNumber = ? AND environment = ? AND person = ?",
            [container, environment.rawValue, person]
        )
        guard let number else {
            throw CloudStoreError(.notFound, "The container does not exist.")
        }
        try run(
            "INSERT INTO recordZone (databaseNumber, name, change) VALUES (?, ?, 1) ON CONFLICT DO NOTHING",
            [number, CloudStore.defaultZone]
        )
        guard !person.isEmpty else { return (number, CloudStore.publicOwner) }
        return (number, try self.userID(of: person, in: container, otherwise: userID))
    }
}
