import Foundation
import Logging
import ProcessHost
import Synchronization
import Testing
import TodayProtocol
import TodayTestSupport

/// The mistakes that an author makes first are told apart.
@Suite(.timeLimit(.minutes(5))) struct StartFailureTests {
    @Test(arguments: [SandboxMode.required, .off])
    func aScriptThatNamesNoInterpreterIsToldWhatToDo(mode: SandboxMode) async throws {
        try await PoolFixture.with(mode: mode) { fixture in
            let program = try PythonProgram.write("bare", in: fixture.folder)
            try Data(PythonProgram.wellBehaved.utf8).write(to: URL(filePath: "\(program.bundle)/program"))
            let sentence = """
                bare could not be started: the first line of its program names no interpreter; begin it with one, such as \
                #!/usr/bin/python3.
                """
            #expect(await fixture.failure("", in: program)?.message == sentence)
            // Also while the next start is waited for.
            let again = await fixture.failure("", in: program)
            #expect(again?.code == .backingOff)
            #expect(again?.message == "\(sentence) It is tried again by itself.")
        }
    }

    @Test(arguments: [SandboxMode.required, .off])
    func aScriptThatBeginsWithAByteOrderMarkIsToldSo(mode: SandboxMode) async throws {
        try await PoolFixture.with(mode: mode) { fixture in
            let program = try PythonProgram.write("marked", in: fixture.folder)
            let file = URL(filePath: "\(program.bundle)/program")
            try (Data([0xEF, 0xBB, 0xBF]) + Data(contentsOf: file)).write(to: file)
            #expect(
                await fixture.failure("", in: program)?.message == """
                    marked could not be started: the first line of its program begins with a byte-order mark; save the \
                    file as UTF-8 without one.
                    """
            )
        }
    }

    @Test(
        arguments: [SandboxMode.required, .off],
        ["/usr/bin/python3", "/usr/bin/env python3", "/usr/bin/python3 -u"]
    )
    func aScriptWhoseFirstLineEndsWithACarriageReturnIsToldWhatToDo(mode: SandboxMode, name: String) async throws {
        try await PoolFixture.with(mode: mode) { fixture in
            let program = try PythonProgram.write("dos", in: fixture.folder, interpreter: "\(name)\r")
            #expect(
                await fixture.failure("", in: program)?.message == """
                    dos could not be started: the first line of its program ends with a carriage return; save the file \
                    with line feeds alone.
                    """
            )
        }
    }

    /// The interpreter that this line names takes the carriage return for a space.
    @Test func aCarriageReturnThatChangesNothingIsNotBlamedForAnException() async throws {
        try await PoolFixture.with { fixture in
            let interpreter = "/usr/bin/env -S /usr/bin/python3\r"
            let program = try PythonProgram.write("dos", in: fixture.folder, "import nothing", interpreter: interpreter)
            let message = await fixture.failure("", in: program)?.message
            #expect(message?.hasPrefix("dos ended with status 1 before it answered initialize") == true)
        }
    }

    @Test func anEndBeforeTheFirstAnswerIsToldApartFromOneAfterIt() async throws {
        try await PoolFixture.with { fixture in
            let broken = try PythonProgram.write("broken", in: fixture.folder, "import nothing_of_this_name")
            #expect(
                await fixture.failure("", in: broken)?.message
                    == "broken ended with status 1 before it answered initialize: its standard error may say why."
            )
            let hasty = try PythonProgram.write("hasty", in: fixture.folder, "print('done')")
            #expect(
                await fixture.failure("", in: hasty)?.message == """
                    hasty ended before it answered initialize: it must read its standard input, and answer, until that \
                    ends.
                    """
            )
            let later = try PythonProgram.write("later", in: fixture.folder)
            #expect(
                await fixture.failure("import sys; sys.exit(1)", in: later)?.message
                    == "later ended by itself with status 1."
            )
            let once = try PythonProgram.write("once", in: fixture.folder)
            #expect(
                await fixture.failure("import sys; sys.exit(0)", in: once)?.message == """
                    once ended by itself with status 0: it must go on reading its standard input, and answer, until \
                    that ends.
                    """
            )
        }
    }

    @Test func aProgramThatIsEndedWhileItStartsIsNotStartedAgainForTheCallThatWaits() async throws {
        let events = try await PoolFixture.with { fixture in
            let source = "import sys, time\nprint('here', file=sys.stderr, flush=True)\ntime.sleep(1000)"
            let program = try PythonProgram.write("slow", in: fixture.folder, source)
            async let failure = fixture.failure("", in: program)
            try await withTimeLimit(on: "the start of a process") { [pool = fixture.pool] in
                for await event in pool.events {
                    if case .line = event { return }
                }
            }
            await fixture.pool.end(program.identity)
            #expect(await failure?.code == .replaced)
            return fixture.pool.events
        }
        // The pool has ended, and with it the events.
        var ends: [EndReason] = []
        for await event in events {
            if case .ended(_, let reason, _) = event { ends.append(reason) }
        }
        #expect(ends == [.replaced])
    }

    /// What came instead of an answer is named: nothing, text, an answer to something else, or other messages.
    @Test func anAnswerThatWasNeverFlushedIsToldApartFromOneThatIsLateOrCannotBeRecognized() async throws {
        try await PoolFixture.with {
            $0.timings.start = .seconds(4)
        } _: { fixture in
            let unflushed = PythonProgram.wellBehaved.replacing("sys.stdout.flush()", with: "pass")
            let silent = try PythonProgram.write("silent", in: fixture.folder, unflushed)
            let prefixed = PythonProgram.wellBehaved.replacing("json.dumps({", with: "'debug ' + json.dumps({")
            let chatty = try PythonProgram.write("chatty", in: fixture.folder, prefixed)
            let quoted = PythonProgram.wellBehaved.replacing(#"message["id"]"#, with: #"str(message["id"])"#)
            let wrong = try PythonProgram.write("wrong", in: fixture.folder, quoted)
            let notification = #"{"jsonrpc": "2.0", "method": "x"}"#
            let source = "import time\nprint('\(notification)', flush=True)\ntime.sleep(1000)"
            let late = try PythonProgram.write("late", in: fixture.folder, source)
            async let endOfSilent = fixture.failure("", in: silent)
            async let endOfChatty = fixture.failure("", in: chatty)
            async let endOfWrong = fixture.failure("", in: wrong)
            async let endOfLate = fixture.failure("", in: late)
            let errors = await [endOfSilent, endOfChatty, endOfWrong, endOfLate]
            #expect(errors.allSatisfy { $0?.code == .startFailed })
            let end = "did not answer initialize within 4 s and was killed"
            let causes: [String?] = [
                "silent \(end): no line came from its standard output; it took too long, or its answer did not end "
                    + "with a line feed or was not flushed.",
                "chatty \(end): a line on its standard output was no message, and is in the log.",
                "wrong \(end): an answer with the id \"1\" came, which was not asked for.",
                "late \(end).",
            ]
            #expect(errors.map { $0?.message } == causes)
        }
    }

    /// What came before the request says nothing about it.
    @Test func onlyWhatCameDuringARequestExplainsItsEnd() async throws {
        try await PoolFixture.with { fixture in
            let before = try PythonProgram.write("before", in: fixture.folder)
            let odd = #"print('{"jsonrpc": "2.0", "id": 99, "result": {}}', flush=True)"#
            let sleep = "import time; time.sleep(1000)"
            #expect(try await fixture.run("\(odd)\nresult = 1", in: before) == "1")
            let error = await fixture.failure(sleep, in: before, deadline: .seconds(2))
            #expect(error?.message.contains("no line came from its standard output") == true)
            let during = try PythonProgram.write("during", in: fixture.folder)
            let other = await fixture.failure("\(odd)\n\(sleep)", in: during, deadline: .seconds(2))
            #expect(other?.message.hasSuffix("an answer with the id 99 came, which was not asked for.") == true)
        }
    }

    @Test func whatIsNoMessageIsLoggedWithItsTextAndLimited() async throws {
        let log = LineRecorder()
        try await PoolFixture.with {
            $0.logger = log.logger
        } _: { fixture in
            // An answer of the host would end this program, as it would a short template of an author.
            let source = PythonProgram.wellBehaved.replacing(#"message.get("method")"#, with: #"message["method"]"#)
            let program = try PythonProgram.write("chatty", in: fixture.folder, source)
            let code = """
                print("debugging", flush=True)
                print("x" * 500000, flush=True)
                for _ in range(200): print("y", flush=True)
                sys = __import__("sys")
                sys.stderr.buffer.write(b"bad \\xff utf\\n")
                sys.stderr.flush()
                result = 1
                """
            #expect(try await fixture.run(code, in: program) == "1")
            #expect(try await fixture.run("result = 2", in: program) == "2")
            await fixture.pool.end(program.identity)
        }
        let lines = log.lines
        let output = lines.filter { $0.stream == "stdout" }
        #expect(output.first == LineRecorder.Line(level: .notice, text: "debugging", stream: "stdout"))
        #expect(output.allSatisfy { $0.text.utf8.count <= 4200 })
        #expect((51...120).contains(output.count))
        #expect(output.contains { $0.text.hasSuffix("more lines were left out)") })
        #expect(lines.contains(LineRecorder.Line(level: .notice, text: "bad \u{FFFD} utf", stream: "stderr")))
    }

    @Test func aFloodLeavesTheDefaultLevelOfTheLog() async throws {
        let log = LineRecorder()
        try await PoolFixture.with {
            $0.logger = log.logger
        } _: { fixture in
            let program = try PythonProgram.write("loud", in: fixture.folder)
            let code = """
                import sys
                for _ in range(20000): sys.stderr.write("x" * 5000 + "\\n")
                result = 1
                """
            #expect(try await fixture.run(code, in: program) == "1")
            await fixture.pool.end(program.identity)
        }
        let atDefault = log.lines.filter { $0.level >= .notice }
        #expect(atDefault.filter { $0.stream == "stderr" }.map(\.text.utf8.count).reduce(0, +) <= 17_000)
        #expect(atDefault.filter { $0.text.contains("writes more than this log takes") }.count == 1)
        #expect(log.lines.contains { $0.level == .info && $0.stream == "stderr" })
    }

    @Test func whatAProcessLogsHasNoMoreRoomThanWhatItWrites() async throws {
        let admit = Mutex<(@Sendable (Int) -> LogAllowance.Admission)?>(nil)
        try await PoolFixture.with {
            $0.makeSession = { _, _, admitToLog in
                admit.withLock { $0 = admitToLog }
                return SilentSession()
            }
        } _: { fixture in
            let program = try PythonProgram.write("loud", in: fixture.folder)
            #expect(try await fixture.run("result = 1", in: program) == "1")
            #expect(admit.withLock { $0?(100) } == .admitted)
            let code = """
                import sys
                for _ in range(40): sys.stderr.write("x" * 1000 + "\\n")
                result = 2
                """
            #expect(try await fixture.run(code, in: program) == "2")
            await fixture.pool.end(program.identity)
            #expect(admit.withLock { $0?(100) } == .stillFull)
        }
    }
}
