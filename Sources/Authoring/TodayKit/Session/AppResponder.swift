import JSON
import JSONRPC
import TodayProtocol

struct AppResponder<Content: App>: Responder {
    private let app: Content

    init(_ app: Content) { self.app = app }

    func order(of method: String) -> RequestOrder? {
        switch method {
        case AppSceneRequest.method, AppOpenRequest.method, AppPresentRequest.method, AppPushRequest.method,
            AppSearchRequest.method:
            .concurrent
        case AppPerformRequest.method, AppShareRequest.method, AppRespondRequest.method, AppProcessRequest.method,
            AppRecordsRequest.method:
            .serial
        default: nil
        }
    }

    func answer(_ request: IncomingRequest, in session: HostSession) async throws -> any Encodable & Sendable {
        switch request.method {
        case AppSceneRequest.method: try await scene(request.decode(AppSceneRequest.self), session)
        case AppOpenRequest.method: try await open(request.decode(AppOpenRequest.self), session)
        case AppPerformRequest.method: try await perform(request.decode(AppPerformRequest.self), session)
        case AppShareRequest.method: try await share(request.decode(AppShareRequest.self), session)
        case AppRespondRequest.method: try await respond(request.decode(AppRespondRequest.self), session)
        case AppProcessRequest.method: try await process(request.decode(AppProcessRequest.self), session)
        case AppPresentRequest.method: try await present(request.decode(AppPresentRequest.self), session)
        case AppSearchRequest.method: try await search(request.decode(AppSearchRequest.self), session)
        case AppPushRequest.method: try await receive(request.decode(AppPushRequest.self), session)
        case AppRecordsRequest.method: try await recordsFailed(request.decode(AppRecordsRequest.self), session)
        default: throw RPCError(.methodNotFound, "an app has no \(request.method)")
        }
    }

    private func scene(_ request: AppSceneRequest, _ session: HostSession) async throws -> SceneContent {
        try await session.withContext(request.context) { process in
            let url = SceneURL(request.url)
            return try await app.scene(url, AppContext(process: process, url: url))
        }
    }

    private func open(_ request: AppOpenRequest, _ session: HostSession) async throws -> AppOpenRequest.Reply {
        do {
            return try await session.withContext(request.context) { process in
                let url = SceneURL(request.url)
                let context = AppContext(process: process, url: url, sourceApp: request.from)
                let page = try await app.open(url, from: request.source, context)
                return AppOpenRequest.Reply(url: page.text)
            }
        } catch is AddressNotTaken {
            return AppOpenRequest.Reply(url: nil)
        }
    }

    private func perform(
        _ request: AppPerformRequest,
        _ session: HostSession
    ) async throws -> AppPerformRequest.Reply {
        let action: Content.Action = try TypedAction.decode(request.data)
        do {
            return try await session.withContext(request.context, transaction: request.transaction, tap: request.tap) {
                process in
                let use = session.use
                let context = AppContext(
                    process: process,
                    url: SceneURL(request.url),
                    inputs: TypedAction.inputs(of: request.data),
                    tap: request.tap,
                    use: use
                )
                try await app.perform(action, context)
                return AppPerformRequest.Reply(finished: use?.result)
            }
        } catch let error as InvalidInputs {
            return AppPerformRequest.Reply(inputErrors: error.messages)
        }
    }

    private func share(_ request: AppShareRequest, _ session: HostSession) async throws -> AppShareRequest.Reply {
        try await session.withContext(request.context, transaction: request.transaction, tap: request.share) {
            process in
            let use = session.use
            let context = AppContext(process: process, tap: request.share, use: use)
            let message = try await app.receive(shared: request.content, context)
            var reply = use?.result ?? AppShareRequest.Reply(page: use?.showsPage == true ? true : nil)
            reply.message = message ?? reply.message
            return reply
        }
    }

    private func respond(_ request: AppRespondRequest, _ session: HostSession) async throws -> EmptyReply {
        try await session.withContext(request.context, transaction: request.transaction) { process in
            let context = AppContext(process: process, budget: .milliseconds(request.budgetMilliseconds))
            try await app.respond(to: request.response, context)
            return EmptyReply()
        }
    }

    private func process(
        _ request: AppProcessRequest,
        _ session: HostSession
    ) async throws -> AppProcessRequest.Reply {
        try await session.withContext(request.context, transaction: request.transaction) { process in
            let group = AppGroup(
                id: request.group ?? GroupID(""),
                path: process.groups.first { $0.id == request.group }?.path ?? ""
            )
            let actions = request.actions.map { action in
                QueuedAction(
                    id: action.id,
                    group: group,
                    payload: action.payload,
                    enqueued: action.enqueued,
                    attempt: action.attempt
                )
            }
            let context = AppContext(
                process: process,
                budget: .milliseconds(request.budgetMilliseconds),
                processingReason: request.reason
            )
            let result = try await app.process(actions, context)
            return AppProcessRequest.Reply(
                processed: result.processed ?? actions.map(\.id),
                failed: result.failed.isEmpty ? nil : result.failed.map { .init(id: $0.id, reason: $0.reason) }
            )
        }
    }

    private func present(
        _ request: AppPresentRequest,
        _ session: HostSession
    ) async throws -> AppPresentRequest.Reply {
        try await session.withContext(request.context) { process in
            let context = AppContext(process: process, visiblePages: (request.pages ?? []).map { SceneURL($0) })
            return AppPresentRequest.Reply(options: try await app.present(request.notification, context))
        }
    }

    private func search(_ request: AppSearchRequest, _ session: HostSession) async throws -> AppSearchRequest.Reply {
        try await session.withContext(request.context) { process in
            let entries = try await app.search(request.text, AppContext(process: process))
            return AppSearchRequest.Reply(entries: Array(entries.prefix(AppSearchRequest.entryLimit)))
        }
    }

    private func receive(_ request: AppPushRequest, _ session: HostSession) async throws -> AppPushRequest.Reply {
        try await session.withContext(request.context, transaction: request.transaction) { process in
            let context = AppContext(process: process, budget: .milliseconds(request.budgetMilliseconds))
            return AppPushRequest.Reply(result: try await app.receive(push: request.push, context))
        }
    }

    private func recordsFailed(_ request: AppRecordsRequest, _ session: HostSession) async throws -> EmptyReply {
        try await session.withContext(request.context, transaction: request.transaction) { process in
            let context = AppContext(process: process, budget: .milliseconds(request.budgetMilliseconds))
            try await app.recordsFailed(request.failures, context)
            return EmptyReply()
        }
    }

    func receive(_ event: AppEvent, in session: HostSession) async {
        await session.withContextOutsideRequest { process in await app.receive(event, AppContext(process: process)) }
    }

    func run(in session: HostSession) async {
        await session.withContextOutsideRequest { process in await app.run(AppContext(process: process)) }
    }
}
