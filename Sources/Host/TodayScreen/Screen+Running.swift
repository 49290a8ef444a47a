import AsyncPrimitives
import Foundation
import HostClock
import HostStorage
import JSON
import Logging
import Synchronization
import TodayProtocol

extension Screen {
    /// Works until the task is cancelled; then every event stream ends.
    package func run() async {
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                group.addTask { await self.runTimers() }
                for await widget in work.items {
                    work.begin(widget)
                    group.addTask { await self.drive(widget) }
                }
                group.cancelAll()
            }
        } onCancel: {
            work.finish()
            watchers.note { $0.isClosed = true }
        }
        watchers.note { $0.isClosed = true }
    }

    /// Does a widget's steps, one after the other, until none is left.
    private func drive(_ widget: WidgetID) async {
        while !Task.isCancelled {
            let watched = watchers.languages
            guard let (step, recall) = contents.withLock({ $0.next(of: widget, watched: watched) }) else { break }
            switch step {
            case .perform(let tap): await perform(tap, on: widget)
            case .update(let language, let reasons): await update(widget, language, reasons, recall)
            }
        }
        settled.notifyAll()
    }

    private func perform(_ id: TapID, on widget: WidgetID) async {
        if let (tap, viewer) = taps.tap(id) {
            let outcome = await processes.perform(tap, on: widget, viewer: viewer)
            taps.finish(id, outcome)
        }
        contents.withLock { $0.finish(widget) }
        mark(.tap, [widget])
    }

    private func update(
        _ widget: WidgetID,
        _ language: String,
        _ reasons: Set<UpdateReason>,
        _ recall: UpdateCancellation
    ) async {
        // Read before the request leaves: the process has been told of every commit up to here.
        let stamp = store.durable.revision
        let request = WidgetUpdateRequest(
            reasons: reasons.sorted { $0.rawValue < $1.rawValue },
            revision: stamp,
            size: WidgetSize(),
            context: context(language: language)
        )
        let began = clock.now
        let start = ContinuousClock.now
        let answer = await processes.update(request, of: widget, recall: recall)
        let duration = ContinuousClock.now - start
        guard !Task.isCancelled else { return }

        var entry = LedgerEntry(
            date: began,
            reasons: request.reasons,
            outcome: .newData,
            milliseconds: duration / .milliseconds(1),
            peakMemory: processes.peakMemory(of: widget)
        )
        let effect = contents.withLock { contents in
            let revision = store.durable.nextRevision()
            let now = clock.now
            switch answer {
            case .content(let content):
                return contents.update(widget, language, revision: revision) {
                    $0.receive(content, stamp: stamp, now: now)
                }
            case .noData:
                entry.outcome = .noData
                return contents.update(widget, language, revision: revision) { $0.receiveNoData(now: now) }
            case .failed(let reason):
                entry.outcome = .failed
                entry.message = reason
                return contents.update(widget, language, revision: revision) { $0.fail(reason, now: now) }
            case .recalled:
                entry.outcome = .superseded
                return nil
            }
        }
        if case .drop = effect { entry.outcome = .superseded }
        let isCancelled = if case .recalled = answer { true } else { false }
        if !isCancelled { watchers.note(where: { $0.viewer.language == language }) { $0.widgets.insert(widget) } }
        // Before the next step, so that the ledger has them in their order.
        await keep(effect, entry, widget, language)
        contents.withLock { $0.finish(widget, repeating: isCancelled) }
        reschedule.raise()
        if case .requestAgain = effect { mark(.retry, [widget], only: language) }
    }

    /// Writes down what happened; the screen shows it already.
    private func keep(
        _ effect: WidgetContentState.Effect?,
        _ entry: LedgerEntry,
        _ widget: WidgetID,
        _ language: String
    ) async {
        do {
            if case .keep(let snapshot) = effect {
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
            try await store.caches.append(entry.stored(of: widget))
        } catch {
            logger.error(
                "A snapshot or the ledger cannot be kept",
                metadata: ["widget": "\(widget)", "error": "\(error)"]
            )
        }
    }

    /// Waits for what falls due: refreshes and entries of what somebody sees, and the day's change.
    private func runTimers() async {
        var day = context(language: "").day
        var zone = clock.zone.identifier
        while !Task.isCancelled {
            let now = clock.now
            let due = contents.withLock { $0.nextDue(in: watchers.languages, after: now) }
            let next = [due, clock.nextDay(after: now)].compactMap(\.self).min()
            let event = await waitOrReschedule(until: next)
            let context = context(language: "")
            if context.day != day || context.zone != zone || event == .changed {
                (day, zone) = (context.day, context.zone)
                onDayChange(context)
                mark(.dayChanged, contents.withLock(\.chosen))
            }
            showDueContent(since: now)
        }
    }

    private func waitOrReschedule(until date: Date?) async -> WallClockEvent? {
        await withTaskGroup(of: WallClockEvent?.self) { group in
            group.addTask { try? await self.clock.wait(until: date) }
            group.addTask {
                await self.reschedule.wait()
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }

    /// Refreshes what is due and shows entries whose time has come.
    private func showDueContent(since before: Date) {
        let now = clock.now
        let languages = watchers.languages
        var refreshes: [(WidgetID, String)] = []
        contents.withLock { contents in
            for widget in contents.visible {
                for (language, slot) in contents.slots[widget, default: [:]] where languages.contains(language) {
                    if let due = slot.refreshDate, due <= now { refreshes.append((widget, language)) }
                    guard let entry = slot.snapshot?.nextEntry(after: before), entry <= now else { continue }
                    _ = contents.update(widget, language, revision: store.durable.nextRevision()) { _ in .note }
                    watchers.note(where: { $0.viewer.language == language }) { $0.widgets.insert(widget) }
                }
            }
        }
        for (widget, language) in refreshes { mark(.refreshTime, [widget], only: language) }
    }
}
