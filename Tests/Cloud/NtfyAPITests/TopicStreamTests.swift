import AsyncPrimitives
import CloudCore
import CloudStorage
import CloudTestSupport
import Foundation
import HTTPTypes
import JSON
import Synchronization
import Testing
import TodayTestSupport

@testable import NtfyAPI

@Suite(.timeLimit(.minutes(10))) struct TopicStreamTests {
    private func subscription(_ query: String, _ path: String = "home") throws -> TopicSubscription {
        try TopicSubscription(
            path: path,
            RequestParameters(headers: HTTPFields(), query: QueryItems(query)),
            now: Date(timeIntervalSince1970: 1_795_248_000)
        )
    }

    /// Runs a stream concurrently with a test; `body` receives the recorder of its output and its mailbox.
    private func withStream(
        _ ntfy: NtfyFixture,
        _ query: String = "",
        path: String = "home",
        format: StreamFormat = .json,
        isAllowed: @escaping @Sendable () async throws -> Bool = { true },
        _ body: (StreamRecorder, TopicMailbox) async throws -> Void
    ) async throws {
        let subscription = try subscription(query, path)
        let stream = TopicStream(
            cloud: ntfy.fixture.cloud,
            subscription: subscription,
            format: format,
            isAllowed: isAllowed
        )
        let hub = ntfy.fixture.cloud.topicHub
        let mailbox = hub.open(subscription.topics)
        let page = StreamRecorder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await stream.run(mailbox) { page.write($0) } }
            try await body(page, mailbox)
            mailbox.end()
            try await group.waitForAll()
        }
        hub.close(subscription.topics, mailbox)
    }

    private func texts(_ page: StreamRecorder) throws -> [String] {
        try page.text.split(separator: "\n").compactMap { try JSONValue(parsing: String($0))["message"]?.stringValue }
    }

    @Test func whatIsKeptAndWhatComesFollowWithoutGapsOrRepetition() async throws {
        try await withNtfy { ntfy async throws in
            for index in 0..<250 { try await ntfy.publish("old\(index)") }
            try await withStream(ntfy, "since=all") { page, _ in
                for index in 0..<300 { try await ntfy.publish("new\(index)") }
                try await page.wait(for: "\"new299\"")
                #expect(try texts(page) == (0..<250).map { "old\($0)" } + (0..<300).map { "new\($0)" })
                #expect(page.text.hasPrefix("{"))
                let first = try JSONValue(parsing: String(page.text.prefix { $0 != "\n" }))
                #expect(first["event"] == "open")
                #expect(first["topic"] == "home")
            }
        }
    }

    @Test(arguments: ["since=latest", "since=all", ""]) func whatComesWhileAStreamBeginsIsNotLost(query: String)
        async throws
    {
        try await withNtfy { ntfy async throws in
            try await ntfy.publish("old")
            let subscription = try subscription(query)
            let stream = TopicStream(
                cloud: ntfy.fixture.cloud,
                subscription: subscription,
                format: .json,
                isAllowed: { true }
            )
            let mailbox = ntfy.fixture.cloud.topicHub.open(subscription.topics)
            let page = StreamRecorder()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await stream.run(mailbox) { text in
                        if page.text.isEmpty { for text in ["1", "2"] { try await ntfy.publish(text) } }
                        page.write(text)
                    }
                }
                try await page.wait(for: "\"2\"")
                mailbox.end()
                try await group.waitForAll()
            }
            #expect(try texts(page) == (query.isEmpty ? [] : ["old"]) + ["1", "2"])
        }
    }

    @Test func withoutSinceOnlyWhatComesIsWritten() async throws {
        try await withNtfy { ntfy async throws in
            try await ntfy.publish("old")
            try await withStream(ntfy, "", path: "home,other") { page, _ in
                try await page.wait(for: "open")
                try await ntfy.publish("1")
                try await ntfy.publish("2", to: "other")
                try await ntfy.publish("3", to: "third")
                try await ntfy.publish("4", headers: ["Cache": "no"])
                try await ntfy.publish("5")
                try await page.wait(for: "\"5\"")
                #expect(try texts(page) == ["1", "2", "4", "5"])
            }
        }
    }

    @Test func filtersHoldForWhatComes() async throws {
        try await withNtfy { ntfy async throws in
            try await withStream(ntfy, "priority=5") { page, _ in
                try await page.wait(for: "open")
                try await ntfy.publish("1")
                try await ntfy.publish("2", headers: ["Priority": "max"])
                try await page.wait(for: "\"2\"")
                #expect(try texts(page) == ["2"])
            }
        }
    }

    @Test func aStreamThatIsTooSlowReadsTheStore() async throws {
        try await withNtfy { ntfy async throws in
            let subscription = try subscription("")
            let mailbox = ntfy.fixture.cloud.topicHub.open(subscription.topics)
            let stream = TopicStream(
                cloud: ntfy.fixture.cloud,
                subscription: subscription,
                format: .json,
                isAllowed: { true }
            )
            let page = StreamRecorder()
            // Its first write lasts until more events have arrived than the mailbox holds.
            let isFull = OneTimeSignal()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await stream.run(mailbox) { text in
                        page.write(text)
                        await isFull.wait()
                    }
                }
                try await page.wait(for: "open")
                for index in 0..<(TopicMailbox.capacity + 20) { try await ntfy.publish("\(index)") }
                isFull.raise()
                try await page.wait(for: "\"\(TopicMailbox.capacity + 19)\"")
                mailbox.end()
                try await group.waitForAll()
            }
            #expect(try texts(page) == (0..<(TopicMailbox.capacity + 20)).map(String.init))
        }
    }

    @Test(arguments: [(StreamFormat.json, true), (.sse, true), (.raw, true), (.webSocket, false)])
    func signsOfLifeComeEvery45Seconds(format: StreamFormat, isWritten: Bool) async throws {
        try await withNtfy { ntfy async throws in
            try await withStream(ntfy, format: format) { page, mailbox in
                try await page.wait(for: format == .webSocket ? "open" : "\n")
                let before = page.text
                await withTaskGroup(of: Void.self) { group in
                    group.addTask {
                        do { try await TopicStream.sendKeepalives(mailbox, clock: ntfy.clock) } catch {}
                    }
                    await ntfy.clock.advanceWhenSleeping(by: .seconds(45))
                    await ntfy.clock.waitUntilSleeping()
                    group.cancelAll()
                }
                try await ntfy.publish("after")
                try await page.wait(for: "after")
                let between = page.text.dropFirst(before.count)
                #expect(between.contains("keepalive") == (isWritten && format != .raw))
                #expect(between.hasPrefix("\n") == (format == .raw))
            }
        }
    }

    @Test func whoMayNotReadAnyMoreIsCutOff() async throws {
        try await withNtfy(rights: .deny) { ntfy async throws in
            try await ntfy.store.set(TopicRule(who: "ada", pattern: "home", rights: .readWrite))
            let limits = VisitorLimits(of: ntfy.fixture.cloud, isUnlimited: true)
            let access = TopicAccessControl(cloud: ntfy.fixture.cloud, limits: limits)
            let token = try await ntfy.token("ada")
            let visitor = Visitor(address: "", name: "ada", token: token, isStranger: false)
            #expect(try await access.mayStillRead(["home"], visitor))
            #expect(try await !access.mayStillRead(["home", "other"], visitor))
            _ = try await ntfy.store.revokeTopicTokens(of: "ada", label: nil)
            #expect(try await !access.mayStillRead(["home"], visitor))
            let isAllowed = Mutex(true)
            try await withStream(ntfy, isAllowed: { isAllowed.withLock { $0 } }) { page, mailbox in
                try await page.wait(for: "open")
                mailbox.requestHeartbeat()
                try await page.wait(for: "keepalive")
                isAllowed.withLock { $0 = false }
                mailbox.requestHeartbeat()
            }
        }
    }

    @Test func theEndOfTheCloudEndsStreams() async throws {
        let hub = TopicHub()
        let mailbox = hub.open(["a", "b"])
        hub.close(["a"], mailbox)
        hub.endAll()
        #expect(await mailbox.next() == .end)
        #expect(await hub.open(["a"]).next() == .end)
    }

    @Test func aVisitorsStreamsCountUntilTheyAreGone() async throws {
        try await withNtfy { ntfy async throws in
            let limits = VisitorLimits(of: ntfy.fixture.cloud, isUnlimited: false)
            var slots = try (0..<VisitorLimits.streams).map { _ in try limits.beginStream(of: "one") }
            #expect(throws: NtfyError.tooManySubscriptions) { _ = try limits.beginStream(of: "one") }
            _ = try limits.beginStream(of: "two")
            slots.removeLast()
            slots.append(try limits.beginStream(of: "one"))
            #expect(throws: NtfyError.tooManySubscriptions) { _ = try limits.beginStream(of: "one") }
            #expect(slots.count == VisitorLimits.streams)
        }
    }

    /// As ntfy's own limit: a bucket of a day's bytes that is refilled all the time, without a midnight.
    @Test func aVisitorRegainsTheBytesOfFilesAllTheTime() async throws {
        try await withNtfy { ntfy async throws in
            let time = Mutex(Duration.zero)
            let limits = VisitorLimits(of: ntfy.fixture.cloud, isUnlimited: false) { time.withLock { $0 } }
            let half = VisitorLimits.dailyBandwidth / 2
            #expect(limits.takeBandwidth(half, of: "one"))
            #expect(limits.takeBandwidth(half, of: "one"))
            #expect(!limits.takeBandwidth(1, of: "one"))
            #expect(limits.takeBandwidth(1, of: "two"))
            time.withLock { $0 = .seconds(43_200) }
            #expect(!limits.takeBandwidth(half + 10_000, of: "one"))
            #expect(limits.takeBandwidth(half - 10_000, of: "one"))
        }
    }
}
