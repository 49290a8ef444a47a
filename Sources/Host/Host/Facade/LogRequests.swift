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
            _ = try await cancelWhenGracefulShutdown {
                try await withDeadline(limit) { await log.waitForLine(of: app, after: number) }
            }
        }
        return log.lines(of: app, process: process, after: number)
    }
}

/// Waits until the updates of an app's widgets have ended, and asks which have failed.
///
/// The reply is empty if all widgets are up to date, or if there are none. Fails with `notFound` if the app is not installed.
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
            guard let problem = screen.newestProblem(of: widget) else { return nil }
            return UpdateProblem(
                widget: widget,
                message: problem.sentence,
                isFailure: !problem.isOfWidget,
                standardError: log.standardError(of: widget.rawValue).map(\.text)
            )
        }
    }
}

/// Why a widget is not up to date.
package struct UpdateProblem: Codable, Hashable, Sendable {
    package var widget: WidgetID
    /// Why, as a sentence.
    package var message: String
    /// Whether the update failed; otherwise it goes on, or the widget itself says what it lacks, such as a choice of the person.
    package var isFailure: Bool
    /// The newest lines that it has written to standard error.
    package var standardError: [String]

    /// Describes a problem.
    package init(widget: WidgetID, message: String, isFailure: Bool, standardError: [String] = []) {
        self.widget = widget
        self.message = message
        self.isFailure = isFailure
        self.standardError = standardError
    }
}
