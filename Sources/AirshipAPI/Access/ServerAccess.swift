import Cloud
import CloudStore
import Hummingbird

/// Finds out which app a sender speaks for.
struct ServerAccess: Sendable {
    let cloud: Cloud

    /// The app of a request that proves itself with the master secret.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: Its context.
    /// - Returns: The app.
    /// - Throws: ``AirshipError`` 401 without a known key and secret, 403 with the app secret.
    func app(_ request: Request, _ context: CloudContext) async throws -> AppRecord {
        try AirshipHeaders.checkVersion(request.headers)
        try context.checkAttempts()
        guard let (key, secret) = Credentials(request.headers).basic else {
            throw AirshipError.unauthorized("Send the app key and the master secret: Authorization: Basic …")
        }
        guard let (app, isMaster) = try await cloud.authenticate(key: key, secret: secret) else {
            context.noteFailedAttempt()
            throw AirshipError.unauthorized("The app key or the secret is wrong.")
        }
        // The app secret is in everybody's hands: it must not hold up the sender.
        try context.checkRate(key: "\(isMaster ? "sender" : "app") \(app.number.value)", isSecret: isMaster)
        guard isMaster else {
            throw AirshipError.forbidden("The app secret may not do this; use the master secret.")
        }
        return app
    }
}
