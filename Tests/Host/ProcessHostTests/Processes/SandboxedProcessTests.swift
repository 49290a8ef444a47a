import Foundation
import Logging
import Synchronization
import Testing
import TodayProtocol

@testable import ProcessHost

/// What a process can see and do, tried from inside.
@Suite(.timeLimit(.minutes(10))) struct SandboxedProcessTests {
    private static let group = GroupID("group.com.example.mine")

    private static var command: SandboxCommandBuilder {
        SandboxCommandBuilder(tools: .installed(), limits: ResourceLimits(), system: .current())
    }

    private static func hasFileRules(_ probe: Result<SandboxFeatures, SandboxProbe.Failure>) throws -> Bool {
        try probe.get().rulesFiles
    }

    private func attempt(_ code: String) -> String {
        let lines = code.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        return """
            import os, socket, errno
            try:
            \(lines)
                result = "done"
            except OSError as error:
                result = errno.errorcode[error.errno]
            """
    }

    @Test(arguments: [
        ("the bundle", "open('/app/new', 'w')", "EROFS"),
        ("its own program", "open('/app/program', 'a')", "EROFS"),
        ("the system", "open('/usr/new', 'w')", "EROFS"),
        ("the root", "open('/new', 'w')", "EROFS"),
        ("devices", "open('/dev/new', 'w')", "EROFS"),
        ("the kernel", "open('/proc/sys/kernel/core_pattern', 'w')", "EROFS"),
        ("passwords", "open('/etc/passwd')", "ENOENT"),
        ("homes", "os.listdir('/home')", "ENOENT"),
        ("root's home", "os.listdir('/root')", "ENOENT"),
        ("other groups", "os.listdir('/groups/group.com.example.other')", "ENOENT"),
        ("a network", "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)", "EAFNOSUPPORT"),
        ("a network of six", "socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)", "EAFNOSUPPORT"),
        ("the host's sockets", "socket.socket(socket.AF_UNIX).connect('/run/systemd/private')", "ENOENT"),
        ("its group", "open('/groups/group.com.example.mine/file', 'w').write('hello')", "done"),
        ("its temporary folder", "open('/tmp/file', 'w').write('hello')", "done"),
        ("a large temporary file", "open('/tmp/file', 'w').write('x' * (2 << 20))", "ENOSPC"),
        ("more files than it may", "[os.dup(0) for _ in range(300)]", "EMFILE"),
    ])
    func seesAndWritesWhatItMay(_ what: String, _ code: String, _ outcome: String) async throws {
        var limits = ResourceLimits()
        limits.temporaryBytes = 1 << 20
        try await PoolFixture.with(limits: limits) { fixture in
            let program = try PythonProgram.write("prober", in: fixture.folder, groups: [Self.group])
            try FileManager.default.createDirectory(
                atPath: "\(fixture.folder)/groups/group.com.example.other",
                withIntermediateDirectories: true
            )
            #expect(try await fixture.run(attempt(code), in: program) == "\"\(outcome)\"")
            #expect(!FileManager.default.fileExists(atPath: "\(program.bundle)/new"))
        }
    }

    /// In its session too, by which some kernels weigh; another program of the same user may have had its session weighed
    /// a moment ago, and then the kernel refuses it to all but root.
    @Test func aBusyProcessorWorksForItLast() async throws {
        try await PoolFixture.with { fixture in
            let program = try PythonProgram.write("busy", in: fixture.folder)
            #expect(try await fixture.run("import os; result = os.nice(0)", in: program) == "\(nice(0) + 5)")
            let file = "/proc/self/autogroup"
            guard geteuid() == 0, FileManager.default.fileExists(atPath: file) else { return }
            let session = try await fixture.run("result = open('\(file)').read().split()[-1]", in: program)
            #expect(session == "\"5\"")
        }
    }

    @Test func whatItWritesIntoItsGroupIsThere() async throws {
        try await PoolFixture.with { fixture in
            let program = try PythonProgram.write("writer", in: fixture.folder, groups: [Self.group])
            let code = "open(greeting['groups'][0]['path'] + '/file', 'w').write('hello'); result = 1"
            _ = try await fixture.run(code, in: program)
            let folder = try #require(program.groups[Self.group])
            #expect(try String(contentsOfFile: "\(folder)/file", encoding: .utf8) == "hello")
        }
    }

    @Test func itsRealPathsAreNotThere() async throws {
        try await PoolFixture.with { fixture in
            let program = try PythonProgram.write("lost", in: fixture.folder)
            let code = "import os; result = os.path.exists('\(fixture.folder)')"
            #expect(try await fixture.run(code, in: program) == "false")
        }
    }

    @Test(arguments: [SandboxMode.required, .off])
    func theEnvironmentIsTheAllowedOne(mode: SandboxMode) async throws {
        try await PoolFixture.with(mode: mode) { fixture in
            let program = try PythonProgram.write("env", in: fixture.folder)
            let code = "import os; result = sorted(k for k in os.environ if k not in ('PWD', 'LC_CTYPE'))"
            #expect(try await fixture.run(code, in: program) == #"["HOME","LANG","PATH","TMPDIR"]"#)
        }
    }

    @Test func itIsNobodyAndCanNeverBecomeSomebody() async throws {
        try await PoolFixture.with { fixture in
            let program = try PythonProgram.write("nobody", in: fixture.folder)
            let code = """
                import ctypes, os, socket
                prctl = ctypes.CDLL(None).prctl
                capabilities = sum(prctl(23, number, 0, 0, 0) == 1 for number in range(64))
                result = [os.getuid(), capabilities, prctl(39, 0, 0, 0, 0), prctl(21, 0, 0, 0, 0), len([p for p in os.listdir('/proc') if p.isdigit()])]
                """
            // Not root, without capabilities, with no way to gain one, filtered; two processes: its own and bubblewrap's.
            #expect(try await fixture.run(code, in: program) == "[1000,0,1,2,2]")
        }
    }

    @Test func descriptorsOfTheHostAreNotInherited() async throws {
        try await PoolFixture.with { fixture in
            let program = try PythonProgram.write("descriptors", in: fixture.folder)
            let code = """
                import fcntl
                def is_open(descriptor):
                    try: return fcntl.fcntl(descriptor, fcntl.F_GETFD) >= 0
                    except OSError: return False
                result = [descriptor for descriptor in range(3, 1024) if is_open(descriptor)]
                """
            #expect(try await fixture.run(code, in: program) == "[]")
        }
    }

    @Test func withoutASandboxThePathsAreTheRealOnesAndTheTemporaryFolderGoes() async throws {
        try await PoolFixture.with(mode: .off) { fixture in
            let program = try PythonProgram.write("open", in: fixture.folder, groups: [Self.group])
            let code = """
                import os
                temporary = greeting["temporaryPath"]
                open(temporary + "/x", "w").write("x")
                result = [greeting["bundlePath"], greeting["groups"][0]["path"], os.getcwd(), temporary]
                """
            let answer = try await fixture.run(code, in: program)
            let paths = try JSONDecoder().decode([String].self, from: Data(answer.utf8))
            let folder = try #require(program.groups[Self.group])
            #expect(Array(paths.prefix(3)) == [program.bundle, folder, program.bundle])
            #expect(FileManager.default.fileExists(atPath: "\(paths[3])/x"))
            await fixture.pool.end(program.identity)
            _ = try await fixture.nextEnd()
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(fixture.folder)/tmp").isEmpty)
        }
    }

    @Test(arguments: [(SandboxMode.auto, true), (.auto, false), (.required, true)])
    func withoutASandboxOnlyTrustedAppsStart(mode: SandboxMode, isTrusted: Bool) async throws {
        try await PoolFixture.with { fixture in
            let command = SandboxCommandBuilder(tools: .installed(), limits: ResourceLimits(), system: .current())
            let policy = SandboxPolicy(
                mode: mode,
                probe: .failure(.init(reason: "no luck")),
                command: command,
                isTrusted: { _ in isTrusted }
            )
            let pool = ProcessPool(
                PoolFixture.settings(.init(label: "test")),
                policy: policy,
                temporaryFolder: "\(fixture.folder)/tmp"
            )
            let program = try PythonProgram.write("Trusty", in: fixture.folder)
            try await PoolFixture.run(PoolFixture(pool: pool, folder: fixture.folder)) { other in
                let error = await other.failure("result = 1", in: program)
                guard mode == .auto, isTrusted else {
                    #expect(error?.code == .notAllowed)
                    #expect(error?.message.hasPrefix("Trusty may not be started: ") == true)
                    #expect(error?.retryAfter == nil)
                    return
                }
                #expect(error == nil)
            }
        }
    }

    @Test func aFullGroupCanOnlyBeReadAndCleanedUp() async throws {
        let hasRules = try Self.hasFileRules(await SandboxProbe(Self.command).run())
        try await PoolFixture.with {
            $0.groupLimit = { GroupLimit(files: 10) }
        } _: { fixture in
            let program = try PythonProgram.write("full", in: fixture.folder, groups: [Self.group])
            let folder = try #require(program.groups[Self.group])
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for number in 0..<21 { try Data().write(to: URL(filePath: "\(folder)/\(number)")) }
            let group = "/groups/group.com.example.mine"
            let refused = hasRules ? "\"EACCES\"" : "\"EROFS\""
            #expect(try await fixture.run(attempt("open('\(group)/new', 'w')"), in: program) == refused)
            #expect(try await fixture.run(attempt("open('\(group)/0', 'a')"), in: program) == refused)
            #expect(try await fixture.run(attempt("os.mkdir('\(group)/folder')"), in: program) == refused)
            let removal = try await fixture.run(attempt("os.unlink('\(group)/0')"), in: program)
            #expect(removal == (hasRules ? "\"done\"" : refused))
            let count = "import os; result = len(os.listdir('\(group)'))"
            #expect(try await fixture.run(count, in: program) == (hasRules ? "20" : "21"))
        }
    }

    /// What is below the last level is not measured, so a process that begins there could hide any number of files.
    @Test func nothingIsWrittenToAGroupThatIsNestedTooDeep() async throws {
        try await PoolFixture.with { fixture in
            let program = try PythonProgram.write("deep", in: fixture.folder, groups: [Self.group])
            let deep = String(repeating: "/x", count: 33)
            let folder = try #require(program.groups[Self.group]) + deep
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let code = attempt("open('/groups/group.com.example.mine\(deep)/new', 'w')")
            #expect(["\"EACCES\"", "\"EROFS\""].contains(try await fixture.run(code, in: program)))
        }
    }

    @Test func anotherLimitHoldsForProcessesThatRun() async throws {
        let limit = Mutex(GroupLimit(files: 10))
        try await PoolFixture.with {
            $0.groupLimit = { limit.withLock { $0 } }
            $0.budget.interval = .milliseconds(20)
        } _: { fixture in
            let program = try PythonProgram.write("Modest", in: fixture.folder, groups: [Self.group])
            let write = """
                import time
                for number in range(5): open(f'/groups/group.com.example.mine/{number}', 'w').write('x')
                """
            _ = try await fixture.run(write, in: program)
            limit.withLock { $0.files = 4 }
            let error = await fixture.failure("import time; time.sleep(1000)", in: program)
            #expect(error?.message == "Modest was ended: there are 5 files in group.com.example.mine; the limit is 4.")
        }
    }

    @Test func aProcessMayRunToCleanUpItsGroupAndMustNotLetItGrow() async throws {
        try await PoolFixture.with {
            $0.groupLimit = { GroupLimit(files: 10) }
            $0.budget.interval = .milliseconds(20)
        } _: { fixture in
            let program = try PythonProgram.write("Tidy", in: fixture.folder, groups: [Self.group])
            let folder = try #require(program.groups[Self.group])
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for number in 0..<15 { try Data().write(to: URL(filePath: "\(folder)/\(number)")) }
            let tidy = "import os; os.unlink('/groups/group.com.example.mine/0')"
            #expect(try await fixture.run(tidy, in: program) == "null")
            let grow = """
                import time
                for number in range(3): open(f'/groups/group.com.example.mine/new{number}', 'w').write('x')
                time.sleep(1000)
                """
            let error = await fixture.failure(grow, in: program)
            #expect(error?.message == "Tidy was ended: there are 17 files in group.com.example.mine; the limit is 10.")
        }
    }
}
