import HostModel
import HostStorage
import JSON
import JSONRPC
import NetworkAddresses
import ProcessHost
import TodayProtocol

/// `open`, `undo/offer`, `widgets/*`, `scenes/reload` and `complication/set`.
extension ProcessSession {
    func open(_ request: OpenRequest) throws -> SessionChange<OpenRequest.Reply> {
        let isTaken = services.screen.canOpen(request.url)
        // A scheme that no app has now is accepted if an app could have it.
        guard let scheme = URLScheme.scheme(of: request.url), isTaken || !BundleNames.reservedSchemes.contains(scheme)
        else {
            throw RPCError(
                .invalidParams,
                "open: only https, http, mailto, tel, sms, geo and the schemes of apps are opened, up to 4096 bytes."
            )
        }
        // Without the person's tap nothing may lead out of the app: an address of the web could carry data away in its
        // query.
        let isOwnPage = services.screen.opens(request.url, onPagesOf: rights.app)
        guard request.transaction != nil || isOwnPage else {
            throw RPCError(
                .invalidParams,
                "open: without a tap only the app's own pages are opened; name the transaction of a tap or a response."
            )
        }
        let id = isTaken ? expectOpening() : nil
        // An address that nothing opens goes to the surface too, which says so.
        return SessionChange(screen: .open(request.url, id), reply: OpenRequest.Reply(taken: isTaken, id: id))
    }

    func offerUndo(_ request: UndoOfferRequest) throws -> SessionChange<EmptyReply> {
        let seconds = request.seconds ?? 10
        guard request.transaction != nil else {
            throw RPCError(.invalidParams, "undo/offer: it belongs to a tap; name the tap's transaction.")
        }
        guard UndoOfferRequest.secondsRange.contains(seconds) else {
            throw RPCError(.invalidParams, "undo/offer: seconds is 8 to 60, not \(seconds).")
        }
        guard (1...UndoOfferRequest.messageLimit).contains(request.message.count),
            request.data.jsonBytes().count <= UndoOfferRequest.dataLimit
        else {
            throw RPCError(
                .limitExceeded,
                "undo/offer: a message has 1 to 200 characters, and the data at most 16 KiB of JSON."
            )
        }
        return SessionChange(
            .offerUndo(
                UndoOffer(message: request.message, data: request.data, verb: request.verb, seconds: seconds)
            )
        )
    }

    func reload(_ request: WidgetsReloadRequest) throws -> SessionChange<EmptyReply> {
        SessionChange(.reload(try widgets(request.widget)))
    }

    func setHasContent(_ request: WidgetsSetHasContentRequest) throws -> SessionChange<EmptyReply> {
        SessionChange(try widgets(request.widget).map { .screen(.setHasContent(request.hasContent, $0)) })
    }

    func setPlaceholder(_ request: WidgetsSetPlaceholderRequest, _ incoming: IncomingRequest) throws {
        guard rights.kind == .widget, let widget = rights.widget else {
            throw RPCError(.invalidRequest, "widgets/setPlaceholder: only a widget may ask.")
        }
        var content = request.content
        content.entries = nil
        do {
            try WidgetService.check(content)
        } catch {
            throw RPCError(.invalidParams, "widgets/setPlaceholder: \(error)")
        }
        services.screen.setPlaceholder(content, of: widget)
        incoming.reply(EmptyReply())
    }

    func reloadScenes(_ request: ScenesReloadRequest) throws -> SessionChange<EmptyReply> {
        SessionChange(.reloadScene(request.url))
    }

    func setComplication(_ request: ComplicationSetRequest) throws -> SessionChange<EmptyReply> {
        let app = rights.app
        guard let complication = request.complication else { return SessionChange(.complication(.remove(app))) }
        // Checked here, so that a refused complication does not fail the transaction that it would belong to.
        try ComplicationLimits.check(complication)
        return SessionChange(.complication(.set(app, complication)))
    }

    /// The instances that a request names: a widget names only itself, an app one or all of its widgets.
    func widgets(_ named: WidgetID?) throws -> [WidgetID] {
        if rights.kind == .widget, let own = rights.widget {
            guard named == nil || named == own || named == own.bundle else {
                throw RPCError(.notEntitled, "\(own) may ask for itself alone, not for \(named?.rawValue ?? "").")
            }
            return [own]
        }
        guard let named else { return rights.widgets.flatMap(services.screen.instances) }
        guard rights.widgets.contains(named) else {
            throw RPCError(.notFound, "\(rights.app) has no widget \(named).")
        }
        return services.screen.instances(of: named)
    }
}
