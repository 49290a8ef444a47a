import JSON
import JSONRPC
import Testing

@Suite struct RPCMessageTests {
    private func read(_ text: String) throws(RPCError) -> RPCMessage { try RPCMessage(line: Array(text.utf8)) }

    @Test(
        arguments: [
            (
                #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}}"#,
                .request(id: .integer(1), method: "m", params: ["a": 1])
            ),
            (#"{"jsonrpc":"2.0","id":"x","method":"m"}"#, .request(id: .string("x"), method: "m", params: [:])),
            (#"{"jsonrpc":"2.0","method":"m","params":{}}"#, .notification(method: "m", params: [:])),
            (#"{"jsonrpc":"2.0","id":1,"result":null}"#, .reply(id: .integer(1), result: .success(.null))),
            (#"{"jsonrpc":"2.0","id":1,"result":[1],"more":2}"#, .reply(id: .integer(1), result: .success([1]))),
            (
                #"{"jsonrpc":"2.0","id":"a","error":{"code":-1,"message":"m","data":{"d":1}}}"#,
                .reply(id: .string("a"), result: .failure(RPCError(.init(rawValue: -1), "m", data: ["d": 1])))
            ),
            (
                #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#,
                .reply(id: nil, result: .failure(RPCError(.parseError, "m")))
            ),
            // A code for what only this side knows: with -32802, who called would wait for the end of the process.
            (
                #"{"jsonrpc":"2.0","id":1,"error":{"code":-32802,"message":"m"}}"#,
                .reply(id: .integer(1), result: .failure(RPCError(.internalError, "m")))
            ),
        ] as [(String, RPCMessage)]
    )
    func readsEveryKind(text: String, message: RPCMessage) throws {
        #expect(try read(text) == message)
        var line = message.line
        #expect(line.removeLast() == UInt8(ascii: "\n"))
        #expect(!line.contains(UInt8(ascii: "\n")))
        #expect(try RPCMessage(line: line) == message)
    }

    @Test(
        arguments: [
            ("", .parseError), ("{", .parseError), ("\u{7F}", .parseError),
            (String(repeating: "[", count: 1000), .parseError), ("[]", .invalidRequest), ("1", .invalidRequest),
            ("{}", .invalidRequest), (#"{"jsonrpc":"1.0","id":1,"method":"m"}"#, .invalidRequest),
            (#"{"id":1,"method":"m"}"#, .invalidRequest), (#"{"jsonrpc":"2.0","id":1,"method":2}"#, .invalidRequest),
            (#"{"jsonrpc":"2.0","id":null,"method":"m"}"#, .invalidRequest),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#, .invalidRequest),
            (#"{"jsonrpc":"2.0","id":{},"method":"m"}"#, .invalidRequest),
            (#"{"jsonrpc":"2.0","id":1,"method":"m","params":[1]}"#, .invalidRequest),
            (#"{"jsonrpc":"2.0","id":1,"method":"m","params":null}"#, .invalidRequest),
            (#"{"jsonrpc":"2.0","id":1}"#, .invalidRequest), (#"{"jsonrpc":"2.0","result":1}"#, .invalidRequest),
            (#"{"jsonrpc":"2.0","id":null,"result":1}"#, .invalidRequest),
            (#"{"jsonrpc":"2.0","id":1,"error":"no"}"#, .invalidRequest),
            (#"{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":"m"}}"#, .invalidRequest),
            (#"[{"jsonrpc":"2.0","id":1,"method":"m"}]"#, .invalidRequest),
            (
                "{\"jsonrpc\":\"2.0\",\"id\":\"\(String(repeating: "x", count: 129))\",\"method\":\"m\"}",
                .invalidRequest
            ),
            ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(String(repeating: "x", count: 129))\"}", .invalidRequest),
        ] as [(String, RPCError.Code)]
    )
    func refusesWhatIsNoMessage(text: String, code: RPCError.Code) throws {
        let error = try #require(throws: RPCError.self) { try read(text) }
        #expect(error.code == code)
        #expect(!error.message.isEmpty)
    }
}
