import AsyncPrimitives
import HostClock
import HostModel
import HostStorage
import JSON
import JSONRPC
import Logging
import ProcessHost
import Synchronization
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

@testable import Host

/// The order, deadlock and transaction laws of the process protocol, on the host's side.
@Suite(.timeLimit(.minutes(10))) struct SessionTests {
    private let group = SessionFixture.group

    @Test func writesCommitInTheOrderInWhichTheyWereAsked() async throws {
        try await withSession { fixture in
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                // Sent one after the other without waiting for answers: `announce` gives the order.
                for number in 0..<200 {
                    let sent = OneSignal()
                    tasks.addTask {
                        let params = try JSONValue(
                            encoding: DefaultsSetRequest(
                                group: SessionFixture.group,
                                key: "n",
                                value: .integer(number)
                            )
                        )
                        _ = try await fixture.process.call(
                            DefaultsSetRequest.method,
                            params,
                            deadline: .seconds(20)
                        ) { _ in sent.raise() }
                    }
                    try await withTimeLimit(on: "the sending of a request") { await sent.wait() }
                }
                try await tasks.waitForAll()
            }
            let values = fixture.told.changes.compactMap { $0.values["n"] }
            #expect(values == (0..<200).map { .integer($0) })
        }
    }

    /// A request to show cards with one element until there is content.
    private func placeholder(_ element: JSONValue = ["type": "TextBlock", "text": "--"]) -> JSONValue {
        ["content": ["compact": ["type": "AdaptiveCard", "version": "1.5", "body": [element]]]]
    }

    @Test func aWidgetSaysWhatIsShownOfItUntilItHasContent() async throws {
        let method = WidgetsSetPlaceholderRequest.method
        try await withSession(.widget) { fixture in
            let bad = placeholder(["type": "Input.Text", "id": "name"])
            let error = await expectError(.invalidParams) {
                try await fixture.process.call(method, bad, deadline: .seconds(30))
            }
            #expect(error?.message.contains("name") == true && fixture.screen.all == [])
            for _ in 1..<20 { _ = try await fixture.process.call(method, placeholder(), deadline: .seconds(30)) }
            #expect(fixture.screen.all == Array(repeating: "placeholder of \(SessionFixture.widget)", count: 19))
            await expectError(.limitExceeded) {
                try await fixture.process.call(method, placeholder(), deadline: .seconds(30))
            }
        }
        for kind in [ProcessKind.app, .share] {
            try await withSession(kind) { fixture in
                await expectError(.invalidRequest) {
                    try await fixture.process.call(method, placeholder(), deadline: .seconds(30))
                }
                #expect(fixture.screen.all == [])
            }
        }
    }

    @Test func anAnswerToAWriteComesAfterTheProcessWasToldOfIt() async throws {
        try await withSession { fixture in
            for number in 0..<50 {
                _ = try await fixture.process.call(
                    DefaultsSetRequest(group: group, key: "n", value: .integer(number)),
                    deadline: .seconds(60)
                )
                #expect(fixture.told.changes.last?.values["n"] == .integer(number))
            }
        }
    }

    @Test func aReadSeesTheWritesAskedForBefore() async throws {
        try await withSession { fixture in
            async let write = fixture.process.call(
                DefaultsSetRequest(group: group, key: "k", value: .string("v")),
                deadline: .seconds(60)
            )
            _ = try await write
            let reply = try await fixture.process.call(
                DefaultsGetRequest(group: group, key: "k"),
                deadline: .seconds(60)
            )
            #expect(reply.value == .string("v"))
        }
    }

    @Test func aGroupOfSomebodyElseIsRefusedWithASentence() async throws {
        try await withSession { fixture in
            for request in ["get", "set"] {
                let error = await expectError(.notEntitled) {
                    if request == "get" {
                        _ = try await fixture.process.call(
                            DefaultsGetRequest(group: GroupID("group.org.exampel"), key: "k"),
                            deadline: .seconds(60)
                        )
                    } else {
                        _ = try await fixture.process.call(
                            DefaultsSetRequest(group: GroupID("group.org.exampel"), key: "k", value: .bool(true)),
                            deadline: .seconds(60)
                        )
                    }
                }
                #expect(error?.message.contains("group.org.exampel") == true)
            }
        }
    }

    @Test func aWidgetMayNotAskForWhatOnlyAnAppMay() async throws {
        try await withSession(.widget) { fixture in
            await expectError(.unavailableInExtensions) {
                try await fixture.process.call(ScenesReloadRequest(), deadline: .seconds(60))
            }
            await expectError(.notEntitled) {
                try await fixture.process.call(
                    WidgetsReloadRequest(widget: WidgetID("org.other.widget")),
                    deadline: .seconds(60)
                )
            }
            _ = try await fixture.process.call(WidgetsReloadRequest(), deadline: .seconds(60))
            #expect(fixture.screen.all == ["reload [org.example.App.widget]"])
        }
    }

    @Test func aWidgetCannotHaveItselfUpdatedWithoutEnd() async throws {
        try await withSession(.widget) { fixture in
            for _ in 0..<20 { _ = try await fixture.process.call(WidgetsReloadRequest(), deadline: .seconds(60)) }
            await expectError(.limitExceeded) {
                try await fixture.process.call(WidgetsReloadRequest(), deadline: .seconds(60))
            }
            #expect(fixture.screen.all.count == 20)
        }
    }

    @Test func anAppCannotHaveItsWidgetUpdatedWithoutEndBySayingThatItHasContent() async throws {
        try await withSession { fixture in
            let request = WidgetsSetHasContentRequest(widget: WidgetID("org.example.App.widget"), hasContent: true)
            // Refused ones count too: here no installed app has the widget.
            for _ in 0..<20 { _ = try? await fixture.process.call(request, deadline: .seconds(60)) }
            await expectError(.limitExceeded) { try await fixture.process.call(request, deadline: .seconds(60)) }
        }
    }

    @Test func neitherARestartNorAnotherProcessGivesAnAppMoreCalls() async throws {
        try await withSession { fixture in
            var admitted = 0
            for _ in 0..<10 {
                let (hostEnd, processEnd) = MemoryTransport.pair()
                let next = ProcessSession(
                    rights: fixture.session.rights,
                    connection: RPCConnection(transport: hostEnd),
                    services: fixture.session.services,
                    admitToLog: { _ in .admitted }
                )
                for _ in 0..<20 {
                    do throws(RPCError) {
                        try next.admit("a", limit: 10, message: "a: at most 10.")
                        admitted += 1
                    } catch {
                        #expect(error.code == .limitExceeded)
                    }
                }
                withExtendedLifetime(processEnd) {}
            }
            #expect(admitted == 40)
            var other = fixture.session.rights
            other.app = AppID("org.example.Other")
            fixture.session.setRights(other)
            try fixture.session.admit("a", limit: 10, message: "a: at most 10.")
        }
    }

    @Test func aProcessWithoutTheEntitlementFetchesNothing() async throws {
        try await withSession { fixture in
            await expectError(.notEntitled) {
                let request = HTTPFetchRequest(url: "https://example.com/")
                return try await fixture.process.call(request, deadline: .seconds(60))
            }
        }
    }

    @Test func aFetchIsChargedToTheProcess() async throws {
        // Nothing is left after the fixed price, and what is added meanwhile is too little to see; reading is not charged here,
        // since the transport is in memory.
        let meter = ReadingMeter(TokenBucket(burst: .microseconds(999), rate: 1e-9))
        try await withSession(meter: meter) { fixture in
            var rights = fixture.session.rights
            rights.mayFetch = true
            fixture.session.setRights(rights)
            #expect(meter.wait == .zero)
            await expectError(.fetchNotAllowed) {
                let request = HTTPFetchRequest(url: "https://example.com/")
                return try await fixture.process.call(request, deadline: .seconds(60))
            }
            #expect(meter.wait > .zero)
        }
    }

    @Test func aChangeIsChargedToTheProcess() async throws {
        let meter = ReadingMeter(TokenBucket(burst: .microseconds(199), rate: 1e-9))
        try await withSession(meter: meter) { fixture in
            let group = SessionFixture.group
            let request = DefaultsSetRequest(group: group, key: "a", value: .integer(1), transaction: nil)
            _ = try await fixture.process.call(request, deadline: .seconds(60))
            #expect(meter.wait > .zero)
        }
    }

    @Test func aFetchThatIsRefusedIsRecorded() async throws {
        try await withSession { fixture in
            var rights = fixture.session.rights
            rights.mayFetch = true
            fixture.session.setRights(rights)
            for _ in 0..<2 {
                await expectError(.fetchNotAllowed) {
                    let request = HTTPFetchRequest(url: "https://example.com/")
                    return try await fixture.process.call(request, deadline: .seconds(60))
                }
            }
            let entries = try await fixture.store.durable.read { try $0.auditEntries(limit: 10) }
            #expect(entries.map(\.kind) == [.callDenied])
            #expect(entries.first?.detail.contains("http/fetch") == true)
            #expect(entries.first?.detail.contains("example.com") == true)
        }
    }

    @Test func anUndoOfferBelongsToATapAndIsBounded() async throws {
        try await withSession { fixture in
            let offer = { @Sendable (message: String, seconds: Int?, transaction: Int?) in
                UndoOfferRequest(message: message, data: ["a": 1], seconds: seconds, transaction: transaction)
            }
            let number = fixture.session.transactions.begin()
            for (request, code) in [
                (offer("Cleared.", nil, nil), RPCError.Code.invalidParams),
                (offer("Cleared.", 7, number), .invalidParams),
                (offer("Cleared.", 61, number), .invalidParams), (offer("", nil, number), .limitExceeded),
                (offer(String(repeating: "x", count: 201), nil, number), .limitExceeded),
            ] {
                await expectError(code) { try await fixture.process.call(request, deadline: .seconds(60)) }
            }
            for message in ["First.", "Second."] {
                _ = try await fixture.process.call(offer(message, nil, number), deadline: .seconds(60))
            }
            let effects = fixture.session.transactions.end(number)
            #expect(effects?.undo == UndoOffer(message: "Second.", data: ["a": 1], seconds: 10))
        }
    }

    @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "no address", ""])
    func anAddressThatMustNotBeOpenedIsRefused(url: String) async throws {
        try await withSession { fixture in
            await expectError(.invalidParams) {
                try await fixture.process.call(OpenRequest(url: url), deadline: .seconds(60))
            }
        }
    }

    @Test func withoutATapOnlyTheAppsOwnPagesAreOpened() async throws {
        try await withSession { fixture in
            await expectError(.invalidParams) {
                try await fixture.process.call(OpenRequest(url: "https://evil.example/?q=1"), deadline: .seconds(60))
            }
            _ = try await fixture.process.call(OpenRequest(url: "example://own"), deadline: .seconds(60))
            #expect(fixture.screen.all == ["open example://own"])
            let number = fixture.session.transactions.begin()
            _ = try await fixture.process.call(
                OpenRequest(url: "https://example.com/", transaction: number),
                deadline: .seconds(60)
            )
            #expect(fixture.session.transactions.end(number)?.open == "https://example.com/")
        }
    }

    @Test func malformedParametersNameTheirPlace() async throws {
        try await withSession { fixture in
            let cases: [(String, JSONValue, String)] = [
                ("defaults/set", ["group": "group.org.example", "key": "k"], "value"),
                ("defaults/set", ["group": 5, "key": "k", "value": 1], "group"),
                ("defaults/set", ["group": "group.org.example", "key": "k", "value": ["$data": "%"]], "$data"),
                ("defaults/get", [:], "group"),
                ("open", ["url": true], "url"),
            ]
            for (method, params, place) in cases {
                let error = await expectError(.invalidParams) {
                    _ = try await fixture.process.call(method, params, deadline: .seconds(60))
                }
                #expect(error?.message.contains(place) == true, "\(method): \(error?.message ?? "")")
            }
            await expectError(.methodNotFound) {
                try await fixture.process.call("defaults/guess", [:], deadline: .seconds(60))
            }
        }
    }

    @Test func aPrintedMessageOfTheHostIsLoggedWithinTheAllowance() async throws {
        try await withSession(.widget) { fixture in
            let log = RecordedLog()
            let admitted = Mutex(0)
            var services = fixture.session.services
            services.logger = log.logger
            services.logger.logLevel = .notice
            let (hostEnd, processEnd) = MemoryTransport.pair()
            let hostSide = RPCConnection(transport: hostEnd)
            let process = RPCConnection(transport: processEnd)
            let rights = fixture.session.rights
            let session = ProcessSession(rights: rights, connection: hostSide, services: services) { _ in
                admitted.withLock { $0 += 1 }
                return .admitted
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await hostSide.run(session) }
                group.addTask { try await process.run(fixture.told) }
                for method in ["widget/update", "initialize", "unknown"] {
                    await expectError(.methodNotFound) {
                        try await process.call(method, [:], deadline: .seconds(60))
                    }
                }
                process.notify("defaults/changed", [:])
                for method in ["widget/update", "initialize", "defaults/changed"] {
                    _ = try await log.line(containing: "It sent \(method), which only the host sends.")
                }
                #expect(admitted.withLock { $0 } == 3)
                process.close()
                hostSide.close()
                try await group.waitForAll()
            }
        }
    }

    @Test func changesMergeWithoutLosingARemoval() {
        let first = DefaultsChangedNotification(
            group: group,
            revision: Revision(1),
            values: ["a": .integer(1), "b": .integer(1)],
            removed: ["c"]
        )
        let second = DefaultsChangedNotification(
            group: group,
            revision: Revision(2),
            values: ["c": .integer(2)],
            removed: ["a"]
        )
        let merged = first.merged(with: second)
        #expect(merged.values == ["b": .integer(1), "c": .integer(2)])
        #expect(merged.removed == ["a"])
        #expect(merged.revision == Revision(2))
    }
}

/// Wakes one waiter, once.
private struct OneSignal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func raise() { continuation.finish() }

    func wait() async { for await _ in stream {} }
}
