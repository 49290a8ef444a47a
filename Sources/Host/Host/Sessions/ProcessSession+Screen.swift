import HostStorage
import JSONRPC
import Synchronization
import TodayProtocol

/// `open`, `widgets/*` and `scenes/reload`.
extension ProcessSession {
    static func open(
        _ request: OpenRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        guard request.url.utf8.count <= 4096, session.services.screen.canOpen(request.url) else {
            throw RPCError(
                .invalidParams,
                "open: only https, http, mailto, tel, sms, geo and installed apps' schemes are opened, up to 4096 bytes."
            )
        }
        if let number = request.transaction {
            try session.inTransaction(number) { transaction throws(RPCError) in transaction.open(request.url) }
        } else {
            session.services.screen.open(request.url, onPagesOf: session.rights.app)
        }
        incoming.reply(EmptyReply())
    }

    static func reload(
        _ request: WidgetsReloadRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        let widgets = try session.widgets(request.widget)
        if let number = request.transaction {
            try session.inTransaction(number) { transaction throws(RPCError) in transaction.reload(widgets) }
        } else {
            guard session.reloads.withLock({ $0.admit(at: session.services.now()) }) else {
                throw RPCError(
                    .limitExceeded,
                    "widgets/reload: at most 20 in ten seconds; a widget that wants to be asked again gives its content a refresh."
                )
            }
            session.services.screen.reload(widgets)
        }
        incoming.reply(EmptyReply())
    }

    static func setHasContent(
        _ request: WidgetsSetHasContentRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        let operations = try session.widgets(request.widget).map {
            StoreOperation.screen(.setHasContent(request.hasContent, $0))
        }
        if let number = request.transaction {
            try session.inTransaction(number) { transaction throws(RPCError) in
                for operation in operations {
                    try translating { () throws(HostTransactionFull) in try transaction.add(operation) }
                }
            }
            incoming.reply(EmptyReply())
        } else {
            session.services.store.enqueue(StoreTransaction(operations, origin: session.rights.origin)) { result in
                incoming.finish(result.map { _ in EmptyReply() })
            }
        }
    }

    static func reloadScenes(
        _ request: ScenesReloadRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        if let number = request.transaction {
            try session.inTransaction(number) { transaction throws(RPCError) in
                transaction.reloadScene(request.url)
            }
        } else {
            session.services.screen.reloadScenes(of: session.rights.app, url: request.url)
        }
        incoming.reply(EmptyReply())
    }

    /// The widgets that a request means: a widget means itself, an app one of its own or all.
    private func widgets(_ named: WidgetID?) throws(RPCError) -> [WidgetID] {
        if let own = rights.widget {
            guard named == nil || named == own else {
                throw RPCError(.notEntitled, "\(own) may ask for itself alone, not for \(named?.rawValue ?? "").")
            }
            return [own]
        }
        guard let named else { return rights.widgets }
        guard rights.widgets.contains(named) else {
            throw RPCError(.notFound, "\(rights.app) has no widget \(named).")
        }
        return [named]
    }
}
