package import AdaptiveCards
import AsyncPrimitives
package import Foundation
import HostClock
import HostModel
import HostStorage
import JSON
import Logging
import Synchronization
package import TodayProtocol

extension Screen {
    /// Updates widgets and performs taps until the task is cancelled, then ends every event stream.
    package func run(_ processes: any WidgetProcesses) async {
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                group.addTask { await self.runTimers() }
                await work.run { await self.runStep(of: $0, in: processes) }
                group.cancelAll()
            }
        } onCancel: {
            subscriptions.finish()
        }
        subscriptions.finish()
    }

    private func runStep(of widget: WidgetID, in processes: any WidgetProcesses) async
        -> KeyedSerialQueue<WidgetID>.Step
    {
        let watched = subscriptions.languages
        checkPower(before: widget, watched: watched)
        let next = contents.withLock { $0.nextStep(of: widget, watched: watched, at: clock.now) }
        guard let (step, cancellation) = next else {
            settled.notifyAll()
            return .idle
        }
        saveUnseenUpdates(of: widget)
        switch step {
        case .perform(let tap): await perform(tap, on: widget, in: processes)
        case .update(let language, let reasons): await update(widget, language, reasons, cancellation, in: processes)
        }
        return .done
    }

    private func perform(_ id: TapID, on widget: WidgetID, in processes: any WidgetProcesses) async {
        if let (tap, viewer) = taps.tap(id) {
            let outcome = await processes.perform(tap, on: widget, viewer: viewer)
            taps.finish(id, outcome)
        }
        contents.withLock { $0.finishStep(of: widget) }
        requestUpdates(.tap, [widget])
    }

    private func update(
        _ widget: WidgetID,
        _ language: String,
        _ reasons: Set<UpdateReason>,
        _ cancellation: UpdateCancellation,
        in processes: any WidgetProcesses
    ) async {
        // Read before the request is sent: the process has been notified of every commit up to this revision.
        let stamp = store.durable.revision
        let request = WidgetUpdateRequest(
            reasons: reasons.sorted { $0.rawValue < $1.rawValue },
            revision: stamp,
            size: GrantedLayout.offer(contents.withLock { $0.family(of: widget) }),
            configuration: contents.withLock { $0.configuration(of: widget) },
            context: context(language: language)
        )
        let start = clock.now
        let elapsed = ContinuousClock().stopwatch()
        let result = await processes.update(request, of: widget, cancellation: cancellation)
        let duration = elapsed()
        guard !Task.isCancelled else { return }

        var entry = LedgerEntry(
            date: start,
            reasons: request.reasons,
            outcome: .newData,
            milliseconds: duration / .milliseconds(1)
        )
        let effect = changingContents(of: widget, language) { contents in
            let revision = store.durable.nextRevision()
            let now = clock.now
            switch result {
            case .content(let content, let mistakes):
                return contents.update(widget, language, revision: revision) {
                    $0.receive(content, mistakes: mistakes, stamp: stamp, now: now)
                }
            case .noData(let mistakes):
                entry.outcome = .noData
                return contents.update(widget, language, revision: revision) {
                    $0.receiveNoData(mistakes: mistakes, now: now)
                }
            case .failed(let reason, let retryAfter, let isOfWidget, let reasonLanguage):
                entry.outcome = .failed
                entry.message = reason.english
                entry.language = reasonLanguage
                return contents.update(widget, language, revision: revision) {
                    $0.fail(reason, retryAfter: retryAfter, isOfWidget: isOfWidget, attempt: start, now: now)
                }
            case .cancelled:
                entry.outcome = .superseded
                return nil
            }
        }
        if case .discard = effect { entry.outcome = .superseded }
        if case .save(let snapshot) = effect { logExcesses(of: snapshot.content, widget) }
        let end: WidgetStateMachine.StepEnd =
            switch result {
            case .content, .noData: .done
            case .cancelled: .cancelled
            case .failed(_, let retryAfter, _, _): retryAfter == nil ? .failed : .notAsked
            }
        if end != .cancelled { subscriptions.add(widget, in: language) }
        // Reading it takes as long as a short update, so the screen shows the content first.
        entry.peakMemory = processes.peakMemory(of: widget)
        // Saved before the next step, so that the ledger has the updates in order.
        await save(effect, entry, widget, language)
        contents.withLock { $0.finishStep(of: widget, end) }
        saveUnseenUpdates(of: widget)
        reschedule.raise()
        if case .requestAgain = effect { requestUpdates(.retry, [widget], only: language) }
    }

    /// Shows a placeholder for a widget, in the language of its running update, if there is one, until it has content.
    package func setPlaceholder(_ content: WidgetContent, of widget: WidgetID) {
        guard let language = contents.withLock({ $0.languageWithoutContent(of: widget) }) else { return }
        let effect = changingContents(of: widget, language) { contents in
            contents.update(widget, language, revision: store.durable.nextRevision()) { $0.receivePlaceholder(content) }
        }
        if effect == .refreshStatus { subscriptions.add(widget, in: language) }
    }

    /// Returns the failure of a widget's last update in the language updated last; `nil` if it succeeded.
    package func newestProblem(of widget: WidgetID) -> WidgetContentState.Problem? {
        contents.withLock { $0.newestState(of: widget)?.problem }
    }

    /// Returns the mistakes in a widget's answer in the language updated last.
    package func newestMistakes(of widget: WidgetID) -> [CardWarning] {
        contents.withLock { $0.newestState(of: widget)?.mistakes ?? [] }
    }

    /// Returns the start of a widget's most recent failed update in any language; `nil` if no update fails.
    package func lastAttempt(of widget: WidgetID) -> Date? { contents.withLock { $0.lastAttempt(of: widget) } }

    /// Returns why a widget's last update failed, in a language or, if it was not updated in that, in the one updated
    /// last; `nil` if it succeeded.
    package func problem(of widget: WidgetID, in language: String? = nil) -> LocalizableText? {
        contents.withLock { contents in
            let state = language.flatMap { contents.contentStates[widget]?[$0] } ?? contents.newestState(of: widget)
            return state?.problem?.sentence
        }
    }

    /// Records that a widget's process ended while it had no request, for a reason for the person; the widget keeps its
    /// content, shows the reason, and is updated again as after a failed update.
    package func processDidEnd(_ widget: WidgetID, _ reason: LocalizableText, peakMemory: Int?) async {
        let now = clock.now
        let languages = contents.withLock { contents in
            let languages = Array(contents.contentStates[widget, default: [:]].keys)
            for language in languages {
                let revision = store.durable.nextRevision()
                _ = contents.update(widget, language, revision: revision) { $0.fail(reason, now: now) }
            }
            return languages
        }
        for language in languages { subscriptions.add(widget, in: language) }
        reschedule.raise()
        let entry = LedgerEntry(
            date: now,
            reasons: [],
            outcome: .failed,
            milliseconds: 0,
            peakMemory: peakMemory,
            message: reason.english
        )
        do {
            try await store.caches.append(entry, of: widget)
        } catch {
            logger.error("The ledger cannot be kept", metadata: ["widget": "\(widget)", "error": "\(error)"])
        }
    }

    /// Changes a widget's content, and notifies pages of other widgets of its app whose cards are left out or shown
    /// again as a result, and of the list of widgets if it moves to or from those that must be set up.
    private func changingContents(
        of widget: WidgetID,
        _ language: String,
        _ change: (inout ScreenContents) -> WidgetContentState.Effect?
    ) -> WidgetContentState.Effect? {
        let (effect, others, hasMoved) = contents.withLock { contents in
            let app = contents.installed[widget]?.app
            let neededSetUp = contents.setUp(of: widget, in: language) != nil
            let before = contents.cutWidgets(of: app, in: language, now: clock.now)
            let effect = change(&contents)
            let after = contents.cutWidgets(of: app, in: language, now: clock.now)
            let others = before.symmetricDifference(after).subtracting([widget])
            let touched = contents.touch(others, in: language) { store.durable.nextRevision() }
            let hasMoved = neededSetUp != (contents.setUp(of: widget, in: language) != nil)
            if hasMoved { contents.touchLayout(store.durable.nextRevision()) }
            return (effect, touched, hasMoved)
        }
        if hasMoved { subscriptions.add { $0.screen = true } }
        for other in others { subscriptions.add(other, in: language) }
        return effect
    }

    /// Logs each size that content requests beyond its limit, unless the previous content requested the same.
    private func logExcesses(of content: WidgetContent, _ widget: WidgetID) {
        for excess in contents.withLock({ $0.newExcesses(of: content, widget) }) {
            logger.warning(
                "A widget asks for more room than there is",
                metadata: [
                    "widget": "\(widget)", "size": "\(excess.size)", "requested": "\(excess.requested)",
                    "granted": "\(excess.granted)",
                ]
            )
        }
    }

    /// Stores a snapshot, which the screen already shows, and an entry of the ledger.
    private func save(
        _ effect: WidgetContentState.Effect?,
        _ entry: LedgerEntry,
        _ widget: WidgetID,
        _ language: String
    ) async {
        do {
            if case .save(let snapshot) = effect {
                _ = try await store.caches.put(
                    StoredSnapshot(
                        widget: widget,
                        language: language,
                        content: JSONValue(encoding: snapshot.content),
                        stamp: snapshot.stamp,
                        made: snapshot.date
                    )
                )
            }
            try await store.caches.append(entry, of: widget)
        } catch {
            logger.error(
                "A snapshot or the ledger cannot be kept",
                metadata: ["widget": "\(widget)", "error": "\(error)"]
            )
        }
    }

    /// Runs what falls due: refreshes and timeline entries of widgets that a page shows, unseen updates, and the change
    /// of the day.
    private func runTimers() async {
        var day = context(language: "").day
        var zone = clock.zone.identifier
        var event: WallClockEvent?
        var before = clock.now
        while !Task.isCancelled {
            // What falls due after this moment is awaited below, so what fell due before must be handled here.
            let now = clock.now
            let context = context(language: "")
            if context.day != day || context.zone != zone || event == .changed {
                (day, zone) = (context.day, context.zone)
                contents.withLock { $0.unseen.clockDidChange(zone: clock.zone) }
                onDayChange(context)
                dayChanged()
                requestUpdates(.dayChanged, contents.withLock(\.chosen))
            }
            showDueContent(since: before)
            before = now
            let due = contents.withLock { [languages = subscriptions.languages] in $0.nextDue(in: languages, after: now)
            }
            let unseen = startUnseenUpdates(at: now)
            let next = [due, unseen, clock.nextDay(after: now)].compactMap(\.self).min()
            event = await clock.wait(until: next, or: reschedule)
        }
    }

    /// Requests updates of widgets whose refresh is due, and shows timeline entries whose time has come.
    private func showDueContent(since before: Date) {
        let now = clock.now
        let languages = subscriptions.languages
        let (refreshes, entries) = contents.withLock { contents in
            var refreshes: [(WidgetID, String)] = []
            var entries: [(WidgetID, String)] = []
            for widget in contents.visible {
                for (language, state) in contents.contentStates[widget, default: [:]] where languages.contains(language)
                {
                    if let due = state.refreshDate, due <= now { refreshes.append((widget, language)) }
                    guard let entry = state.snapshot?.nextEntry(after: before), entry <= now else { continue }
                    // The cards of the new entry may leave room for other widgets of the app, or take it.
                    let app = contents.installed[widget]?.app
                    let changed = contents.cutWidgets(of: app, in: language, now: before)
                        .symmetricDifference(contents.cutWidgets(of: app, in: language, now: now)).union([widget])
                    let touched = contents.touch(changed, in: language) { store.durable.nextRevision() }
                    entries += touched.map { ($0, language) }
                }
            }
            return (refreshes, entries)
        }
        for (widget, language) in entries { subscriptions.add(widget, in: language) }
        for (widget, language) in refreshes { requestUpdates(.refreshTime, [widget], only: language) }
    }
}
