import CloudStorage
import CloudTestSupport
import Foundation
import Testing
import TodayTestSupport

@testable import CloudCore

/// Two nodes on one PostgreSQL database.
@Suite(.timeLimit(.minutes(10))) struct NodeTests {
    @Test func whatOneNodeCommitsReachesTheStreamsOfAnother() async throws {
        try await withNodes { nodes in
            let device = try await nodes.join("ada")
            try await whileRunning([nodes.first, nodes.second]) {
                try await nodes.withStream(of: device) { page in
                    try await nodes.first.store.append(pushContent("hello"), to: [device.number])
                    try await page.wait(for: "data: hello\n")
                }
            }
        }
    }

    @Test func withoutHintsItComesWithTheNextLook() async throws {
        try await withNodes { nodes in
            let device = try await nodes.join("ada")
            try await nodes.withStream(of: device) { page in
                let node = try #require(nodes.second.node)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { do { try await node.poll() } catch is CancellationError {} }
                    group.addTask { do { try await node.reread(for: nodes.second) } catch is CancellationError {} }
                    try await nodes.first.store.append(pushContent("hello"), to: [device.number])
                    await nodes.clock.advanceWhenSleeping(by: CloudNode.pollInterval)
                    try await page.wait(for: "data: hello\n")
                    group.cancelAll()
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test func aDeviceThatIsRevokedOnOneNodeLosesItsStreamOnAnother() async throws {
        try await withNodes { nodes in
            let device = try await nodes.join("ada")
            let line = nodes.second.hub.open(device.number, after: 0)
            _ = try await nodes.first.store.revoke(person: "ada")
            try await nodes.second.reread(.everything)
            #expect(await line.mailbox.next() == .end)
        }
    }

    @Test func limitsHoldForAllNodes() async throws {
        try await withNodes { nodes in
            let limiters = [nodes.first, nodes.second].map { $0.limiter("test", rate: 0.001, burst: 40) }
            for _ in 0..<20 { #expect(limiters[0].take("ada") == nil) }
            #expect(limiters[0].take("bob") == nil)
            try await nodes.first.node?.shareLimits(isRound: false)
            for _ in 0..<2 { #expect(limiters[1].take("ada") == nil) }
            try await nodes.second.node?.shareLimits(isRound: false)
            for _ in 0..<18 { #expect(limiters[1].take("ada") == nil) }
            #expect(limiters[1].take("ada") != nil)
            // One request is told in the next round only, and one that counts elsewhere is given back.
            limiters[1].refund("ada")
            try await nodes.second.node?.shareLimits(isRound: true)
            try await nodes.first.node?.shareLimits(isRound: true)
            #expect(limiters[0].take("ada") == nil)
            try await nodes.first.node?.shareLimits(isRound: true)
            #expect(limiters[0].take("ada") != nil)
            for _ in 0..<39 { #expect(limiters[1].take("bob") == nil) }
            try await nodes.second.node?.shareLimits(isRound: false)
            #expect(limiters[1].take("bob") != nil)
        }
    }

    @Test func muchUseOfALimitIsToldAtOnce() async throws {
        try await withNodes { nodes in
            try await whileRunning([nodes.first, nodes.second]) {
                let limiters = [nodes.first, nodes.second].map { $0.limiter("test", rate: 0.001, burst: 30) }
                var count = 0
                while limiters[count % 2].take("ada") == nil {
                    count += 1
                    await Task.yield()
                    guard count < 100 else { break }
                }
                #expect((30...60).contains(count))
                // Both know in the end, without any round.
                while limiters[0].take("ada") == nil || limiters[1].take("ada") == nil { await Task.yield() }
            }
        }
    }

    @Test func streamsMoveAwayAFewAtATime() async throws {
        try await withNodes { nodes in
            var lines: [DeviceEventSink] = []
            for index in 0..<100 {
                lines.append(nodes.first.hub.open(DeviceNumber(Int64(index + 1)), after: 0))
            }
            let topic = nodes.first.topicHub.open(["alerts"])
            try nodes.first.checkAcceptsStreams()
            async let drained: Void = nodes.first.drain()
            await nodes.clock.waitUntilSleeping()
            #expect(nodes.first.hub.count == 98)
            #expect(throws: CloudError.self) { try nodes.first.checkAcceptsStreams() }
            #expect(await topic.next() == .end)
            for _ in 0..<50 { await nodes.clock.advanceWhenSleeping(by: .milliseconds(200)) }
            try await drained
            for line in lines { #expect(await line.mailbox.next() == .end) }
            try nodes.second.checkAcceptsStreams()
        }
    }

    @Test func oneNodeHasTheLeaseUntilItGivesItBackOrItsTermEnds() async throws {
        try await withNodes { nodes in
            let (first, second) = (try #require(nodes.first.node), try #require(nodes.second.node))
            #expect(try await first.holds(.pushes))
            #expect(try await !second.holds(.pushes))
            #expect(try await second.holds(.outbox))
            try await nodes.first.store.releaseLeases(of: first.name)
            #expect(try await second.holds(.pushes))
            // The term of this one is over at once.
            #expect(try await nodes.first.store.takeLease("x", for: "a", term: .zero))
            #expect(try await nodes.second.store.takeLease("x", for: "b", term: .seconds(60)))
            #expect(try await !nodes.first.store.takeLease("x", for: "a", term: .seconds(60)))
        }
    }

    /// Even when both nodes deliver, as they do when a lease ends during a step.
    @Test func everyPushComesOnceAndInOrder() async throws {
        try await withNodes { nodes in
            var devices: [DeviceRecord] = []
            for index in 0..<12 { devices.append(try await nodes.join("person\(index)")) }
            let everyone = try PushSelection(PushSpecification(audience: .all), sent: .now).text
            let pushes = (0..<40).map { index in
                NewPush(id: PushID("p\(index)"), selection: everyone, content: pushContent("push \(index)."))
            }
            for (index, push) in pushes.enumerated() {
                let store = index.isMultiple(of: 2) ? nodes.first.store : nodes.second.store
                try await store.accept([push], of: nodes.app.number)
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for cloud in [nodes.first, nodes.second] {
                    group.addTask { while try await cloud.fanOut.step() {} }
                }
                try await group.waitForAll()
            }
            for device in devices {
                let events = try await nodes.second.store.events(of: device.number, after: 0, limit: 100)
                #expect(events.map(\.content.body) == pushes.map(\.content.body))
                #expect(events.map(\.sequence) == Array(1...40))
            }
        }
    }

    @Test func aLowerNumberNeverAppearsAfterAHigherOne() async throws {
        try await withNodes { nodes in
            let device = try await nodes.join("ada").number
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (name, store) in [("a", nodes.first.store), ("b", nodes.second.store)] {
                    for writer in 0..<4 {
                        group.addTask {
                            for index in 0..<25 {
                                try await store.append(pushContent("\(name)\(writer) \(index)"), to: [device])
                            }
                        }
                    }
                }
                group.addTask {
                    var last: Int64 = 0
                    while last < 200 {
                        for event in try await nodes.second.store.events(of: device, after: last, limit: 9) {
                            #expect(event.sequence == last + 1)
                            last = event.sequence
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
