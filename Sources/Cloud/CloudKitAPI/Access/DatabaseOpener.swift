import CloudCore
import CloudStorage
import Foundation

/// The database of a request, with the author of its changes.
struct OpenDatabase: Sendable {
    let database: CloudRecordDatabase
    /// The author of changes; `nil` for a web client without a login, which may only read.
    let author: CloudRecordAuthor?
}

/// Opens the database that a request names, if its sender has access.
struct DatabaseOpener: Sendable {
    let cloud: Cloud

    /// Returns the database.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - writes: `true` if the request changes something or concerns the person, and so needs a login.
    /// - Returns: The database and the author.
    /// - Throws: ``CloudKitError``, or `CloudStoreError` if the disk failed.
    func open(_ request: AuthenticatedRequest, writes: Bool) async throws -> OpenDatabase {
        let person: String
        switch (request.path.scope, request.caller) {
        case (.private, .anonymous): throw Self.loginNeeded(request)
        case (.private, .key): throw CloudKitError(.accessDenied, "A key opens the public database alone.")
        case (.private, .login(let login)): person = login.person
        case (.private, .device(let device, _)): person = request.container.isPlaceholder ? "" : device.person
        case (.public, .device):
            throw CloudKitError(.accessDenied, "A device opens the private database of its person alone.")
        case (.public, _): person = ""
        case (.shared, _): throw CloudKitError.invalid("The shared database of a person is empty in this cloud.")
        case (nil, _): throw CloudKitError(.notFound, "The database is public or private.")
        }
        if writes, request.caller == .anonymous { throw Self.loginNeeded(request) }
        let database = try await cloud.store.recordDatabase(
            of: request.container,
            request.path.environment,
            person: person,
            userID: Self.newUserID()
        )
        return OpenDatabase(database: database, author: try await author(of: request, in: database))
    }

    /// Returns the id of the person of a request, or of its key.
    ///
    /// - Throws: ``CloudKitError`` with code `AUTHENTICATION_REQUIRED` if there is none.
    func userID(of request: AuthenticatedRequest) async throws -> String {
        if case .key(let key) = request.caller { return Self.userID(ofKey: key) }
        guard let person = request.caller.person else { throw Self.loginNeeded(request) }
        return try await cloud.store.userID(of: person, in: request.container, otherwise: Self.newUserID())
    }

    /// The error of a request that needs a login.
    static func loginNeeded(_ request: AuthenticatedRequest) -> CloudKitError {
        CloudKitError(
            .authenticationRequired,
            "request needs authorization",
            redirectURL: "\(request.baseURL)\(SignInPage.path)"
        )
    }

    private func author(
        of request: AuthenticatedRequest,
        in database: CloudRecordDatabase
    ) async throws -> CloudRecordAuthor? {
        switch request.caller {
        case .anonymous: return nil
        case .key(let key):
            return CloudRecordAuthor(client: .key, userID: Self.userID(ofKey: key), deviceID: "", person: "")
        case .login(let login):
            return CloudRecordAuthor(
                client: .login(login.number),
                userID: database.isPublic ? try await userID(of: request) : database.ownerID,
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
