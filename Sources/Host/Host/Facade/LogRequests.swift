package import AdaptiveCards
import AsyncPrimitives
import ServiceLifecycle
package import TodayProtocol
import TodayScreen

/// Asks for the newest lines of the log about an app, or about one widget of an app; the oldest comes first.
///
/// They are lost when the host ends, and when the app is removed. Fails with `notFound` if it is not installed.
package struct GetAppLogRequest: HostRequest {
    /// What lines may be about.
    package enum Subject: Hashable, Sendable {
        /// An app and all of its widgets.
        case app(AppID)
        /// An instance of a widget.
        case widget(WidgetID)
    }

    /// The longest wait for a line.
    package static let longestWait = Duration.seconds(25)

    package var subject: Subject
    /// The number of the line after which they begin; 0 for all.
    package var after: Int
    /// How long to wait for a line if there is none, at most ``longestWait``.
    package var wait: Duration

    /// Makes a request.
    package init(of subject: Subject, after: Int = 0, wait: Duration = .zero) {
        self.subject = subject
        self.after = after
        self.wait = wait
    }

    package func reply(from host: TodayHost) async throws -> [AppLogLine] {
        let (log, registry, number) = (host.components.appLog, host.components.registry, after)
        let app: AppID
        let process: String?
        switch subject {
        case .app(let id):
            guard registry.app(id) != nil else { throw HostError(.notFound, "There is no app \(id).") }
            app = id
            process = nil
        case .widget(let id):
            guard let found = registry.widget(id) else { throw HostError(.notFound, "There is no widget \(id).") }
            app = found.app.id
            process = id.rawValue
        }
        if wait > .zero {
            let limit = min(wait, Self.longestWait)
            // A shutdown ends the wait, and is no failure.
            _ = try? await cancelWhenGracefulShutdown {
                try await withDeadline(limit) { await log.waitForLine(of: app, after: number) }
            }
        }
        return log.lines(of: app, process: process, after: number)
    }
}

/// Waits until the updates of an app's widgets have ended, and asks which have failed, and which answers have mistakes.
///
/// The reply is empty if all widgets are up to date and have none, or if there are no widgets. Fails with `notFound` if the app
/// is not installed.
package struct GetUpdateProblemsRequest: HostRequest {
    /// The longest wait: an update has ended long before.
    package static let longestWait = Duration.seconds(30)

    package var app: AppID

    /// Makes a request.
    package init(of app: AppID) { self.app = app }

    package func reply(from host: TodayHost) async throws -> [UpdateProblem] {
        let (screen, log) = (host.components.screen, host.components.appLog)
        guard let app = host.components.registry.app(app) else {
            throw HostError(.notFound, "There is no app \(app).")
        }
        let widgets = app.instances
        let isDone = try await withDeadline(Self.longestWait) {
            for widget in widgets { await screen.waitUntilSettled(widget) }
            return true
        }
        return widgets.compactMap { widget in
            if isDone == nil, !screen.isSettled(widget) {
                return UpdateProblem(widget: widget, message: "\(widget) is still being updated.", isFailure: false)
            }
            let mistakes = screen.newestMistakes(of: widget)
            guard let problem = screen.newestProblem(of: widget) else {
                guard !mistakes.isEmpty else { return nil }
                let message = "Mistakes in the cards of \(widget):"
                return UpdateProblem(widget: widget, message: message, isFailure: false, mistakes: mistakes)
            }
            return UpdateProblem(
                widget: widget,
                message: problem.sentence,
                isFailure: !problem.isOfWidget,
                // After a failure they would be those of earlier content.
                mistakes: problem.isOfWidget ? mistakes : [],
                standardError: log.standardError(of: widget.rawValue, since: screen.lastAttempt(of: widget)).map(\.text)
            )
        }
    }
}

/// Why a widget is not up to date, or what is wrong with its cards.
package struct UpdateProblem: Codable, Hashable, Sendable {
    package var widget: WidgetID
    /// Why, as a sentence.
    package var message: String
    /// Whether the update failed; otherwise it goes on, or the widget itself says what it lacks, such as a choice of the person.
    package var isFailure: Bool
    /// The mistakes in what it answered.
    package var mistakes: [CardWarning]
    /// The newest lines that it has written to standard error since its last attempt began.
    package var standardError: [String]

    /// Describes a problem.
    package init(
        widget: WidgetID,
        message: String,
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
