import Foundation
import Glibc
import HostModel
import Logging
import Synchronization
import Testing
import TodayProtocol
import TodayTestSupport

@testable import ProcessHost

/// Groups in a folder that stands for the kernel's file system, and where there is one, in the file system itself.
@Suite(.timeLimit(.minutes(10))) struct ControlGroupTests {
    private static let app = AppID("com.example.Weather")
    private static let widget = ProcessIdentity.widget(WidgetID("com.example.Weather.Today"), of: app)

    /// A file system of control groups in a folder, and the `/proc` of a process in it.
    private final class FakeKernel: Sendable {
        let folder: String
        private let log = Mutex<[String]>([])
        /// The files that cannot be written, by the end of their paths, with the error.
        private let refused: [String: Int32]

        init(
            in folder: String,
            own: String,
            processes: String,
            controllers: String,
            refusing: [String: Int32] = [:]
        ) throws {
            self.folder = folder
            refused = refusing
            try FileManager.default.createDirectory(atPath: "\(folder)/mount\(own)", withIntermediateDirectories: true)
            try FileManager.default.createDirectory(atPath: "\(folder)/proc", withIntermediateDirectories: true)
            for path in Set(["mount", "mount\(own)"]) {
                try write("\(controllers)\n", "\(path)/cgroup.controllers")
                try write("1\n\(processes)", "\(path)/cgroup.procs")
            }
            try write(processes, "mount\(own)/cgroup.procs")
            try write("8:pids:/\n0::\(own)\n", "proc/cgroup")
            let mounts = """
                20 1 0:5 / /sys rw shared:7 - sysfs sysfs rw
                30 20 0:9 / \(folder)/mount rw,nosuid shared:9 - cgroup2 none rw

                """
            try write(mounts, "proc/mountinfo")
        }

        func write(_ text: String, _ path: String) throws {
            try text.write(toFile: "\(folder)/\(path)", atomically: false, encoding: .utf8)
        }

        /// What was written, in order, with the number of a process's group left out.
        var written: [String] { log.withLock { $0 } }

        func record(_ text: String, _ path: String) -> Int32 {
            let name = path.dropFirst(folder.count + 6).replacing(/process-[0-9a-z]+/, with: "process")
            log.withLock { $0.append("\(name) = \(text)") }
            if let error = refused.first(where: { path.hasSuffix($0.key) })?.value { return error }
            return FileManager.default.createFile(atPath: path, contents: Data(text.utf8)) ? 0 : ENOENT
        }

        func delegated(isRoot: Bool = false) throws(ControlGroup.Failure) -> ControlGroup {
            try ControlGroup.delegated(process: "\(folder)/proc", pid: 4711, isRoot: isRoot) { self.record($0, $1) }
        }
    }

    private static let limitsOfTheApp = [
        "/today.service/app-com.example.Weather/memory.max = 268435456",
        "/today.service/app-com.example.Weather/memory.swap.max = 0",
        "/today.service/app-com.example.Weather/pids.max = 512",
        "/today.service/app-com.example.Weather/cpu.max = 100000 100000",
        "/today.service/app-com.example.Weather/cpu.weight = 33",
        "/today.service/app-com.example.Weather/cgroup.subtree_control = +memory +pids +cpu",
    ]

    @Test func theHostMovesAsideAndLimitsAppsBeforeTheirProcesses() throws {
        try withTemporary { folder in
            let kernel = try FakeKernel(
                in: folder,
                own: "/today.service",
                processes: "4711\n",
                controllers: "cpuset cpu io memory pids"
            )
            let group = try kernel.delegated()
            #expect(group.controllers == [.memory, .pids, .cpu])
            _ = try group.group(of: Self.widget, ProcessBudget())
            let process = "/today.service/app-com.example.Weather/process"
            #expect(
                kernel.written == [
                    "/today.service/host/cgroup.procs = 4711",
                    "/today.service/cgroup.subtree_control = +memory +pids +cpu",
                ] + Self.limitsOfTheApp + [
                    "\(process)/memory.max = 67108864", "\(process)/memory.swap.max = 0",
                    "\(process)/pids.max = 128", "\(process)/cpu.max = 100000 100000",
                    "\(process)/cpu.weight = 33", "\(process)/memory.oom.group = 1",
                ]
            )
        }
    }

    @Test func rootMakesAGroupAtTheTopIfItIsNotAlone() throws {
        try withTemporary { folder in
            let kernel = try FakeKernel(in: folder, own: "/shell", processes: "17\n4711\n", controllers: "memory")
            let group = try kernel.delegated(isRoot: true)
            #expect(group.path == "\(folder)/mount/today-4711")
            #expect(
                kernel.written == ["/cgroup.subtree_control = +memory", "/today-4711/cgroup.subtree_control = +memory"]
            )
        }
    }

    @Test(arguments: [
        ("17\n4711\n", "memory pids", LocalizableText.noOwnControlGroupPhrase),
        ("4711\n", "pids cpu", .memoryNotLimitedPhrase),
    ])
    func whatIsMissingIsNamedAndNothingChanged(
        _ processes: String,
        _ controllers: String,
        _ reason: LocalizableText
    ) throws {
        try withTemporary { folder in
            let kernel = try FakeKernel(in: folder, own: "/x", processes: processes, controllers: controllers)
            #expect(throws: ControlGroup.Failure(reason: reason)) { try kernel.delegated() }
            #expect(kernel.written == [])
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/mount/x").count == 2)
        }
    }

    @Test func aMachineWithoutTheFileSystemIsNamed() throws {
        try withTemporary { folder in
            let kernel = try FakeKernel(in: folder, own: "/x", processes: "4711\n", controllers: "memory")
            try kernel.write("20 1 0:5 / /sys/fs/cgroup rw - cgroup none rw,memory\n", "proc/mountinfo")
            #expect(throws: ControlGroup.Failure(reason: .noControlGroupsPhrase)) {
                try kernel.delegated(isRoot: true)
            }
        }
    }

    @Test func theHostMovesBackIfItsGroupCannotHaveLimits() throws {
        try withTemporary { folder in
            let kernel = try FakeKernel(
                in: folder,
                own: "/x",
                processes: "4711\n",
                controllers: "memory",
                refusing: ["/x/cgroup.subtree_control": EBUSY]
            )
            let failure = #expect(throws: ControlGroup.Failure.self) { try kernel.delegated() }
            #expect(
                failure?.reason.english
                    == "the control groups of this machine cannot be changed: Device or resource busy"
            )
            #expect(kernel.written.last == "/x/cgroup.procs = 4711")
        }
    }

    @Test func aGroupThatCannotHaveALimitIsNotUsed() throws {
        try withTemporary { folder in
            let kernel = try FakeKernel(
                in: folder,
                own: "/x",
                processes: "4711\n",
                controllers: "memory pids",
                refusing: ["/pids.max": EINVAL]
            )
            let group = try kernel.delegated()
            #expect(throws: ControlGroup.Failure.self) { try group.group(of: Self.widget, ProcessBudget()) }
        }
    }

    @Test(
        arguments: [
            ("oom 0\noom_kill 0\n", "oom 3\n", nil),
            ("oom 1\noom_kill 2\n", "oom 0\n", EndReason.memory(used: (64 << 20) + 4096, limit: 64 << 20)),
            ("oom 0\noom_kill 2\n", "oom 1\n", EndReason.appMemory(used: (256 << 20) + 4096, limit: 256 << 20)),
            ("oom 0\noom_kill 2\n", "oom 0\n", nil),
        ] as [(String, String, EndReason?)]
    )
    func theKernelsReasonIsTheHosts(_ events: String, _ eventsOfTheApp: String, _ reason: EndReason?) throws {
        try withTemporary { folder in
            try FileManager.default.createDirectory(atPath: "\(folder)/app/process", withIntermediateDirectories: true)
            try "low 0\nhigh 0\nmax 9\n\(events)".write(
                toFile: "\(folder)/app/process/memory.events",
                atomically: false,
                encoding: .utf8
            )
            try eventsOfTheApp.write(toFile: "\(folder)/app/memory.events.local", atomically: false, encoding: .utf8)
            let group = ControlGroup(path: "\(folder)/app/process", controllers: [.memory])
            #expect(group.excess(of: Self.widget, ProcessBudget()) == reason)
        }
    }

    /// The kernel's file system, if it has one in which this user may make groups; that of a machine with version 1 beside it
    /// has no limits, but groups.
    private static let realMount = ["/sys/fs/cgroup/unified", "/sys/fs/cgroup"].first { folder in
        access("\(folder)/cgroup.subtree_control", W_OK) == 0
    }

    @Test(.enabled(if: realMount != nil))
    func everyProcessOfASandboxIsInItsGroupWhichGoesWithIt() async throws {
        let place = try #require(Self.realMount) + "/today-test-\(UInt32.random(in: 0 ... .max))"
        #expect(mkdir(place, 0o755) == 0)
        let group = ControlGroup(path: place, controllers: [])
        defer { group.sweep() }
        let command = SandboxCommandBuilder(tools: .installed(), limits: ResourceLimits(), system: .current())
        let policy = SandboxPolicy(
            mode: .required,
            probe: await SandboxProbe(command).run(),
            command: command,
            controlGroup: .success(group)
        ) { _ in false }
        let settings = PoolFixture.settings(Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await withTemporaryDirectory { folder in
            let pool = ProcessPool(settings, policy: policy, temporaryFolder: "\(folder)/tmp")
            try await PoolFixture.run(PoolFixture(pool: pool, folder: folder)) { fixture in
                let program = try PythonProgram.write("member", in: fixture.folder)
                // One that outlives the request, and one that the launcher knows nothing of.
                let code = "import subprocess; subprocess.Popen(['sleep', '1000'], process_group=0); result = 1"
                #expect(try await fixture.run(code, in: program) == "1")
                let pid = try #require(fixture.pool.status(of: program.identity)?.pid)
                let members = try #require(ProcessTree(root: pid).members()).map(\.key.pid)
                #expect(members.count >= 4)
                for member in members {
                    let groups = try String(contentsOfFile: "/proc/\(member)/cgroup", encoding: .utf8)
                    #expect(
                        groups.contains(/0::\/today-test-\d+\/app-com\.example\.tests\/process-[0-9a-z]+\n/),
                        "\(groups)"
                    )
                }
                await fixture.pool.end(program.identity)
                let left = try FileManager.default.contentsOfDirectory(atPath: "\(place)/app-com.example.tests")
                #expect(!left.contains { $0.hasPrefix("process-") })
            }
        }
        // The pool has removed what it made, and the group.
        #expect(access(place, F_OK) != 0)
    }

    private func withTemporary(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "today-test-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }
}
