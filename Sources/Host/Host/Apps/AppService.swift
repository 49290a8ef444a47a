import AdaptiveCards
import AsyncPrimitives
import Foundation
import HostClock
import HostModel
import JSON
import NetworkAddresses
import ProcessHost
import Synchronization
import TodayProtocol
import TodayScreen

/// Serves surfaces from the apps' own processes: pages, addresses, taps on pages, and shares, in order per app.
final class AppService: HostPart {
    static let deadline = Duration.seconds(10)
    /// The number of recent pages kept for checking inputs against.
    static let pageLimit = 64

    private struct Line: Hashable, Sendable {
        var app: AppID
        /// The address of the use; `nil` for the app's own process.
        var use: String?
    }

    private struct State {
        var taps: [Line: [TapID]] = [:]
        var pages: [(url: String, card: Card)] = []
    }

    let uses: ExtensionUses
    let performer: TapPerformer
    private let services: DeliveryServices
    private let state = Mutex(State())
    private let queue = KeyedSerialQueue<Line>()

    init(_ services: DeliveryServices) {
        uses = ExtensionUses(gateway: services.gateway, clock: services.host.deadlineClock)
        performer = services.performer
        self.services = services
    }

    func run() async {
        await queue.run { line in
            guard let id = self.nextTap(of: line) else { return .idle }
            if let (tap, viewer) = self.services.host.taps.tap(id) {
                self.services.host.taps.finish(id, await self.perform(tap, of: line.app, viewer: viewer))
            }
            return .done
        }
    }

    // MARK: - Pages and addresses

    func scene(_ url: String, of app: HostedApp, revision: Revision, viewer: Viewer) async throws(ProcessFailure)
        -> SceneContent
    {
        let context = services.gateway.context(viewer.language).at(viewer)
        let scene: SceneContent
        if GetUseRequest.isAddress(url) {
            scene = try await uses.scene(url, revision: revision, context: context)
        } else {
            let request = AppSceneRequest(url: url, revision: revision, context: context)
            scene = try await services.gateway.call(request, of: app.program, deadline: Self.deadline)
        }
        state.withLock { state in
            state.pages.removeAll { $0.url == url }
            state.pages.append((url, scene.card))
            if state.pages.count > Self.pageLimit { state.pages.removeFirst() }
        }
        return scene
    }

    /// Asks an app which page an address leads to; `nil` if the app does not accept the address.
    func open(_ request: AppOpenRequest, of app: HostedApp) async throws(ProcessFailure) -> String? {
        let reply = try await services.gateway.call(request, of: app.program, deadline: Self.deadline)
        guard let url = reply.url else { return nil }
        guard let scheme = URLScheme.scheme(of: url), app.manifest.urlSchemes.contains(scheme) else {
            throw ProcessFailure(
                kind: .refused,
                text: .leadsToForeignPage(app.manifest.name.fallback, address: String(url.prefix(200)))
            )
        }
        return url
    }

    // MARK: - Taps

    func enqueue(_ tap: TapID, of app: AppID) {
        let line = Line(app: app, use: use(of: tap, in: app))
        state.withLock { $0.taps[line, default: []].append(tap) }
        queue.add(line)
    }

    /// Returns the address of the use that a tap belongs to or begins; `nil` if it is for the app's own process.
    private func use(of id: TapID, in app: AppID) -> String? {
        guard let (tap, _) = services.host.taps.tap(id) else { return nil }
        if case .scene(let url) = tap.target { return GetUseRequest.isAddress(url) ? url : nil }
        guard let point = tap.target.point, services.registry.app(app)?.manifest.extension(at: point) != nil else {
            return nil
        }
        return ExtensionUses.address(of: id)
    }

    private func nextTap(of line: Line) -> TapID? {
        state.withLock { state in
            guard var taps = state.taps[line], !taps.isEmpty else { return nil }
            let tap = taps.removeFirst()
            state.taps[line] = taps.isEmpty ? nil : taps
            return tap
        }
    }

    private func perform(_ tap: HostModel.Tap, of id: AppID, viewer: Viewer) async -> TapOutcome? {
        guard let app = services.registry.app(id) else {
            return await performer.fail(tap.id, .appNoLongerInstalled)
        }
        return switch tap.target {
        case .scene(let url): await perform(tap, on: url, of: app, viewer: viewer)
        case .share, .action: await share(tap, with: app, viewer: viewer)
        case .widget: await performer.fail(tap.id, .appNoLongerInstalled)
        }
    }

    private func share(_ tap: HostModel.Tap, with app: HostedApp, viewer: Viewer) async -> TapOutcome? {
        let content: SharedContent
        do { content = try tap.data.decode() } catch {
            return await performer.fail(tap.id, .sharedContentUnreadable)
        }
        if let point = tap.target.point, let manifest = app.manifest.extension(at: point) {
            return await begin(tap, content, manifest, of: app, viewer: viewer)
        }
        return await performer.perform(tap.id, program: app.program, app: app.id) { transaction, context in
            AppShareRequest(tap, content, transaction, context(viewer.language).at(viewer))
        } outcome: { reply, effects in
            .done(open: effects.open, undo: effects.undo, message: reply.shownMessage, opening: effects.opening)
        }
    }

    private func perform(_ tap: HostModel.Tap, on url: String, of app: HostedApp, viewer: Viewer) async -> TapOutcome? {
        let data: JSONValue
        do {
            data = try await payload(of: tap, on: url, of: app, viewer: viewer)
        } catch let errors as InputErrors {
            return await performer.finish(tap.id, .invalidInputs(errors: errors.messages))
        } catch let failure as ProcessFailure {
            return failure.kind == .stopping ? nil : await performer.fail(tap.id, failure.text)
        } catch {
            return await performer.fail(tap.id, .inputsUnreadable)
        }
        if GetUseRequest.isAddress(url) { return await perform(tap, on: url, data: data, viewer: viewer) }
        return await performer.perform(tap.id, program: app.program, app: app.id) { transaction, context in
            AppPerformRequest(tap, on: url, data, transaction, context(viewer.language).at(viewer))
        } outcome: { reply, effects in
            if let errors = reply.inputErrors, !errors.isEmpty { return .invalidInputs(errors: errors) }
            return .done(open: effects.open, undo: effects.undo, opening: effects.opening)
        }
    }

    /// Returns the action's data with the inputs, checked against the page as it was shown.
    private func payload(
        of tap: HostModel.Tap,
        on url: String,
        of app: HostedApp,
        viewer: Viewer
    ) async throws -> JSONValue {
        guard let inputs = tap.inputs else { return tap.data }
        var card = state.withLock { state in state.pages.last { $0.url == url }?.card }
        if card == nil {
            card = try await scene(url, of: app, revision: Revision(0), viewer: viewer).card
        }
        guard let card else { return tap.data }
        return try SubmitPayload(card: card, data: tap.data, values: inputs).json
    }
}

extension AppShareRequest {
    init(_ tap: HostModel.Tap, _ content: SharedContent, _ transaction: Int, _ context: RequestContext) {
        self.init(share: tap.id, content: content, transaction: transaction, context: context)
    }
}

extension AppShareRequest.Reply {
    /// The message, truncated to the length that surfaces show.
    var shownMessage: String? { message.map { String($0.prefix(Self.messageLimit)) } }
}

extension AppPerformRequest {
    init(_ tap: HostModel.Tap, on url: String, _ data: JSONValue, _ transaction: Int, _ context: RequestContext) {
        self.init(tap: tap.id, url: url, verb: tap.verb, data: data, transaction: transaction, context: context)
    }
}

extension RequestContext {
    /// Returns the context for a viewer, with the clock of the surface if it differs from the host's.
    func at(_ viewer: Viewer) -> RequestContext {
        guard let own = TimeZone(identifier: self.zone), let zone = TimeZone(identifier: viewer.zone),
            !zone.agrees(with: own, from: now)
        else { return self }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.hour, .minute], from: now)
        let time = [parts.hour, parts.minute].map { number in
            let digits = String(number ?? 0)
            return digits.count == 1 ? "0" + digits : digits
        }
        var context = self
        context.surface = SurfaceClock(
            day: ClockDay(of: now, in: zone).day,
            time: time.joined(separator: ":"),
            zone: viewer.zone
        )
        return context
    }
}
