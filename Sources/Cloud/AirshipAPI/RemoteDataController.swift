import CloudCore
import CloudStorage
import HTTPServing
import HTTPTypes
import Hummingbird
import JSON

/// Serves `/api/remote-data`, which SDKs request to verify that they have reached their server.
struct RemoteDataController: Sendable {
    let cloud: Cloud

    func addRoutes(to routes: RouterGroup<CloudContext>) {
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
        let payload: JSONValue = [
            "type": "app_config", "timestamp": "2026-01-01T00:00:00", "data": ["airship_config": config],
        ]
        var response = JSONResponse.ok(["payloads": [payload]])
        response.headers[.lastModified] = "Thu, 01 Jan 2026 00:00:00 GMT"
        return response
    }
}

/// Serves `/warp9`, to which SDKs send analytics: reads and discards them, without authentication.
///
/// `/api/remote-data` must name an address for analytics, and SDKs retry failed requests.
struct AnalyticsController: Sendable {
    /// The largest size of a body as it is sent, in bytes.
    static let limit = 1024 * 1024

    func addRoutes(to routes: RouterGroup<CloudContext>) { routes.post("", use: drop) }

    @Sendable @concurrent private func drop(_ request: Request, _ context: CloudContext) async throws -> Response {
        _ = try await request.collectBody(upTo: Self.limit, within: BodyReader.deadline)
        return JSONResponse.make([:])
    }
}
