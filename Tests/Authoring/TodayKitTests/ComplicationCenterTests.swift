import JSONRPC
import Testing
import TodayKit
import TodayProtocol

@Suite(.timeLimit(.minutes(10))) struct ComplicationCenterTests {
    private static let three = Complication(shortText: "3 left", gauge: 0.5, classes: ["urgent"])

    @Test func whatAPerformSetsBelongsToItsTransaction() async throws {
        let app = TestApp(perform: { _, context in
            try await context.complication.set(Self.three)
            try await context.complication.set(nil)
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let done = host.performInApp(TestAction.go, transaction: 5)
            let set = try await host.next(ComplicationSetRequest.self)
            #expect(set.request.complication == Self.three)
            #expect(set.request.transaction == 5)
            set.incoming.reply(EmptyReply())
            let removal = try await host.next(ComplicationSetRequest.self)
            #expect(removal.request.complication == nil)
            #expect(removal.request.transaction == 5)
            removal.incoming.reply(EmptyReply())
            _ = try await done
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func aGaugeThatIsNoNumberIsRefusedWithASentence(gauge: Double) async throws {
        let app = TestApp(perform: { _, context in
            let error = await #expect(throws: RequestError.self) {
                try await context.complication.set(Complication(shortText: "x", gauge: gauge))
            }
            #expect(error?.code == .invalidValue)
            #expect(error?.message.contains("from 0 to 1") == true)
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            _ = try await host.performInApp(TestAction.go, transaction: 5)
        }
    }
}
