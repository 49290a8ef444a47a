import AsyncPrimitives
import CloudTestSupport
import Foundation
import NATS
import Testing
import TodayTestSupport

@testable import CloudCore
@testable import CloudStorage

/// Two nodes that hear each other by NATS, or not at all.
///
/// Their clock stands still unless a test advances it, so that only hints can bring something.
@Suite(.timeLimit(.minutes(10))) struct HintBusTests {
    private func withServer(_ body: (NATSServer, (CloudStore) throws -> HintBus) async throws -> Void) async throws {
        try await withTemporaryDirectory { folder in
            let server = try NATSServer(in: folder)
            let addresses = try NATSAddress.list(server.address())
            try await body(server) { store in try HintBus.nats(addresses, of: store) }
        }
    }

    @Test func nodesTellEachOtherByNATSAlone() async throws {
        try await withServer { _, bus in
            try await withNodes(hints: bus) { nodes in
                let device = try await nodes.join("ada")
                try await whileRunning([nodes.first, nodes.second]) {
                    try await nodes.withStream(of: device) { page in
                        for index in 0..<5 {
                            try await nodes.first.store.append(pushContent("push \(index)."), to: [device.number])
                            try await page.wait(for: "data: push \(index).\n")
                        }
                    }
                    let listening = "pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
                    let count: Int64? = try await nodes.first.store.value("SELECT COUNT(*) FROM \(listening)")
                    #expect(count == 0)
                }
            }
        }
    }

    @Test func cloudsOnOneServerDoNotHearEachOther() async throws {
        try await withServer { server, bus in
            try await withNodes(hints: bus) { nodes in
                try await withNodes(hints: bus) { others in
                    let device = try await nodes.join("ada")
                    let (own, foreign) = (try bus(nodes.second.store), try bus(others.second.store))
                    let marker = try bus(others.first.store)
                    let (ownTexts, foreignTexts) = (HeardTexts(), HeardTexts())
                    let stops = [own.listen(ownTexts.add), foreign.listen(foreignTexts.add)]
                    try await whileRunning([nodes.first]) {
                        try await ownTexts.waitUntilConnected()
                        try await foreignTexts.waitUntilConnected()
                        let node = try #require(nodes.first.node)
                        try await nodes.first.store.append(pushContent("hello"), to: [device.number])
                        let text = try await ownTexts.next()
                        #expect(text.contains("shards") && text.contains(node.name))
                        // What comes next on the subject of the others is none of this cloud.
                        let markerTexts = HeardTexts()
                        let stop = marker.listen(markerTexts.add)
                        try await markerTexts.waitUntilConnected()
                        #expect(try await marker.send("marker"))
                        #expect(try await foreignTexts.next() == "marker")
                        await stop()
                    }
                    for stop in stops { await stop() }
                }
            }
        }
    }

    /// Also what is committed by a node that is connected again later than the one with the stream.
    @Test func whatIsCommittedWhileTheServerIsAwayComesWhenItIsBack() async throws {
        try await withServer { server, bus in
            try await withNodes(hints: bus) { nodes in
                let device = try await nodes.join("ada")
                try await whileRunning([nodes.first, nodes.second]) {
                    try await nodes.withStream(of: device) { page in
                        try await nodes.first.store.append(pushContent("before"), to: [device.number])
                        try await page.wait(for: "data: before\n")
                        server.kill()
                        try await nodes.first.store.append(pushContent("meanwhile"), to: [device.number])
                        try server.start()
                        try await page.wait(for: "data: meanwhile\n")
                        try await nodes.first.store.append(pushContent("after"), to: [device.number])
                        try await page.wait(for: "data: after\n")
                    }
                }
            }
        }
    }

    @Test func nodesGoOnWhateverIsSentToTheirSubject() async throws {
        try await withServer { server, bus in
            try await withNodes(hints: bus) { nodes in
                let device = try await nodes.join("ada")
                let subject = "today.hints.\(nodes.first.store.epoch)"
                try await whileRunning([nodes.first, nodes.second]) {
                    try await nodes.withStream(of: device) { page in
                        try await nodes.first.store.append(pushContent("before"), to: [device.number])
                        try await page.wait(for: "data: before\n")
                        let hostile: [[UInt8]] = [
                            [], [0], Array("{".utf8), Array(repeating: 0xFF, count: 1 << 20), Array((0...255)),
                            Array(#"{"node":"x","version":9,"shards":[[[[[]]]]]}"#.utf8),
                            Array(#"{"node":"x","all":true}"#.utf8), Array("null".utf8),
                            Array((#"{"node":"x","shards":["# + String(repeating: "1,", count: 500_000) + "1]}").utf8),
                        ]
                        try server.publish(hostile + Array(repeating: hostile[6], count: 5000), on: subject)
                        try await nodes.first.store.append(pushContent("after"), to: [device.number])
                        try await page.wait(for: "data: after\n")
                        #expect(page.text.components(separatedBy: "event: push\n").count == 3)
                    }
                }
            }
        }
    }

    /// A lost hint costs the time until the next look, and nothing else.
    @Test func everyHintMayBeLost() async throws {
        #expect(CloudNode.pollInterval * 2 < .seconds(5))
        let deaf = HintBus(send: { _ in true }, listen: { _ in { return } })
        try await withNodes(hints: { _ in deaf }) { nodes in
            let (device, other) = (try await nodes.join("ada"), try await nodes.join("bob"))
            let (first, second) = (nodes.first, nodes.second)
            /// Lets both nodes look once, when both wait for that, for their leases, and for their limits.
            @Sendable func look() async { await nodes.clock.advanceWhenSleeping(by: CloudNode.pollInterval, count: 6) }
            try await whileRunning([first, second]) {
                await look()
                let revoked = second.hub.open(other.number, after: 0)
                let topic = second.topicHub.open(["alerts"])
                try await nodes.withStream(of: device) { page in
                    for index in 0..<3 {
                        try await first.store.append(pushContent("push \(index)."), to: [device.number])
                        await look()
                        try await page.wait(for: "data: push \(index).\n")
                    }
                    #expect(page.text.components(separatedBy: "event: push\n").count == 4)
                }
                try await first.publish(
                    TopicMessageRecord(
                        id: "m",
                        topic: "alerts",
                        sequenceID: "m",
                        time: .now,
                        expires: .now + 600,
                        body: "{}"
                    ),
                    isKept: true,
                    replacesScheduled: false
                )
                _ = try await first.store.revoke(person: "bob")
                first.wake(.schedules)
                await look()
                #expect(await topic.next() == .catchUp)
                #expect(await revoked.mailbox.next() == .end)
                try await withTimeLimit(on: "the scheduler's signal") { await second.signal(.schedules).wait() }
            }
        }
    }
}

/// The texts that a bus brings.
private final class HeardTexts: Sendable {
    private let connected = Signal()
    private let (texts, input) = AsyncStream.makeStream(of: String.self)

    func add(_ event: ListenerEvent) {
        switch event {
        case .connected: connected.raise()
        case .received(let text): input.yield(text)
        case .disconnected: break
        }
    }

    func waitUntilConnected() async throws {
        try await withTimeLimit(on: "a connection") { await self.connected.wait() }
    }

    func next() async throws -> String {
        try await withTimeLimit(on: "a text") {
            for await text in self.texts { return text }
            return ""
        }
    }
}
