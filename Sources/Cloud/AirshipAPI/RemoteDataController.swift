import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import JSON

/// Serves `/api/remote-data`, which tells an SDK that it has found the server that it looks for.
struct RemoteDataController: Sendable {
    let cloud: Cloud

    func addRoutes(to routes: some RouterMethods<CloudContext>) {
        routes.get("remote-data/app/:key/:platform", use: get)
    }

    @Sendable @concurrent private func get(_ request: Request, _ context: CloudContext) async throws -> Response {
        guard try await cloud.store.app(key: try context.parameters.require("key")) != nil else {
            throw AirshipError.notFound("There is no such app.")
        }
        let base = BaseURL.of(request, cloud.configuration)
        let address = JSONValue.string(base)
        let config: JSONValue = [
            "device_api_url": address, "remote_data_url": address, "analytics_url": address, "wallet_url": address,
            "metered_usage_url": address,
        ]
        var response = JSONResponse.make([
            "ok": true,
            "payloads": [
                [
                    "type": "app_config", "timestamp": "2026-01-01T00:00:00",
                    "data": ["airship_config": config],
                ]
            ],
        ])
        response.headers[.lastModified] = "Thu, 01 Jan 2026 00:00:00 GMT"
        return response
    }
}

/// Serves `/warp9`, where SDKs send what people do in an app: it is read and dropped.
///
/// `/api/remote-data` has to name an address for it, and an SDK sends again and again what was not taken. Nobody has to
/// prove anything here, since nothing is kept.
struct AnalyticsController: Sendable {
    /// How large a body may be, in bytes, as it is sent.
    static let limit = 1024 * 1024

    func addRoutes(to routes: some RouterMethods<CloudContext>) { routes.post("", use: drop) }

    @Sendable @concurrent private func drop(_ request: Request, _ context: CloudContext) async throws -> Response {
        let tooLarge = CloudError(.tooLarge, "The body is larger than \(Self.limit) bytes.")
        if request.declaresBody(over: Self.limit) { throw tooLarge }
        let body = try await request.collectBody(upTo: Self.limit, within: BodyReader.deadline, orThrow: tooLarge)
        guard body != nil else { throw CloudError(.timedOut, "The body did not arrive within 20 seconds.") }
        return JSONResponse.make([:])
    }
}
