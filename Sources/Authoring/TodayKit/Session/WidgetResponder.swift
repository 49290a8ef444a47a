import JSON
import JSONRPC
import Synchronization
import TodayProtocol

final class WidgetResponder<Content: Widget>: Responder {
    private let widget: Content
    /// The size and the configuration in the last update, which actions use too.
    private let last = Mutex((size: WidgetSize(), configuration: [String: String]()))

    init(_ widget: Content) { self.widget = widget }

    func order(of method: String) -> RequestOrder? {
        switch method {
        case WidgetUpdateRequest.method, WidgetPerformRequest.method: .serial
        default: nil
        }
    }

    func answer(_ request: IncomingRequest, in session: HostSession) async throws -> any Encodable & Sendable {
        switch request.method {
        case WidgetUpdateRequest.method: try await update(request.decode(WidgetUpdateRequest.self), session)
        case WidgetPerformRequest.method: try await perform(request.decode(WidgetPerformRequest.self), session)
        default: throw RPCError(.methodNotFound, "a widget has no \(request.method)")
        }
    }

    private func update(
        _ request: WidgetUpdateRequest,
        _ session: HostSession
    ) async throws -> WidgetUpdateRequest.Reply {
        let configuration = request.configuration ?? [:]
        last.withLock { $0 = (request.size, configuration) }
        return try await session.withContext(request.context) { process in
            let context = WidgetContext(
                process: process,
                reasons: Set(request.reasons),
                size: request.size,
                configuration: configuration,
                tap: nil
            )
            return WidgetUpdateRequest.Reply(content: try await widget.update(context))
        }
    }

    private func perform(_ request: WidgetPerformRequest, _ session: HostSession) async throws -> EmptyReply {
        let action: Content.Action = try TypedAction.decode(request.data)
        return try await session.withContext(request.context, transaction: request.transaction, tap: request.tap) {
            process in
            let (size, configuration) = last.withLock(\.self)
            let context = WidgetContext(
                process: process,
                reasons: [],
                size: size,
                configuration: configuration,
                tap: request.tap
            )
            try await widget.perform(action, context)
            return EmptyReply()
        }
    }

    func receive(_ event: AppEvent, in session: HostSession) async {}

    func run(in session: HostSession) async {}
}
