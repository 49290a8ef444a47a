import FoundationEssentials
import JSONRPC
import Logging
import ProcessHost
import TodayProtocol

/// The way to every process: starts it if need be, asks it, and says in sentences what went wrong.
final class ProcessGateway: Sendable {
    /// How long a call waits for a process that backs off after a crash, at most.
    static let patience = Duration.seconds(2)

    /// Sentences that the person must know about how processes run.
    let warnings: [String]
    private let pool: ProcessPool<ProcessSession>
    private let registry: AppRegistry

    init(
        configuration: HostConfiguration,
        services: SessionServices,
        registry: AppRegistry,
        deadlineClock: any Clock<Duration>,
        context: @escaping @Sendable (String) -> RequestContext
    ) async throws(HostError) {
        let trusted = configuration.trustedApps
        let mode: SandboxMode =
            switch configuration.sandbox {
            case .auto: .auto
            case .required: .required
            case .off: .off
            }
        let policy = await SandboxPolicy.onThisMachine(mode: mode, logger: services.logger) { trusted.contains($0) }
        if case .refused(let reason) = policy.status {
            throw HostError(
                .sandboxUnavailable,
                "A sandbox is required and cannot be had: \(reason). Install bubblewrap, or start with --sandbox auto."
            )
        }
        warnings = [policy.status.warning].compactMap(\.self)
        self.registry = registry
        let version = configuration.version
        let language = configuration.language
        var settings = ProcessSettings<ProcessSession>(logger: services.logger) { program, paths in
            let rights = registry.rights(of: program.identity)
            return InitializeRequest(
                hostVersion: version,
                kind: program.identity.widget == nil ? .app : .widget,
                id: program.identity.description,
                app: program.identity.app,
                groups: (rights?.groups ?? []).compactMap { group in
                    paths.groups[group].map { InitializeRequest.Group(id: group, path: $0) }
                },
                bundlePath: paths.bundle,
                temporaryPath: paths.temporary,
                context: context(language)
            )
        } makeSession: { program, connection in
            ProcessSession(
                rights: registry.rights(of: program.identity) ?? .none(of: program.identity),
                connection: connection,
                services: services
            )
        }
        settings.deadlineClock = deadlineClock
        pool = ProcessPool(
            settings,
            policy: policy,
            temporaryFolder: configuration.stateDirectory.appending(path: "tmp").path(percentEncoded: false)
        )
    }

    /// Owns every process until graceful shutdown or cancellation.
    func run() async {
        // The pool has nothing to fail with: what goes wrong with a process is its callers'.
        try? await pool.run()
    }

    /// Ends the processes of an app that was replaced or removed.
    func end(_ app: AppID, widgets: [WidgetID]) async {
        await pool.end(.app(app))
        for widget in widgets { await pool.end(.widget(widget, of: app)) }
    }

    /// The greatest resident memory of a program's process, in bytes.
    func peakMemory(of program: Program) -> Int? { pool.status(of: program.identity)?.peakMemory }

    /// Starts a process that does not run; it ends by itself when nobody needs it.
    ///
    /// - Parameter program: Whose process.
    /// - Throws: ``ProcessFailure`` if it cannot be started.
    func start(_ program: Program) async throws(ProcessFailure) { try await withProcess(program) { _ in } }

    /// Asks a process.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - program: Whose process.
    ///   - deadline: How long the answer may take.
    ///   - onSent: Receives a closure that tells the process that its answer is no longer wanted.
    /// - Returns: The answer.
    /// - Throws: ``ProcessFailure``.
    func call<Request: RPCRequest>(
        _ request: Request,
        of program: Program,
        deadline: Duration,
        onSent: ((@escaping @Sendable () -> Void) -> Void)? = nil
    ) async throws(ProcessFailure) -> Request.Reply {
        try await withProcess(program) { process in
            try await process.call(request, deadline: deadline, onSent: onSent)
        }
    }

    /// Asks a process for something that changes things: what it writes is collected.
    ///
    /// - Parameters:
    ///   - program: Whose process.
    ///   - deadline: How long the answer may take.
    ///   - make: Makes the request for a transaction's number.
    /// - Returns: The answer, and what is to be committed with it.
    /// - Throws: ``ProcessFailure``; then what was collected is gone.
    func perform<Request: RPCRequest>(
        _ program: Program,
        deadline: Duration,
        _ make: @Sendable (Int) -> Request
    ) async throws(ProcessFailure) -> (Request.Reply, HostTransaction) {
        try await withProcess(program) { process in
            let transactions = process.session.transactions
            let number = transactions.begin()
            do {
                let reply = try await process.call(make(number), deadline: deadline)
                guard let effects = transactions.end(number) else { throw ProcessFailure.lost(program) }
                return (reply, effects)
            } catch {
                _ = transactions.end(number)
                throw error
            }
        }
    }

    private func withProcess<Value>(
        _ program: Program,
        _ body: (RunningProcess<ProcessSession>) async throws -> Value
    ) async throws(ProcessFailure) -> Value {
        do {
            return try await pool.withProcess(of: program, body)
        } catch let error as ProcessError where error.code == .backingOff {
            guard let wait = error.retryAfter, wait <= Self.patience else { throw ProcessFailure(error) }
            do {
                try await Task.sleep(for: wait)
                return try await pool.withProcess(of: program, body)
            } catch {
                throw ProcessFailure(error)
            }
        } catch {
            throw ProcessFailure(error)
        }
    }
}
