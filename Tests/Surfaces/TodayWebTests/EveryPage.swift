import AdaptiveCards
import DeviceSync
import Foundation
import HTTPTypes
import Host
import HostModel
import HostStorage
import JSON
import Notifications
import SurfaceTestSupport
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// Every page, and the texts on it.
enum EveryPage {
    /// What apps of the samples and the host say, and commands, as pages escape them.
    static let textsOfApps: Set<String> = [
        "3 &lt;left&gt; &amp; &quot;more&quot;", "3:40 PM", "5 of 8 habits done today", "AAPL 116.47  +0.52%", "Add",
        "Add a place", "Add…", "Berlin", "Bread", "Chance of rain", "Cupertino", "Cupertino ✓", "Dark Sky", "Edit List",
        "Got It", "Habits", "Humidity", "It &lt;b&gt;failed&lt;/b&gt;.", "It lasts until 6 PM.", "Last updated",
        "Latitude", "Lisbon", "Longitude", "Menlo Park", "Milk, bread and four more things are still to buy.",
        "My Location", "Name", "News", "News could not be started.", "Open-Meteo", "Partly Cloudy", "Provider",
        "Rain in 20 minutes", "Redmond", "Shopping List", "Stocks", "Stocks &amp; Funds", "Tides",
        "Time to go shopping", "Tokyo", "Trash List", "Use Celsius", "Weather", "Weather &lt;1&gt;", "Firefox, Linux",
        "12.3 MB", "Choose it again.", "com.example.weather", "https://example.com", "weather://",
        "today install Weather.app", "today link", "today pair", "today notify Hello", "https://", "cloud.example.org",
        "today link CLOUD-URL", "today link https://cloud.example.org", "today complication --list", "· Shopping List",
        "· The stocks server did not answer.",
    ]

    /// The texts of a page that a person can read or hear.
    static func texts(_ html: String) -> Set<String> {
        let body = html.replacing(#/<(style|script)(?s).*?<\/\1>/#, with: "")
        let content = body.matches(of: #/>([^<>]+)</#).map(\.1)
        let labels = body.matches(of: #/(?:aria-label|placeholder|title|alt)="([^"]*)"/#).map(\.1)
        let all = (content + labels).map { $0.trimmingCharacters(in: .whitespaces) }
        return Set(all.filter { $0.contains(#/[A-Za-z]{2}/#) })
    }

    /// Every page in a language: full, and without anything to show.
    static func pages(_ language: String) async throws -> [String: String] {
        var pages: [String: String] = [:]
        let headers = ["Accept-Language": language]
        var full = Samples.screen
        var hiddenAction = Action.submit("A", data: [:])
        hiddenAction.mode = .secondary
        full.widgets[1].compact = Card { ActionSet { hiddenAction } }
        full.widgets.append(
            ShownWidget(
                id: WidgetID("w.1"),
                app: AppID("w"),
                title: "W",
                freshness: .placeholder,
                revision: Revision(1)
            )
        )
        full.widgets.append(
            ShownWidget(id: WidgetID("w.2"), app: AppID("w"), title: "W", freshness: .fresh, revision: Revision(1))
        )
        var nothingChosen = Samples.screen
        nothingChosen.widgets = []
        nothingChosen.chosen = []
        var nothingShown = Samples.screen
        nothingShown.widgets = []
        nothingShown.available = []
        let screens = ["full": full, "empty": Samples.emptyScreen, "none": nothingChosen, "quiet": nothingShown]
        for (name, screen) in screens {
            let browser = try await TestBrowser.signedIn(screen: screen)
            if name == "full" {
                browser.host.deliver(Samples.reminder())
                for _ in 0..<200 { browser.host.deliver(Samples.forecast()) }
                browser.host.changeNotifications { notifications in
                    notifications.settings = Samples.permissions
                    notifications.failures = [Samples.failure]
                    notifications.older = 3
                }
                browser.host.with { state in
                    state.location = LocationState(
                        location: KnownLocation(latitude: 1, longitude: 2, accuracy: 3, date: Samples.now),
                        isSharedElsewhere: true
                    )
                    state.messages.status = CloudStatus(.unregistered, url: "https://cloud.example.org", user: "ada")
                    state.audit = Samples.auditEntries
                    state.notifications.traces = [Samples.trace]
                    state.upload = BundleUpload(id: "upload", path: "/nowhere", limit: 1)
                    state.sheet = Samples.fullConsentSheet
                }
                browser.host.changeOutbox { outbox in
                    outbox.entries = [.failed, .retrying, .waiting, .delivered].enumerated()
                        .map { Samples.queued(Int64($0 + 1), $1) }
                    outbox.hasMore = true
                }
                browser.host.setComplication(Samples.habitsComplication, of: Samples.habitsComplication.app)
            }
            for path in [
                "/", "/notifications", "/notifications?all=1", "/notifications?answer=999", "/settings", "/outbox",
                "/complications", "/app?url=weather://", "/nothing", "/link/x",
                "/settings/apps?app=com.example.weather", "/settings/apps/install?upload=upload",
                "/settings/audit", "/settings/devices/pair", "/pair/x", "/trace/7", "/trace/999",
            ] {
                pages["\(name) \(path)"] = try await browser.send(.get, path, headers: headers).text
            }
            let leaving = headers.merging(["Sec-Fetch-Site": "none"]) { $1 }
            pages["\(name) leaving"] =
                try await browser.send(.get, "/open?url=https://example.com", headers: leaving).text
            let link = "/link/\(browser.links.make().text)"
            let ahead = headers.merging(["Sec-Purpose": "prefetch"]) { $1 }
            pages["\(name) link"] = try await browser.send(.get, link, headers: ahead).text
            for rights in DeviceRights.allCases {
                let path = PairPage.path(of: browser.pairings.make(DeviceGrant(rights: rights)))
                pages["\(name) pair \(rights)"] = try await browser.send(.get, path, headers: headers).text
            }
            let elsewhere = headers.merging(["Sec-Fetch-Site": "cross-site"]) { $1 }
            pages["\(name) question"] =
                try await browser.send(.get, "/open?url=weather://", headers: elsewhere).text
            pages["\(name) welcome"] = try await browser.send(.get, link, headers: elsewhere).text
        }
        pages["sign in"] = try await TestBrowser().send(.get, "/", headers: headers).text
        for (name, event) in events {
            let pageLanguage = PageLanguage(tag: language)
            let payload = NotificationEventPayload(event, epoch: "e1", rights: .change, language: pageLanguage)
            let parts = [payload.beside?.question, payload.beside?.failures, payload.banner?.html]
            pages[name] = parts.compactMap(\.self).joined()
        }
        return pages
    }

    private static var events: [String: NotificationEvent] {
        let question = NotificationSummary.Question(app: Samples.shopping, title: "Q", wanted: [.alert, .badge])
        let summary = NotificationSummary(badges: [:], count: 1, questions: [question], failures: [Samples.failure])
        return [
            "summary": NotificationEvent(revision: Revision(1), change: .summary(summary)),
            "banner": NotificationEvent(revision: Revision(1), change: .shown(Samples.reminder(id: 1), arrives: true)),
        ]
    }
}
