import FoundationEssentials
import HostClock
import HostModel
import HostStorage
import JSONRPC
import Logging
import ProcessHost
import TodayProtocol
import TodayScreen

/// Calls processes on behalf of the host: starts them if need be, and translates their errors to ``ProcessFailure``.
final class ProcessGateway: HostPart {
    static let maximumBackoffWait = Duration.seconds(2)

    private let pool: ProcessPool<ProcessSession>
    let host: HostDependencies
    /// Measures the waits between attempts.
    let clock: any Clock<Duration> = ContinuousClock()

    var logger: Logger { host.logger }
    var enforcement: LimitEnforcement { host.sandbox.enforcement }

    /// Determines the sandbox for processes; throws `sandboxUnavailable` if one is required but not available.
    static func sandboxPolicy(
        _ configuration: HostConfiguration,
        logger: Logger
    ) async throws(HostError) -> SandboxPolicy {
        let trusted = configuration.trustedApps
        let mode: SandboxMode =
            switch configuration.sandbox {
            case .auto: .auto
            case .required: .required
            case .off: .off
            }
        let policy = await SandboxPolicy.onThisMachine(mode: mode, logger: logger) { trusted.contains($0) }
        if case .refused(let failure) = policy.status {
            let remedy = failure.remedy.map { "\($0), or start" } ?? "Start"
            throw HostError(
                .sandboxUnavailable,
                "A sandbox is required but not available: \(failure.reason.english). \(remedy) with --sandbox auto."
            )
        }
        return policy
    }

    init(_ host: HostDependencies, _ services: SessionServices, groupLimit: GroupLimitSetting) {
        self.host = host
        let registry = host.registry
        var settings = ProcessSettings<ProcessSession>(logger: host.logger) { program, paths in
            let rights = registry.rights(of: program.identity)
            // Read after the session was registered, so that a later change is sent as `settings/changed`.
            let notifications = await Self.notificationSettings(of: program.identity.app, host)
            return InitializeRequest(
                hostVersion: host.configuration.version,
                kind: rights?.kind ?? (program.identity.widget == nil ? .app : .widget),
                id: program.identity.widget?.bundle.rawValue ?? program.identity.description,
                instance: program.identity.widget,
                principalClass: program.principalClass,
                app: program.identity.app,
                groups: (rights?.groups ?? []).compactMap { group in
                    paths.groups[group].map { InitializeRequest.Group(id: group, path: $0) }
                },
                bundlePath: paths.bundle,
                temporaryPath: paths.temporary,
                deviceID: host.durable.epoch,
                notifications: notifications,
                context: host.context(host.language)
            )
        } makeSession: { program, connection, admitToLog in
            ProcessSession(
                rights: registry.rights(of: program.identity) ?? .none(of: program.identity),
                connection: connection,
                services: services,
                admitToLog: admitToLog
            )
        }
        settings.deadlineClock = host.deadlineClock
        settings.groupLimit = { groupLimit.limit }
        pool = ProcessPool(
            settings,
            policy: host.sandbox,
            temporaryFolder: host.configuration.stateDirectory.appending(path: "tmp").path(percentEncoded: false)
        )
    }

    private static func notificationSettings(of app: AppID, _ host: HostDependencies) async -> NotificationSettings? {
        do throws(StoreError) {
            return try await host.durable.read { try $0.notificationSettings(of: app).inForce }
        } catch {
            host.logger.error(
                "The settings of an app's notifications cannot be read",
                metadata: ["app": "\(app)", "error": "\(error)"]
            )
            return nil
        }
    }

    func run() async {
        await withDiscardingTaskGroup { group in
            // The pool itself does not fail: the failure of a process goes to its callers.
            group.addTask { try? await self.pool.run() }
            for await event in pool.events {
                guard case .ended(let identity, let reason, let isInUse) = event else { continue }
                if reason.isKill {
                    host.audit.record(
                        AuditEvent(.processKilled, app: identity.app, reason.logLine(about: "\(identity)")),
                        about: "\(identity) \(reason.kind)"
                    )
                }
                guard !isInUse, reason.isExcess else { continue }
                await recordExcess(of: identity, reason, peakMemory: pool.status(of: identity)?.peakMemory)
            }
        }
    }

    /// Records that a process exceeded a limit while it handled no request: in the ledger, and on its widget or page
    /// until that is drawn again; during a request, its sender reports the reason.
    private func recordExcess(of identity: ProcessIdentity, _ reason: EndReason, peakMemory: Int?) async {
        switch identity {
        case .widget(let widget, _):
            guard let program = host.registry.widget(widget)?.program else { return }
            await host.screen.processDidEnd(widget, reason.sentence(about: program.title), peakMemory: peakMemory)
        case .app(let id):
            guard let app = host.registry.app(id) else { return }
            let sentence = reason.sentence(about: app.program.title)
            host.store.caches.record(
                BackgroundRun(
                    app: id,
                    date: host.clock.now,
                    reason: .idle,
                    outcome: .overran,
                    milliseconds: 0,
                    peakMemory: peakMemory,
                    message: sentence.english
                )
            )
            host.screen.processDidEnd(id, sentence)
        case .candidate: break
        }
    }

    func context(_ language: String) -> RequestContext { host.context(language) }

    func end(_ app: AppID, widgets: [WidgetID]) async {
        await pool.end(.app(app))
        for widget in widgets { await pool.end(.widget(widget, of: app)) }
    }

    func end(_ identity: ProcessIdentity) async { await pool.end(identity) }

    func peakMemory(of program: Program) -> Int? { pool.status(of: program.identity)?.peakMemory }

    /// Charges a process, if it runs, for work that was done for it elsewhere.
    func charge(_ time: Duration, to identity: ProcessIdentity) { pool.charge(time, to: identity) }

    /// Logs that a request to a program failed; the program may have chosen the words of the reason, so it is truncated
    /// and counts towards the program's share of the log.
    func logFailure(_ event: String, _ reason: String, of program: Program, level: Logger.Level) {
        let reason = String(decoding: reason.utf8.prefix(LogLimiter.lineBytes), as: UTF8.self)
        let metadata: Logger.Metadata = ["process": "\(program.identity)", "reason": "\(reason)"]
        guard level >= .notice else { return logger.log(level: level, "\(event)", metadata: metadata) }
        let admission = pool.admitToLog(event.utf8.count + reason.utf8.count, of: program.identity)
        logger.log(event, level: level, if: admission, of: program.title.english, program.identity.app, metadata)
    }

    func origin(of identity: ProcessIdentity) -> ChangeOrigin {
        host.registry.rights(of: identity)?.origin ?? identity.widget.map { .widget($0) } ?? .app(identity.app)
    }

    /// Returns the text of a failure that an app's process reports, like ``ProcessSession/text(ofFailure:)``.
    func text(ofFailure words: String, of app: AppID) -> LocalizableText {
        host.sessions.session(of: app)?.text(ofFailure: words) ?? .text(words)
    }

    func start(_ program: Program) async throws(ProcessFailure) { try await withProcess(program) { _ in } }

    /// Starts a program of a bundle that is being installed, without any rights, then ends it; throws if it
    /// does not accept the role that the bundle gives it.
    func probe(_ program: Program) async throws(ProcessFailure) {
        let result: Result<Void, ProcessFailure>
        do throws(ProcessFailure) { result = .success(try await start(program)) } catch { result = .failure(error) }
        await pool.end(program.identity)
        try result.get()
    }

    func call<Request: RPCRequest>(
        _ request: Request,
        of program: Program,
        deadline: Duration,
        onSent: ((@escaping @Sendable () -> Void) -> Void)? = nil
    ) async throws(ProcessFailure) -> Request.Reply {
        try await withProcess(program) { process in
            do throws(ProcessError) {
                return try await process.call(request, deadline: deadline, onSent: onSent)
            } catch {
                throw ProcessFailure(error, of: process.session)
            }
        }
    }

    /// Runs a closure with a process, which is started if need be; waits once if it backs off, but not for long.
    func withProcess<Value>(
        _ program: Program,
        _ body: (RunningProcess<ProcessSession>) async throws -> Value
    ) async throws(ProcessFailure) -> Value {
        do {
            return try await pool.withProcess(of: program, body)
        } catch let error as ProcessError where error.code == .backingOff {
            guard let wait = error.retryAfter, wait <= Self.maximumBackoffWait else { throw ProcessFailure(error) }
            do {
                try await clock.sleep(for: wait)
                // The app may have been removed meanwhile.
                guard host.registry.rights(of: program.identity) != nil else { throw error }
                return try await pool.withProcess(of: program, body)
            } catch {
                throw ProcessFailure(error)
            }
        } catch {
            throw ProcessFailure(error)
        }
    }
}
