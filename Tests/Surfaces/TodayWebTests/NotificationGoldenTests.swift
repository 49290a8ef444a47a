import DeviceSync
import Foundation
import Host
import HostModel
import HostStorage
import Notifications
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// The markup of notifications and settings, as files that a person looked at.
@Suite struct NotificationGoldenTests {
    private func state(_ notifications: [ShownNotification], older: Int = 0) -> NotificationsState {
        var memory = StubNotifications()
        memory.delivered = notifications.enumerated().map { index, notification in
            var notification = notification
            notification.id = DeliveredID(rawValue: Int64(index + 1))
            return notification
        }
        memory.older = older
        return memory.state
    }

    private func page(_ state: NotificationsState) -> NotificationsPage {
        NotificationsPage(state: state, context: .sample)
    }

    @Test func theNotificationsOfEachApp() throws {
        let state = state([Samples.forecast(), Samples.reminder(title: "First"), Samples.reminder()], older: 3)
        try expectGolden(page(state).list, "notifications.html")
    }

    @Test func noNotifications() throws {
        try expectGolden(page(state([])).list, "notifications-none.html")
    }

    @Test func whatIsHeldBackIsCountedBelowTheList() {
        var held = state([])
        held.heldBack = [
            .init(app: AppID("a"), title: "<News>", count: 1, isKept: true),
            .init(app: AppID("b"), title: "Chess", count: 3, isKept: false),
        ]
        let list = page(held).list.text
        #expect(list.contains("1 notification of &lt;News") && list.contains("is held back until you allow it.</a>"))
        #expect(list.contains("3 notifications of Chess were held back in the last day and not kept"))
    }

    @Test func aBanner() throws {
        let banner = NotificationBanner(notification: Samples.reminder(id: 4))
        try expectGolden(banner.page, "banner.html")
        #expect(
            banner.spoken
                == "Shopping List, Time to go shopping, Milk, bread and four more things are still to buy."
        )
    }

    @Test func aBannerOnADeviceThatMayOnlyLookOpensNothing() {
        var notification = Samples.reminder(id: 4)
        (notification.actions, notification.minimalActions) = ([], [])
        for (rights, isOpenable) in [(DeviceRights.view, false), (.act, true)] {
            let banner = NotificationBanner(notification: notification, rights: rights).page.text
            #expect(banner.contains("<button type=\"button\" class=\"said\"") == isOpenable)
            #expect(banner.contains("<div class=\"said\"") != isOpenable)
        }
    }

    @Test func anAlert() throws {
        var waiting = NotificationSummary.nothing
        waiting.alert = Samples.reminder(id: 4)
        try expectGolden(AlertCard(waiting, for: .act, in: .english).dialog, "alert.html")
        // A device that may not answer could not close it either.
        for (summary, rights) in [(.nothing, .change), (waiting, .view)] as [(NotificationSummary, DeviceRights)] {
            #expect(AlertCard(summary, for: rights, in: .english).card.text == "<div id=\"alert-card\"></div>")
        }
    }

    @Test func anAlertSlidesInNowhere() throws {
        var alert = Samples.reminder(id: 4)
        func spoken() -> String? {
            let event = NotificationEvent(revision: Revision(1), change: .shown(alert, arrives: true))
            return NotificationEventPayload(event, epoch: "e1", rights: .change, language: .english).banner?.spoken
        }
        #expect(spoken() != nil)
        alert.alertStyle = .alert
        #expect(spoken() == nil)
    }

    @Test func whatSurroundsAPage() throws {
        let chrome = PageChrome(
            summary: NotificationSummary(
                badges: [Samples.shopping: 2, AppID("com.example.weather"): 10_000],
                count: 3,
                questions: [.init(app: Samples.shopping, title: "Shopping List", wanted: [.badge, .alert, .sound])],
                failures: [Samples.failure]
            ),
            position: ScreenPosition(epoch: "e1", revision: Revision(9)),
            tab: .today
        )
        var page = PageWriter(.english)
        chrome.writeNotices(title: "Notifications", to: &page)
        chrome.writeTabs(to: &page)
        page.page(FailureList(failures: chrome.summary.failures).page)
        try expectGolden(page, "surroundings.html")
    }

    @Test(arguments: [true, false]) func settings(isSet: Bool) throws {
        let here = KnownLocation(latitude: 52.52, longitude: 13.405, accuracy: 20, date: Samples.now)
        let page = SettingsPage(
            apps: isSet ? Samples.permissions : [],
            installed: isSet ? [Samples.weatherApp] : [],
            cloud: isSet
                ? CloudStatus(.connected(since: Samples.now), url: "https://cloud.example.org", user: "ada")
                : .notLinked,
            quietHours: QuietHours(isOn: isSet, from: 22 * 60, to: 7 * 60),
            hostZone: isSet ? "Europe/Berlin" : nil,
            location: LocationState(location: isSet ? here : nil, isSharedHere: isSet),
            locationAge: isSet ? "just now" : nil,
            passcode: PasscodeState(isSet: isSet, isUnlocked: false, nextTry: nil),
            browser: BrowserSettings(
                theme: isSet ? .dark : nil,
                devices: isSet
                    ? [
                        Device(
                            id: "a",
                            browser: "Firefox, Linux",
                            rights: .change,
                            created: Samples.now,
                            contact: DeviceContact(lastSeen: Samples.now),
                            isSilent: false
                        )
                    ]
                    : [],
                session: "a",
                version: "1",
                bytes: 12_345_678
            ),
            context: PageContext(
                viewer: Viewer(language: "en-US", zone: "UTC"),
                now: Samples.now,
                position: ScreenPosition(epoch: "e1", revision: Revision(7))
            )
        )
        try expectGolden(page.content, isSet ? "settings.html" : "settings-none.html")
    }

    @Test func theSheet() throws {
        let html = String(
            decoding: PageLayout(
                title: "T",
                nonce: "N",
                chrome: PageChrome(
                    summary: .nothing,
                    position: ScreenPosition(epoch: "e1", revision: Revision(1))
                )
            ).wrap { _ in },
            as: UTF8.self
        )
        let sheet = try #require(html.firstMatch(of: #/<dialog(?s).*?<\/dialog>/#))
        try expectGolden(String(sheet.0), "sheet.html")
    }

    // MARK: - How much of it a page holds

    @Test func aPageHoldsTheNewestOfAllApps() throws {
        let old = (0..<60).map { Samples.reminder(title: "Reminder \($0)", ago: Double(100_000 - $0)) }
        let list = page(state(old + [Samples.forecast()])).list.text
        #expect(list.utf8.count < NotificationList.budget + 5000)
        #expect(list.contains("Rain in 20 minutes"))
        #expect(list.contains("Reminder 59"))
        #expect(!list.contains("Reminder 0<"))
        let shown = list.matches(of: #/<li class="item"/#).count
        let last = try #require(list.matches(of: #/<li class="item" id="(n-\d+)"/#).last)
        #expect(list.contains("href=\"/notifications?all=1#\(last.1)\">Show \(61 - shown) More</a>"))
    }

    @Test func aPageThatIsAskedForAllHoldsAll() throws {
        var page = page(state((0..<60).map { Samples.reminder(title: "Reminder \($0)") }))
        page.isWhole = true
        let list = page.list.text
        #expect(list.matches(of: #/<li class="item"/#).count == 60)
        #expect(!list.contains("?all=1"))
    }

    @Test func aNotificationThatIsLargerThanAPageIsShownAllTheSame() throws {
        var notification = Samples.reminder()
        notification.body = String(repeating: "a", count: NotificationList.budget * 2)
        let list = page(state([Samples.forecast(), notification])).list.text
        #expect(list.matches(of: #/<li class="item"/#).count == 1)
        #expect(list.contains("Show 1 More"))
    }

    @Test(arguments: [
        (-3600.0, "12:00 PM"), (-30_000, "4:40 AM"), (-90_000, "Nov 20 at 12:00 PM"),
    ])
    func aMomentIsShort(seconds: Double, text: String) {
        let dates = PageDates(now: Samples.now, viewer: Samples.viewer)
        let moment = dates.moment(Samples.now.addingTimeInterval(seconds))
        #expect(moment.replacing("\u{202F}", with: " ") == text)
    }

    @Test(
        arguments: [
            ([], "nothing yet"), ([.badge], "icon badges"), ([.sound, .alert], "alerts and sounds"),
            ([.badge, .sound, .alert], "alerts, sounds and icon badges"),
        ] as [(Set<NotificationAuthorizationOption>, String)]
    )
    func whatAnAppAsksForIsASentence(options: Set<NotificationAuthorizationOption>, text: String) {
        #expect(PermissionNames.sentence(options).en == text)
    }

    @Test(arguments: [(0, "0"), (9_999, "9999"), (10_000, "9999+")])
    func numbersAreShort(number: Int, text: String) { #expect(BadgeText.short(number) == text) }
}
