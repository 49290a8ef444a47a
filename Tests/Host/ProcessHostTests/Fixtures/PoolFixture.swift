import Foundation
import JSON
import JSONRPC
import Logging
import ProcessHost
import TodayProtocol
import TodayTestSupport

/// A pool of processes in a folder of its own.
struct PoolFixture: Sendable {
    let pool: ProcessPool<SilentSession>
    let folder: String

    /// Runs a test with a pool, which is closed afterwards; every process is gone when it returns.
    static func with<Result: Sendable>(
        mode: SandboxMode = .required,
        limits: ResourceLimits = ResourceLimits(),
        concurrentSpawns: Int = 4,
        configure: @Sendable (inout ProcessSettings<SilentSession>) -> Void = { _ in },
        _ body: @Sendable (PoolFixture) async throws -> Result
    ) async throws -> Result {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let policy = await SandboxPolicy.onThisMachine(mode: mode, limits: limits, logger: logger) { _ in false }
        var settings = settings(logger)
        configure(&settings)
        let fixed = settings
        return try await withTemporaryDirectory { folder in
            let pool = ProcessPool(
                fixed,
                policy: policy,
                temporaryFolder: "\(folder)/tmp",
                concurrentSpawns: concurrentSpawns
            )
            return try await run(PoolFixture(pool: pool, folder: folder), body)
        }
    }

    /// Runs a pool beside a test.
    static func run<Result: Sendable>(
        _ fixture: PoolFixture,
        _ body: (PoolFixture) async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await fixture.pool.run() }
            defer { fixture.pool.close() }
            return try await body(fixture)
        }
    }

    /// Settings with a patient start, since the machine may be busy.
    static func settings(_ logger: Logger) -> ProcessSettings<SilentSession> {
        var settings = ProcessSettings<SilentSession>(
            logger: logger,
            initialize: { program, paths in
                InitializeRequest(
                    hostVersion: "0",
                    kind: .widget,
                    id: "\(program.identity)",
                    app: program.identity.app,
                    groups: paths.groups.map { .init(id: $0.key, path: $0.value) },
                    bundlePath: paths.bundle,
                    temporaryPath: paths.temporary,
                    context: RequestContext(
                        now: Date(timeIntervalSince1970: 0),
                        day: CivilDay(year: 1970, month: 1, day: 1),
                        zone: "Etc/UTC",
                        language: "en"
                    )
                )
            },
            makeSession: { _, _, _ in SilentSession() }
        )
        settings.timings.start = .seconds(20)
        settings.budget.cpuPerRequest = .seconds(20)
        return settings
    }

    /// Runs Python in a program's process.
    func run(_ code: String, in program: Program, deadline: Duration = .seconds(20)) async throws -> JSONText {
        let reply = try await pool.call(RunRequest(code: code), of: program, deadline: deadline)
        return JSONText(String(decoding: reply.value.jsonBytes(), as: UTF8.self))
    }

    /// The error of running Python in a program's process.
    func failure(_ code: String, in program: Program, deadline: Duration = .seconds(20)) async -> ProcessError? {
        do {
            _ = try await run(code, in: program, deadline: deadline)
            return nil
        } catch {
            return error as? ProcessError
        }
    }

    /// Waits for an end to be told.
    func nextEnd(file: StaticString = #fileID, line: UInt = #line) async throws -> EndReason? {
        try await withTimeLimit(on: "the end of a process", seconds: 60, file: file, line: line) { [pool] in
            for await event in pool.events {
                if case .ended(_, let reason, _) = event { return reason as EndReason? }
            }
            return nil
        }
    }
}

extension ProcessPool {
    /// Sends a request to the process of a program, which is started if necessary.
    func call<Request: RPCRequest>(
        _ request: Request,
        of program: Program,
        deadline: Duration
    ) async throws -> Request.Reply {
        try await withProcess(of: program) { process in try await process.call(request, deadline: deadline) }
    }
}

/// JSON as text, for expectations.
typealias JSONText = String
