import JSON
import JSONRPC
import Synchronization
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct RPCConnectionTests {
    @Test(arguments: TransportKind.allCases)
    func bothSidesAskAtOnce(kind: TransportKind) async throws {
        try await withConnections(kind, left: Echo(), right: Echo()) { left, right in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for connection in [left, right] {
                    for number in 0..<200 {
                        group.addTask {
                            let reply = try await connection.call(
                                Greeting(text: "\(number)"),
                                deadline: .seconds(30)
                            )
                            #expect(reply.text == "\(number)")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test(arguments: TransportKind.allCases)
    func aLineAsLongAsTheLimitPassesBothWays(kind: TransportKind) async throws {
        let text = String(repeating: "x", count: (1 << 20) - 200)
        try await withConnections(kind, left: Echo(), right: Echo()) { left, right in
            async let there = left.call(Greeting(text: text), deadline: .seconds(30))
            async let back = right.call(Greeting(text: text), deadline: .seconds(30))
            let (toLeft, toRight) = try await (there, back)
            #expect(toLeft.text == text)
            #expect(toRight.text == text)
        }
    }

    /// Replies to a request only after the other side replied to one of its own.
    private struct Questioner: RPCHandler {
        let questions = AsyncStream<IncomingRequest>.makeStream()

        func receive(_ request: IncomingRequest) {
            if request.method == Greeting.method {
                request.reply(request.params)
            } else {
                questions.continuation.yield(request)
            }
        }

        func receive(notification method: String, params: JSONValue) {}

        func work(_ connection: RPCConnection) async throws {
            for await request in questions.stream {
                request.reply(try await connection.call(Greeting(text: "between"), deadline: .seconds(30)))
            }
        }
    }

    @Test(arguments: TransportKind.allCases)
    func twoSidesThatAskOneAnotherBeforeTheyAnswerDoNotWaitForever(kind: TransportKind) async throws {
        let (leftSide, rightSide) = (Questioner(), Questioner())
        try await withConnections(kind, left: leftSide, right: rightSide) { left, right in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await leftSide.work(left) }
                group.addTask { try await rightSide.work(right) }
                async let there = left.call("ask", [:], deadline: .seconds(30))
                async let back = right.call("ask", [:], deadline: .seconds(30))
                let (toLeft, toRight) = try await (there, back)
                #expect(toLeft == ["text": "between"])
                #expect(toRight == ["text": "between"])
                leftSide.questions.continuation.finish()
                rightSide.questions.continuation.finish()
                try await group.waitForAll()
            }
        }
    }

    @Test(arguments: TransportKind.allCases)
    func whatIsSentArrivesInItsOrder(kind: TransportKind) async throws {
        let recorder = Recorder()
        try await withConnections(kind, right: recorder) { left, _ in
            for number in 0..<3000 { left.notify(Progress(numbers: [number])) }
            left.notify("end", [:])
            var expected = 0
            for await event in recorder.events {
                guard case .notification(Progress.method, let params) = event else { break }
                #expect(params["numbers"] == [.integer(expected)])
                expected += 1
            }
            #expect(expected == 3000)
        }
    }

    @Test func aDeadlineEndsTheCallAndTellsTheOtherSide() async throws {
        let (clock, recorder) = (ManualClock(), Recorder())
        try await withConnections(.memory, right: recorder, clock: clock) { left, right in
            async let outcome = Result { try await left.call(Greeting(text: "x"), deadline: .seconds(5)) }
            let request = try await recorder.nextRequest()
            await clock.advanceWhenSleeping(by: .seconds(4))
            await clock.advanceWhenSleeping(by: .seconds(1))
            let result = await outcome
            #expect(throws: RPCError(.timedOut, "greet was not answered within 5.0 seconds")) { try result.get() }
            #expect(try await recorder.nextCancellation() == request.id)
            // A reply that arrives too late is ignored.
            request.reply(Greeting.Reply(text: "late"))
            async let again = left.call(Greeting(text: "y"), deadline: .seconds(5))
            try await recorder.nextRequest().reply(Greeting.Reply(text: "in time"))
            let againText = try await again.text
            #expect(againText == "in time")
            _ = right
        }
    }

    @Test(arguments: TransportKind.allCases)
    func cancellingTheTaskEndsTheCallAndTellsTheOtherSide(kind: TransportKind) async throws {
        let recorder = Recorder()
        try await withConnections(kind, right: recorder) { left, _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    let error = await #expect(throws: RPCError.self) {
                        try await left.call(Greeting(text: "x"), deadline: .seconds(60))
                    }
                    #expect(error?.code == .cancelled)
                }
                let request = try await recorder.nextRequest()
                group.cancelAll()
                try await group.waitForAll()
                #expect(try await recorder.nextCancellation() == request.id)
            }
        }
    }

    @Test func aCallOfACancelledTaskEndsAtOnce() async throws {
        try await withConnections(.memory) { left, _ in
            await withTaskGroup(of: Void.self) { group in
                group.cancelAll()
                group.addTask {
                    let error = await #expect(throws: RPCError.self) {
                        try await left.call(Greeting(text: "x"), deadline: .seconds(60))
                    }
                    #expect(error?.code == .cancelled)
                }
            }
        }
    }

    @Test func whoAsksTheOtherSideToStopStillGetsItsAnswer() async throws {
        let recorder = Recorder()
        try await withConnections(.memory, right: recorder) { left, _ in
            async let reply = left.call(Greeting(text: "x"), deadline: .seconds(30)) { stop in stop() }
            let request = try await recorder.nextRequest()
            #expect(try await recorder.nextCancellation() == request.id)
            request.reply(Greeting.Reply(text: "stopped"))
            let replyText = try await reply.text
            #expect(replyText == "stopped")
        }
    }

    @Test(arguments: TransportKind.allCases)
    func theEndOfTheOtherSideFailsWhatWaitsAndWhatComesLater(kind: TransportKind) async throws {
        let (leftEnd, rightEnd) = try kind.pair()
        let (left, right) = (RPCConnection(transport: leftEnd), RPCConnection(transport: rightEnd))
        let recorder = Recorder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await left.run(Recorder()) }
            group.addTask { try await right.run(recorder) }
            group.addTask {
                let error = await #expect(throws: RPCError.self) {
                    try await left.call(Greeting(text: "x"), deadline: .seconds(60))
                }
                #expect(error?.code == .closed)
            }
            _ = try await recorder.nextRequest()
            right.close()
            try await group.waitForAll()
        }
        let error = await #expect(throws: RPCError.self) {
            try await left.call(Greeting(text: "x"), deadline: .seconds(60))
        }
        #expect(error?.code == .closed)
    }

    @Test(arguments: TransportKind.allCases)
    func whatWasSentBeforeTheEndStillArrives(kind: TransportKind) async throws {
        let (leftEnd, rightEnd) = try kind.pair()
        let (left, right) = (RPCConnection(transport: leftEnd), RPCConnection(transport: rightEnd))
        final class Counter: RPCHandler {
            let count = Mutex(0)
            func receive(_ request: IncomingRequest) {}
            func receive(notification method: String, params: JSONValue) {
                count.withLock { $0 += params.jsonBytes().count }
            }
        }
        let counter = Counter()
        let text = JSONValue.string(String(repeating: "y", count: 300_000))
        for _ in 0..<5 { left.notify("n", ["t": text]) }
        left.finishSending()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await left.run(Recorder()) }
            group.addTask {
                try await right.run(counter)
                right.close()
            }
            try await group.waitForAll()
        }
        #expect(counter.count.withLock(\.self) > 1_500_000)
    }

    @Test func anErrorArrivesAsItWasAnswered() async throws {
        struct Refuser: RPCHandler {
            func receive(_ request: IncomingRequest) {
                request.fail(RPCError(.init(rawValue: -7), "no", data: ["why": 1]))
            }
            func receive(notification method: String, params: JSONValue) {}
        }
        try await withConnections(.memory, right: Refuser()) { left, _ in
            await #expect(throws: RPCError(.init(rawValue: -7), "no", data: ["why": 1])) {
                try await left.call(Greeting(text: "x"), deadline: .seconds(30))
            }
        }
    }

    @Test func aMalformedAnswerIsAnErrorOfTheAnswerer() async throws {
        let recorder = Recorder()
        try await withConnections(.memory, right: recorder) { left, _ in
            async let outcome = Result { try await left.call(Greeting(text: "x"), deadline: .seconds(30)) }
            try await recorder.nextRequest().reply(["text": 1])
            let result = await outcome
            let error = #expect(throws: RPCError.self) { try result.get() }
            #expect(error?.code == .malformedReply)
            #expect(error?.message.contains("has not the shape that it should have: text: ") == true)
        }
    }

    @Test func aSecondAnswerIsDropped() async throws {
        let recorder = Recorder()
        try await withConnections(.memory, right: recorder) { left, _ in
            async let reply = left.call(Greeting(text: "x"), deadline: .seconds(30))
            let request = try await recorder.nextRequest()
            request.reply(Greeting.Reply(text: "first"))
            request.reply(Greeting.Reply(text: "second"))
            let replyText = try await reply.text
            #expect(replyText == "first")
        }
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
