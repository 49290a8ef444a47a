import JSON
import JSONRPC
import Testing
import TodayKit
import TodayProtocol

/// `context.systemStatus()`, and `system/status` in the form that `Documentation/Protocol.md` shows.
@Suite(.timeLimit(.minutes(10))) struct SystemStatusTests {
    private static let reply =
        #"{"load":[0.42,0.31,0.28],"processors":4,"memory":{"total":8000,"available":6000},"#
        + #""swap":{"total":0,"available":0},"disk":{"total":100,"available":120},"uptime":93784.5}"#

    @Test func theStatusIsHandedOver() async throws {
        let widget = TestWidget(update: { context in
            let status = try await context.systemStatus()
            #expect(status.load == [0.42, 0.31, 0.28] && status.processors == 4 && status.uptime == .seconds(93_784.5))
            #expect(status.memory.used == 2000 && status.memory.usedFraction == 0.25)
            #expect(status.swap.usedFraction == 0)
            // More is never available than there is.
            #expect(status.disk.available == 100 && status.disk.used == 0)
            return nil
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let reply = host.update()
            let asked = try await host.next(SystemStatusRequest.self)
            asked.incoming.reply(try JSONValue(parsing: Self.reply).decode(SystemStatusRequest.Reply.self))
            _ = try await reply
        }
    }

    @Test func aRefusalIsThrown() async throws {
        let widget = TestWidget(update: { context in
            let error = await #expect(throws: RequestError.self) { try await context.systemStatus() }
            #expect(error == RequestError(.notEntitled, "Why."))
            return nil
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let reply = host.update()
            let asked = try await host.next(SystemStatusRequest.self)
            asked.incoming.fail(RPCError(.notEntitled, "Why."))
            _ = try await reply
        }
    }
}
