import Foundation
import JSON
import JSONRPC
import Logging
import ProcessHost
import TodayProtocol

/// A pool of processes with nothing behind it: the least a process needs to be asked.
struct ProcessBench {
    let pool: ProcessPool<EmptySession>
    let app: AppManifest
    private let path: String
    private let groups: [GroupID: String]

    /// Reads a bundle and makes a pool that starts its programs in a sandbox.
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
        } makeSession: { _, _ in
            EmptySession()
        }
        let policy = await SandboxPolicy.onThisMachine(mode: .required, logger: logger) { _ in true }
        pool = ProcessPool(settings, policy: policy, temporaryFolder: temporary.path(percentEncoded: false))
    }

    /// The app's program.
    var appProgram: Program { Program(app, at: path, groups: groups) }

    /// The program of the app's first widget.
    var widgetProgram: Program? { app.widgets.first.map { Program($0, of: app, at: path, groups: groups) } }

    /// Runs a measurement while the pool runs.
    func run(_ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await pool.run() }
            try await body()
            pool.close()
            try await group.waitForAll()
        }
    }

    /// What the processes are told of the world.
    static var context: RequestContext {
        RequestContext(now: Date(), day: CivilDay(year: 2026, month: 1, day: 1), zone: "UTC", language: "en-US")
    }
}

/// Answers a process that its group is empty, and everything else with an error.
struct EmptySession: RPCHandler {
    func receive(_ request: IncomingRequest) {
        guard request.method == DefaultsAllRequest.method else {
            return request.fail(RPCError(.methodNotFound, "There is no \(request.method) here."))
        }
        request.reply(DefaultsAllRequest.Reply(values: [:], next: nil, revision: Revision(1)))
    }

    func receive(notification method: String, params: JSONValue) {}
}
