import Synchronization

@testable import DeviceSync

/// A cloud that says what a test wants, over no network.
final class ScriptedTransport: CloudTransport {
    /// A part of a stream, or its end.
    enum Part: Sendable {
        case bytes(String)
        case end
        case failure(CloudFailure)
    }

    private struct State {
        var requests: [CloudRequest] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let answer: @Sendable (CloudRequest) -> Result<CloudResponse, CloudFailure>
    private let stream: @Sendable (CloudRequest) -> AsyncStream<Part>

    init(
        answer: @escaping @Sendable (CloudRequest) -> Result<CloudResponse, CloudFailure> = { _ in
            .success(CloudResponse(status: 204))
        },
        stream: @escaping @Sendable (CloudRequest) -> AsyncStream<Part> = { _ in AsyncStream { $0.finish() } }
    ) {
        self.answer = answer
        self.stream = stream
    }

    var requests: [CloudRequest] { state.withLock(\.requests) }

    func send(_ request: CloudRequest) async throws(CloudFailure) -> CloudResponse {
        state.withLock { $0.requests.append(request) }
        return try answer(request).get()
    }

    func stream(
        _ request: CloudRequest,
        _ receive: ([UInt8]) async throws -> Void
    ) async throws -> CloudResponse? {
        state.withLock { $0.requests.append(request) }
        for await part in stream(request) {
            switch part {
            case .bytes(let text): try await receive(Array(text.utf8))
            case .end: return nil
            case .failure(let failure): throw failure
            }
        }
        try Task.checkCancellation()
        return nil
    }

    func close() async { state.withLock { $0.isClosed = true } }
}
