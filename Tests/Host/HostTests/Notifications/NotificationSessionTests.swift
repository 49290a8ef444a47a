import Foundation
import HostStorage
import JSONRPC
import Notifications
import Testing
import TodayProtocol

@testable import Host

/// What processes may ask of `notifications/*`, on the host's side of a connection in memory.
@Suite(.timeLimit(.minutes(10))) struct NotificationSessionTests {
    private static let later = NotificationTrigger.timeInterval(3600)
    private let app = SessionFixture.app

    private func request(_ identifier: String, _ trigger: NotificationTrigger = later) -> NotificationRequest {
        NotificationRequest(
            identifier: identifier,
            content: NotificationContent(title: .text(identifier)),
            trigger: trigger
        )
    }

    private func pending(_ fixture: SessionFixture) async throws -> [String] {
        let app = app
        return try await fixture.store.durable.read { reader in
            try reader.pendingNotifications(of: app, after: nil, limit: 1000).map(\.request.identifier)
        }
    }

    @Test func aWidgetAddsListsRemovesAndSetsTheBadgeButNothingElse() async throws {
        try await withSession(.widget) { fixture in
            let process = fixture.process
            _ = try await process.call(NotificationsAddRequest(request: request("a")), deadline: .seconds(60))
            _ = try await process.call(NotificationsAddRequest(request: request("b")), deadline: .seconds(60))
            let list = try await process.call(NotificationsPendingRequest(), deadline: .seconds(60))
            #expect(list.requests.map(\.identifier) == ["a", "b"])
            #expect(list.next == nil)
            let remove = NotificationsRemoveRequest(identifiers: ["a", "zzz"], pending: true, delivered: true)
            _ = try await process.call(remove, deadline: .seconds(60))
            #expect(try await pending(fixture) == ["b"])
            _ = try await process.call(NotificationsBadgeRequest(number: 7), deadline: .seconds(60))
            let badge = try await process.call(NotificationsBadgeRequest(number: nil), deadline: .seconds(60))
            #expect(badge.number == 7)
            let delivered = try await process.call(NotificationsDeliveredRequest(), deadline: .seconds(60))
            #expect(delivered.notifications.isEmpty)

            await expectError(.unavailableInExtensions) {
                try await process.call(NotificationsAuthorizeRequest(options: [.alert]), deadline: .seconds(60))
            }
            await expectError(.unavailableInExtensions) {
                try await process.call(NotificationsSettingsRequest(), deadline: .seconds(60))
            }
            await expectError(.unavailableInExtensions) {
                try await process.call(NotificationsCategoriesRequest(categories: []), deadline: .seconds(60))
            }
            await expectError(.unavailableInExtensions) {
                try await process.call(NotificationsRegisteredCategoriesRequest(), deadline: .seconds(60))
            }
        }
    }

    @Test func aMinuteTakesSixtyOfOneApp() async throws {
        try await withSession { fixture in
            func add(_ name: String, after seconds: Double) async throws {
                let request = request(name, .timeInterval(seconds))
                _ = try await fixture.process.call(NotificationsAddRequest(request: request), deadline: .seconds(60))
            }
            for number in 0..<NotificationLimits.perMinute { try await add("n\(number)", after: 3600) }
            await expectError(.limitExceeded) { try await add("more", after: 3600) }
            try await add("later", after: 3700)
        }
    }

    @Test func aListLongerThanAPageIsReadPageByPage() async throws {
        try await withSession { fixture in
            let names = (0..<120).map { String(format: "n%03d", $0) }
            for (number, name) in names.enumerated() {
                let trigger = NotificationTrigger.timeInterval(3600 + 10 * Double(number))
                _ = try await fixture.process.call(
                    NotificationsAddRequest(request: request(name, trigger)),
                    deadline: .seconds(60)
                )
            }
            var found: [String] = []
            var next: String?
            repeat {
                let page = try await fixture.process.call(
                    NotificationsPendingRequest(after: next),
                    deadline: .seconds(60)
                )
                #expect(page.requests.count <= ProcessSession.notificationPage)
                found += page.requests.map(\.identifier)
                next = page.next
            } while next != nil
            #expect(found == names)
        }
    }

    @Test func whatATransactionAsksForIsCommittedWithItOrNotAtAll() async throws {
        try await withSession { fixture in
            for isCommitted in [false, true] {
                let number = fixture.session.transactions.begin()
                _ = try await fixture.process.call(
                    NotificationsAddRequest(request: request("a"), transaction: number),
                    deadline: .seconds(60)
                )
                _ = try await fixture.process.call(
                    NotificationsBadgeRequest(number: 3, transaction: number),
                    deadline: .seconds(60)
                )
                #expect(try await pending(fixture) == [])
                let effects = try #require(fixture.session.transactions.end(number))
                if isCommitted {
                    let transaction = StoreTransaction(effects.operations, origin: .app(app))
                    try await fixture.store.durable.commit(transaction)
                }
                #expect(try await pending(fixture) == (isCommitted ? ["a"] : []))
                let badge = try await fixture.process.call(
                    NotificationsBadgeRequest(number: nil),
                    deadline: .seconds(60)
                )
                #expect(badge.number == (isCommitted ? 3 : 0))
            }
            await expectError(.transactionOver) {
                try await fixture.process.call(
                    NotificationsAddRequest(request: request("b"), transaction: 1),
                    deadline: .seconds(60)
                )
            }
        }
    }

    @Test func sixtyInTenSecondsAreDeliveredAtOnceAndNoMore() async throws {
        try await withSession { fixture in
            for number in 0..<60 {
                let now = NotificationsAddRequest(request: request("n\(number)", .now))
                _ = try await fixture.process.call(now, deadline: .seconds(60))
            }
            await expectError(.limitExceeded) {
                try await fixture.process.call(
                    NotificationsAddRequest(request: request("one more", .now)),
                    deadline: .seconds(60)
                )
            }
            // What comes later draws no attention now.
            _ = try await fixture.process.call(
                NotificationsAddRequest(request: request("later")),
                deadline: .seconds(60)
            )
            let all = try await pending(fixture)
            #expect(all.count == 61)
            #expect(!all.contains("one more"))
        }
    }

    @Test func malformedRequestsAreRefusedWithASentenceAndStoreNothing() async throws {
        try await withSession { fixture in
            var link = request("a")
            link.content.deepLink = "javascript:alert(1)"
            var badge = request("a")
            badge.content.badge = -1
            let bad = [
                request(""), request("a", .timeInterval(0)), request("a", .timeInterval(30, repeats: true)),
                request("a", .calendar(DateComponents(hour: 8), timeZone: "Europe/Atlantis")), link, badge,
            ]
            for request in bad {
                let error = await expectError(.invalidParams) {
                    try await fixture.process.call(NotificationsAddRequest(request: request), deadline: .seconds(60))
                }
                #expect(error?.message.hasSuffix(".") == true, "\(error?.message ?? "")")
            }
            await expectError(.limitExceeded) {
                let names = (0...1000).map(String.init)
                let remove = NotificationsRemoveRequest(identifiers: names, pending: true, delivered: true)
                return try await fixture.process.call(remove, deadline: .seconds(60))
            }
            let stored = try await pending(fixture)
            #expect(stored.isEmpty)
        }
    }

    @Test func categoriesAreReadBackInTheirOrder() async throws {
        try await withSession { fixture in
            let process = fixture.process
            func registered() async throws -> [NotificationCategory] {
                try await process.call(NotificationsRegisteredCategoriesRequest(), deadline: .seconds(60)).categories
            }
            #expect(try await registered().isEmpty)
            // As many as an app may have, each with all that it may say.
            let done = NotificationAction(identifier: "done", title: .key("DONE"), options: [.foreground])
            let all = (0..<64).reversed().map { number in
                NotificationCategory(
                    identifier: "c\(number)",
                    actions: [done],
                    minimalActions: [],
                    options: [.customDismissAction]
                )
            }
            let number = fixture.session.transactions.begin()
            let set = NotificationsCategoriesRequest(categories: all, transaction: number)
            _ = try await process.call(set, deadline: .seconds(60))
            // What a transaction has set is not committed yet.
            #expect(try await registered().isEmpty)
            let effects = try #require(fixture.session.transactions.end(number))
            try await fixture.store.durable.commit(StoreTransaction(effects.operations, origin: .app(app)))
            #expect(try await registered() == all)
            _ = try await process.call(NotificationsCategoriesRequest(categories: []), deadline: .seconds(60))
            #expect(try await registered().isEmpty)
        }
    }

    @Test func anAppIsToldWhatThePersonAllows() async throws {
        try await withSession { fixture in
            let asked = try await fixture.process.call(
                NotificationsAuthorizeRequest(options: [.alert, .badge]),
                deadline: .seconds(60)
            )
            #expect(asked == .notDetermined)
            try await fixture.store.durable.commit(
                .authorization(.decide(app, .authorized, allowed: [.alert])),
                origin: .person
            )
            // Its answer comes behind whatever the host told before.
            let inForce = try await fixture.process.call(NotificationsSettingsRequest(), deadline: .seconds(60))
            #expect(inForce == NotificationSettings(authorization: .authorized, allowed: [.alert]))
            #expect(fixture.told.settings.last == inForce)
        }
    }
}
