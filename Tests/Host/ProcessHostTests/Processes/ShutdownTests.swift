import Foundation
import Logging
import Testing
import TodayProtocol
import TodayTestSupport

@testable import ProcessHost

/// However a process behaves, nothing of it is left.
@Suite(.timeLimit(.minutes(10))) struct ShutdownTests {
    private static let group = GroupID("group.com.example.tests")

    /// Ignores TERM, goes on after its input has ended, and has a child that does so too.
    ///
    /// Both hold a named pipe.
    private static let stubborn = """
        import os, signal, time
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        """
        + "\n" + PythonProgram.wellBehaved + "\n" + """
            while True: time.sleep(1000)
            """

    private static let startChild = """
        import os, signal, time
        path = list(greeting["groups"])[0]["path"] + "/pipe"
        fd = os.open(path, os.O_WRONLY)
        if os.fork() == 0:
            LEAVE
            while True: time.sleep(1000)
        result = 1
        """

    /// - Returns: Whether everybody has let go of the pipe.
    private func isReleased(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 10_000) == 1 && entry.revents & Int16(POLLHUP) != 0
    }

    @Test(arguments: [(SandboxMode.required, "os.setpgid(0, 0)"), (.required, "pass"), (.off, "pass")])
    func aTreeThatIgnoresTERMIsGoneToTheLast(mode: SandboxMode, leave: String) async throws {
        try await withTemporaryDirectory { outer in
            let path = "\(outer)/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            let descriptor = open(path, O_RDONLY | O_NONBLOCK)
            defer { close(descriptor) }
            let reason = try await PoolFixture.with(mode: mode) { fixture in
                var program = try PythonProgram.write("stubborn", in: fixture.folder, Self.stubborn)
                program.groups = [Self.group: outer]
                let code = Self.startChild.replacing("LEAVE", with: leave)
                #expect(try await fixture.run(code, in: program) == "1")
                var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                #expect(poll(&entry, 1, 0) == 0, "the tree holds the pipe")
                await fixture.pool.end(program.identity)
                return try await fixture.nextEnd()
            }
            #expect(reason == .replaced)
            #expect(isReleased(descriptor))
        }
    }

    @Test func aProcessIsAskedToEndAndMayFinish() async throws {
        try await PoolFixture.with { fixture in
            let source = PythonProgram.wellBehaved + "\nopen('/groups/group.com.example.tests/done', 'w').write('1')"
            let program = try PythonProgram.write("polite", in: fixture.folder, source, groups: [Self.group])
            _ = try await fixture.run("result = 1", in: program)
            await fixture.pool.end(program.identity)
            let folder = try #require(program.groups[Self.group])
            #expect(FileManager.default.fileExists(atPath: "\(folder)/done"))
        }
    }

    @Test func closingThePoolEndsEveryProcessAndRefusesMore() async throws {
        let fixture = try await PoolFixture.with { fixture in
            let programs = try (1...4).map { try PythonProgram.write("n\($0)", in: fixture.folder, Self.stubborn) }
            for program in programs { _ = try await fixture.run("result = 1", in: program) }
            fixture.pool.close()
            var ended = 0
            for await event in fixture.pool.events {
                if case .ended(_, .shutdown, _) = event { ended += 1 }
                if ended == 4 { break }
            }
            #expect(await fixture.failure("result = 1", in: programs[0])?.code == .stopped)
            return fixture
        }
        // The pool's run has returned.
        let program = Program(identity: .app(AppID("a.b")), title: "B", bundle: "/", executable: "x", groups: [:])
        #expect(await fixture.failure("result = 1", in: program)?.code == .stopped)
    }

    @Test func cancellingThePoolEndsEveryProcess() async throws {
        try await withTemporaryDirectory { outer in
            let path = "\(outer)/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            let descriptor = open(path, O_RDONLY | O_NONBLOCK)
            defer { close(descriptor) }
            try await PoolFixture.with { fixture in
                var program = try PythonProgram.write("stubborn", in: fixture.folder, Self.stubborn)
                program.groups = [Self.group: outer]
                let other = ProcessPool(
                    PoolFixture.settings(.init(label: "test")),
                    policy: await SandboxPolicy.onThisMachine(
                        mode: .required,
                        logger: .init(label: "test"),
                        isTrusted: { _ in false }
                    ),
                    temporaryFolder: fixture.folder
                )
                let code = Self.startChild.replacing("LEAVE", with: "os.setpgid(0, 0)")
                let target = program
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await other.run() }
                    _ = try await other.call(RunRequest(code: code), of: target, deadline: .seconds(20))
                    group.cancelAll()
                    try await group.waitForAll()
                }
            }
            #expect(isReleased(descriptor))
        }
    }

    /// The host's part is played by a Python program, so that it can be killed.
    @Test func aHostThatIsKilledTakesItsProcessesWithIt() async throws {
        try await withTemporaryDirectory { folder in
            let path = "\(folder)/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            let source = """
                import os, signal, time
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                os.open("/groups/\(Self.group)/pipe", os.O_WRONLY)
                while True: time.sleep(1000)
                """
            var program = try PythonProgram.write("orphan", in: folder, source)
            program.groups = [Self.group: folder]
            let command = SandboxCommandBuilder(tools: .installed(), limits: ResourceLimits(), system: .current())
            let launch = try #require(command.sandboxed(program, features: SandboxFeatures()))
            let host = Process()
            host.executableURL = URL(filePath: "/usr/bin/python3")
            host.arguments =
                [
                    "-c", "import subprocess, sys; subprocess.Popen(sys.argv[1:], start_new_session=True).wait()",
                    launch.executable,
                ] + launch.arguments
            host.environment = launch.environment
            try host.run()
            let descriptor = open(path, O_RDONLY)  // Returns when the program has opened the other end.
            defer { close(descriptor) }
            #expect(kill(host.processIdentifier, SIGKILL) == 0)
            #expect(isReleased(descriptor))
        }
    }

    /// In a sandbox bubblewrap holds the output too, so that the call's deadline is what notices.
    @Test func whatClosesItsOutputAndGoesOnIsEnded() async throws {
        try await PoolFixture.with(mode: .off) { fixture in
            let program = try PythonProgram.write("mute", in: fixture.folder)
            let error = await fixture.failure("import os, time; os.close(1); time.sleep(1000)", in: program)
            #expect(error?.code == .crashed)
            #expect(error?.message == "mute closed its standard output.")
        }
    }
}
