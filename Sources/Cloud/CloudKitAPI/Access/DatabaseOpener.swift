import CloudCore
import CloudStorage

extension AuthenticatedRequest {
    /// Opens the database that the request names, if its sender has access; the author is `nil` for a web client without
    /// a login, which may only read.
    ///
    /// A request that changes something or concerns the person needs a login, and so `writes`.
    func open(writes: Bool) async throws -> (database: CloudRecordDatabase, author: CloudRecordAuthor?) {
        let person: String
        switch (path.scope, caller) {
        case (.private, .anonymous): throw loginNeeded
        case (.private, .key): throw CloudKitError(.accessDenied, "A key opens the public database alone.")
        case (.private, .login(let login)): person = login.person
        case (.private, .device(let device, _)): person = container.isPlaceholder ? "" : device.person
        case (.public, .device):
            throw CloudKitError(.accessDenied, "A device opens the private database of its person alone.")
        case (.public, _): person = ""
        case (.shared, _): throw CloudKitError.invalid("The shared database of a person is empty in this cloud.")
        case (nil, _): throw CloudKitError(.notFound, "The database is public or private.")
        }
        if writes, caller == .anonymous { throw loginNeeded }
        let database = try await store.recordDatabase(
            of: container,
            path.environment,
            person: person,
            userID: Self.newUserID()
        )
        return (database, try await author(in: database))
    }

    /// The id of the person of the request, or of its key; `AUTHENTICATION_REQUIRED` if there is none.
    var userID: String {
        get async throws {
            if case .key(let key) = caller { return Self.userID(ofKey: key) }
            guard let person = caller.person else { throw loginNeeded }
            return try await store.userID(of: person, in: container, otherwise: Self.newUserID())
        }
    }

    var loginNeeded: CloudKitError {
        let page = "\(baseURL)\(SignInPage.path)"
        return CloudKitError(.authenticationRequired, "request needs authorization", redirectURL: page)
    }

    private func author(in database: CloudRecordDatabase) async throws -> CloudRecordAuthor? {
        switch caller {
        case .anonymous: return nil
        case .key(let key):
            return CloudRecordAuthor(client: .key, userID: Self.userID(ofKey: key), deviceID: "", person: "")
        case .login(let login):
            return CloudRecordAuthor(
                client: .login(login.number),
                userID: database.isPublic ? try await userID : database.ownerID,
                deviceID: login.id,
                person: login.person
            )
        case .device(let device, let process):
            return CloudRecordAuthor(
                client: .device(id: device.id.text, process: process),
                userID: database.ownerID,
                deviceID: device.id.text,
                person: device.person
            )
        }
    }

    private static func userID(ofKey key: String) -> String { "_" + key.prefix(32) }

    private static func newUserID() -> String { "_" + Secret.uuid().replacing("-", with: "") }
}
