package import AdaptiveCards
package import Foundation
import Host
package import HostModel
import JSON
import TodayProtocol
import TodayScreen

/// Screens and pages that tests show.
package enum Samples {
    /// A Saturday, in the afternoon in Cupertino.
    package static let now = Date(timeIntervalSince1970: 1_795_294_800)
    /// Somebody in Cupertino.
    package static let viewer = Viewer(language: "en-US", zone: "America/Los_Angeles")
    /// The address of the weather app.
    package static let weatherURL = "weather://"

    /// The complication of an app with everything that it can have.
    package static let habitsComplication = ShownComplication(
        app: AppID("com.example.habits"),
        title: "Habits",
        url: "habits://",
        complication: Complication(
            shortText: "3 <left> & \"more\"",
            longText: "5 of 8 habits done today",
            gauge: 0.625,
            symbol: "✅",
            classes: ["urgent", "morning"]
        )
    )

    /// The weather's compact card.
    package static var compact: Card {
        Card {
            ColumnSet {
                Column { TextBlock("My Location", size: .medium) }
                Column(width: .auto) { TextBlock("61°", size: .medium) }
            }
        }
    }

    /// The weather's expanded card.
    package static var expanded: Card {
        Card {
            ColumnSet {
                Column {
                    TextBlock("My Location", size: .medium)
                    TextBlock("Partly Cloudy", isSubtle: true).spacing(.none)
                }
                Column(width: .auto, verticalContentAlignment: .center) { TextBlock("61°", size: .extraLarge) }
            }
            FactSet {
                Fact("Humidity", "43%")
                Fact("Chance of rain", "10%")
                Fact("Last updated", "3:40 PM")
            }.spacing(.medium)
        }
    }

    /// A card with buttons of every kind.
    package static var habits: Card {
        Card {
            ColumnSet {
                Column(verticalContentAlignment: .center) { TextBlock("Water the plants") }
                Column(width: .auto) {
                    ActionSet { Action.execute("Done", verb: "done", data: ["id": "water"]) }
                }
            }
            TextBlock("Twice a week, more in July.", isSubtle: true, wrap: true).id("hint").hidden()
            ActionSet {
                Action.toggleVisibility("Hint", targets: [VisibilityTarget("hint")])
                Action.openURL("Read more", url: "https://example.com/plants")
            }
        }
    }

    /// A screen with everything that a screen can show.
    package static var screen: ScreenState {
        let weather = WidgetID("com.example.weather.widget")
        let habits = WidgetID("com.example.habits.widget")
        let stocks = WidgetID("com.example.stocks.widget")
        let news = WidgetID("com.example.news.widget")
        return ScreenState(
            epoch: "e1",
            revision: Revision(7),
            widgets: [
                ShownWidget(
                    id: weather,
                    app: AppID("com.example.weather"),
                    title: "Weather",
                    appURL: weatherURL,
                    compact: compact,
                    expanded: expanded,
                    date: now,
                    nextUpdate: now.addingTimeInterval(1800),
                    freshness: .fresh,
                    revision: Revision(7)
                ),
                ShownWidget(
                    id: habits,
                    app: AppID("com.example.habits"),
                    title: "Habits",
                    appURL: "habits://",
                    compact: Samples.habits,
                    date: now,
                    freshness: .fresh,
                    revision: Revision(5)
                ),
                ShownWidget(
                    id: stocks,
                    app: AppID("com.example.stocks"),
                    title: "Stocks",
                    appURL: "stocks://",
                    compact: Card { TextBlock("AAPL 116.47  +0.52%") },
                    date: now.addingTimeInterval(-760),
                    freshness: .stale(
                        reason: "The stocks server did not answer.",
                        since: now.addingTimeInterval(-760)
                    ),
                    revision: Revision(4)
                ),
                ShownWidget(
                    id: news,
                    app: AppID("com.example.news"),
                    title: "News",
                    freshness: .failed(reason: "News could not be started."),
                    revision: Revision(2)
                ),
            ],
            chosen: [
                .init(id: weather, title: "Weather", app: AppID("com.example.weather"), appTitle: "Weather"),
                .init(id: habits, title: "Habits", app: AppID("com.example.habits"), appTitle: "Habits"),
                .init(id: stocks, title: "Stocks", app: AppID("com.example.stocks"), appTitle: "Stocks & Funds"),
                .init(id: news, title: "News", app: AppID("com.example.news"), appTitle: "News"),
            ],
            available: [
                .init(
                    id: WidgetID("com.example.tides.widget"),
                    title: "Tides",
                    app: AppID("com.example.tides"),
                    appTitle: "Weather"
                )
            ],
            apps: [
                .init(id: AppID("com.example.habits"), title: "Habits", url: "habits://"),
                .init(id: AppID("com.example.news"), title: "News", url: "news://"),
                .init(id: AppID("com.example.stocks"), title: "Stocks & Funds", url: "stocks://"),
                .init(id: AppID("com.example.weather"), title: "Weather", url: weatherURL),
            ],
            warnings: []
        )
    }

    /// A screen before anything is installed.
    package static var emptyScreen: ScreenState {
        ScreenState(
            epoch: "e1",
            revision: Revision(1),
            widgets: [],
            chosen: [],
            available: [],
            apps: [],
            warnings: []
        )
    }

    /// The weather app as lists show it.
    package static var weatherApp: AppDescription {
        AppDescription(
            id: AppID("com.example.weather"),
            title: "Weather",
            version: "1.0",
            widgets: [.init(id: WidgetID("com.example.weather.widget"), title: "Weather", isOnScreen: true)],
            groups: [GroupID("group.com.example.weather")],
            urlSchemes: ["weather"],
            declaredHosts: ["api.example.com"],
            allowedHosts: []
        )
    }

    /// What the weather app may do.
    package static var weatherRights: AppRightsDescription {
        AppRightsDescription(
            app: weatherApp.id,
            title: "Weather",
            version: "1.0",
            rights: [
                .init(
                    identifier: "program",
                    sentence: .runProgramInBackground("Weather", app: "com.example.weather"),
                    isGranted: true,
                    isRevocable: false
                ),
                .init(
                    identifier: "network",
                    sentence: .fetchFromHostsAllowed,
                    isGranted: false
                ),
                .init(
                    identifier: "group:group.com.example.weather",
                    sentence: .keepDataInGroup("group.com.example.weather"),
                    isGranted: true
                ),
            ],
            unsupported: [.notSupportedHere("com.apple.developer.healthkit (Entitlements.plist)")]
        )
    }

    /// The question whether the weather app may be installed.
    package static func consentSheet(asking right: String) -> ConsentSheet {
        ConsentSheet(
            app: weatherApp.id,
            title: "Weather",
            version: "1.0",
            rights: [.init(identifier: right, sentence: "Use \(right).")]
        )
    }

    /// The question whether a newer weather app may be installed that asks for everything.
    package static var fullConsentSheet: ConsentSheet {
        let rights: [(String, LocalizableText)] = [
            ("program", .runProgramInBackground("Weather", app: "a")),
            ("widget:a", .showWidgetOnToday("Weather", app: "a")), ("network", .fetchFromListedHosts),
            ("host:b", .fetchFromHost("b")), ("host:c", .fetchFromAllowedHost("c")),
            ("location", .knowApproximateLocation), ("precise-location", .knowExactLocation),
            ("system-status", .knowSystemLoad), ("remote-images", .showPublicImages),
            ("group:c", .keepDataInGroup("c")), ("container:d", .keepRecordsInContainer("d")),
            ("keychain:f", .keepSecretsInGroup("f")), ("push", .receivePushesAndMessages),
            ("remote-notification", .startedByPushesAndRecords), ("fetch", .startedAtTimes),
            ("scheme:e", .openLinksWithScheme("e")), ("notifications", .sendNotifications),
        ]
        return ConsentSheet(
            app: weatherApp.id,
            title: "Weather",
            version: "2.0",
            installedVersion: "1.0",
            rights: rights.map { .init(identifier: $0.0, sentence: $0.1) },
            replacement: .init(
                title: "Weather",
                version: "1.0",
                source: "/a",
                groups: [.init(name: "c", others: ["B"]), .init(name: "d")]
            ),
            signature: .init(signer: "SHA256:a", others: ["B"]),
            formerSigner: "SHA256:b",
            conflicts: [
                .groupOwnedByAnother("c", owner: "b"), .containerOwnedByAnother("d", owner: "b"),
                .schemeOwnedByAnother("e", owner: "b", app: "Weather"),
            ],
            unsupported: [.willNotRun("a"), .notSupportedHereAndMore("a", more: 2)]
        )
    }

    /// A page of the weather app, with inputs of every kind.
    package static func scene(choice: String = "Cupertino", problem: String? = nil) -> SceneState {
        let places = ["My Location", "Cupertino", "Redmond", "Menlo Park", "Tokyo", "Berlin"]
        let card = Card {
            Container {
                TextBlock(choice, size: .large).horizontalAlignment(.center)
                TextBlock("61°", size: .extraLarge).horizontalAlignment(.center).spacing(.none)
                TextBlock("Partly Cloudy", isSubtle: true).horizontalAlignment(.center).spacing(.none)
            }
            FactSet {
                Fact("Humidity", "43%")
                Fact("Chance of rain", "10%")
            }.spacing(.large)
            Container(style: .emphasis) {
                for (index, place) in places.enumerated() {
                    ColumnSet(selectAction: .execute(verb: "choose", data: ["place": .string(place)])) {
                        Column { TextBlock(place) }
                        Column(width: .auto) { TextBlock(place == choice ? "✓" : " ", color: .accent) }
                    }.separator(index > 0).spacing(.medium)
                }
            }.spacing(.large)
            TextBlock("Add a place", weight: .bolder, style: .heading).spacing(.large)
            TextInput(id: "name", label: "Name", isRequired: true, placeholder: "Lisbon")
            TextInput(id: "latitude", label: "Latitude", isRequired: true, placeholder: "38.72")
            TextInput(id: "longitude", label: "Longitude", isRequired: true, placeholder: "-9.14")
            ToggleInput(id: "celsius", title: "Use Celsius")
            ChoiceSetInput(
                id: "provider",
                label: "Provider",
                choices: [Choice("Open-Meteo", value: "openmeteo"), Choice("Dark Sky", value: "darksky")],
                value: "openmeteo"
            )
            ActionSet { Action.submit("Add", data: ["do": "add"], style: .positive) }.spacing(.medium)
        }
        return SceneState(
            app: AppID("com.example.weather"),
            appTitle: "Weather",
            url: weatherURL,
            title: "Weather",
            card: card,
            epoch: "e1",
            revision: Revision(7)
        )
    }
}
