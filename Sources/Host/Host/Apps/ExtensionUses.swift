import AdaptiveCards
import AsyncPrimitives
import HostStorage
import ProcessHost
import Synchronization
import TodayProtocol
import TodayScreen

/// A use of a Share or Action extension: a process of its own with what was shared.
struct OpenUse: Sendable {
    /// The address of its page, which no app can have.
    var url: String
    var app: AppID
    var manifest: ExtensionManifest
    var process: RunningProcess<ProcessSession>

    var program: Program { process.program }
}

/// The uses of Share and Action extensions, in memory: a restart of the host ends them all.
///
/// A use has one process from its beginning to its end, which is not started again. It ends with its result, with its
/// process, after ``timeLimit``, when its app is changed, or when its app begins a fifth use or all apps a seventeenth:
/// then the oldest one ends.
final class ExtensionUses: Sendable {
    /// How many uses an app may have at a time.
    static let limitOfApp = 4
    /// How many uses all apps may have at a time.
    static let limit = 16
    /// How long a use may last.
    static let timeLimit = Duration.seconds(900)
    /// How many results are kept for surfaces that ask later.
    static let resultLimit = 64
    /// What surfaces say of a use that has ended without a result.
    static let ended = "This use of the extension has ended. Share it again."

    /// How a use stands, for surfaces.
    enum Standing: Sendable {
        case open(OpenUse)
        /// It has ended; `nil` if it has no result.
        case ended(AppID, ExtensionManifest, AppShareRequest.Reply?)
    }

    /// A use that begins or goes on.
    private struct Entry: Sendable {
        var share: TapID
        var app: AppID
        var manifest: ExtensionManifest
        var program: Program
        var use: OpenUse?
        let started = CancellableFuture<Result<RunningProcess<ProcessSession>, ProcessFailure>>()
        let end = OneTimeSignal()

        var url: String { ExtensionUses.address(of: share) }
    }

    private struct State {
        /// The uses that have not ended, oldest first.
        var open: [Entry] = []
        /// Those that ended last, newest last.
        var ended: [(url: String, standing: Standing)] = []
    }

    private let gateway: ProcessGateway
    /// Measures how long uses last.
    private let clock: any Clock<Duration>
    private let state = Mutex(State())
    private let entries: AsyncStream<Entry>
    private let newEntry: AsyncStream<Entry>.Continuation

    init(gateway: ProcessGateway, clock: any Clock<Duration>) {
        self.gateway = gateway
        self.clock = clock
        (entries, newEntry) = AsyncStream.makeStream()
    }

    /// Whether an address is that of a use, which may have ended.
    static func isAddress(_ url: String) -> Bool { url.hasPrefix("\(BundleNames.extensionScheme)://") }

    /// The address of the use that a share begins.
    static func address(of share: TapID) -> String { "\(BundleNames.extensionScheme)://\(share)" }

    /// The name of an extension among apps, for the pages that surfaces show.
    static func owner(of manifest: ExtensionManifest) -> AppID { AppID(manifest.program.id.rawValue) }

    /// Owns the processes of all uses until the task is cancelled.
    func run() async {
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                for await entry in entries { group.addTask { await self.hold(entry) } }
                group.cancelAll()
            }
        } onCancel: {
            newEntry.finish()
        }
    }

    /// Keeps the process of a use for as long as the use lasts, and ends both.
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

    // MARK: - Beginning and ending

    /// Begins a use: starts its process.
    ///
    /// - Parameters:
    ///   - share: The share, which gives the use its address.
    ///   - manifest: The extension.
    ///   - app: Its app.
    /// - Returns: The use, whose process has answered `initialize`.
    /// - Throws: ``ProcessFailure`` if the process cannot be started.
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
        newEntry.yield(entry)
        let result: Result<RunningProcess<ProcessSession>, ProcessFailure>
        do { result = try await entry.started.wait() } catch {
            throw ProcessFailure(kind: .stopping, sentence: "Today is stopping.", outcome: nil)
        }
        let use = OpenUse(url: entry.url, app: app.id, manifest: manifest, process: try result.get())
        state.withLock { state in
            if let index = state.open.firstIndex(where: { $0.url == use.url }) { state.open[index].use = use }
        }
        return use
    }

    /// Ends a use; nothing happens if it has ended.
    ///
    /// - Parameters:
    ///   - url: The address of its page.
    ///   - result: Its result; `nil` if it has none.
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

    /// How a use stands; `nil` if it is not known, or only begins.
    func standing(of url: String) -> Standing? {
        state.withLock { state in
            if let entry = state.open.first(where: { $0.url == url }) { return entry.use.map(Standing.open) }
            return state.ended.last { $0.url == url }?.standing
        }
    }

    /// Whether a use goes on.
    func isOpen(_ url: String) -> Bool { state.withLock { $0.open.contains { $0.url == url } } }

    /// The app and the extension of a use; `nil` if it is not known, or only begins.
    func origin(of url: String) -> (app: AppID, manifest: ExtensionManifest)? {
        switch standing(of: url) {
        case .open(let use): (use.app, use.manifest)
        case .ended(let app, let manifest, _): (app, manifest)
        case nil: nil
        }
    }

    /// Waits until a use has ended, for no longer than a time.
    func waitForEnd(of url: String, atMost time: Duration) async {
        guard let end = state.withLock({ $0.open.first { $0.url == url }?.end }) else { return }
        _ = try? await withDeadline(time, clock: gateway.clock) { await end.wait() }
    }

    /// The page of a use: its own, or what the host says once it has ended.
    ///
    /// - Parameters:
    ///   - url: The address of the page.
    ///   - revision: The newest commit.
    ///   - context: The time and the language of the person.
    /// - Returns: The page.
    /// - Throws: ``ProcessFailure`` if the process does not answer; the use has ended then, unless it refused.
    func scene(_ url: String, revision: Revision, context: RequestContext) async throws(ProcessFailure)
        -> SceneContent
    {
        switch standing(of: url) {
        case .open(let use):
            do {
                let request = AppSceneRequest(url: url, revision: revision, context: context)
                return try await use.process.call(request, deadline: AppService.deadline)
            } catch {
                let failure = ProcessFailure(error)
                if failure.kind != .refused { end(url, nil) }
                throw failure.kind == .replaced ? ProcessFailure(kind: .lost, sentence: Self.ended) : failure
            }
        case .ended(_, let manifest, let result?): return Self.resultPage(manifest, result, context.language)
        case .ended(_, _, nil), nil: throw ProcessFailure(kind: .refused, sentence: Self.ended)
        }
    }

    /// The page of a use that has a result: what the extension says, and the text that it returned.
    private static func resultPage(
        _ manifest: ExtensionManifest,
        _ result: AppShareRequest.Reply,
        _ language: String
    ) -> SceneContent {
        let message = result.message ?? done.value(in: language)
        let card = Card {
            TextBlock(CardEscaping.escaped(message), wrap: true)
            if let text = result.text { CodeBlock(text) }
        }
        return SceneContent(title: manifest.program.name.text(in: language), card: card)
    }

    private static let done = LocalizedText("Done.", translations: ["de": "Fertig.", "ja": "完了しました。"])
}
