package import AdaptiveCards
import AsyncPrimitives
import HostModel
import ProcessHost
import ServiceLifecycle
package import TodayProtocol
import TodayScreen

/// Asks for the newest lines of the log about an app, or about one widget of an app; the oldest comes first.
///
/// The lines are lost when the host ends, and when the app is removed. Fails with `notFound` if it is not installed.
package struct GetAppLogRequest: HostRequest {
    /// The subject of log lines.
    package enum Subject: Hashable, Sendable {
        /// An app and all of its widgets.
        case app(AppID)
        /// An instance of a widget.
        case widget(WidgetID)
    }

    /// The longest wait for a line.
    package static let longestWait = Duration.seconds(25)

    package var subject: Subject
    /// The number of the line after which the reply begins; 0 for all lines.
    package var after: Int
    /// The time to wait for a line if there is none, at most ``longestWait``.
    package var wait: Duration

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
            guard registry.app(id) != nil else { throw HostError(.notFound, .noSuchApp(id.rawValue)) }
            app = id
            process = nil
        case .widget(let id):
            guard let found = registry.widget(id) else { throw HostError(.notFound, .noSuchWidget(id.rawValue)) }
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

/// Waits until the updates of an app's widgets have ended, then asks for failures and for mistakes in the answers, and
/// in the cards of the bundle.
///
/// The reply is empty if all widgets are up to date and have none, or if there are no widgets. Fails with `notFound` if
/// the app is not installed.
package struct GetUpdateProblemsRequest: HostRequest {
    /// The longest wait, which is longer than any update takes.
    package static let longestWait = Duration.seconds(30)

    package var app: AppID

    package init(of app: AppID) { self.app = app }

    package func reply(from host: TodayHost) async throws -> [UpdateProblem] {
        let (screen, log) = (host.components.screen, host.components.appLog)
        guard let app = host.components.registry.app(app) else {
            throw HostError(.notFound, .noSuchApp(app.rawValue))
        }
        let widgets = app.instances
        let isDone = try await withDeadline(Self.longestWait) {
            for widget in widgets { await screen.waitUntilSettled(widget) }
            return true
        }
        let images = host.components.registry.images
        return widgets.compactMap { widget in
            // All instances of a widget share its files.
            let ofFiles = app.manifest.widget(widget).map { CardMistakes.find(inFilesOf: $0, of: app, images) } ?? []
            if isDone == nil, !screen.isSettled(widget) {
                let message = "\(widget) is still being updated."
                return UpdateProblem(widget: widget, message: message, isFailure: false, mistakes: ofFiles)
            }
            let mistakes = ofFiles + screen.newestMistakes(of: widget)
            guard let problem = screen.newestProblem(of: widget) else {
                return mistakes.isEmpty ? nil : UpdateProblem(widget: widget, isFailure: false, mistakes: mistakes)
            }
            return UpdateProblem(
                widget: widget,
                message: problem.sentence.english,
                isFailure: !problem.isOfWidget,
                // After a failure, these would be the mistakes of earlier content.
                mistakes: problem.isOfWidget ? mistakes : ofFiles,
                standardError: log.standardError(of: widget.rawValue, since: screen.lastAttempt(of: widget)).map(\.text)
            )
        }
    }
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
