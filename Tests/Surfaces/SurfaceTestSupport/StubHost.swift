package import Foundation
import Host
package import HostModel
import HostStorage
import Notifications
import Synchronization
package import TodayProtocol
import TodayScreen

/// A host without processes and without a database, for tests of surfaces.
///
/// It records every request, and answers it with the closure that is registered for the request's type. The closures
/// read and change ``State``, which tests set up and look at.
package final class StubHost: HostAccess {
    /// What the answers are made of, open for tests to change.
    package struct State: Sendable {
        /// The requests, in the order in which they came.
        package var sent: [any HostRequest] = []
        /// Thrown for every request, if set.
        package var failure: HostError?
        /// The screen.
        package var screen: ScreenState
        /// The pages of apps by URL.
        package var scenes: [String: SceneState] = [:]
        /// The installed apps.
        package var apps: [AppDescription] = []
        /// The images of the installed bundles.
        package var images = BundleImageIndex.empty
        /// What the apps find, whatever the search.
        package var found: [SearchAppsRequest.FoundEntry] = []
        /// The content of these images, by digest.
        package var imageFiles: [String: ImageFile] = [:]
        /// What every tap ends in.
        package var outcome: TapOutcome = .done(open: nil)
        /// The rights that bundles ask for: one for each installation, and the last for all that follow.
        package var requestedRights = ["d1"]
        /// What the one app with rights may do.
        package var rights = Samples.weatherRights
        /// The hosts that the person has allowed that app.
        package var allowedHosts: Set<String> = []
        /// What is known about where the person is.
        package var location = LocationState()
        /// The archive that waits for consent, and its sheet.
        package var upload: BundleUpload?
        package var sheet = Samples.consentSheet(asking: "d1")
        /// The settings of surfaces.
        package var settings: [String: String] = [:]
        /// When browsers were last seen, by the hash of their token.
        package var sessions: [String: Date] = [:]
        /// The names and rights of devices, by the hash of their token; without an entry a device may change settings.
        package var devices = StubDevices()
        /// The shared defaults.
        package var defaults: [GroupID: [String: PropertyValue]] = [:]
        /// The notifications.
        package var notifications = StubNotifications()
        /// The complications.
        package var complications = ComplicationsState(revision: Revision(1), complications: [])
        /// The audit log, the newest entry first, and where it was changed.
        package var audit: [AuditEntry] = []
        package var firstBrokenAuditEntry: Int64?
        /// The actions that apps have not processed.
        package var outbox = Outbox()
        /// How many actions fit into a reply.
        package var outboxPage = Int.max
        /// The background runs of every app.
        package var runs: [BackgroundRun] = []
        /// The messages and the state of the cloud.
        package var messages = StubMessages()
        fileprivate var screenStreams: [Int: AsyncStream<ScreenEvent>.Continuation] = [:]
        fileprivate var notificationStreams: [Int: AsyncStream<NotificationEvent>.Continuation] = [:]
        fileprivate var complicationStreams: [Int: AsyncStream<ComplicationEvent>.Continuation] = [:]
        var topicStreams: [Int: AsyncStream<Void>.Continuation] = [:]
        fileprivate var outboxStreams: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastStream = 0
    }

    /// The answer to the requests of one type.
    private struct Answer<Request: HostRequest>: Sendable {
        var body: @Sendable (Request, inout State) throws -> Request.Reply
    }

    private let state: Mutex<State>
    private let answers = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// Makes a host that shows a screen.
    package init(screen: ScreenState) {
        state = Mutex(State(screen: screen))
        answerScreenRequests()
        answerAppRequests()
        answerStoredValueRequests()
        answerNotificationRequests()
        answerMessageRequests()
        answerActionRequests()
        answerLocationRequests()
        answerUploadRequests()
        answerAllowedHostRequests()
        answerImageRequests()
    }

    /// Registers the answer to requests of a type, in place of the one before.
    package func answer<Request: HostRequest>(
        _: Request.Type,
        _ body: @escaping @Sendable (Request, inout State) throws -> Request.Reply
    ) {
        answers.withLock { $0[ObjectIdentifier(Request.self)] = Answer(body: body) }
    }

    /// Reads or changes the state.
    package func with<Result: Sendable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try state.withLock { (state) throws(Failure) in try body(&state) }
    }

    /// The requests of a type, in the order in which they came.
    package func sent<Request: HostRequest>(_: Request.Type) -> [Request] {
        with(\.sent).compactMap { $0 as? Request }
    }

    /// All requests as texts, in the order in which they came; for comparing many at once.
    package var log: [String] { with(\.sent).map { "\($0)" } }

    package func send<Request: HostRequest>(_ request: Request) async throws(HostError) -> Request.Reply {
        guard let answer = answers.withLock({ $0[ObjectIdentifier(Request.self)] }) as? Answer<Request> else {
            throw HostError(.internal, "The stub has no answer to \(Request.self).")
        }
        do {
            let reply = try with { state in
                state.sent.append(request)
                if let failure = state.failure { throw failure }
                return try answer.body(request, &state)
            }
            // A script waits here, so that others can answer meanwhile.
            guard let wait = request as? GetScriptResponseRequest else { return reply }
            let response = try await ScriptResponseReply.waiting(wait.wait) {
                try await self.response(to: wait).map { ScriptResponseReply.answered(response: $0) } ?? .gone
            }
            return response as? Request.Reply ?? reply
        } catch {
            throw error as? HostError ?? HostError(.internal, "\(error)")
        }
    }
}

// MARK: - Events

extension StubHost {
    /// How many pages receive the events of the screen.
    package var screenStreamCount: Int { with(\.screenStreams.count) }

    /// How many surfaces receive the events of notifications.
    package var notificationStreamCount: Int { with(\.notificationStreams.count) }

    /// Sends an event of the screen to every page.
    package func emit(_ event: ScreenEvent) {
        for stream in with({ Array($0.screenStreams.values) }) { stream.yield(event) }
    }

    /// Ends all streams, as the host does when it stops.
    package func endEvents() {
        for stream in with({ Array($0.screenStreams.values) }) { stream.finish() }
        for stream in with({ Array($0.notificationStreams.values) }) { stream.finish() }
        for stream in with({ Array($0.complicationStreams.values) }) { stream.finish() }
    }

    package func screenEvents(
        for viewer: Viewer,
        after position: ScreenPosition?,
        scene: String?
    ) -> AsyncStream<ScreenEvent> {
        let (stream, continuation) = AsyncStream<ScreenEvent>.makeStream()
        with { state in
            state.lastStream += 1
            let number = state.lastStream
            state.screenStreams[number] = continuation
            continuation.onTermination = { [weak self] _ in self?.with { $0.screenStreams[number] = nil } }
            let screen = state.screen
            guard let position, position.epoch == screen.epoch else {
                continuation.yield(ScreenEvent(position: screen.position, change: .screen(screen)))
                return
            }
            for widget in screen.widgets where widget.revision > position.revision {
                continuation.yield(ScreenEvent(position: screen.position, change: .widget(widget)))
            }
        }
        return stream
    }

    package func notificationEvents(
        for viewer: Viewer,
        after position: ScreenPosition?,
        announcedUpTo _: ScreenPosition?
    ) -> AsyncStream<NotificationEvent> {
        let (stream, continuation) = AsyncStream<NotificationEvent>.makeStream()
        with { state in
            state.lastStream += 1
            let number = state.lastStream
            state.notificationStreams[number] = continuation
            continuation.onTermination = { [weak self] _ in self?.with { $0.notificationStreams[number] = nil } }
            let all = state.notifications.state
            if position?.epoch != state.screen.epoch || position.map({ $0.revision < all.revision }) ?? true {
                continuation.yield(NotificationEvent(revision: all.revision, change: .all(all)))
            }
        }
        return stream
    }

    package func complicationEvents(
        for viewer: Viewer,
        after position: ScreenPosition?
    ) -> AsyncStream<ComplicationEvent> {
        let (stream, continuation) = AsyncStream<ComplicationEvent>.makeStream()
        with { state in
            state.lastStream += 1
            let number = state.lastStream
            state.complicationStreams[number] = continuation
            continuation.onTermination = { [weak self] _ in self?.with { $0.complicationStreams[number] = nil } }
            let all = state.complications
            if position?.epoch != state.screen.epoch || position.map({ $0.revision < all.revision }) ?? true {
                continuation.yield(ComplicationEvent(revision: all.revision, change: .all(all)))
            }
        }
        return stream
    }

    /// How many surfaces receive the events of complications.
    package var complicationStreamCount: Int { with(\.complicationStreams.count) }

    /// Sets or removes the complication of an app, as a process does, and tells every surface.
    package func setComplication(_ shown: ShownComplication?, of app: AppID) {
        with { state in
            let revision = Revision(state.complications.revision.number + 1)
            let others = state.complications.complications.filter { $0.app != app }
            state.complications = ComplicationsState(
                revision: revision,
                complications: others + [shown].compactMap(\.self)
            )
            let event = ComplicationEvent(revision: revision, change: shown.map { .set($0) } ?? .removed(app))
            for stream in state.complicationStreams.values { stream.yield(event) }
        }
    }
}

extension StubHost {
    package func outboxEvents() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        with { state in
            state.lastStream += 1
            let number = state.lastStream
            state.outboxStreams[number] = continuation
            continuation.onTermination = { [weak self] _ in self?.with { $0.outboxStreams[number] = nil } }
            continuation.yield()
        }
        return stream
    }

    /// Changes the outbox, and tells every page.
    package func changeOutbox(_ body: (inout Outbox) -> Void) {
        with { state in
            body(&state.outbox)
            for stream in state.outboxStreams.values { stream.yield() }
        }
    }

    private func answerActionRequests() {
        answer(GetOutboxRequest.self) { request, state in
            let entries = state.outbox.entries.filter { entry in
                (request.app == nil || entry.app == request.app) && entry.number > request.after ?? 0
            }
            let page = entries.prefix(min(request.limit, state.outboxPage)).map { entry in
                var entry = entry
                if !request.hasPayloads { entry.payload = nil }
                return entry
            }
            return Outbox(entries: page, hasMore: state.outbox.hasMore || page.count < entries.count)
        }
        answer(FindActionRequest.self) { request, state in
            let entries = state.outbox.entries.filter { request.app == nil || $0.app == request.app }
            return try entries.first { String($0.number) == request.name || $0.id.rawValue == request.name }
                .orNotFound("There is no action \(request.name).").number
        }
        answer(RetryActionRequest.self) { request, state in
            guard let index = state.outbox.entries.firstIndex(where: { $0.number == request.number }) else {
                throw HostError(.notFound, "There is no action \(request.number).")
            }
            state.outbox.entries[index].state = .waiting
            state.outbox.entries[index].attempts = 0
            for stream in state.outboxStreams.values { stream.yield() }
        }
        answer(DiscardActionRequest.self) { request, state in
            guard state.outbox.entries.contains(where: { $0.number == request.number }) else {
                throw HostError(.notFound, "There is no action \(request.number).")
            }
            state.outbox.entries.removeAll { $0.number == request.number }
            for stream in state.outboxStreams.values { stream.yield() }
        }
        answer(GetBackgroundRunsRequest.self) { request, state in
            Array(state.runs.filter { $0.app == request.app }.prefix(request.limit))
        }
    }
}

extension StubHost.State {
    /// Changes the notifications under the next revision, and tells every surface what changed.
    ///
    /// - Parameter body: Makes the change; returns its result and what changed.
    /// - Returns: The result.
    /// - Throws: What `body` throws.
    mutating func changeNotifications<Result>(
        _ body: (inout StubNotifications) throws -> (Result, [NotificationEvent.Change])
    ) rethrows -> Result {
        notifications.revision = Revision(max(notifications.revision, screen.revision).number + 1)
        let (result, changes) = try body(&notifications)
        for change in changes {
            let event = NotificationEvent(revision: notifications.revision, change: change)
            for stream in notificationStreams.values { stream.yield(event) }
        }
        return result
    }
}

// MARK: - Answers

extension StubHost {
    private func answerScreenRequests() {
        answer(GetScreenRequest.self) { $1.screen }
        answer(SetScreenRequest.self) { request, state in
            let choices = state.screen.chosen + state.screen.available
            let known = state.screen.widgets
            state.screen.chosen = request.widgets.compactMap { id in choices.first { $0.id == id } }
            state.screen.available = choices.filter { !request.widgets.contains($0.id) }
            state.screen.widgets = request.widgets.compactMap { id in known.first { $0.id == id } }
            state.screen.revision = Revision(state.screen.revision.number + 1)
            let event = ScreenEvent(position: state.screen.position, change: .screen(state.screen))
            for stream in state.screenStreams.values { stream.yield(event) }
        }
        answer(ReloadWidgetRequest.self) { _, _ in }
        answer(ResizeWidgetRequest.self) { _, _ in }
        answer(PerformTapRequest.self) { $1.outcome }
        answer(GetLedgerRequest.self) { _, _ in
            [LedgerEntry(date: Date(timeIntervalSince1970: 0), reasons: [.tap], outcome: .newData, milliseconds: 1.5)]
        }
        answer(GetAppLogRequest.self) { request, _ in
            [
                AppLogLine(
                    number: request.after + 1,
                    date: Date(timeIntervalSince1970: 0),
                    process: "a.b",
                    source: .standardError,
                    level: "notice",
                    text: "Ouch"
                )
            ]
        }
        answer(GetUpdateProblemsRequest.self) { _, _ in
            [UpdateProblem(widget: WidgetID("a.b"), message: "It ended.", isFailure: true, standardError: ["Ouch"])]
        }
        answer(GetUpdateScheduleRequest.self) { _, _ in
            UpdateSchedule(
                now: Date(timeIntervalSince1970: 720),
                updated: Date(timeIntervalSince1970: 0),
                nextUpdate: nil,
                isWatched: false,
                unseenUpdates: 64,
                unseenUpdateLimit: 64,
                obstacle: .limitReached
            )
        }
    }
}

extension Optional {
    /// The value; throws `notFound` for `nil`.
    func orNotFound(_ sentence: LocalizableText) throws -> Wrapped {
        guard let self else { throw HostError(.notFound, sentence) }
        return self
    }
}
