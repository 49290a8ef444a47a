import CloudCore
import CloudStorage
import HTTPServing
import HTTPTypes
import Hummingbird

/// Authenticates senders: determines the app of a request.
struct ServerAuthenticator: Sendable {
    let cloud: Cloud

    /// Returns the app of a request with the master secret.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The context of the request.
    /// - Returns: The app.
    /// - Throws: ``AirshipError`` 401 if the key or the secret is missing or wrong, 403 for the app secret.
    func app(_ request: Request, _ context: CloudContext) async throws -> AppRecord {
        try AirshipHeaders.checkVersion(request.headers)
        guard let (key, secret) = Credentials(request.headers).basic else {
            throw AirshipError.unauthorized("Send the app key and the master secret: Authorization: Basic …")
        }
        guard let (app, isMaster) = try await cloud.authenticate(key: key, secret: secret) else {
            try context.recordWrongSecret()
            throw AirshipError.unauthorized("The app key or the secret is wrong.")
        }
        // Many devices have the app secret; their requests must not use up the sender's limit.
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

    /// Returns the value of a header; `nil` if it is missing, empty or too long.
    static func value(_ name: HTTPField.Name?, in headers: HTTPFields) -> String? {
        guard let value = name.flatMap({ headers[$0] }), (1...256).contains(value.utf8.count) else { return nil }
        return value
    }

    /// Returns the app key from either of its headers.
    static func appKey(in headers: HTTPFields) -> String? {
        appKey.lazy.compactMap { value($0, in: headers) }.first
    }

    /// Refuses requests for any version of the API except 3.
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
