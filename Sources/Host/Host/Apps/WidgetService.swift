import AdaptiveCards
import HostModel
import HostStorage
import Logging
import ProcessHost
import TodayProtocol
import TodayScreen

/// The widgets' processes, as the screen uses them, and what commits change on the screen.
struct WidgetService: WidgetProcesses, HostPart {
    static let updateDeadline = Duration.seconds(20)
    static let entryLimit = 100

    private let services: DeliveryServices
    private var registry: AppRegistry { services.registry }
    private var gateway: ProcessGateway { services.gateway }

    init(_ services: DeliveryServices) { self.services = services }

    func run() async { await services.host.screen.run(self) }

    func didCommit(_ commit: Commit) {
        let screen = services.host.screen
        var groups: Set<GroupID> = []
        var queues: [AppID: Set<GroupID>] = [:]
        var pushed: Set<AppID> = []
        var changesApp = false
        var reloads: [WidgetReload] = []
        let writer: WidgetID? = if case .widget(let widget) = commit.origin { widget } else { nil }
        for change in commit.changes {
            switch change {
            case .defaults(let group, _, _): groups.insert(group)
            case .actions(let app, let group): queues[app, default: []].insert(group)
            case .app: changesApp = true
            case .newContent(let widget): screen.hasNewContent(widget, by: writer)
            case .newData(let app): pushed.insert(app)
            case .reload(let reload): reloads.append(reload)
            case .setting(KnownLocation.key):
                screen.locationChanged()
                for app in registry.all where app.manifest.entitlements.location != nil {
                    screen.sceneChanged(of: app.id)
                }
            default: break
            }
        }
        // A commit that removes an app empties groups that no other app uses, and must not start the app's widgets.
        if !changesApp {
            screen.groupsChanged(groups, queues: queues, newDataOf: pushed, reloads: reloads, by: writer)
        }
        for app in queues.keys { screen.sceneChanged(of: app) }
        for group in groups {
            for app in registry.all where app.groups[group] != nil { screen.sceneChanged(of: app.id) }
        }
    }

    func update(
        _ request: WidgetUpdateRequest,
        of widget: WidgetID,
        cancellation: UpdateCancellation
    ) async -> WidgetUpdateResult {
        guard let (app, program) = registry.widget(widget) else { return .failed(.noLongerInstalled) }
        do {
            let reply = try await gateway.call(
                request,
                of: program,
                deadline: Self.updateDeadline
            ) { cancel in cancellation.onCancel(cancel) }
            if let content = reply.content { try Self.check(content) }
            let found = services.mistakes.find(in: reply, of: widget, app: app.id, registry.images)
            guard let content = reply.content else { return .noData(mistakes: found) }
            return .content(content, mistakes: found)
        } catch let failure as ProcessFailure {
            guard failure.kind != .cancelled, !cancellation.isCancelled else { return .cancelled }
            let wasAsked = failure.outcome != nil
            let isInItsWords = if case .text = failure.text { failure.isOfProcess } else { false }
            return logged(
                .failed(
                    failure.text,
                    retryAfter: wasAsked ? nil : failure.retryAfter,
                    isOfWidget: failure.isOfProcess,
                    language: isInItsWords ? app.language(for: request.context.language) : nil
                ),
                program,
                failure.logLevel
            )
        } catch let error as CardError {
            return logged(.failed(.cardCannotBeShown("\(error)")), program, .warning)
        } catch {
            return logged(.failed(.answerCannotBeShown), program, .warning)
        }
    }

    private func logged(_ result: WidgetUpdateResult, _ program: Program, _ level: Logger.Level) -> WidgetUpdateResult {
        if case .failed(let reason, _, _, _) = result, !Task.isCancelled {
            gateway.logFailure("An update failed", reason.english, of: program, level: level)
        }
        return result
    }

    func perform(_ tap: HostModel.Tap, on widget: WidgetID, viewer: Viewer) async -> TapOutcome? {
        guard let (app, program) = registry.widget(widget) else {
            return await services.performer.fail(tap.id, .widgetNoLongerInstalled)
        }
        return await services.performer.perform(tap.id, program: program, app: app.id) { transaction, context in
            WidgetPerformRequest(
                tap: tap.id,
                verb: tap.verb,
                data: tap.data,
                transaction: transaction,
                context: context(viewer.language)
            )
        } outcome: { _, effects in
            .done(open: await page(after: effects, of: app.id), undo: effects.undo, opening: effects.opening)
        }
    }

    /// Returns the address that opens after a tap: the widget's, or the app's page if enqueued actions waited too long.
    private func page(after effects: HostTransaction, of app: AppID) async -> String? {
        let enqueues = effects.operations.contains { operation in
            if case .action(.enqueue(_, _, _)) = operation { true } else { false }
        }
        guard effects.open == nil, enqueues else { return effects.open }
        return await services.reminder.page(of: app)
    }

    func peakMemory(of widget: WidgetID) -> Int? {
        registry.widget(widget).flatMap { gateway.peakMemory(of: $0.program) }
    }

    static func check(_ content: WidgetContent) throws {
        let entries = content.entries ?? []
        guard entries.count <= entryLimit else {
            throw ProcessFailure(kind: .refused, text: .tooManyEntries(entryLimit))
        }
        let cards = [content.compact, content.expanded].compactMap(\.self)
        for card in cards + entries.flatMap({ entry in [entry.compact, entry.expanded].compactMap(\.self) }) {
            try card.validateForWidget()
        }
    }
}

extension HostedApp {
    /// Returns the language of the bundle that its processes use for a person; `nil` if it is not known.
    fileprivate func language(for language: String) -> String? {
        let name = LocalizedStrings.order(for: language, of: BundleStrings(bundle: path).languages).first
        return name == "Base" ? nil : name
    }
}
