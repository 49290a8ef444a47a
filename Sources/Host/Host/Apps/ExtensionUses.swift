import AdaptiveCards
import AsyncPrimitives
import HostModel
import ProcessHost
import Synchronization
import TodayProtocol

struct OpenUse: Sendable {
    /// The address of its page, whose scheme no app can have.
    var url: String
    var app: AppID
    var manifest: ExtensionManifest
    var process: RunningProcess<ProcessSession>

    var program: Program { process.program }
}

/// The uses of Share and Action extensions, in memory; a restart of the host ends them all.
///
/// A use has one process, which is never restarted. It ends when it has a result, when its process ends, after
/// ``timeLimit``, when the command that waits for its result has gone, or when its app changes. If an app exceeds
/// ``limitOfApp``, its oldest use ends; if all apps exceed ``limit``, the oldest of all ends.
final class ExtensionUses: HostPart {
    static let limitOfApp = 4
    /// The largest number of concurrent uses of all apps.
    static let limit = 16
    static let timeLimit = Duration.seconds(900)
    /// The time within which a command that waits for a result asks again; afterwards it has gone.
    static let askerLimit = Duration.seconds(60)
    /// The number of results kept for surfaces that ask later.
    static let resultLimit = 64

    enum Standing: Sendable {
        case open(OpenUse)
        /// The use has ended, with its result if it has one.
        case ended(AppID, ExtensionManifest, AppShareRequest.Reply?)
    }

    /// A use that is starting or open.
    private struct Entry: Sendable {
        var share: TapID
        var app: AppID
        var manifest: ExtensionManifest
        var program: Program
        var use: OpenUse?
        /// How often the command that waits for the result has asked.
        var asks = 0
        let started = CancellableFuture<Result<RunningProcess<ProcessSession>, ProcessFailure>>()
        let end = OneTimeSignal()

        var url: String { ExtensionUses.address(of: share) }
    }

    private struct State {
        /// The uses that have not ended, oldest first.
        var open: [Entry] = []
        /// The uses that ended most recently, newest last.
        var ended: [(url: String, standing: Standing)] = []
    }

    private let gateway: ProcessGateway
    private let clock: any Clock<Duration>
    private let state = Mutex(State())
    private let tasks = TaskSupervisor()

    init(gateway: ProcessGateway, clock: any Clock<Duration>) {
        self.gateway = gateway
        self.clock = clock
    }

    static func address(of share: TapID) -> String { "\(GetUseRequest.scheme)://\(share)" }

    static func owner(of manifest: ExtensionManifest) -> AppID { AppID(manifest.program.id.rawValue) }

    func run() async { await tasks.run() }

    /// Keeps the process of a use running while the use lasts, then ends both.
    private func hold(_ entry: Entry) async {
        do throws(ProcessFailure) {
            try await gateway.withProcess(entry.program) { process in
                entry.started.finish(.success(process))
                _ = try? await withDeadline(Self.timeLimit, clock: clock) { await entry.end.wait() }
            }
        } catch {
            entry.started.finish(.failure(error))
        }
        end(entry.url, nil)
        await gateway.end(entry.program.identity)
    }

    /// Ends a use if the command that waits for its result does not ask again.
    private func expectAsker(of entry: Entry) async {
        _ = try? await withDeadline(Self.askerLimit, clock: clock) { await entry.end.wait() }
        let hasGone = state.withLock { $0.open.contains { $0.url == entry.url && $0.asks == entry.asks } }
        if hasGone { end(entry.url, nil) }
    }

    // MARK: - Beginning and ending

    /// Begins a use: starts its process, and returns when that has answered `initialize`.
    func begin(_ share: TapID, _ manifest: ExtensionManifest, of app: HostedApp) async throws(ProcessFailure)
        -> OpenUse
    {
        let entry = Entry(
            share: share,
            app: app.id,
            manifest: manifest,
            program: app.program(of: manifest, use: share)
        )
        let oldest = state.withLock { state in
            state.open.append(entry)
            let own = state.open.filter { $0.app == app.id }
            if own.count > Self.limitOfApp { return own.first?.url }
            return state.open.count > Self.limit ? state.open.first?.url : nil
        }
        if let oldest { end(oldest, nil) }
        tasks.add { await self.hold(entry) }
        let result: Result<RunningProcess<ProcessSession>, ProcessFailure>
        do { result = try await entry.started.wait() } catch {
            throw ProcessFailure(kind: .stopping, text: .todayStopping, outcome: nil)
        }
        let use = OpenUse(url: entry.url, app: app.id, manifest: manifest, process: try result.get())
        state.withLock { state in
            if let index = state.open.firstIndex(where: { $0.url == use.url }) { state.open[index].use = use }
        }
        return use
    }

    /// Ends a use, with its result if it has one; nothing happens if it has ended.
    func end(_ url: String, _ result: AppShareRequest.Reply?) {
        let entry: Entry? = state.withLock { state in
            guard let index = state.open.firstIndex(where: { $0.url == url }) else { return nil }
            let entry = state.open.remove(at: index)
            state.ended.append((url, .ended(entry.app, entry.manifest, result)))
            if state.ended.count > Self.resultLimit { state.ended.removeFirst() }
            return entry
        }
        entry?.end.raise()
    }

    /// Ends the uses of apps that were removed or changed, such as by a right that the person revoked.
    func appsDidChange(_ registry: AppRegistry) {
        let entries = state.withLock(\.open)
        for entry in entries {
            let app = registry.app(entry.app)
            let manifest = app?.manifest.extension(at: entry.manifest.point)
            guard manifest.flatMap({ app?.program(of: $0, use: entry.share) }) != entry.program else { continue }
            end(entry.url, nil)
        }
    }

    // MARK: - Reading

    /// Returns the state of a use; `nil` if it is unknown or still starting.
    func standing(of url: String) -> Standing? {
        state.withLock { state in
            if let entry = state.open.first(where: { $0.url == url }) { return entry.use.map(Standing.open) }
            return state.ended.last { $0.url == url }?.standing
        }
    }

    func isOpen(_ url: String) -> Bool { state.withLock { $0.open.contains { $0.url == url } } }

    /// Returns the app and the extension of a use; `nil` if it is unknown or still starting.
    func origin(of url: String) -> (app: AppID, manifest: ExtensionManifest)? {
        switch standing(of: url) {
        case .open(let use): (use.app, use.manifest)
        case .ended(let app, let manifest, _): (app, manifest)
        case nil: nil
        }
    }

    /// Waits for the end of a use; an asker is the command that waits for its result: the use ends if it does not ask
    /// again within ``askerLimit``.
    func waitForEnd(of url: String, atMost time: Duration, isAsker: Bool = false) async {
        let found: Entry? = state.withLock { state in
            guard let index = state.open.firstIndex(where: { $0.url == url }) else { return nil }
            if isAsker { state.open[index].asks += 1 }
            return state.open[index]
        }
        guard let found else { return }
        _ = try? await withDeadline(time, clock: gateway.clock) { await found.end.wait() }
        // The command has had its answer, and asks again if it is still there.
        if isAsker { tasks.add { await self.expectAsker(of: found) } }
    }

    /// Returns the page of a use, or of its result; the use ends if its process does not answer, unless it refused.
    func scene(_ url: String, revision: Revision, context: RequestContext) async throws(ProcessFailure)
        -> SceneContent
    {
        switch standing(of: url) {
        case .open(let use):
            do {
                let request = AppSceneRequest(url: url, revision: revision, context: context)
                return try await use.process.call(request, deadline: AppService.deadline)
            } catch {
                let failure = ProcessFailure(error, of: use.process.session)
                if failure.kind != .refused { end(url, nil) }
                throw failure.kind == .replaced ? ProcessFailure(kind: .lost, text: .extensionUseEnded) : failure
            }
        case .ended(_, let manifest, let result?): return Self.resultPage(manifest, result, context.language)
        case .ended(_, _, nil), nil: throw ProcessFailure(kind: .refused, text: .extensionUseEnded)
        }
    }

    private static func resultPage(
        _ manifest: ExtensionManifest,
        _ result: AppShareRequest.Reply,
        _ language: String
    ) -> SceneContent {
        let message = result.message ?? HostTexts.strings(in: language).text(.extensionDone)
        let card = Card {
            TextBlock(CardEscaping.escaped(message), wrap: true)
            if let text = result.text { CodeBlock(text) }
        }
        return SceneContent(title: manifest.program.name.text(in: language), card: card)
    }
}
