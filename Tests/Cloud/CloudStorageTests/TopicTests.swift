import CloudStorage
import Foundation
import SQLStore
import Synchronization
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct TopicTests {
    @Test func messagesAreToldInTheOrderOfTheirPlaces() async throws {
        try await withStore { fixture async throws in
            let told = Mutex<[PublishedMessage]>([])
            fixture.store.observe { news in told.withLock { $0 += news.published } }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<60 {
                    group.addTask { try await fixture.publish("m\(index)", to: index % 2 == 0 ? "a" : "b") }
                }
                try await group.waitForAll()
            }
            let kept = try await fixture.store.messages(of: ["a", "b"], after: 0, since: .distantPast, limit: 1000)
            #expect(kept.count == 60)
            #expect(told.withLock { $0 } == kept)
            let page = try await fixture.store.messages(
                of: ["a", "b"],
                after: kept[9].number ?? 0,
                since: .distantPast,
                limit: 5
            )
            #expect(page == Array(kept[10..<15]))
            #expect(try await fixture.store.lastTopicMessageNumber() == kept.last?.number)
        }
    }

    @Test func onlyDevicesOfPeopleWhoSubscribeAndMayReadAreTold() async throws {
        try await withStore { fixture async throws in
            let laptop = try await fixture.device("laptop").number
            let phone = try await fixture.device("phone").number
            let other = try await fixture.device("other", of: "bob").number
            let none = try await fixture.device("none", of: "eve").number
            for person in ["ada", "bob"] { #expect(try await fixture.store.subscribe(person, to: "a")) }
            #expect(try await !fixture.store.subscribe("nobody", to: "a"))
            try await fixture.store.set(TopicRule(who: "bob", pattern: "a", rights: .deny))
            try await fixture.publish("m1", to: "a")
            try await fixture.publish("m2", to: "b")
            func told(_ device: DeviceNumber) async throws -> Int {
                try await fixture.store.events(of: device, after: 0, limit: 10).count
            }
            #expect(try await told(laptop) == 1)
            #expect(try await told(phone) == 1)
            #expect(try await told(other) == 0)
            #expect(try await told(none) == 0)
            #expect(try await fixture.store.topics(of: "ada") == ["a"])
            #expect(try await fixture.store.unsubscribe("ada", from: "a"))
            #expect(try await !fixture.store.unsubscribe("ada", from: "a"))
            try await fixture.publish("m3", to: "a")
            #expect(try await told(laptop) == 1)
        }
    }

    @Test func subscriptionsGoWithThePerson() async throws {
        try await withStore { fixture async throws in
            try await fixture.device("laptop")
            _ = try await fixture.store.subscribe("ada", to: "a")
            _ = try await fixture.store.revoke(person: "ada")
            try await fixture.device("new")
            #expect(try await fixture.store.topics(of: "ada") == [])
        }
    }

    @Test func aMessageWaitsForItsTimeOnce() async throws {
        try await withStore { fixture async throws in
            let message = fixture.topicMessage("m1", to: "a", in: 60)
            try await fixture.store.schedule(message)
            #expect(try await fixture.store.nextTopicDate() == message.time)
            #expect(try await fixture.store.dueTopicMessages(at: fixture.clock.value, limit: 9) == [])
            #expect(try await fixture.store.scheduledMessages(of: ["b", "a"]) == [message])
            fixture.clock.advance(by: 60)
            #expect(try await fixture.store.dueTopicMessages(at: fixture.clock.value, limit: 9) == [message])
            for _ in 0..<2 {
                try await fixture.store.publishScheduled([(message, fixture.content())], rights: .readWrite)
            }
            let kept = try await fixture.store.messages(of: ["a"], after: 0, since: .distantPast, limit: 9)
            #expect(kept.map(\.message) == [message])
        }
    }

    @Test func whatIsTooOldGoes() async throws {
        try await withStore { fixture async throws in
            try await fixture.publish("m1", to: "a")
            fixture.clock.advance(by: 3601)
            try await fixture.publish("m2", to: "a")
            #expect(try await !fixture.store.expireTopicMessages())
            #expect(try await fixture.store.topicMessageNumber("m1") == nil)
            let kept = try await fixture.store.messages(of: ["a"], after: 0, since: .distantPast, limit: 9)
            #expect(kept.map(\.message.id) == ["m2"])
        }
    }

    @Test func topicsAndTheirMessagesHaveLimits() async throws {
        try await withStore { fixture async throws in
            try await fixture.publish("m1", to: "a")
            try await fixture.execute(
                """
                WITH RECURSIVE number (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
                INSERT INTO topic (name, messages) SELECT 'topic' || n, 1 FROM number
                """,
                [CloudStore.topicLimit]
            )
            let refused = await #expect(throws: CloudStoreError.self) { try await fixture.publish("m2", to: "b") }
            #expect(refused?.code == .conflict)
            try await fixture.publish("m2", to: "a")
            try await fixture.execute(
                "UPDATE topic SET messages = ? WHERE name = 'a'",
                [CloudStore.topicMessageLimit]
            )
            try await fixture.publish("m3", to: "a")
            let kept = try await fixture.store.messages(of: ["a"], after: 0, since: .distantPast, limit: 9)
            #expect(kept.map(\.message.id) == ["m2", "m3"])
            let full = await #expect(throws: CloudStoreError.self) {
                try await fixture.store.schedule(fixture.topicMessage("m4", to: "a", in: 60))
            }
            #expect(full?.code == .conflict)
        }
    }

    @Test func roomForFilesIsKeptBeforeTheyArrive() async throws {
        try await withStore { fixture async throws in
            func reserve(_ id: String, _ sender: String, _ size: Int) async throws -> Bool {
                try await fixture.store.reserve(
                    TopicFile(id: id, sender: sender, type: "t", size: size, expires: fixture.clock.value + 60),
                    senderLimit: 100,
                    totalLimit: 150
                )
            }
            #expect(try await reserve("f1", "one", 100))
            #expect(try await !reserve("f2", "one", 1))
            #expect(try await !reserve("f2", "two", 51))
            try await fixture.store.setSize(10, ofFile: "f1")
            #expect(try await reserve("f2", "one", 90))
            #expect(try await fixture.store.topicFile("f1")?.size == 10)
            fixture.clock.advance(by: 61)
            #expect(try await fixture.store.topicFile("f1") == nil)
            #expect(try await fixture.store.expireTopicFiles().last == nil)
            #expect(try await reserve("f3", "one", 100))
        }
    }

    @Test func aFileIsThereWhenItIsFinished() async throws {
        try await withStore { fixture async throws in
            let folder = fixture.store.uploads
            do {
                let given = try folder.create("gone")
                try [UInt8]("x".utf8).withUnsafeBytes { try given.write($0) }
            }
            #expect(try folder.open("gone") == nil)
            let writer = try folder.create("kept")
            for part in ["ab", "", "cde"] { try [UInt8](part.utf8).withUnsafeBytes { try writer.write($0) } }
            #expect(try folder.open("kept") == nil)
            try writer.finish()
            let reader = try #require(try folder.open("kept"))
            #expect(reader.size == 5)
            #expect(try reader.read(at: 1, count: 3) == Array("bcd".utf8))
            #expect(try reader.read(at: 3, count: 9) == Array("de".utf8))
            for wrong in ["", "../kept", "a/b", "a.b", String(repeating: "a", count: 65)] {
                #expect(throws: CloudStoreError.self) { _ = try folder.open(wrong) }
            }
        }
    }

    @Test(arguments: [
        ("a", "a", true), ("a", "b", false), ("a*", "a", true), ("a*", "abc", true), ("*c", "abc", true),
        ("a*c", "abcbc", true), ("a*c", "abcb", false), ("*", "", true), ("**", "x", true), ("", "", true),
        ("", "a", false), ("a*b*c", "a-b-b-c", true), ("a*b*c", "a-c", false), ("A", "a", false),
        (String(repeating: "a*", count: 30), String(repeating: "a", count: 29), false),
    ])
    func aStarStandsForAnyText(pattern: String, topic: String, isMatch: Bool) {
        #expect(TopicRule(who: "*", pattern: pattern, rights: .deny).matches(topic) == isMatch)
    }

    @Test func theNearestRuleCounts() {
        let rules = [
            TopicRule(who: "*", pattern: "*", rights: .readOnly),
            TopicRule(who: "*", pattern: "a*", rights: .writeOnly),
            TopicRule(who: "ada", pattern: "*", rights: .deny),
            TopicRule(who: "ada", pattern: "ab", rights: .readWrite),
            TopicRule(who: "ada", pattern: "a*", rights: .readOnly),
        ]
        func rights(_ who: String?, _ topic: String) -> TopicRights {
            TopicRule.rights(of: who, to: topic, rules: rules, otherwise: .deny)
        }
        #expect(rights(nil, "x") == .readOnly)
        #expect(rights("bob", "ab") == .writeOnly)
        #expect(rights("ada", "x") == .deny)
        #expect(rights("ada", "ac") == .readOnly)
        #expect(rights("ada", "ab") == .readWrite)
        #expect(TopicRule.rights(of: nil, to: "x", rules: [], otherwise: .writeOnly) == .writeOnly)
    }
}

extension StoreFixture {
    func topicMessage(_ id: String, to topic: String, in seconds: Double = 0) -> TopicMessageRecord {
        TopicMessageRecord(
            id: id,
            topic: topic,
            sequenceID: id,
            time: clock.value + seconds,
            expires: clock.value + seconds + 3600,
            body: "{}"
        )
    }

    func publish(_ id: String, to topic: String) async throws {
        try await store.publish(
            topicMessage(id, to: topic),
            isKept: true,
            replacesScheduled: false,
            notice: content("topic"),
            rights: .readWrite
        )
    }
}
