import AirshipAPI
import CloudKitAPI
import CloudStorage
import CloudTestSupport
import HTTPTypes
import Synchronization

import enum TodayProtocol.LocalizableText

@testable import CloudCore
@testable import DeviceSync

/// Carries requests to a cloud in the same process, without a socket; a test can cut it.
final class RouterTransport: CloudTransport {
    private struct State {
        var isCut = false
        var requests: [String] = []
        var streams: [DeviceMailbox] = []
        var tell: @Sendable () -> Void = {}
        var tellOfPart: @Sendable (String) -> Void = { _ in }
    }

    private let state = Mutex(State())
    private let fixture: CloudFixture
    private let client: TestClient

    init(_ fixture: CloudFixture) {
        self.fixture = fixture
        client = TestClient(fixture.cloud, [AirshipRoutes(cloud: fixture.cloud), CloudKitRoutes(cloud: fixture.cloud)])
    }

    /// The requests so far, as `METHOD PATH`.
    var requests: [String] { state.withLock(\.requests) }

    /// Names who is told of each request that was answered.
    func onRequest(_ tell: @escaping @Sendable () -> Void) { state.withLock { $0.tell = tell } }

    /// Names who is told of each part of a stream just before the host gets it.
    func onPart(_ tell: @escaping @Sendable (String) -> Void) { state.withLock { $0.tellOfPart = tell } }

    /// Whether nothing comes through; what is open breaks.
    func cut(_ isCut: Bool) {
        let streams = state.withLock { state in
            state.isCut = isCut
            defer { if isCut { state.streams = [] } }
            return isCut ? state.streams : []
        }
        for stream in streams { stream.end() }
    }

    private func note(_ request: CloudRequest) throws(CloudFailure) -> String {
        let path = String(request.url.dropFirst("http://127.0.0.1:1".count))
        let isCut = state.withLock { state in
            state.requests.append("\(request.method) \(path)")
            return state.isCut
        }
        if isCut { throw CloudFailure(.unreachable, "the cloud cannot be reached.") }
        return path
    }

    func send(_ request: CloudRequest) async throws(CloudFailure) -> CloudResponse {
        let path = try note(request)
        defer { state.withLock(\.tell)() }
        do {
            let answer = try await client.send(
                HTTPRequest.Method(rawValue: request.method) ?? .get,
                path,
                text: String(decoding: request.body, as: UTF8.self),
                headers: request.headers
            )
            var headers: [String: String] = [:]
            for field in answer.headers { headers[field.name.canonicalName] = field.value }
            return CloudResponse(status: answer.status, headers: headers, body: Array(answer.text.utf8))
        } catch {
            throw CloudFailure(.unreachable, "\(error)")
        }
    }

    func stream(
        _ request: CloudRequest,
        _ receive: ([UInt8]) async throws -> Void
    ) async throws -> CloudResponse? {
        let path = try note(request)
        let token = request.headers["Authorization"]?.dropFirst("Bearer ".count) ?? ""
        let device: DeviceRecord
        do { device = try await fixture.cloud.device(token: String(token)) } catch {
            return CloudResponse(status: 401)
        }
        let after = path.split(separator: "=").last.flatMap { Int64($0) } ?? 0
        let line = fixture.cloud.hub.open(device.number, after: after)
        state.withLock { $0.streams.append(line.mailbox) }
        let (parts, input) = AsyncStream<String>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [fixture] in
                defer { input.finish() }
                let stream = DeviceStream(
                    device: device,
                    store: fixture.store,
                    hub: fixture.cloud.hub,
                    heartbeat: .seconds(12)
                )
                try await stream.run(line) { input.yield($0) }
            }
            for await part in parts {
                state.withLock(\.tellOfPart)(part)
                try await receive(Array(part.utf8))
            }
            group.cancelAll()
        }
        try Task.checkCancellation()
        return nil
    }

    func close() async {}
}
