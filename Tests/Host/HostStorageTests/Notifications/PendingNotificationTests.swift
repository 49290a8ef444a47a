import FoundationEssentials
import HostStorage
import Testing
import TodayProtocol

@Suite struct PendingNotificationTests {
    private static let action = NotificationAction(
        identifier: "reply",
        title: .key("REPLY", arguments: ["a"]),
        options: [.destructive, .foreground],
        textInput: .init(buttonTitle: "Send", placeholder: "Words")
    )
    private static let content = NotificationContent(
        title: .key("TITLE", arguments: ["1", "2"]),
        subtitle: "Sub",
        body: "Böd\u{0}y\n😀",
        badge: 0,
        sound: .default,
        threadIdentifier: "thread",
        categoryIdentifier: "category",
        userInfo: ["date": .date(.sample(0.125)), "real": .real(2), "data": .data(Data([0, 255]))],
        deepLink: "app://x?y=z",
        interruptionLevel: .timeSensitive
    )

    @Test(arguments: [
        NotificationTrigger.now, .timeInterval(0.5), .timeInterval(60, repeats: true),
        .calendar(DateComponents(year: 2027, month: 2, day: 28, hour: 23, minute: 59, second: 58)),
        .calendar(DateComponents(hour: 8, weekday: 1, weekdayOrdinal: -1), timeZone: "Europe/Berlin", repeats: true),
    ])
    func aRequestComesBackAsItWas(trigger: NotificationTrigger) async throws {
        try await withPromises { store async throws in
            var scheduled = ScheduledNotification(
                app: "com.a",
                request: NotificationRequest(identifier: "ä/\"'", content: Self.content, trigger: trigger),
                actions: [Self.action],
                due: .sample(60.125),
                floats: true
            )
            let kept = try await store.keep(scheduled)
            #expect(kept.generation > 0)
            scheduled.generation = kept.generation
            #expect(kept == scheduled)
        }
    }

    @Test func aRequestReplacesThePendingOneOfItsAppAndIdentifier() async throws {
        try await withPromises { store async throws in
            let first = try await store.keep(.sample("x", title: "One", due: 10))
            try await store.commit(.schedule(.sample("x", of: "com.b", title: "Other", due: 5)))
            let second = try await store.keep(.sample("x", title: "Two", due: 20))
            #expect(second.generation > first.generation)
            #expect(second.request.content.title == "Two")
            #expect(try await store.read { try $0.pendingCount(of: "com.a") } == 1)
            #expect(try await store.read { try $0.pendingCount(of: "com.b") } == 1)
            #expect(
                try await store.read { try $0.pendingNotifications(of: nil, soonest: 10).map(\.due) }
                    == [.sample(5), .sample(20)]
            )
        }
    }

    @Test func aGenerationIsNeverUsedAgain() async throws {
        try await withFolder { folder in
            var last: Int64 = 0
            for _ in 0..<3 {
                let store = try DurableStore(path: folder + "/promises.sqlite")
                for _ in 0..<2 {
                    let kept = try await store.keep(.sample("x"))
                    #expect(kept.generation > last)
                    last = kept.generation
                    try await store.commit(.notification(.removePending("com.a", identifiers: ["x"])))
                }
                await store.close()
            }
        }
    }

    @Test func theSoonestIsKnownThroughEveryChange() async throws {
        try await withPromises { store async throws in
            #expect(try await store.read { try $0.nextDue() } == nil)
            let late = try await store.keep(.sample("late", due: 100))
            #expect(try await store.read { try $0.nextDue() } == .sample(100))
            try await store.commit(.schedule(.sample("soon", of: "com.b", due: 50)))
            #expect(try await store.read { try $0.nextDue() } == .sample(50))
            let outcome = try await store.commit(
                .notification(
                    .reschedule("com.a", identifier: "late", generation: late.generation, due: .sample(10))
                )
            ).outcomes
            #expect(outcome == [.changed])
            #expect(try await store.read { try $0.nextDue() } == .sample(10))
            try await store.commit(.notification(.removePending("com.a", identifiers: ["late", "unknown"])))
            #expect(try await store.read { try $0.nextDue() } == .sample(50))
            try await store.commit(.notification(.removePending("com.b", identifiers: nil)))
            #expect(try await store.read { try $0.nextDue() } == nil)
        }
    }

    @Test func everyChangeOfTheScheduleIsToldAndNothingElse() async throws {
        try await withPromises { store async throws in
            let kept = try await store.keep(.sample("x", due: 10))
            let changes = try await store.changes {
                try await store.commit(.schedule(.sample("y")), .schedule(.sample("z")))
                for due in [10.0, 20] {
                    try await store.commit(
                        .notification(
                            .reschedule("com.a", identifier: "x", generation: kept.generation, due: .sample(due))
                        )
                    )
                }
                try await store.commit(.notification(.removePending("com.a", identifiers: ["x", "x", "y"])))
                try await store.commit(.notification(.removePending("com.a", identifiers: ["x"])))
                try await store.commit(.notification(.removePending("com.a", identifiers: [])))
                try await store.commit(.notification(.removePending("com.b", identifiers: nil)))
                try await store.commit(.notification(.removePending("com.a", identifiers: nil)))
            }
            #expect(changes == Array(repeating: [.schedule], count: 4))
        }
    }

    @Test func aReplacedRequestIsNotRescheduled() async throws {
        try await withPromises { store async throws in
            let old = try await store.keep(.sample("x", due: 10))
            try await store.commit(.schedule(.sample("x", due: 20)))
            let outcome = try await store.commit(
                .notification(.reschedule("com.a", identifier: "x", generation: old.generation, due: .sample(5)))
            ).outcomes
            #expect(outcome == [.unchanged])
            #expect(try await store.read { try $0.nextDue() } == .sample(20))
        }
    }

    @Test func whatIsDueComesByTimeAndThenInTheOrderOfScheduling() async throws {
        try await withPromises { store async throws in
            for (identifier, due) in [("c", 10.0), ("a", 20), ("b", 10), ("z", 5), ("late", 21)] {
                try await store.commit(.schedule(.sample(identifier, due: due)))
            }
            let due = try await store.read { try $0.due(before: .sample(20), limit: 10).map(\.request.identifier) }
            #expect(due == ["z", "c", "b", "a"])
            let first = try await store.read { try $0.due(before: .sample(20), limit: 2).map(\.request.identifier) }
            #expect(first == ["z", "c"])
            #expect(try await store.read { try $0.due(before: .sample(20), limit: 0) } == [])
            #expect(try await store.read { try $0.due(before: .sample(4.999), limit: 10) } == [])
        }
    }

    @Test func pagesGoThroughAnAppByIdentifier() async throws {
        try await withPromises { store async throws in
            let identifiers = (0..<25).map { "n\($0)" } + ["Z", "ä", "🙂"]
            for identifier in identifiers {
                try await store.commit(.schedule(.sample(identifier)), .schedule(.sample(identifier, of: "com.b")))
            }
            var read: [String] = []
            while true {
                let page = try await store.read { [last = read.last] in
                    try $0.pendingNotifications(of: "com.b", after: last, limit: 10)
                }
                #expect(page.allSatisfy { $0.app == "com.b" })
                read += page.map(\.request.identifier)
                if page.count < 10 { break }
            }
            #expect(read == identifiers.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
        }
    }

    @Test func thoseThatFloatComeByAppAndIdentifier() async throws {
        try await withPromises { store async throws in
            for app in ["com.b", "com.a"] as [AppID] {
                for identifier in ["2", "1", "3"] {
                    try await store.commit(.schedule(.sample(identifier, of: app, floats: identifier != "3")))
                }
            }
            var read: [String] = []
            var last: (app: AppID, identifier: String)?
            while true {
                let page = try await store.read { [last] in try $0.floatingNotifications(after: last, limit: 3) }
                read += page.map { "\($0.app) \($0.request.identifier)" }
                last = page.last.map { ($0.app, $0.request.identifier) }
                if page.count < 3 { break }
            }
            #expect(read == ["com.a 1", "com.a 2", "com.b 1", "com.b 2"])
        }
    }

    @Test func theSoonestOfOneAppComeWithoutThoseOfOthers() async throws {
        try await withPromises { store async throws in
            try await store.commit(
                .schedule(.sample("b", due: 2)),
                .schedule(.sample("other", of: "com.b", due: 1)),
                .schedule(.sample("a", due: 3))
            )
            let one = try await store.read {
                try $0.pendingNotifications(of: "com.a", soonest: 10).map(\.request.identifier)
            }
            #expect(one == ["b", "a"])
            let all = try await store.read {
                try $0.pendingNotifications(of: nil, soonest: 2).map(\.request.identifier)
            }
            #expect(all == ["other", "b"])
        }
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e12, 253_402_300_800])
    func aTimeThatNoCalendarHasIsRefused(seconds: Double) async throws {
        try await withPromises { store async throws in
            var scheduled = try await store.keep(.sample("x"))
            let date = Date(timeIntervalSince1970: seconds)
            #expect(
                await refusal {
                    try await store.commit(
                        .notification(
                            .reschedule("com.a", identifier: "x", generation: scheduled.generation, due: date)
                        )
                    )
                } == .invalid
            )
            #expect(await refusal { try await store.commit(.deliver(scheduled, next: date)) } == .invalid)
            #expect(try await store.read { try $0.delivered(of: "com.a", identifier: "x") } == nil)
            scheduled.due = date
            #expect(await refusal { try await store.commit(.schedule(scheduled)) } == .invalid)
            #expect(try await store.read { try $0.nextDue() } == .sample(60))
        }
    }

    @Test func whatJSONCannotHoldIsRefusedAndTheOldRequestStays() async throws {
        try await withPromises { store async throws in
            try await store.commit(.schedule(.sample("x", title: "Old")))
            var scheduled = ScheduledNotification.sample("x", title: "New")
            scheduled.request.trigger = .timeInterval(.infinity)
            let operation = StoreOperation.schedule(scheduled)
            let error = await #expect(throws: StoreError.self) { try await store.commit(operation) }
            #expect(error?.code == .invalid)
            #expect(error?.message.contains("x of com.a") == true)
            let kept = try await store.read { try $0.scheduled("com.a", identifier: "x") }
            #expect(kept?.request.content.title == "Old")
            #expect(try await store.read { try $0.pendingCount(of: "com.a") } == 1)
        }
    }

    @Test func anAppFillsNoMinuteAndLeavesRoomToOthers() async throws {
        try await withPromises { store async throws in
            let limit = 60
            func add(_ scheduled: ScheduledNotification) async throws(StoreError) {
                try await store.commit(.notification(.schedule(scheduled, perMinute: limit)))
            }
            for number in 0..<limit { try await add(.sample("n\(number)", due: 60 + Double(number % 10))) }
            for due in [45.0, 60, 89] {
                let error = await #expect(throws: StoreError.self) {
                    try await add(.sample("more", due: due))
                }
                #expect(error?.code == .limitExceeded)
                #expect(error?.message.contains("for this minute") == true)
            }
            // Replacing one, another minute and another app are no matter of this limit.
            try await add(.sample("n0", title: "New", due: 60))
            try await add(.sample("later", due: 130))
            try await add(.sample("n0", of: "com.b", due: 60))
            #expect(try await store.read { try $0.pendingCount(of: "com.a") } == limit + 1)
        }
    }

    @Test func onePageIsBounded() async throws {
        try await withPromises { store async throws in
            let operations = (0..<1001).map { StoreOperation.schedule(.sample("n\($0)", floats: true)) }
            try await store.commit(StoreTransaction(operations, origin: .host))
            let counts = try await store.read { reader in
                [
                    try reader.due(before: .sample(1000), limit: .max).count,
                    try reader.floatingNotifications(after: nil, limit: .max).count,
                    try reader.pendingNotifications(of: "com.a", after: nil, limit: .max).count,
                    try reader.pendingNotifications(of: "com.a", soonest: .max).count,
                    try reader.pendingNotifications(of: nil, soonest: .max).count,
                ]
            }
            #expect(counts == Array(repeating: 1000, count: 5))
        }
    }
}
