import Foundation
import HostModel
import HostStorage
import Notifications
import Testing
import TodayProtocol
import TodayTestSupport

/// What is delivered, when, and how it shows.
@Suite(.timeLimit(.minutes(10))) struct NotificationSchedulerTests {
    private let app = SchedulerFixture.app

    @Test func eachTriggerIsDeliveredWhenItFallsDue() async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.decide(.authorized)
                try await fixture.add("now", .now)
                try await #expect(fixture.delivered("now").date == fixture.clock.now)

                try await fixture.add("later", .timeInterval(90))
                // 2027-01-15T08:00:00Z is the manual clock's beginning.
                try await fixture.add("calendar", .calendar(DateComponents(hour: 8, minute: 2)))
                fixture.clock.advance(by: 89)
                try await #expect(fixture.store.read { try $0.delivered(of: app, identifier: "later") } == nil)
                fixture.clock.advance(by: 1)
                let later = try await fixture.delivered("later")
                #expect(!later.isLate && later.isListed)
                fixture.clock.advance(by: 30)
                try await #expect(fixture.delivered("calendar").due == fixture.clock.now)
                try await #expect(fixture.store.read { try $0.pendingCount(of: app) } == 0)
            }
        }
    }

    @Test func somethingSoonerThatIsAddedMeanwhileIsNotMissed() async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.decide(.authorized)
                try await fixture.add("far", .timeInterval(5000))
                try await fixture.add("near", .timeInterval(10))
                fixture.clock.advance(by: 10)
                _ = try await fixture.delivered("near")
                try await #expect(fixture.due("far") != nil)
            }
        }
    }

    @Test func whatFellDueWhileTheHostWasDownComesOnceAndLate() async throws {
        try await withTemporaryDirectory { folder in
            let clock = ManualWallClock()
            try await withScheduler(in: folder, clock: clock) { fixture in
                try await fixture.decide(.authorized)
                try await fixture.add("once", .timeInterval(100))
                try await fixture.add("often", .timeInterval(3600, repeats: true))
                try await fixture.add("soon", .timeInterval(999_990))
            }
            let begin = clock.now
            clock.advance(by: 1_000_000)
            try await withScheduler(in: folder, clock: clock) { fixture in
                let once = try await fixture.delivered("once")
                #expect(once.isLate)
                #expect(once.due == begin.addingTimeInterval(100))
                let often = try await fixture.delivered("often")
                #expect(often.isLate)
                try await #expect(!fixture.delivered("soon").isLate)
                try await fixture.settle()
                let next = try #require(try await fixture.due("often"))
                #expect(next == begin.addingTimeInterval(278 * 3600))
                #expect(next > clock.now)
                // Each arrived once.
                let arrivals = fixture.commits.changes.count { change in
                    if case .delivered = change { true } else { false }
                }
                #expect(arrivals == 3)
            }
        }
    }

    @Test func whatRepeatsKeepsItsPlaceInTheList() async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.decide(.authorized)
                try await fixture.add("often", .timeInterval(60, repeats: true))
                fixture.clock.advance(by: 60)
                let first = try await fixture.delivered("often")
                fixture.clock.advance(by: 60)
                let second = try await fixture.commits.wait {
                    let record = try await fixture.delivered("often")
                    return record.date > first.date ? record : nil
                }
                #expect(first.id == second.id)
            }
        }
    }

    @Test func aDeniedAppShowsNothingAndItsRequestsAreOver() async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.decide(.denied)
                try await fixture.add("a", .now) { $0.badge = 4 }
                try await fixture.settle()
                try await #expect(fixture.store.read { try $0.delivered(of: app, identifier: "a") } == nil)
                try await #expect(fixture.store.read { try $0.badge(of: app) } == 0)
            }
        }
    }

    @Test func withoutAlertsTheBadgeIsAllThatIsSet() async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.decide(.authorized, [.badge])
                try await fixture.add("a", .now) { $0.badge = 4 }
                try await fixture.settle()
                try await #expect(fixture.store.read { try $0.delivered(of: app, identifier: "a") } == nil)
                try await #expect(fixture.store.read { try $0.badge(of: app) } == 4)
            }
        }
    }

    @Test func withoutBadgesTheNumberStays() async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.decide(.authorized, [.alert])
                try await fixture.add("a", .now) { $0.badge = 4 }
                _ = try await fixture.delivered("a")
                try await #expect(fixture.store.read { try $0.badge(of: app) } == 0)
            }
        }
    }

    @Test(arguments: NotificationAlertStyle.allCases)
    func thePersonChoosesHowNotificationsAppear(style: NotificationAlertStyle) async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.decide(.authorized)
                try await fixture.store.commit(.authorization(.present(app, style, isQuiet: nil)))
                try await fixture.add("a", .now) { $0.badge = 4 }
                let record = try await fixture.delivered("a")
                #expect(record.isListed && record.alertStyle == style)
                let arrival = StoreChange.delivered(record.id, app: app, arrives: style != .none)
                #expect(fixture.commits.changes.contains(arrival))
                try await #expect(fixture.store.read { try $0.badge(of: app) } == 4)
                // The app asks for less than the person allows.
                try await fixture.add("passive", .now) { $0.interruptionLevel = .passive }
                try await #expect(fixture.delivered("passive").alertStyle == .none)
            }
        }
    }

    @Test func whatIsDeliveredQuietlyIsOnlyListed() async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.decide(.authorized)
                try await fixture.store.commit(.authorization(.present(app, .alert, isQuiet: true)))
                for level in NotificationInterruptionLevel.allCases {
                    try await fixture.add(level.rawValue, .now) {
                        $0.badge = 4
                        $0.interruptionLevel = level
                    }
                    let record = try await fixture.delivered(level.rawValue)
                    #expect(record.isListed && record.alertStyle == .none)
                    #expect(fixture.commits.changes.contains(.delivered(record.id, app: app, arrives: false)))
                }
                try await #expect(fixture.store.read { try $0.badge(of: app) } == 0)
                // Without alerts it is not even listed.
                try await fixture.decide(.authorized, [.badge])
                try await fixture.add("unlisted", .now)
                try await fixture.settle()
                try await #expect(fixture.store.read { try $0.delivered(of: app, identifier: "unlisted") } == nil)
            }
        }
    }

    @Test func anAppInFrontCannotExceedTheStyle() async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.decide(.authorized)
                try await fixture.store.commit(.authorization(.present(app, NotificationAlertStyle.none, isQuiet: nil)))
                fixture.stage.bringToFront(app)
                fixture.stage.answer("a", Set(NotificationPresentationOption.allCases))
                try await fixture.add("a", .now)
                try await #expect(fixture.delivered("a").alertStyle == .none)
                #expect(fixture.stage.asked == ["a"])
            }
        }
    }

    @Test func anAppThatNobodyDecidedAboutIsKeptQuietly() async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.add("a", .now)
                let record = try await fixture.delivered("a")
                #expect(record.isListed)
                #expect(fixture.commits.changes.contains(.delivered(record.id, app: app, arrives: false)))
            }
        }
    }

    @Test func aPassiveOneIsListedWithoutABanner() async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.decide(.authorized)
                try await fixture.add("a", .now) { $0.interruptionLevel = .passive }
                let record = try await fixture.delivered("a")
                #expect(record.isListed)
                #expect(fixture.commits.changes.contains(.delivered(record.id, app: app, arrives: false)))
            }
        }
    }

    @Test func theBuiltInAppNeedsNoPermission() async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.add("a", .now, of: ScriptsApp.id)
                let record = try await fixture.delivered("a", of: ScriptsApp.id)
                #expect(fixture.commits.changes.contains(.delivered(record.id, app: ScriptsApp.id, arrives: true)))
            }
        }
    }

    // MARK: - In front

    @Test func anAppInFrontDecidesHowItShows() async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.decide(.authorized)
                fixture.stage.bringToFront(app)
                fixture.stage.answer("list", [.list])
                fixture.stage.answer("banner", [.banner])
                fixture.stage.answer("nothing", [])
                fixture.stage.answer("badge", [.badge])
                fixture.stage.answer("mute", nil)
                for name in ["list", "banner", "nothing", "mute"] { try await fixture.add(name, .now) }
                try await fixture.add("badge", .now) { $0.badge = 2 }
                let list = try await fixture.delivered("list")
                let banner = try await fixture.delivered("banner")
                let mute = try await fixture.delivered("mute")
                try await fixture.settle()
                #expect(fixture.stage.asked.sorted() == ["badge", "banner", "list", "mute", "nothing"])
                #expect(list.isListed && !banner.isListed && mute.isListed)
                let changes = fixture.commits.changes
                #expect(changes.contains(.delivered(list.id, app: app, arrives: false)))
                #expect(changes.contains(.delivered(banner.id, app: app, arrives: true)))
                #expect(changes.contains(.delivered(mute.id, app: app, arrives: true)))
                for name in ["nothing", "badge"] {
                    try await #expect(fixture.store.read { try $0.delivered(of: app, identifier: name) } == nil)
                }
                try await #expect(fixture.store.read { try $0.badge(of: app) } == 2)
            }
        }
    }

    @Test func anAppInFrontGetsNoMoreThanThePersonAllows() async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.decide(.authorized, [.alert])
                fixture.stage.bringToFront(app)
                fixture.stage.answer("a", [.banner, .list, .sound, .badge])
                try await fixture.add("a", .now) { content in
                    content.interruptionLevel = .passive
                    content.badge = 3
                }
                let record = try await fixture.delivered("a")
                #expect(fixture.commits.changes.contains(.delivered(record.id, app: app, arrives: false)))
                try await #expect(fixture.store.read { try $0.badge(of: app) } == 0)
            }
        }
    }

    @Test func anAppThatThinksDelaysNobodyElse() async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.decide(.authorized)
                try await fixture.decide(.authorized, of: SchedulerFixture.other)
                fixture.stage.bringToFront(app)
                let gate = Gate()
                fixture.stage.answer("slow", [.list], gate: gate)
                try await fixture.add("slow", .now)
                try await gate.waitUntilReached()
                // More than one reading takes, and more than may wait for the app.
                for number in 0..<20 { try await fixture.add("own \(number)", .now) }
                try await fixture.add("other", .now, of: SchedulerFixture.other)
                _ = try await fixture.delivered("other", of: SchedulerFixture.other)
                _ = try await fixture.delivered("own 19")
                try await #expect(fixture.store.read { try $0.delivered(of: app, identifier: "slow") } == nil)
                gate.open()
                _ = try await fixture.delivered("slow")
                _ = try await fixture.delivered("own 0")
            }
        }
    }

    @Test func whatIsReplacedWhileItsAppThinksIsNotDelivered() async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.decide(.authorized)
                fixture.stage.bringToFront(app)
                let gate = Gate()
                fixture.stage.answer("a", [.list], gate: gate)
                try await fixture.add("a", .now) { $0.body = "old" }
                try await gate.waitUntilReached()
                try await fixture.add("a", .timeInterval(100)) { $0.body = "new" }
                gate.open()
                fixture.clock.advance(by: 99)
                try await fixture.add("b", .now)
                fixture.stage.answer("a", [.list])
                _ = try await fixture.delivered("b")
                try await #expect(fixture.store.read { try $0.delivered(of: app, identifier: "a") } == nil)
                fixture.clock.advance(by: 1)
                try await #expect(fixture.delivered("a").request.content.body == "new")
            }
        }
    }

    // MARK: - Clock and zone

    @Test func aClockThatIsSetForwardMakesThingsDue() async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.decide(.authorized)
                try await fixture.add("a", .timeInterval(3600))
                fixture.clock.set(fixture.clock.now.addingTimeInterval(7200), zone: .gmt)
                try await #expect(fixture.delivered("a").isLate)
            }
        }
    }

    @Test func anotherZoneMovesWhatFollowsThePersonsAndNothingElse() async throws {
        try await withTemporaryDirectory { folder in
            let clock = ManualWallClock()
            let begin = clock.now
            let newYork = try #require(TimeZone(identifier: "America/New_York"))
            try await withScheduler(in: folder, clock: clock) { fixture in
                for number in 0..<600 {
                    try await fixture.add("\(number)", .calendar(DateComponents(hour: 9), repeats: true))
                }
                try await fixture.add("fixed", .calendar(DateComponents(hour: 9), timeZone: "UTC"))
                try await fixture.add("interval", .timeInterval(3600))
                // Only once the scheduler has taken note of the first zone is there another one.
                _ = try await fixture.commits.wait {
                    fixture.commits.changes.contains(.setting("notifications.zone")) ? true : nil
                }
                clock.set(begin, zone: newYork)
                _ = try await fixture.commits.wait {
                    fixture.commits.changes.count { $0 == .setting("notifications.zone") } == 2 ? true : nil
                }
                for name in ["0", "317", "599"] {
                    try await #expect(fixture.due(name) == begin.addingTimeInterval(6 * 3600))
                }
                for name in ["fixed", "interval"] {
                    try await #expect(fixture.due(name) == begin.addingTimeInterval(3600))
                }
            }
        }
    }

    @Test func aZoneThatChangedWhileTheHostWasDownCountsToo() async throws {
        try await withTemporaryDirectory { folder in
            let clock = ManualWallClock()
            let begin = clock.now
            let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
            try await withScheduler(in: folder, clock: clock) { fixture in
                try await fixture.decide(.authorized)
                _ = try await fixture.commits.wait {
                    fixture.commits.changes.contains(.setting("notifications.zone")) ? true : nil
                }
                try await fixture.add("a", .calendar(DateComponents(hour: 9), repeats: true))
            }
            clock.set(begin, zone: tokyo)
            try await withScheduler(in: folder, clock: clock) { fixture in
                // 09:00 in Tokyo was eight hours ago.
                let record = try await fixture.delivered("a")
                #expect(record.isLate)
                #expect(record.due == begin.addingTimeInterval(-8 * 3600))
                try await #expect(fixture.due("a") == begin.addingTimeInterval(16 * 3600))
            }
        }
    }

    @Test func manyThatAreDueAtOnceAreAllDeliveredInOrder() async throws {
        try await withTemporaryDirectory { folder in
            let clock = ManualWallClock()
            try await withScheduler(in: folder, clock: clock) { fixture in
                try await fixture.decide(.authorized)
                for number in 0..<700 { try await fixture.add("\(number)", .timeInterval(10)) }
                clock.advance(by: 10)
                _ = try await fixture.delivered("699")
                try await fixture.settle()
                let newest = try await fixture.store.read { try $0.newestDelivered(limit: 700) }
                #expect(newest.map(\.request.identifier) == (0..<700).reversed().map(String.init))
            }
        }
    }
}
