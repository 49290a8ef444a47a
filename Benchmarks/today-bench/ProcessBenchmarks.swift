import Foundation
import JSON
import JSONRPC
import Logging
import ProcessHost
import TodayProtocol

/// A pool of processes without a host behind it, for measurements of processes alone.
struct ProcessBench {
    let pool: ProcessPool<EmptySession>
    let app: AppManifest
    private let path: String
    private let groups: [GroupID: String]

    /// Reads a bundle and creates a pool that starts its programs in a sandbox.
    init(bundle: String) async throws {
        path = URL(filePath: bundle).standardizedFileURL.path(percentEncoded: false)
        app = try BundleReader().read(at: path)
        var logger = Logger(label: "bench")
        logger.logLevel = .error
        let temporary = FileManager.default.temporaryDirectory.appending(path: "today-bench-\(UUID().uuidString)")
        var groups: [GroupID: String] = [:]
        for group in app.entitlements.groups {
            let folder = temporary.appending(path: group.rawValue)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            groups[group] = folder.path(percentEncoded: false)
        }
        self.groups = groups
        let settings = ProcessSettings<EmptySession>(logger: logger) { program, paths in
            InitializeRequest(
                hostVersion: "bench",
                kind: program.identity.widget == nil ? .app : .widget,
                id: program.identity.description,
                app: program.identity.app,
                groups: paths.groups.map { InitializeRequest.Group(id: $0.key, path: $0.value) },
                bundlePath: paths.bundle,
                temporaryPath: paths.temporary,
                context: Self.context
            )
        } makeSession: { _, _, _ in
            EmptySession()
        }
        let policy = await SandboxPolicy.onThisMachine(mode: .required, logger: logger) { _ in true }
        pool = ProcessPool(settings, policy: policy, temporaryFolder: temporary.path(percentEncoded: false))
    }

    /// The app's program.
    var appProgram: Program { Program(app, at: path, groups: groups) }

    /// The program of the app's first widget.
    var widgetProgram: Program? {
        app.widgets.first.map { Program($0.id, of: $0, in: app, at: path, groups: groups) }
    }

    /// Runs a measurement while the pool runs.
    func run(_ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await pool.run() }
            try await body()
            pool.close()
            try await group.waitForAll()
        }
    }

    /// The context of all requests.
    static var context: RequestContext {
        RequestContext(now: Date(), day: CivilDay(year: 2026, month: 1, day: 1), zone: "UTC", language: "en-US")
    }
}

/// Replies to a process that its group is empty, and to all other requests with an error.
struct EmptySession: RPCHandler {
    func receive(_ request: IncomingRequest) {
        guard request.method == DefaultsAllRequest.method else {
            return request.fail(RPCError(.methodNotFound, "There is no \(request.method) here."))
        }
        request.reply(DefaultsAllRequest.Reply(values: [:], next: nil, revision: Revision(1)))
    }

    func receive(notification method: String, params: JSONValue) {}
}

/// Measures a widget's sandboxed process: from the launch to the reply to `initialize`, and its peak memory.
struct StartBenchmark {
    let bundle: String

    func run() async throws {
        let bench = try await ProcessBench(bundle: bundle)
        guard let program = bench.widgetProgram else { return }
        var starts: [Double] = []
        var peaks: [Double] = []
        try await bench.run {
            for _ in 0..<21 {
                try await bench.pool.withProcess(of: program) { process in peaks.append(Double(process.peakMemory)) }
                for await event in bench.pool.events {
                    guard case .started(_, _, let duration) = event else { continue }
                    starts.append(duration.milliseconds)
                    break
                }
                await bench.pool.end(program.identity)
            }
        }
        // The first process reads the program from disk.
        Figure(name: "widget start to initialize answered", unit: "ms", values: Array(starts.dropFirst())).report()
        Figure(name: "widget peak memory", unit: "MB", values: peaks.dropFirst().map { $0 / 1_000_000 }).report()
    }
}

/// Measures one request and its reply over a process's connection, with JSON in both directions.
struct RoundTripBenchmark {
    let bundle: String

    func run() async throws {
        let bench = try await ProcessBench(bundle: bundle)
        guard let scheme = bench.app.urlSchemes.first else { return }
        var times: [Double] = []
        try await bench.run {
            try await bench.pool.withProcess(of: bench.appProgram) { process in
                let request = AppOpenRequest(url: "\(scheme)://", source: .icon, context: ProcessBench.context)
                for round in 0..<11_000 {
                    let begin = ContinuousClock.now
                    _ = try await process.call(request, deadline: .seconds(5))
                    if round >= 1000 { times.append((ContinuousClock.now - begin).milliseconds * 1000) }
                }
            }
        }
        Figure(name: "request round trip", unit: "µs", values: times).report()
    }
}
