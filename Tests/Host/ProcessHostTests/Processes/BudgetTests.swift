import Foundation
import ProcessHost
import Testing
import TodayProtocol

/// Processes that take too much.
@Suite(.timeLimit(.minutes(10))) struct BudgetTests {
    @Test func aCPUHogIsKilled() async throws {
        try await PoolFixture.with {
            $0.budget.cpuPerRequest = .milliseconds(500)
        } _: { fixture in
            let program = try PythonProgram.write("Hog", in: fixture.folder)
            let error = await fixture.failure("while True: pass", in: program)
            #expect(error?.code == .overBudget)
            #expect(error?.message.contains("of processor time for one request; its limit is 500 ms.") == true)
        }
    }

    @Test func aHogThatLeavesTheWorkToItsChildrenIsKilled() async throws {
        try await PoolFixture.with {
            $0.budget.cpuPerRequest = .milliseconds(500)
        } _: { fixture in
            let program = try PythonProgram.write("Boss", in: fixture.folder)
            let code = """
                import os
                while True:
                    child = os.fork()
                    if child == 0:
                        for _ in range(1000000): pass
                        os._exit(0)
                    os.waitpid(child, 0)
                """
            #expect(await fixture.failure(code, in: program)?.code == .overBudget)
        }
    }

    @Test func aProcessThatWorksBetweenRequestsIsKilled() async throws {
        try await PoolFixture.with {
            $0.budget.cpuPerRequest = .milliseconds(500)
            $0.budget.idleInterval = .milliseconds(100)
        } _: { fixture in
            let program = try PythonProgram.write("Miner", in: fixture.folder)
            let code = """
                import threading
                def work():
                    while True: pass
                threading.Thread(target=work, daemon=True).start()
                result = 1
                """
            _ = try? await fixture.run(code, in: program)
            guard case .cpuBetweenRequests(let used, limit: .milliseconds(500)) = try await fixture.nextEnd() else {
                Issue.record("it ended for another reason")
                return
            }
            #expect(used > .milliseconds(500))
        }
    }

    @Test func aMemoryHogIsKilled() async throws {
        try await PoolFixture.with { fixture in
            let program = try PythonProgram.write("Glutton", in: fixture.folder)
            let code = "import time; x = bytearray(b'x') * (200 << 20); time.sleep(1000)"
            let error = await fixture.failure(code, in: program)
            #expect(error?.code == .overBudget)
            #expect(error?.message.hasSuffix("MiB of memory; its limit is 64 MiB.") == true)
        }
    }

    @Test func theLargestOfAnAppThatUsesTooMuchIsKilled() async throws {
        try await PoolFixture.with {
            $0.budget.appMemory = 90 << 20
            $0.budget.growthInterval = .milliseconds(50)
        } _: { fixture in
            let small = try PythonProgram.write("Small", in: fixture.folder)
            let large = try PythonProgram.write("Large", in: fixture.folder)
            let keep = "import sys; sys.kept = bytearray(b'x') * (40 << 20); result = 1"
            #expect(try await fixture.run(keep, in: small) == "1")
            let code = "import sys, time; sys.kept = bytearray(b'x') * (50 << 20); time.sleep(1000)"
            let error = await fixture.failure(code, in: large)
            #expect(error?.code == .overBudget)
            let message = error?.message ?? ""
            #expect(message.hasPrefix("Large was ended: all of its app used "), "\(message)")
            #expect(message.hasSuffix(" MiB of memory; the limit is 90 MiB."))
            #expect(try await fixture.run("import sys; result = len(sys.kept) >> 20", in: small) == "40")
        }
    }

    @Test func aForkBombIsKilled() async throws {
        try await PoolFixture.with {
            $0.budget.processes = 30
            $0.budget.appMemory = 4 << 30
            $0.budget.widgetMemory = 4 << 30
            $0.budget.interval = .milliseconds(10)
        } _: { fixture in
            let program = try PythonProgram.write("Bomb", in: fixture.folder)
            let code = """
                import os, time
                for _ in range(60):
                    if os.fork() == 0: time.sleep(1000)
                time.sleep(1000)
                """
            let error = await fixture.failure(code, in: program)
            #expect(error?.code == .overBudget)
            #expect(error?.message.hasSuffix(" processes; its limit is 30.") == true)
        }
    }

    @Test func aFloodOnStandardErrorIsDrainedAndCut() async throws {
        try await PoolFixture.with { fixture in
            let program = try PythonProgram.write("loud", in: fixture.folder)
            let code = """
                import sys
                for _ in range(20000): sys.stderr.write("x" * 100 + "\\n")
                sys.stderr.write("y" * 5000000)
                result = 1
                """
            #expect(try await fixture.run(code, in: program) == "1")
            await fixture.pool.end(program.identity)
            var lines = 0
            for await event in fixture.pool.events {
                if case .line(_, let text) = event {
                    lines += 1
                    #expect(text.utf8.count <= 4200)
                }
                if case .ended = event { break }
            }
            #expect((50...200).contains(lines))
        }
    }

    @Test func aLineWithoutEndEndsTheProcess() async throws {
        try await PoolFixture.with { fixture in
            let program = try PythonProgram.write("endless", in: fixture.folder)
            let code = "import sys, time; sys.stdout.write('x' * (3 << 20)); sys.stdout.flush(); time.sleep(1000)"
            let error = await fixture.failure(code, in: program)
            #expect(error?.code == .misbehaved)
            #expect(error?.message.contains("longer than 1048576 bytes") == true)
        }
    }

    @Test func aFloodOfRequestsEndsTheProcess() async throws {
        try await PoolFixture.with {
            // Within its share reading the flood takes longer than the call may.
            $0.budget.hostWork = .seconds(1000)
        } _: { fixture in
            let program = try PythonProgram.write("pushy", in: fixture.folder)
            // A thousand requests that wait are enough: the thread that reads them is the last that gets a processor.
            let code = """
                import sys, json
                number = 0
                while True:
                    number += 1
                    sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": "test/wait"}) + "\\n")
                """
            let error = await fixture.failure(code, in: program, deadline: .seconds(120))
            #expect(error?.code == .misbehaved)
            let message = error?.message ?? ""
            #expect(message.contains("more than 1024 requests wait for their answers"), "\(message)")
        }
    }
}
