import Foundation
import HostClock
import HostStorage
import TodayProtocol

/// Which updates run while nobody watches, in which language, and when.
extension ScreenContents {
    /// An update that is to run while nobody watches.
    struct UnseenUpdate: Hashable, Sendable {
        var widget: WidgetID
        var language: String
        /// When it may begin.
        var date: Date
        /// Whether the widget is stale already; otherwise its refresh time is the reason.
        var isStale: Bool
    }

    /// The one language in which a widget is updated while nobody watches: of those that it has content in, the one in
    /// which the screen was opened last.
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

    /// The languages in which a widget becomes stale when something changes.
    func languagesToUpdate(of widget: WidgetID, watched: Set<String>, isUrgent: Bool) -> Set<String> {
        let languages = Set(contentStates[widget, default: [:]].keys).union(watched)
        guard watched.isEmpty, !isUrgent, unseen.limit > 0, visible.contains(widget) else { return languages }
        return languages.union([preferredLanguage(of: widget)])
    }

    /// The updates that are to run while nobody watches, also later ones; none while one runs.
    func unseenUpdates(watched: Set<String>, at now: Date) -> [UnseenUpdate] {
        guard mayBeginUnseen(watched: watched) else { return [] }
        return visible.compactMap { unseenUpdate(of: $0, at: now) }
    }

    /// The language in which a stale widget is to be updated now although nobody watches; `nil` if it is not.
    func dueUnseenUpdate(of widget: WidgetID, watched: Set<String>, at now: Date) -> String? {
        guard mayBeginUnseen(watched: watched), visible.contains(widget),
            let update = unseenUpdate(of: widget, at: now), update.isStale, update.date <= now
        else { return nil }
        return update.language
    }

    /// Whether nobody watches, such updates are not turned off, and none runs.
    private func mayBeginUnseen(watched: Set<String>) -> Bool {
        watched.isEmpty && unseen.limit > 0 && unseen.running == nil
    }

    /// The next update of a visible widget that nobody watches; `nil` if none is to come, or while something runs.
    private func unseenUpdate(of widget: WidgetID, at now: Date) -> UnseenUpdate? {
        guard let machine = stateMachines[widget], machine.isSettled else { return nil }
        let language = preferredLanguage(of: widget)
        let isStale = machine.hasDeferredUpdate(in: language)
        guard let cause = isStale ? now : contentStates[widget]?[language]?.unseenRefreshDate,
            let date = unseen.earliest(of: widget, from: max(now, cause), afterChanges: machine.changes(in: language))
        else { return nil }
        return UnseenUpdate(widget: widget, language: language, date: date, isStale: isStale)
    }

    /// Whether an update that nobody watches runs on a widget, in another language than these.
    func isUnseenUpdateRunning(on widget: WidgetID, notIn languages: Set<String>) -> Bool {
        guard unseen.running?.widget == widget, case .update(let language, _) = stateMachines[widget]?.running else {
            return false
        }
        return !languages.contains(language)
    }

    /// When a widget with that state is updated next while a surface shows it, unless something happens before.
    func nextWatchedUpdate(_ state: WidgetContentState, after now: Date) -> Date {
        let nextDay = ClockDay(of: now, in: unseen.zone).interval.end
        return min(max(state.refreshDate ?? nextDay, now), nextDay)
    }

    /// A widget's age, its next update, and what its unseen updates have used up.
    func schedule(of widget: WidgetID, watched: Set<String>, isPowerLow: Bool, at now: Date) -> UpdateSchedule {
        let language = preferredLanguage(of: widget)
        let state = contentStates[widget]?[language]
        // Whoever watches may do so in another language, in which updates fail.
        let problem = newestState(of: widget)?.problem ?? state?.problem
        var schedule = UpdateSchedule(
            now: now,
            updated: state?.snapshot?.date,
            nextUpdate: nil,
            isFailing: problem != nil,
            failingSince: problem?.since,
            isWatched: !watched.isEmpty,
            unseenUpdates: unseen.used(by: widget, on: now),
            unseenUpdateLimit: unseen.limit,
            cut: isCut(widget, now: now) ? Self.cutReason : nil,
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
            schedule.nextUpdate = unseen.earliest(
                of: widget,
                from: isStale ? now : min(watchedNext, periodicNext),
                afterChanges: stateMachines[widget]?.changes(in: language)
            )
        }
        return schedule
    }
}
