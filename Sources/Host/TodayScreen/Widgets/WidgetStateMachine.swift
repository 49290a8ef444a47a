package import Foundation
package import TodayProtocol

/// What one widget is doing and what it must do next: updates and taps, never two at a time.
///
/// A pure value: each transition returns what its owner must do.
package struct WidgetStateMachine: Sendable {
    /// A request to the widget's process.
    package enum Step: Hashable, Sendable {
        /// Perform a tap.
        case perform(TapID)
        /// Make content in a language, for these reasons.
        case update(language: String, reasons: Set<UpdateReason>)
    }

    /// How a step ended.
    package enum StepEnd: Hashable, Sendable {
        /// It was done.
        case done
        /// It was an update that was cancelled, and must run again for the same reasons.
        case cancelled
        /// It was an update that failed.
        case failed
        /// It was an update for which the widget could not be asked, since its process pauses.
        case notAsked

        /// Whether an update that nobody watches has cost what it may cost.
        var isCounted: Bool { self == .done || self == .failed }
    }

    /// How many updates in a row may be cancelled in favour of newer ones, so that a stream of changes cannot keep the screen
    /// from ever showing one.
    package static let cancellationLimit = 3

    /// The reasons for which a widget is always updated at once, even if no page shows it.
    ///
    /// Others wait for ``UnseenUpdateBudget`` unless a person asked: a process that asks for updates of its widget must not
    /// have more of them than its budget.
    package static let urgentReasons: Set<UpdateReason> = [.added, .opened, .tap, .retry]

    /// The reasons that something has changed; others are that a time has come.
    package static let changeReasons: Set<UpdateReason> = [
        .groupChanged, .locationChanged, .push, .reload, .hasContent,
    ]

    /// The step that runs now.
    package private(set) var running: Step?
    private var staleReasons: [String: Set<UpdateReason>] = [:]
    /// The stale languages in which the update does not wait for ``UnseenUpdateBudget``.
    private var urgentLanguages: Set<String> = []
    /// When something changed first and last that is not shown, in each stale language.
    private var changes: [String: ClosedRange<Date>] = [:]
    /// The changes that the update that runs is to show.
    private var runningChanges: ClosedRange<Date>?
    /// Whether the update that runs did not wait for ``UnseenUpdateBudget``.
    private var isRunningUrgent = false
    private var taps: [TapID] = []
    private var cancellations = 0
    /// Whether a surface began to show the widget during the update that runs.
    private var isOpenedDuringUpdate = false

    /// Makes the state of a widget that has nothing to do.
    package init() {}

    /// Whether nothing runs and nothing waits in any language.
    ///
    /// Updates that wait until a page is open do not count.
    package var isSettled: Bool {
        running == nil && taps.isEmpty && urgentLanguages.isEmpty
    }

    /// Whether an update in a language waits that may go on waiting while no page shows the widget.
    package func hasDeferredUpdate(in language: String) -> Bool {
        staleReasons[language] != nil && !urgentLanguages.contains(language)
    }

    /// When something changed first and last that the content in a language does not show; `nil` if nothing has changed.
    package func changes(in language: String) -> ClosedRange<Date>? { changes[language] }

    /// Whether nothing runs and nothing waits in that language.
    package func isSettled(in language: String) -> Bool {
        running == nil && taps.isEmpty && staleReasons[language] == nil
    }

    /// Marks the content as stale.
    ///
    /// - Parameters:
    ///   - reason: Why.
    ///   - languages: In which languages.
    ///   - isUrgent: Whether the update runs at once even if no page shows the widget and the reason is none of
    ///     ``urgentReasons``.
    ///   - change: When something changed, if the update need not keep ``UnseenUpdateBudget/spacing``.
    /// - Returns: Whether the running update must be cancelled, since it is superseded.
    package mutating func markStale(
        _ reason: UpdateReason,
        in languages: some Sequence<String>,
        isUrgent: Bool = false,
        changed change: Date? = nil
    ) -> Bool {
        let isUrgent = isUrgent || Self.urgentReasons.contains(reason)
        var supersedes = false
        for language in languages {
            if case .update(language, _) = running {
                // The running update makes what these ask for.
                if reason == .opened { isOpenedDuringUpdate = true }
                if reason == .opened || reason == .added || reason == .refreshTime { continue }
                // A widget that asks for another update in each one is not cancelled for it: only what ends is counted.
                supersedes = reason == .groupChanged || reason == .dayChanged || reason == .reload && isUrgent
            }
            staleReasons[language, default: []].insert(reason)
            if isUrgent { urgentLanguages.insert(language) }
            if let change { changes[language] = min(changes[language]?.lowerBound ?? change, change)...change }
        }
        guard supersedes, cancellations < Self.cancellationLimit else { return false }
        cancellations += 1
        return true
    }

    /// Puts a tap at the end of the queue.
    ///
    /// - Returns: Whether the running update must be cancelled, so that the tap does not wait for it.
    package mutating func enqueue(_ tap: TapID) -> Bool {
        taps.append(tap)
        guard case .update = running, cancellations < Self.cancellationLimit else { return false }
        cancellations += 1
        return true
    }

    /// Begins the next step, if nothing runs: taps first, then updates.
    ///
    /// - Parameter isWanted: Whether an update in a language that is not urgent is to run now; otherwise it goes on waiting.
    /// - Returns: The step, which now runs until ``finish(_:)``.
    package mutating func next(isWanted: (String) -> Bool) -> Step? {
        guard running == nil else { return nil }
        if !taps.isEmpty {
            running = .perform(taps.removeFirst())
        } else if let (language, reasons) = staleReasons.sorted(by: { $0.key < $1.key })
            .first(where: { urgentLanguages.contains($0.key) || isWanted($0.key) })
        {
            staleReasons[language] = nil
            runningChanges = changes.removeValue(forKey: language)
            isRunningUrgent = urgentLanguages.remove(language) != nil
            running = .update(language: language, reasons: reasons)
        }
        return running
    }

    /// Ends the running step.
    ///
    /// An update that failed or was cancelled runs once more if a surface began to show the widget meanwhile: that is no
    /// answer to the person who has only just come.
    package mutating func finish(_ end: StepEnd = .done) {
        if case .update(let language, let reasons) = running {
            if end == .cancelled {
                staleReasons[language, default: []].formUnion(reasons)
                if isRunningUrgent { urgentLanguages.insert(language) }
                if let earlier = runningChanges {
                    let last = max(earlier.upperBound, changes[language]?.upperBound ?? earlier.upperBound)
                    changes[language] = earlier.lowerBound...last
                }
            } else {
                cancellations = 0
            }
            if end != .done, isOpenedDuringUpdate {
                staleReasons[language, default: []].insert(.opened)
                urgentLanguages.insert(language)
            }
        }
        isOpenedDuringUpdate = false
        running = nil
    }
}
