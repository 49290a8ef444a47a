import Foundation
import JSONRPC
import ProcessHost
import Testing
import TodayProtocol
import TodayTestSupport

/// Starting, sharing, idling, crashing: with real processes in a real sandbox.
@Suite(.timeLimit(.minutes(10))) struct ProcessLifetimeTests {
    @Test func concurrentCallsShareOneStartAndOneProcess() async throws {
        try await PoolFixture.with { fixture in
            let program = try PythonProgram.write("shared", in: fixture.folder)
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 1...20 {
                    group.addTask { try await fixture.run("result = \(number)", in: program) }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(answers.count == 20)
            fixture.pool.close()
            var starts = 0
            for await event in fixture.pool.events {
                if case .started = event { starts += 1 }
                if case .ended = event { break }
            }
            #expect(starts == 1)
        }
    }

    @Test func anUnusedProcessIsEndedAndTheNextCallStartsAnother() async throws {
        let clock = ManualClock()
        try await PoolFixture.with {
            $0.clock = clock
        } _: { fixture in
            let program = try PythonProgram.write("idle", in: fixture.folder)
            #expect(try await fixture.run("result = 1", in: program) == "1")
            #expect(fixture.pool.status(of: program.identity)?.pid != nil)
            await clock.advanceWhenSleeping(by: .seconds(60))
            #expect(try await fixture.nextEnd() == .idle)
            #expect(fixture.pool.status(of: program.identity)?.phase == .idle)
            #expect(try await fixture.run("result = 2", in: program) == "2")
        }
    }

    @Test func aCrashLoopBacksOffByTheClock() async throws {
        let clock = ManualClock()
        try await PoolFixture.with {
            $0.clock = clock
        } _: { fixture in
            let program = try PythonProgram.write("Crashy", in: fixture.folder)
            for wait in [1, 2, 4] {
                let crash = await fixture.failure("import os; os._exit(3)", in: program)
                #expect(crash?.code == .crashed)
                #expect(crash?.message == "Crashy ended by itself with status 3.")
                #expect(crash?.retryAfter == .seconds(wait))
                let refusal = await fixture.failure("result = 1", in: program)
                #expect(refusal?.code == .backingOff)
                #expect(refusal?.retryAfter == .seconds(wait))
                clock.advance(by: .seconds(wait))
            }
            #expect(try await fixture.run("result = 1", in: program) == "1")
            #expect(await fixture.failure("import os; os.abort()", in: program)?.code == .crashed)
            #expect(
                await fixture.failure("result = 1", in: program)?.message
                    == "Crashy stopped working and is tried again by itself."
            )
        }
    }

    @Test func theLastEndAndTheFailuresAreKept() async throws {
        try await PoolFixture.with { fixture in
            let program = try PythonProgram.write("status", in: fixture.folder)
            #expect(fixture.pool.status(of: program.identity) == nil)
            _ = await fixture.failure("import os; os.kill(os.getpid(), 9)", in: program)
            let status = try #require(fixture.pool.status(of: program.identity))
            #expect(status.lastEnd == .signalled(9))
            #expect(status.failures == 1)
            #expect(status.pid == nil)
        }
    }

    @Test func aSandboxThatIsKilledFromOutsideIsACrash() async throws {
        try await PoolFixture.with { fixture in
            let program = try PythonProgram.write("killed", in: fixture.folder)
            let error = await #expect(throws: ProcessError.self) {
                try await fixture.pool.withProcess(of: program) { process in
                    #expect(kill(process.pid, SIGKILL) == 0)
                    _ = try await process.call(
                        RunRequest(code: "import time; time.sleep(1000)"),
                        deadline: .seconds(20)
                    )
                }
            }
            #expect(error?.code == .crashed)
        }
    }

    @Test func aHangAtStartIsKilled() async throws {
        try await PoolFixture.with {
            $0.timings.start = .milliseconds(300)
        } _: { fixture in
            let program = try PythonProgram.write("Sleepy", in: fixture.folder, "import time; time.sleep(1000)")
            let error = await fixture.failure("", in: program)
            #expect(error?.code == .startFailed)
            #expect(
                error?.message == """
                    Sleepy did not answer initialize within 300 ms and was killed: no line came from its standard \
                    output; it took too long, or its answer did not end with a line feed or was not flushed.
                    """
            )
        }
    }

    @Test func aHangInARequestIsKilledAndDelaysNobodyElse() async throws {
        try await PoolFixture.with { fixture in
            let stuck = try PythonProgram.write("Stuck", in: fixture.folder)
            let other = try PythonProgram.write("other", in: fixture.folder)
            #expect(try await fixture.run("result = 1", in: stuck) == "1")
            try await withThrowingTaskGroup(of: ProcessError?.self) { group in
                group.addTask {
                    await fixture.failure("import time; time.sleep(1000)", in: stuck, deadline: .seconds(3))
                }
                #expect(try await fixture.run("result = 2", in: other) == "2")
                let error = try await group.next() ?? nil
                #expect(error?.code == .timedOut)
                #expect(
                    error?.message == """
                        Stuck did not answer test/run within 3 s and was killed: no line came from its standard \
                        output; it took too long, or its answer did not end with a line feed or was not flushed.
                        """
                )
            }
        }
    }

    @Test func anotherProtocolVersionIsRefused() async throws {
        try await PoolFixture.with { fixture in
            let source = PythonProgram.wellBehaved.replacing("greeting[\"protocolVersion\"]", with: "7")
            let program = try PythonProgram.write("future", in: fixture.folder, source)
            let error = await fixture.failure("", in: program)
            #expect(error?.code == .startFailed)
            #expect(error?.message.contains("it speaks version 7 of the process protocol") == true)
        }
    }

    @Test func anErrorOfTheProcessIsPassedOnAndKillsNothing() async throws {
        try await PoolFixture.with { fixture in
            let source = PythonProgram.wellBehaved.replacing(
                "elif \"id\" in message:",
                with: """
                    elif method == "test/fail":
                            sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": message["id"],
                                "error": {"code": 7, "message": "no"}}) + "\\n"); sys.stdout.flush()
                        elif "id" in message:
                    """
            )
            let program = try PythonProgram.write("refusing", in: fixture.folder, source)
            struct FailRequest: RPCRequest {
                static let method = "test/fail"
                typealias Reply = EmptyReply
            }
            let error = await #expect(throws: ProcessError.self) {
                try await fixture.pool.call(FailRequest(), of: program, deadline: .seconds(20))
            }
            #expect(error?.answer == RPCError(.init(rawValue: 7), "no"))
            #expect(try await fixture.run("result = 1", in: program) == "1")
        }
    }

    /// It is not told as an error with which the process answered: there is none.
    @Test func anAnswerOfAnotherShapeSaysWhatIsWrongAndWhere() async throws {
        try await PoolFixture.with { fixture in
            struct Shaped: RPCRequest {
                static let method = "test/shaped"
                struct Reply: Codable, Sendable {
                    struct Content: Codable, Sendable { var title: String }
                    var content: Content
                }
            }
            let source = PythonProgram.wellBehaved.replacing(
                "answer(message, {})",
                with: #"answer(message, {"content": {"title": 7}})"#
            )
            let program = try PythonProgram.write("odd", in: fixture.folder, source)
            let error = await #expect(throws: ProcessError.self) {
                try await fixture.pool.call(Shaped(), of: program, deadline: .seconds(20))
            }
            let mistake = "has not the shape that it should have"
            let place = "content.title: a string is wanted, not an integer"
            #expect(error?.code == .refused)
            #expect(error?.message == "odd answered wrongly: the answer to test/shaped \(mistake): \(place)")

            let greeting = PythonProgram.wellBehaved.replacing("greeting[\"protocolVersion\"]", with: "[]")
            let start = await fixture.failure("", in: try PythonProgram.write("early", in: fixture.folder, greeting))
            #expect(start?.code == .startFailed)
            #expect(
                start?.message.hasPrefix("early did not start: the answer to initialize \(mistake): protocolVersion: ")
                    == true
            )
        }
    }

    /// Otherwise the call would wait for the end of a process that nothing ends.
    @Test func anErrorThatOnlyTheHostCanKnowIsOneLikeAnyOther() async throws {
        try await PoolFixture.with { fixture in
            let source = PythonProgram.wellBehaved.replacing(
                "\"result\": result})",
                with: #"**({"result": result} if message["id"] == 1 else {"error": {"code": -32802, "message": ""}})})"#
            )
            let program = try PythonProgram.write("liar", in: fixture.folder, source)
            let error = await fixture.failure("", in: program)
            #expect(error?.code == .refused)
            #expect(error?.answer == RPCError(.internalError, ""))
        }
    }

    @Test(arguments: ["/nowhere/python", "/usr/bin/false", "/usr/bin/true"])
    func whatDoesNotStartFails(interpreter: String) async throws {
        try await PoolFixture.with { fixture in
            let program = try PythonProgram.write("broken", in: fixture.folder, interpreter: interpreter)
            let error = await fixture.failure("", in: program)
            #expect(error?.code == .crashed)
            #expect(error?.retryAfter != nil)
            let isMissing = interpreter == "/nowhere/python"
            #expect(error?.message.contains("its interpreter or one of its libraries is missing") == isMissing)
        }
    }

    @Test func anotherVersionReplacesTheRunningOne() async throws {
        try await PoolFixture.with { fixture in
            let old = try PythonProgram.write("old", in: fixture.folder)
            var new = try PythonProgram.write("new", in: fixture.folder)
            new.identity = old.identity
            #expect(try await fixture.run("result = greeting['bundlePath']", in: old) == "\"/app\"")
            let code = "import os; result = os.path.exists('/groups/group.x')"
            #expect(try await fixture.run(code, in: old) == "false")
            new.groups = [GroupID("group.x"): "\(fixture.folder)/group.x"]
            #expect(try await fixture.run(code, in: new) == "true")
        }
    }

    @Test func aCancelledCallerDoesNotTakeTheOthersWithIt() async throws {
        try await PoolFixture.with { fixture in
            let program = try PythonProgram.write(
                "slow",
                in: fixture.folder,
                "import time; time.sleep(0.5)\n" + PythonProgram.wellBehaved
            )
            try await withThrowingTaskGroup(of: ProcessError?.self) { group in
                group.addTask { await fixture.failure("result = 1", in: program) }
                group.cancelAll()
                let cancelled = try await group.next() ?? nil
                #expect(cancelled?.code == .cancelled)
            }
            #expect(try await fixture.run("result = 2", in: program) == "2")
        }
    }

    @Test func manyStartsPassTheGateAFewAtATime() async throws {
        try await PoolFixture.with(concurrentSpawns: 2) { fixture in
            try await withThrowingTaskGroup(of: String.self) { group in
                for number in 1...10 {
                    let program = try PythonProgram.write("many\(number)", in: fixture.folder)
                    group.addTask { try await fixture.run("result = \(number)", in: program) }
                }
                #expect(try await group.reduce(into: 0) { sum, text in sum += Int(text) ?? 0 } == 55)
            }
        }
    }

    @Test func peakMemoryIsKnownWhileItRunsAndAfterwards() async throws {
        try await PoolFixture.with { fixture in
            let program = try PythonProgram.write("peak", in: fixture.folder)
            _ = try await fixture.run("x = bytearray(24 << 20); del x; result = 0", in: program)
            #expect(try #require(fixture.pool.status(of: program.identity)?.peakMemory) > 24 << 20)
            _ = await fixture.failure("import os; os._exit(1)", in: program)
            #expect(fixture.pool.status(of: program.identity)?.pid == nil)
        }
    }
}
