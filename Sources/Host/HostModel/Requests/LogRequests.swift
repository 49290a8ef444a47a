package import AdaptiveCards
import JSON
package import TodayProtocol

/// Asks for the newest lines of the log about an app, or about one widget of an app; the oldest comes first.
///
/// The lines are lost when the host ends, and when the app is removed. Fails with `notFound` if it is not installed.
package struct GetAppLogRequest: HostRequest, RoutedRequest {
    package typealias Reply = [AppLogLine]

    package static let routes = [
        route("apps/:app/log", without: "widget"),
        route("widgets/:widget/log", without: "app"),
    ]

    package enum Subject: Hashable, Sendable {
        case app(AppID)
        case widget(WidgetID)
    }

    /// The longest wait for a line.
    package static let longestWait = Duration.seconds(25)

    // One of these two is set.
    private var app: AppID?
    private var widget: WidgetID?
    /// The number of the line after which the reply begins; 0 for all lines.
    package var after: Int
    private var milliseconds: Int

    package init(of subject: Subject, after: Int = 0, wait: Duration = .zero) {
        switch subject {
        case .app(let id): app = id
        case .widget(let id): widget = id
        }
        self.after = after
        milliseconds = wait.wholeMilliseconds
    }

    package var subject: Subject { widget.map(Subject.widget) ?? .app(app ?? AppID("")) }

    /// The time to wait for a line if there is none, at most ``longestWait``.
    package var wait: Duration { .milliseconds(milliseconds) }

    private static func route(_ path: String, without member: String) -> Route {
        Route(
            .get,
            path,
            fixed: [member: .null],
            defaults: ["after": 0, "milliseconds": 0],
            ranges: ["after": 0...Int.max, "milliseconds": 0...longestWait.wholeMilliseconds]
        )
    }
}

/// Waits until the updates of an app's widgets have ended, then asks for failures and for mistakes in the answers, and
/// in the cards of the bundle.
///
/// The reply is empty if all widgets are up to date and have none, or if there are no widgets. Fails with `notFound` if
/// the app is not installed.
package struct GetUpdateProblemsRequest: HostRequest, RoutedRequest {
    package typealias Reply = [UpdateProblem]

    package static let routes = [Route(.get, "apps/:app/problems")]

    /// The longest wait, which is longer than any update takes.
    package static let longestWait = Duration.seconds(30)

    package var app: AppID

    package init(of app: AppID) { self.app = app }
}

/// The reason that a widget is not up to date, or the mistakes in its cards.
package struct UpdateProblem: Codable, Hashable, Sendable {
    package var widget: WidgetID
    /// The problem, as a sentence; `nil` if only the cards have mistakes.
    package var message: String?
    /// `true` if the update failed; `false` if it still runs, if the widget itself reports what it lacks, such as a
    /// choice of the person, or if only its cards have mistakes.
    package var isFailure: Bool
    /// The mistakes in the cards of the widget's bundle, then those in its answer.
    package var mistakes: [CardWarning]
    /// The newest lines of its standard error since its last attempt began.
    package var standardError: [String]

    package init(
        widget: WidgetID,
        message: String? = nil,
        isFailure: Bool,
        mistakes: [CardWarning] = [],
        standardError: [String] = []
    ) {
        self.widget = widget
        self.message = message
        self.isFailure = isFailure
        self.mistakes = mistakes
        self.standardError = standardError
    }
}
