import HostModel
import HostStorage
import JSON
import ProcessHost
import TodayProtocol
import TodayScreen

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
