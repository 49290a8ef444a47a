import JSON
import JSONRPC
import Synchronization
import Testing
import TodayTestSupport

/// Sends raw lines, as a faulty or hostile process might.
@Suite(.timeLimit(.minutes(10))) struct HostilePeerTests {
    /// Runs a connection whose other side sends raw lines.
    ///
    /// - Returns: The lines that the connection sent, and the error with which it ended.
    private func exchange(
        _ lines: [String],
        with handler: some RPCHandler,
        requestLimit: Int = 1024,
        ends: Bool = true
    ) async -> (sent: [String], error: TransportError?) {
        let (own, peer) = MemoryTransport.pair()
        let connection = RPCConnection(transport: own, requestLimit: requestLimit)
        for line in lines { peer.send(Array((line + "\n").utf8)) }
        if ends { peer.finishSending() }
        var failure: TransportError?
        do throws(TransportError) { try await connection.run(handler) } catch { failure = error }
        let sent = LineRecorder()
        try? await peer.run { sent.add($0) }
        return (sent.lines, failure)
    }

    @Test(arguments: [
        "not JSON", "{", "[]", "{}", "3", #"{"jsonrpc":"2.0","id":[],"method":"m"}"#,
        #"{"id":7,"text":"printed"}"#,
    ])
    func aLineThatIsNoMessageIsNotAnsweredAndTheRestStillRead(line: String) async throws {
        let (sent, error) = await exchange(
            [line, #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}}"#],
            with: Echo()
        )
        #expect(error == nil)
        try #require(sent.count == 1)
        #expect(try JSONValue(parsing: sent[0]) == ["jsonrpc": "2.0", "id": 1, "result": ["a": 1]])
    }

    @Test func requestsOfSeveralConnectionsAreCountedTogether() async throws {
        let quota = RequestQuota(limit: 3)
        let handler = HeldRequests()
        func send(_ ids: ClosedRange<Int>, ends: Bool = true) async -> TransportError? {
            let (own, peer) = MemoryTransport.pair()
            let connection = RPCConnection(transport: own, requestQuota: quota)
            for id in ids { peer.send(Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"m","params":{}}\#n"#.utf8)) }
            if ends { peer.finishSending() }
            do throws(TransportError) { try await connection.run(handler) } catch { return error }
            return nil
        }
        let (own, peer) = MemoryTransport.pair()
        let first = RPCConnection(transport: own, requestQuota: quota)
        for id in 1...2 { peer.send(Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"m","params":{}}\#n"#.utf8)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await first.run(handler) }
            try await withTimeLimit(on: "two requests") { await handler.wait(for: 2) }
            #expect(
                await send(1...2, ends: false)?.message == "more than 3 requests of its app wait for their answers"
            )
            // What the connection that has ended had asked counts no longer, and neither does what was answered.
            #expect(await send(1...1) == nil)
            handler.answerAll()
            #expect(await send(1...3) == nil)
            first.close()
            try await group.waitForAll()
        }
    }

    @Test(arguments: [
        #"{"jsonrpc":"2.0","id":7,"method":"m","params":{"a":"\ud800"}}"#,
        #"{"jsonrpc":"2.0","params":{"a":\#(String(repeating: "[", count: 500_000))},"id":7,"method":"m"}"#,
        #"{"params":{"id":9,"a":"},\"id\":8"},"id" : 7 ,"method":"m","a":nonsense}"#,
    ])
    func aRequestThatCannotBeReadIsAnsweredUnderItsID(line: String) async throws {
        let (sent, error) = await exchange([line], with: Echo())
        #expect(error == nil)
        // The brackets of the second line do not end, so that its id is not found: it is no message.
        let answers = try sent.map { try JSONValue(parsing: $0) }
        #expect(answers.count == (line.contains("[[[") ? 0 : 1))
        #expect(answers.allSatisfy { $0["id"] == 7 && $0["error"]?["code"] == .integer(-32700) })
    }

    @Test(arguments: [
        #"{"jsonrpc":"2.0","id":1,"result":{"text":"\ud800"}}"#,
        #"{"id":1,"result":\#(String(repeating: "[", count: 101))\#(String(repeating: "]", count: 101)),"jsonrpc":"2.0"}"#,
    ])
    func anAnswerThatCannotBeReadFailsItsCallAtOnce(line: String) async throws {
        let (own, peer) = MemoryTransport.pair()
        let connection = RPCConnection(transport: own)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await connection.run(Recorder()) }
            // The peer answers whatever it is asked with the line.
            group.addTask { try await peer.run { _ in peer.send(Array((line + "\n").utf8)) } }
            let error = await #expect(throws: RPCError.self) {
                try await withTimeLimit(on: "the failure of the call") {
                    try await connection.call(Greeting(text: "hello"), deadline: .seconds(3600))
                }
            }
            #expect(error?.code == .unreadableReply)
            #expect(error?.message.hasPrefix("the answer cannot be read: not JSON: ") == true)
            connection.close()
            try await group.waitForAll()
        }
    }

    @Test func anAnswerToNothingIsIgnored() async {
        let (sent, error) = await exchange(
            [
                #"{"jsonrpc":"2.0","id":1,"result":1}"#, #"{"jsonrpc":"2.0","id":"x","result":1}"#,
                #"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}"#,
                #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":99}}"#,
                #"{"jsonrpc":"2.0","method":"$/cancelRequest"}"#, #"{"jsonrpc":"2.0","method":"unknown"}"#,
            ],
            with: Recorder()
        )
        #expect(sent.isEmpty)
        #expect(error == nil)
    }

    @Test func theIdOfAnOpenRequestMayNotComeAgain() async {
        let line = #"{"jsonrpc":"2.0","id":1,"method":"m"}"#
        let (_, error) = await exchange([line, line], with: Recorder(), ends: false)
        #expect(error?.code == .protocolViolation)
    }

    @Test func theIdOfAnAnsweredRequestMayComeAgain() async {
        let line = #"{"jsonrpc":"2.0","id":1,"method":"m"}"#
        let (sent, error) = await exchange([line, line], with: Echo())
        #expect(sent.count == 2)
        #expect(error == nil)
    }

    @Test func anIntegerAndAStringAreDifferentIds() async {
        let lines = [#"{"jsonrpc":"2.0","id":1,"method":"m"}"#, #"{"jsonrpc":"2.0","id":"1","method":"m"}"#]
        let (_, error) = await exchange(lines, with: Recorder())
        #expect(error == nil)
    }

    @Test func moreOpenRequestsThanTheLimitEndTheConversation() async {
        func lines(_ count: Int) -> [String] { (0..<count).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"m"}"# } }
        #expect(await exchange(lines(4), with: Recorder(), requestLimit: 4).error == nil)
        #expect(await exchange(lines(5), with: Recorder(), requestLimit: 4, ends: false).error?.code == .overflow)
        #expect(await exchange(lines(100), with: Echo(), requestLimit: 4).error == nil)
    }

    @Test func aPeerThatDoesNotReadOverflows() async {
        let (own, peer) = MemoryTransport.pair(lineLimit: 10)
        let connection = RPCConnection(transport: own)
        for number in 0..<11 { connection.notify("n", ["number": .integer(number)]) }
        await #expect(throws: TransportError.self) { try await connection.run(Recorder()) }
        _ = peer
    }
}

/// Answers nothing until it is told to.
private final class HeldRequests: RPCHandler {
    private let held = Mutex<[IncomingRequest]>([])
    private let (arrivals, arrival) = AsyncStream<Void>.makeStream()

    func receive(_ request: IncomingRequest) {
        held.withLock { $0.append(request) }
        arrival.yield()
    }

    func receive(notification method: String, params: JSONValue) {}

    /// Waits until there are as many requests.
    func wait(for count: Int) async {
        for await _ in arrivals where held.withLock({ $0.count >= count }) { return }
    }

    func answerAll() {
        let requests = held.withLock { held in
            defer { held = [] }
            return held
        }
        for request in requests { request.reply(request.params) }
    }
}
