import Foundation
import HostClock
import HostModel
import TodayProtocol

extension ScreenContents {
    struct UnseenUpdate: Hashable, Sendable {
        var widget: WidgetID
        var language: String
        /// Earliest time at which it may begin.
        var date: Date
        /// `true` if the widget is already stale; otherwise the update is due to its refresh time.
        var isStale: Bool
    }

    /// Returns the one language in which a widget is updated while no page shows the screen: of those in which it has
    /// content, the one in which the screen was last opened.
    func preferredLanguage(of widget: WidgetID) -> String {
        func recency(_ language: String) -> (Date, Date) {
            (
                unseen.usage.languages[language] ?? .distantPast,
                contentStates[widget]?[language]?.snapshot?.date ?? .distantPast
            )
        }
        return contentStates[widget, default: [:]].filter { $0.value.snapshot != nil }.keys
            .max { recency($0) < recency($1) } ?? unseen.language
    }

    /// Returns the languages in which a widget becomes stale when something changes.
    func languagesToUpdate(of widget: WidgetID, watched: Set<String>, isUrgent: Bool) -> Set<String> {
        let languages = Set(contentStates[widget, default: [:]].keys).union(watched)
        guard watched.isEmpty, !isUrgent, unseen.limit > 0, visible.contains(widget) else { return languages }
        return languages.union([preferredLanguage(of: widget)])
    }

    /// Returns the planned unseen updates, including later ones; empty while one is running.
    func unseenUpdates(watched: Set<String>, at now: Date) -> [UnseenUpdate] {
        guard mayBeginUnseen(watched: watched) else { return [] }
        return visible.compactMap { unseenUpdate(of: $0, at: now) }
    }

    /// Returns the language in which a stale widget is due for an unseen update; `nil` if it is not.
    func dueUnseenUpdate(of widget: WidgetID, watched: Set<String>, at now: Date) -> String? {
        guard mayBeginUnseen(watched: watched), visible.contains(widget),
            let update = unseenUpdate(of: widget, at: now), update.isStale, update.date <= now
        else { return nil }
        return update.language
    }

    /// Returns `true` if no page shows the screen, unseen updates are enabled, and none is running.
    private func mayBeginUnseen(watched: Set<String>) -> Bool {
        watched.isEmpty && unseen.limit > 0 && unseen.running == nil
    }

    /// Returns the next unseen update of a visible widget; `nil` if none is planned or while a step is running or due.
    private func unseenUpdate(of widget: WidgetID, at now: Date) -> UnseenUpdate? {
        guard let machine = stateMachines[widget], machine.isSettled else { return nil }
        let language = preferredLanguage(of: widget)
        let isStale = machine.hasDeferredUpdate(in: language)
        guard let cause = isStale ? now : contentStates[widget]?[language]?.unseenRefreshDate,
            let date = earliestUnseenUpdate(of: widget, in: language, from: max(now, cause))
        else { return nil }
        return UnseenUpdate(widget: widget, language: language, date: date, isStale: isStale)
    }

    /// Returns the earliest time from a date on at which an unseen update of a widget may begin; `nil` if none may.
    private func earliestUnseenUpdate(of widget: WidgetID, in language: String, from date: Date) -> Date? {
        let state = contentStates[widget]?[language]
        let changes = stateMachines[widget]?.changes(in: language)
        // A failing widget's refresh date is that of the retry.
        let retryDate = state.flatMap { $0.failures > 0 ? $0.refreshDate : nil }
        return unseen.earliest(of: widget, from: date, afterChanges: changes, retryDate: retryDate)
    }

    /// Returns `true` if an unseen update of a widget is running in a language other than these.
    func isUnseenUpdateRunning(on widget: WidgetID, notIn languages: Set<String>) -> Bool {
        guard unseen.running?.widget == widget, case .update(let language, _) = stateMachines[widget]?.running else {
            return false
        }
        return !languages.contains(language)
    }

    /// Returns the time of a widget's next update while a surface shows it, unless something changes earlier.
    func nextWatchedUpdate(_ state: WidgetContentState, after now: Date) -> Date {
        let nextDay = ClockDay(of: now, in: unseen.zone).interval.end
        return min(max(state.refreshDate ?? nextDay, now), nextDay)
    }

    /// Returns a widget's age, the time of its next update, and the use of its budget.
    func schedule(of widget: WidgetID, watched: Set<String>, isPowerLow: Bool, at now: Date) -> UpdateSchedule {
        let language = preferredLanguage(of: widget)
        let state = contentStates[widget]?[language]
        // Pages may show the widget in other languages, in which its updates fail.
        let states = contentStates[widget, default: [:]]
        let failing = states.filter { $0.value.problem?.isFailure == true }
        let succeedsInOthers = states.contains { $0.value.problem == nil && $0.value.snapshot != nil }
        var schedule = UpdateSchedule(
            now: now,
            updated: state?.snapshot?.date,
            nextUpdate: nil,
            isFailing: !failing.isEmpty,
            failingSince: failing.values.compactMap { $0.problem?.since }.min(),
            failingLanguages: succeedsInOthers ? failing.keys.sorted() : [],
            isWatched: !watched.isEmpty,
            unseenUpdates: unseen.used(by: widget, on: now),
            unseenUpdateLimit: unseen.limit,
            cut: isCut(widget, now: now) ? Self.cutReason.english : nil,
            mistakes: state?.mistakes ?? []
        )
        if !visible.contains(widget) {
            schedule.obstacle = .notOnScreen
        } else if unseen.limit == 0 {
            schedule.obstacle = .turnedOff
        } else if isPowerLow {
            schedule.obstacle = .lowBattery
        } else if schedule.unseenUpdates >= unseen.limit {
            schedule.obstacle = .limitReached
        }
        let watchedNext = nextWatchedUpdate(state ?? WidgetContentState(revision: revision), after: now)
        switch schedule.obstacle {
        case .notOnScreen: break
        case _ where schedule.isWatched: schedule.nextUpdate = watchedNext
        case .turnedOff, .lowBattery: break
        case .limitReached, nil:
            let isStale = stateMachines[widget]?.hasDeferredUpdate(in: language) ?? false
            let periodicNext = max(state?.unseenRefreshDate ?? watchedNext, now)
            let cause = isStale ? now : min(watchedNext, periodicNext)
            schedule.nextUpdate = earliestUnseenUpdate(of: widget, in: language, from: cause)
        }
        return schedule
    }
}
