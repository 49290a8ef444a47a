import CloudCore
import CloudStorage
import HTTPServing
import HTTPTypes
import Hummingbird
import JSON

/// The routes of senders, who prove with each request that they have an app's master secret.
struct SenderRoutes {
    let cloud: Cloud
    let routes: RouterGroup<CloudContext>

    /// Adds a route, which refuses a request with 401 if the key or the secret is missing or wrong, with 403 if it is
    /// the app secret, and with 406 if it wants any version of the API except 3.
    func on(
        _ method: HTTPRequest.Method,
        _ path: RouterPath,
        _ answer: @escaping @Sendable (SenderRequest) async throws -> Response
    ) {
        routes.on(path, method: method) { @concurrent [cloud] request, context in
            let app = try await Self.app(request, context, cloud)
            return try await answer(SenderRequest(cloud: cloud, app: app, request: request, context: context))
        }
    }

    private static func app(_ request: Request, _ context: CloudContext, _ cloud: Cloud) async throws -> AppRecord {
        try checkVersion(request.headers)
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

    private static func checkVersion(_ headers: HTTPFields) throws(AirshipError) {
        guard let accept = headers[.accept]?.lowercased(), accept.contains("application/vnd.urbanairship+json") else {
            return
        }
        let parameters = accept.split { $0 == ";" || $0 == "," }.map { $0.filter { $0 != " " } }
        guard parameters.contains("version=3") else {
            let advice = "Ask for version 3: Accept: application/vnd.urbanairship+json; version=3;"
            throw AirshipError(.notAcceptable, 0, advice)
        }
    }
}

struct SenderRequest: Sendable {
    let cloud: Cloud
    let app: AppRecord
    let request: Request
    let context: CloudContext

    var store: CloudStore { cloud.store }

    /// The base URL of this API, without a slash at the end.
    var base: String { "\(BaseURL.of(request, cloud.configuration))/api" }

    /// Reads the body; if `known` names members, the body must be an object without others.
    func body(_ known: Set<String>? = nil, limit: Int = BodyReader.limit) async throws -> BodyNode {
        let body = try await AirshipBody.read(request, limit: limit)
        if known != nil { try body.members(known) }
        return body
    }

    /// Returns the component of the path with a name, as it was sent.
    func component(_ name: String) throws -> String { try context.parameters.require(name) }

    func id<Kind>() throws -> CloudID<Kind> { CloudID(try component("id")) }
}

extension JSONResponse {
    static func ok(_ members: [String: JSONValue] = [:], status: HTTPResponse.Status = .ok) -> Response {
        make(.object(members.merging(["ok": true]) { $1 }), status: status)
    }
}
