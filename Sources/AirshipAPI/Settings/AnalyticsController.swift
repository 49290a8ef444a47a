import Cloud
import Hummingbird
import JSON
import Serving

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
