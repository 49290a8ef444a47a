import Hummingbird
import PrometheusMetrics

/// What a request speaks, for metrics.
package enum RequestProtocol: String, CaseIterable, Sendable {
    case device
    case airship
    case ntfy
    case cloudkit
    /// ``OperationRoutes``.
    case operation
    /// Paths of none.
    case other
}

/// The numbers of answered requests; a stream counts when it begins.
final class RequestCounts: Sendable {
    private struct Counts: Sendable {
        /// By the first digit of the status, from 1 to 5.
        let classes = (1...5).map { _ in Counter() }
        let limited = Counter()
    }

    private let counts = Dictionary(uniqueKeysWithValues: RequestProtocol.allCases.map { ($0, Counts()) })

    func add(_ requestProtocol: RequestProtocol, status: Int) {
        guard let counts = counts[requestProtocol], (100..<600).contains(status) else { return }
        counts.classes[status / 100 - 1].add()
        if status == HTTPResponse.Status.tooManyRequests.code { counts.limited.add() }
    }

    var metrics: [MetricFamily] {
        let all = RequestProtocol.allCases.compactMap { key in counts[key].map { (key.rawValue, $0) } }
        return [
            MetricFamily(
                "today_cloud_requests_total",
                .counter,
                "Answered requests by protocol and status; a stream counts when it begins.",
                all.flatMap { name, counts in
                    counts.classes.enumerated().map { index, counter in
                        MetricFamily.Sample(["protocol": name, "status": "\(index + 1)xx"], Double(counter.value))
                    }
                }
            ),
            MetricFamily(
                "today_cloud_rate_limited_requests_total",
                .counter,
                "Requests that were answered with 429, since their client sends too many.",
                all.map { name, counts in MetricFamily.Sample(["protocol": name], Double(counts.limited.value)) }
            ),
        ]
    }
}

/// Counts each request with the status of its answer.
struct RequestCountMiddleware: RouterMiddleware {
    typealias Context = CloudContext

    let counts: RequestCounts
    /// The protocols of the server, of which the first that owns a path has the request.
    let protocols: [any CloudRoutes]

    func handle(
        _ request: Request,
        context: CloudContext,
        next: @concurrent (Request, CloudContext) async throws -> Response
    ) async throws -> Response {
        let owner = protocols.first { $0.owns(request.uri.path) }?.requestProtocol ?? .other
        do {
            let response = try await next(request, context)
            counts.add(owner, status: response.status.code)
            return response
        } catch let error as CancellationError {
            throw error
        } catch {
            // The server makes the response.
            counts.add(owner, status: (error as? HTTPError)?.status.code ?? 500)
            throw error
        }
    }
}
