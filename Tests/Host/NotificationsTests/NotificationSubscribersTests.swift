import Foundation
import HostModel
import HostStorage
import Logging
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Notifications

/// What surfaces are told, in which order, and up to where they tell the truth.
@Suite(.timeLimit(.minutes(10))) struct NotificationSubscribersTests {
    static let app = AppID("org.example.App")
    static let other = AppID("org.example.Other")

    /// Followers over a real database to which the test writes.
    struct Fixture: Sendable {
        let store: DurableStore
        let reader: NotificationReader
        let followers: NotificationSubscribers
        let clock: ManualWallClock

        /// Delivers a notification as the scheduler does.
        @discardableResult
        func deliver(
            _ identifier: String,
            of app: AppID = app,
            showing presentation: Set<NotificationPresentationOption> = [.banner, .list],
            in style: NotificationAlertStyle = .banner,
            _ change: (inout NotificationContent) -> Void = { _ in }
        ) async throws -> DeliveredID {
            var content = NotificationContent(title: .text(identifier))
            change(&content)
            let now = Date(timeIntervalSince1970: 1_800_000_000)
            let request = NotificationRequest(identifier: identifier, content: content)
            let scheduled = ScheduledNotification(app: app, request: request, due: now)
            try await store.commit(.notification(.schedule(scheduled)))
            let kept = try await store.read { try $0.scheduled(app, identifier: identifier) }
            let order = NotificationDelivery(
                scheduled: try #require(kept),
                presentation: presentation,
                alertStyle: style,
                isLate: false,
                next: nil
            )
            try await store.commit(.notification(.deliver(order)))
            let record = try await store.read { try $0.delivered(of: app, identifier: identifier) }
            return try #require(record).id
        }

        func decide(
            _ authorization: NotificationSettings.Authorization,
            _ allowed: Set<NotificationAuthorizationOption> = Set(NotificationAuthorizationOption.allCases),
            of app: AppID = app
        ) async throws {
            try await store.commit(.authorization(.decide(app, authorization, allowed: allowed)))
        }

        func follow(
            _ language: String = "en",
            after position: (epoch: String, revision: Revision)? = nil,
            announcedUpTo announced: (epoch: String, revision: Revision)? = nil
        ) -> Events { Events(stream: followers.events(in: language, after: position, announcedUpTo: announced)) }
    }

    /// What a surface is told, one event after the other.
    struct Events: Sendable {
        let stream: AsyncStream<NotificationEvent>

        func next(file: StaticString = #fileID, line: UInt = #line) async throws -> NotificationEvent? {
            try await withTimeLimit(on: "the next event", file: file, line: line) {
                for await event in stream { return event as NotificationEvent? }
                return nil
            }
        }
    }

    struct Missing: Error {}

    private func withFollowers(_ body: (Fixture) async throws -> Void) async throws {
        try await withTemporaryDirectory { folder in
            var logger = Logger(label: "test")
            logger.logLevel = .critical
            let clock = ManualWallClock()
            let store = try DurableStore(path: "\(folder)/promises.sqlite")
            let reader = NotificationReader(store: store, texts: FixtureTexts(), clock: clock, logger: logger)
            let followers = NotificationSubscribers(store: store, reader: reader, clock: clock, epoch: "run")
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await followers.run() }
                try await body(Fixture(store: store, reader: reader, followers: followers, clock: clock))
                group.cancelAll()
            }
            await store.close()
        }
    }

    private func state(_ event: NotificationEvent?) throws -> NotificationsState {
        guard case .all(let state)? = event?.change else { throw Missing() }
        return state
    }

    @Test func aNewSurfaceGetsEverythingByAppNewestFirst() async throws {
        try await withFollowers { fixture in
            try await fixture.decide(.authorized)
            try await fixture.decide(.authorized, of: Self.other)
            try await fixture.deliver("a")
            try await fixture.deliver("b", of: Self.other)
            try await fixture.deliver("c")
            try await fixture.store.commit(.notification(.setBadge(Self.app, 3)))
            let events = fixture.follow()
            let shown = try await state(events.next())
            #expect(shown.groups.map(\.title) == ["App", "Other"])
            #expect(shown.groups.map { $0.notifications.map(\.title) } == [["c", "a"], ["b"]])
            #expect(shown.summary == NotificationSummary(badges: [Self.app: 3], count: 3, questions: [], failures: []))
            #expect(shown.older == 0)
        }
    }

    @Test func oneAlertAtATimeIsInTheSummaryUntilItIsAnswered() async throws {
        try await withFollowers { fixture in
            try await fixture.decide(.authorized)
            let events = fixture.follow()
            try await #expect(state(events.next()).summary.alert == nil)
            let first = try await fixture.deliver("first", in: .alert)
            let second = try await fixture.deliver("second", in: .alert)
            func alert(is title: String?) async throws {
                while let event = try await events.next() {
                    if case .summary(let summary) = event.change, summary.alert?.title == title { return }
                }
                throw Missing()
            }
            // The newest is asked first.
            try await alert(is: "second")
            try await fixture.store.commit(.response(.dismiss(second)))
            try await alert(is: "first")
            let summary = try await fixture.reader.summary(in: "en")
            #expect(summary.alert?.id == first && summary.alert?.alertStyle == .alert)
            // Of an app without alerts nothing shows.
            try await fixture.decide(.authorized, [.badge])
            try await #expect(fixture.reader.summary(in: "en").alert == nil)
        }
    }

    @Test func aListHasTheNewest200() async throws {
        try await withFollowers { fixture in
            try await fixture.decide(.authorized)
            for number in 0..<203 { try await fixture.deliver("\(number)") }
            let shown = try await fixture.reader.state(in: "en")
            #expect(shown.groups.flatMap(\.notifications).count == 200)
            #expect(shown.groups.first?.notifications.first?.title == "202")
            #expect(shown.older == 3)
            #expect(shown.summary.count == 203)
        }
    }

    @Test func whatArrivesIsToldAndTheLastEventMovesThePosition() async throws {
        try await withFollowers { fixture in
            try await fixture.decide(.authorized)
            let events = fixture.follow()
            let first = try #require(try await events.next())
            let id = try await fixture.deliver("a") { $0.body = .key("hello", arguments: ["Ada"]) }
            let shown = try #require(try await events.next())
            guard case .shown(let notification, arrives: true) = shown.change else { throw Missing() }
            #expect(notification.id == id)
            #expect(notification.body == "Hello, Ada")
            // A page that stopped here would not know the new count.
            #expect(shown.revision == first.revision)
            let summary = try #require(try await events.next())
            guard case .summary(let beside) = summary.change else { throw Missing() }
            #expect(beside.count == 1)
            #expect(summary.revision > shown.revision)
        }
    }

    @Test func eachSurfaceIsToldInItsLanguage() async throws {
        try await withFollowers { fixture in
            try await fixture.decide(.authorized)
            // A push without a title has the app's, in whichever language the host had when it came.
            try await fixture.deliver("a") { ($0.title, $0.body) = (.text("App"), .key("hello", arguments: ["Ada"])) }
            let events = fixture.follow("ja")
            let shown = try await state(events.next())
            #expect(shown.groups.first?.title == "App（日本語）")
            #expect(shown.groups.first?.notifications.first?.title == "App（日本語）")
            #expect(shown.groups.first?.notifications.first?.body == "Adaさん、こんにちは")
        }
    }

    @Test func aReplacementKeepsItsNumberAndIsToldInPlace() async throws {
        try await withFollowers { fixture in
            try await fixture.decide(.authorized)
            let id = try await fixture.deliver("a")
            let events = fixture.follow()
            _ = try await events.next()
            try await fixture.deliver("a", showing: [.list]) { $0.body = "new" }
            let event = try #require(try await events.next())
            guard case .shown(let notification, arrives: false) = event.change else { throw Missing() }
            #expect(notification.id == id)
            #expect(notification.body == "new")
            // The count is the same: nothing else is told, and the position is the newest.
            #expect(event.revision == fixture.store.revision)
        }
    }

    @Test func whatIsAnsweredIsGoneEverywhere() async throws {
        try await withFollowers { fixture in
            try await fixture.decide(.authorized)
            let id = try await fixture.deliver("a")
            let here = fixture.follow()
            let there = fixture.follow("ja")
            _ = try await here.next()
            _ = try await there.next()
            try await fixture.store.commit(.response(.respond(id, id: "r", action: "x", text: nil)))
            #expect(try await here.next()?.change == .withdrawn(id))
            #expect(try await there.next()?.change == .withdrawn(id))
        }
    }

    @Test func stepsThatWaitAreMergedToTheLatestState() async throws {
        try await withFollowers { fixture in
            try await fixture.decide(.authorized)
            let events = fixture.follow()
            _ = try await events.next()
            let gone = try await fixture.deliver("gone")
            let id = try await fixture.deliver("a")
            try await fixture.store.commit(.response(.dismiss(gone)))
            try await fixture.deliver("a", showing: [.list]) { $0.body = "new" }
            #expect(try await events.next()?.change == .withdrawn(gone))
            let event = try #require(try await events.next())
            // It wanted a banner once, and nobody has shown one.
            guard case .shown(let notification, arrives: true) = event.change else { throw Missing() }
            #expect(notification.id == id)
            #expect(notification.body == "new")
            let summary = try #require(try await events.next())
            #expect(summary.revision == fixture.store.revision)
        }
    }

    @Test func tooManyStepsBecomeEverything() async throws {
        try await withFollowers { fixture in
            try await fixture.decide(.authorized)
            let events = fixture.follow()
            _ = try await events.next()
            for number in 0..<300 { try await fixture.deliver("\(number)") }
            let shown = try await state(events.next())
            #expect(shown.summary.count == 300)
        }
    }

    @Test func aPositionOfThisRunWithNothingNewerGetsNothing() async throws {
        try await withFollowers { fixture in
            try await fixture.decide(.authorized)
            try await fixture.deliver("a")
            let first = fixture.follow()
            let position = try #require(try await first.next()?.revision)
            let again = fixture.follow(after: ("run", position))
            // What does not concern notifications is not news either.
            try await fixture.store.commit(.setting(.set(key: "k", value: "v")))
            let id = try await fixture.deliver("b")
            let event = try #require(try await again.next())
            guard case .shown(let notification, arrives: true) = event.change else { throw Missing() }
            #expect(notification.id == id)
        }
    }

    @Test(arguments: [("run", 0), ("other", 1_000_000_000)] as [(String, Int64)])
    func anOldPositionAndOneOfAnotherRunGetEverything(epoch: String, revision: Int64) async throws {
        try await withFollowers { fixture in
            try await fixture.decide(.authorized)
            try await fixture.deliver("a")
            let events = fixture.follow(after: (epoch, Revision(revision)))
            try await #expect(state(events.next()).summary.count == 1)
        }
    }

    @Test func aPageThatWasBeingLoadedShowsTheBannerOfWhatArrivedMeanwhile() async throws {
        try await withFollowers { fixture in
            try await fixture.decide(.authorized)
            try await fixture.deliver("before")
            let position = try await fixture.reader.state(in: "en").revision
            try await fixture.deliver("quiet", showing: [.list])
            let gone = try await fixture.deliver("gone")
            try await fixture.store.commit(.response(.dismiss(gone)))
            let id = try await fixture.deliver("new")
            fixture.clock.advance(by: RecentArrivals.duration - 1)

            let events = fixture.follow(after: ("run", position))
            try await #expect(state(events.next()).summary.count == 3)
            let event = try #require(try await events.next())
            guard case .shown(let notification, arrives: true) = event.change else { throw Missing() }
            #expect(notification.id == id)
            // There is no second one: the next event is that of the next notification.
            try await fixture.deliver("next")
            guard case .shown(let next, arrives: true)? = try await events.next()?.change else { throw Missing() }
            #expect(next.title == "next")
        }
    }

    @Test(arguments: [("run", RecentArrivals.duration, nil), ("other", 0, nil), ("run", 0, Revision(.max))])
    func whatIsOldOrOfAnotherRunOrWasAnnouncedHasNoBanner(epoch: String, age: TimeInterval, to: Revision?) async throws
    {
        try await withFollowers { fixture in
            try await fixture.decide(.authorized)
            try await fixture.deliver("old")
            fixture.clock.advance(by: age)
            let events = fixture.follow(after: (epoch, Revision(0)), announcedUpTo: to.map { ("run", $0) })
            try await #expect(state(events.next()).summary.count == 1)
            try await fixture.deliver("next")
            guard case .shown(let next, arrives: true)? = try await events.next()?.change else { throw Missing() }
            #expect(next.title == "next")
        }
    }

    @Test func onlyAppsThatMayAlertShow() async throws {
        try await withFollowers { fixture in
            let id = try await fixture.deliver("a")
            try await fixture.store.commit(.notification(.setBadge(Self.app, 7)))
            let events = fixture.follow()
            let before = try await state(events.next())
            #expect(before.groups.isEmpty && before.summary.count == 0 && before.summary.badges.isEmpty)
            try await #expect(fixture.reader.notification(id, in: "en") == nil)

            try await fixture.store.commit(.authorization(.want(Self.app, [.alert, .sound])))
            let asking = try await state(events.next())
            let question = NotificationSummary.Question(app: Self.app, title: "App", wanted: [.alert, .sound])
            #expect(asking.summary.questions == [question])

            try await fixture.decide(.authorized)
            let after = try await state(events.next())
            #expect(after.groups.map { $0.notifications.map(\.id) } == [[id]])
            #expect(after.summary.questions.isEmpty)
            #expect(after.summary.badges == [Self.app: 7])
            try await #expect(fixture.reader.notification(id, in: "en")?.id == id)

            try await fixture.decide(.authorized, [.badge])
            try await #expect(state(events.next()).groups.isEmpty)
        }
    }

    @Test func anAppThatAsksForMoreIsAskedAboutThatAlone() async throws {
        try await withFollowers { fixture in
            try await fixture.store.commit(.authorization(.want(Self.app, [.alert])))
            try await fixture.decide(.authorized, [.alert])
            try await #expect(fixture.reader.summary(in: "en").questions.isEmpty)
            try await fixture.store.commit(.authorization(.want(Self.app, [.alert, .badge])))
            let question = NotificationSummary.Question(
                app: Self.app,
                title: "App",
                wanted: [.badge],
                allowed: [.alert]
            )
            try await #expect(fixture.reader.summary(in: "en").questions == [question])
        }
    }

    @Test func aFailureSaysWhatWasChosenAndWhy() async throws {
        try await withFollowers { fixture in
            try await fixture.decide(.authorized)
            let action = NotificationAction(identifier: "x", title: .key("hello", arguments: ["list"]))
            let category = NotificationCategory(identifier: "c", actions: [action])
            try await fixture.store.commit(.notification(.setCategories(Self.app, [category])))
            let id = try await fixture.deliver("a") { $0.categoryIdentifier = "c" }
            try await fixture.store.commit(.response(.respond(id, id: "r", action: "x", text: nil)))
            let events = fixture.follow()
            _ = try await events.next()
            try await fixture.store.commit(.response(.fail("r", reason: "The disk is full.")))
            let failure = NotificationSummary.Failure(
                id: "r",
                app: Self.app,
                title: "App",
                action: "Hello, list",
                reason: "The disk is full."
            )
            guard case .summary(let summary)? = try await events.next()?.change else {
                throw Missing()
            }
            #expect(summary.failures == [failure])
        }
    }

    @Test func everyStreamEndsWithTheHost() async throws {
        try await withTemporaryDirectory { folder in
            let store = try DurableStore(path: "\(folder)/promises.sqlite")
            let clock = ManualWallClock()
            let logger = Logger(label: "test")
            let reader = NotificationReader(store: store, texts: FixtureTexts(), clock: clock, logger: logger)
            let followers = NotificationSubscribers(store: store, reader: reader, clock: clock, epoch: "run")
            let events = Events(stream: followers.events(in: "en", after: nil))
            _ = try await events.next()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await followers.run() }
                group.cancelAll()
            }
            #expect(try await events.next() == nil)
            let late = Events(stream: followers.events(in: "en", after: nil))
            #expect(try await late.next() == nil)
            await store.close()
        }
    }
}
