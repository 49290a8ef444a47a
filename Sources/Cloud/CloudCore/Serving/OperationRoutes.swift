import CloudStorage
import HTTPServing
import HTTPTypes
import Hummingbird
import JSON

/// The routes for what operates a cloud, such as a load balancer.
struct OperationRoutes: CloudRoutes {
    /// The path that answers as long as the process does.
    private static let health = "healthz"
    /// The path that answers with 200 while the cloud can read its database, and otherwise with 503.
    private static let readiness = "readyz"

    let cloud: Cloud

    var requestProtocol: RequestProtocol { .operation }

    func addRoutes(to router: Router<CloudContext>) {
        router.get(RouterPath(Self.health)) { _, _ in JSONResponse.make(["healthy": true]) }
        router.get(RouterPath(Self.readiness), use: ready)
    }

    func owns(_ path: String) -> Bool { ["/\(Self.health)", "/\(Self.readiness)"].contains(path) }

    func refusal(_ failure: CloudError) -> Response { Self.response(to: failure.message, failure.code.status) }

    @Sendable @concurrent private func ready(_ request: Request, _ context: CloudContext) async throws -> Response {
        do {
            try cloud.checkAcceptsStreams()
            try await cloud.store.checkAccess()
            return JSONResponse.make(["ready": true])
        } catch let error as CloudError {
            return Self.response(to: error.message, .serviceUnavailable)
        } catch let error as CloudStoreError {
            return Self.response(to: error.message, .serviceUnavailable)
        }
    }

    private static func response(to message: String, _ status: HTTPResponse.Status) -> Response {
        JSONResponse.make(["ready": false, "message": .string(message)], status: status)
    }
}
