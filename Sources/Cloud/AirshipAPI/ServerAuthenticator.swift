import CloudCore
import CloudStorage
import HTTPTypes
import Hummingbird

/// Finds out which app a sender speaks for.
struct ServerAuthenticator: Sendable {
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

/// The headers that Airship's clients send.
enum AirshipHeaders {
    static let appKey = [HTTPField.Name("X-UA-Appkey"), HTTPField.Name("X-UA-App-Key")].compactMap { $0 }
    static let channel = HTTPField.Name("X-UA-Channel-ID")
    static let nonce = HTTPField.Name("X-UA-Nonce")
    static let timestamp = HTTPField.Name("X-UA-Timestamp")

    /// The value of a header, if it is there and not too long.
    static func value(_ name: HTTPField.Name?, in headers: HTTPFields) -> String? {
        guard let value = name.flatMap({ headers[$0] }), (1...256).contains(value.utf8.count) else { return nil }
        return value
    }

    /// The app key, under either of its names.
    static func appKey(in headers: HTTPFields) -> String? {
        appKey.lazy.compactMap { value($0, in: headers) }.first
    }

    /// Refuses what asks for another version of the API than 3.
    ///
    /// - Throws: ``AirshipError`` 406.
    static func checkVersion(_ headers: HTTPFields) throws(AirshipError) {
        guard let accept = headers[.accept]?.lowercased(), accept.contains("application/vnd.urbanairship+json") else {
            return
        }
        let parameters = accept.split { $0 == ";" || $0 == "," }.map { $0.filter { $0 != " " } }
        guard parameters.contains("version=3") else {
            throw AirshipError(
                .notAcceptable,
                0,
                "Ask for version 3: Accept: application/vnd.urbanairship+json; version=3;"
            )
        }
    }
}
