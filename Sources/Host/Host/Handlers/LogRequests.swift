import AdaptiveCards
import AsyncPrimitives
import HostModel
import ProcessHost
import ServiceLifecycle
import TodayProtocol
import TodayScreen

extension GetAppLogRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> [AppLogLine] {
        let (log, registry, number) = (host.services.appLog, host.registry, after)
        let app: AppID
        let process: String?
        switch subject {
        case .app(let id):
            app = try registry.requireApp(id).id
            process = nil
        case .widget(let id):
            app = try registry.requireWidget(id).app.id
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

extension GetUpdateProblemsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> [UpdateProblem] {
        let (screen, log) = (host.screen, host.services.appLog)
        let app = try host.registry.requireApp(app)
        let widgets = app.instances
        let isDone = try await withDeadline(Self.longestWait) {
            for widget in widgets { await screen.waitUntilSettled(widget) }
            return true
        }
        let images = host.registry.images
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
