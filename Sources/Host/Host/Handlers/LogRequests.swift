import AdaptiveCards
import AsyncPrimitives
import FoundationEssentials
import HostClock
package import HostModel
import HostStorage
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

extension RecordBackupRequest: HandledRequest {
    func reply(from host: TodayHost) async throws { host.services.audit.record(AuditEvent(.backupMade, file)) }
}

extension RecordLinkRequest: HandledRequest {
    func reply(from host: TodayHost) async throws { host.services.audit.record(AuditEvent(.linkMade, page)) }
}

extension GetAuditRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> AuditLogPart {
        // A check reads everything, so it must not hold up commits.
        try await host.store.search { reader in
            AuditLogPart(
                entries: try reader.auditEntries(of: app, before: before, limit: limit),
                firstBroken: isChecked ? try reader.firstBrokenAuditEntry() : nil
            )
        }
    }
}

extension GetTraceRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> DeliveryTrace {
        let oldest = host.clock.now.addingTimeInterval(-TraceTable.lifetime)
        let takesPrefix = IDPrefix.isUsable(name)
        // The prefix is compared with the id of every hop, so the search must not hold up commits.
        let store = host.store
        let found = try await store.search { try $0.traces(named: name, of: app, takesPrefix: takesPrefix) }
        _ = try IDPrefix.only(of: Set(found.map(\.id)).sorted(), beginning: name)
        let apps = Set(found.map(\.app.rawValue)).sorted()
        guard apps.count < 2 else {
            throw HostError(
                .invalid,
                "Several apps use \(name.prefix(128)); name one of them: \(apps.joined(separator: ", "))."
            )
        }
        guard let reference = found.last else { throw Self.absence(of: name) }
        let trace = try await store.search { try $0.trace(reference, since: oldest) }
        guard !trace.events.isEmpty else { throw Self.absence(of: name) }
        return trace
    }
}

extension AddTraceRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        // A trace is for people who look for a fault: without one, the notification is still shown.
        host.store.enqueue(StoreTransaction([.trace(note)], origin: .host)) { _ in }
    }
}
