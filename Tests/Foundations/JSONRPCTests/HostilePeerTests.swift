import JSON
import JSONRPC
import Testing

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
        ("not JSON", -32700), ("{", -32700), ("[]", -32600), ("{}", -32600),
        (#"{"jsonrpc":"2.0","id":[],"method":"m"}"#, -32600),
    ])
    func aLineThatIsNoMessageIsAnsweredAndTheRestStillRead(line: String, code: Int) async throws {
        let (sent, error) = await exchange(
            [line, #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}}"#],
            with: Echo()
        )
        #expect(error == nil)
        try #require(sent.count == 2)
        let first = try JSONValue(parsing: sent[0])
        #expect(first["id"] == .null)
        #expect(first["error"]?["code"] == .integer(code))
        #expect(try JSONValue(parsing: sent[1]) == ["jsonrpc": "2.0", "id": 1, "result": ["a": 1]])
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
