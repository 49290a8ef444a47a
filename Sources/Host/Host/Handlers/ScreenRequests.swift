import AsyncPrimitives
package import HostModel
import HostStorage
import JSON
import ProcessHost
import TodayProtocol
import TodayScreen

extension GetScreenRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> ScreenState {
        let screen = host.screen
        let state = screen.state(for: viewer, opens: opens)
        guard let settle else { return state }
        let language = viewer.language
        _ = try await withDeadline(.seconds(settle)) { await screen.waitUntilSettled(language: language) }
        return screen.state(for: viewer, opens: false)
    }
}

extension SetScreenRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        let store = host.store
        let shown = try await store.read { try $0.screenWidgets() }.filter(\.isShown)
        var operations = shown.map(\.widget).filter { !widgets.contains($0) }.map { StoreOperation.screen(.remove($0)) }
        operations += widgets.map { .screen(.add($0)) }
        operations.append(.screen(.reorder(widgets)))
        try await store.commit(StoreTransaction(operations, origin: .person))
        try await host.catalog.refresh()
    }
}

extension ResizeWidgetRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        let app = try host.registry.requireWidget(widget).app
        let families = app.manifest.widget(widget.bundle)?.families ?? []
        guard families.contains(family) else {
            let names = families.map(\.rawValue).joined(separator: ", ")
            throw HostError(.invalid, "The widget \(widget) has no size \(family.rawValue). It has: \(names).")
        }
        try await host.store.commit(.screen(.resize(widget, family)), origin: .person)
        try await host.catalog.refresh()
    }
}

extension ReloadWidgetRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        try host.registry.requireWidget(widget)
        let screen = host.screen
        screen.reload([widget], isUrgent: true, in: language)
        await screen.waitUntilSettled(widget)
        if let problem = screen.problem(of: widget, in: language) { throw HostError(.processFailed, problem) }
    }
}

extension GetComplicationsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> ComplicationsState {
        try await host.complications.state(in: viewer.language)
    }
}

extension PerformTapRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> TapOutcome {
        switch tap.target {
        case .widget(let widget):
            try host.registry.requireWidget(widget)
            return try await host.screen.perform(tap, on: widget, viewer: viewer)
        case .scene(let url):
            let app = try host.requireApp(opening: url)
            return try await host.services.taps.perform(tap, target: .app(app.id), viewer: viewer) {
                host.apps.enqueue(tap.id, of: app.id)
            }
        case .share, .action: throw HostError(.invalid, "What is shared is sent as a share, not as a tap.")
        }
    }
}

extension GetLedgerRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> [LedgerEntry] {
        try host.registry.requireWidget(widget)
        return try await host.screen.ledger(of: widget, limit: limit)
    }
}

extension GetUpdateScheduleRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> UpdateSchedule {
        try host.registry.requireWidget(widget)
        return host.screen.updateSchedule(of: widget)
    }
}

extension TodayHost {
    /// Finds the app that opens a URL, or whose extension has its page there, or throws `notFound`.
    func requireApp(opening url: String) throws(HostError) -> HostedApp {
        if GetUseRequest.isAddress(url) {
            guard let use = apps.uses.origin(of: url), let app = registry.app(use.app) else {
                throw HostError(.notFound, .extensionUseEnded)
            }
            return app
        }
        guard let app = registry.app(opening: url) else { throw HostError.nothingOpens(url) }
        return app
    }
}

extension ShareRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> TapOutcome {
        let app = try host.registry.requireApp(app)
        if let problem = content.problem { throw HostError(.invalid, problem) }
        guard let rule = app.manifest.rule(at: point) else {
            throw HostError(.invalid, .takesNothingShared(app.manifest.name.fallback))
        }
        guard rule.takes(content) else {
            throw HostError(.invalid, .doesNotTakeAll(app.manifest.name.fallback))
        }
        let target: Tap.Target = point == .share ? .share(app: app.id) : .action(app: app.id)
        let tap = Tap(id: id, target: target, data: try JSONValue(encoding: content))
        return try await host.services.taps.perform(tap, target: .app(app.id), viewer: viewer) {
            host.apps.enqueue(tap.id, of: app.id)
        }
    }
}

extension EndUseRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        let uses = host.apps.uses
        guard uses.isOpen(url) else { return }
        uses.end(url, nil)
        guard let use = uses.origin(of: url) else { return }
        host.screen.sceneChanged(of: ExtensionUses.owner(of: use.manifest), url: url)
    }
}

extension GetUseRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> Use {
        let uses = host.apps.uses
        let limit = Duration.seconds(min(max(wait, 0), Self.longestWait))
        await uses.waitForEnd(of: url, atMost: limit, isAsker: isAsker)
        switch uses.standing(of: url) {
        case .open: return Use(hasEnded: false)
        case .ended(_, _, let result?): return Use(hasEnded: true, message: result.message, text: result.text)
        case .ended(_, _, nil), nil: throw HostError(.notFound, .extensionUseEnded)
        }
    }
}
