package import Foundation
package import TodayProtocol

/// The running and queued steps of one widget, which are updates and taps, one at a time, as a pure value.
package struct WidgetStateMachine: Sendable {
    /// A request to the widget's process.
    package enum Step: Hashable, Sendable {
        case perform(TapID)
        /// Make content in a language, for these reasons.
        case update(language: String, reasons: Set<UpdateReason>)
    }

    package enum StepEnd: Hashable, Sendable {
        case done
        /// The update was cancelled and must run again for the same reasons.
        case cancelled
        case failed
        /// The widget could not be asked because its process is paused.
        case notAsked
    }

    /// Number of consecutive updates that may be cancelled in favour of newer ones, so that a stream of changes cannot
    /// keep the screen from ever showing one.
    package static let cancellationLimit = 3

    /// Reasons to update a widget at once in every case; other updates wait for ``UnseenUpdateBudget`` unless a person
    /// asked, since requests of a process must not exceed that.
    package static let urgentReasons: Set<UpdateReason> = [.added, .opened, .tap, .retry]

    /// Reasons that mean that something changed; the others mean that a time has come.
    package static let changeReasons: Set<UpdateReason> = [
        .groupChanged, .locationChanged, .push, .reload, .hasContent,
    ]

    package private(set) var running: Step?
    private var staleReasons: [String: Set<UpdateReason>] = [:]
    /// Stale languages whose update does not wait for ``UnseenUpdateBudget``.
    private var urgentLanguages: Set<String> = []
    /// Times of the first and the last change that is not shown, for each stale language.
    private var changes: [String: ClosedRange<Date>] = [:]
    /// Times of the first and the last change for which the running update runs.
    private var runningChanges: ClosedRange<Date>?
    /// `true` if the running update did not wait for ``UnseenUpdateBudget``.
    private var isRunningUrgent = false
    private var taps: [TapID] = []
    private var cancellations = 0
    /// `true` if a surface began to show the widget during the running update.
    private var isOpenedDuringUpdate = false

    package init() {}

    /// `true` if nothing is running or queued in any language, apart from updates that wait until a page is open.
    package var isSettled: Bool {
        running == nil && taps.isEmpty && urgentLanguages.isEmpty
    }

    /// Returns `true` if an update in a language is queued that may wait while no page shows the widget.
    package func hasDeferredUpdate(in language: String) -> Bool {
        staleReasons[language] != nil && !urgentLanguages.contains(language)
    }

    /// Returns the times of the first and the last change that the content in a language does not show; `nil` if there
    /// is none.
    package func changes(in language: String) -> ClosedRange<Date>? { changes[language] }

    /// Returns `true` if nothing is running and nothing is queued in a language.
    package func isSettled(in language: String) -> Bool {
        running == nil && taps.isEmpty && staleReasons[language] == nil
    }

    /// Marks the content as stale in some languages, and returns `true` if the running update must be cancelled.
    ///
    /// An urgent update runs at once even if no page shows the widget and the reason is none of ``urgentReasons``.
    /// `change` is the time of the change, if the update may run without ``UnseenUpdateBudget/spacing``.
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
                // The running update covers these reasons.
                if reason == .opened { isOpenedDuringUpdate = true }
                if reason == .opened || reason == .added || reason == .refreshTime { continue }
                // An update that the widget's process requests cancels no running one: only updates that end are
                // counted.
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

    /// Adds a tap to the queue; returns `true` if the running update must be cancelled so that the tap does not wait
    /// for it.
    package mutating func enqueue(_ tap: TapID) -> Bool {
        taps.append(tap)
        guard case .update = running, cancellations < Self.cancellationLimit else { return false }
        cancellations += 1
        return true
    }

    /// Begins the next step, which runs until ``finish(_:)``, if nothing is running: taps first, then updates in
    /// languages that are urgent or wanted.
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

    /// Ends the running step; an update that failed or was cancelled runs once more for a surface that began to show
    /// the widget meanwhile, because that person needs an answer too.
    package mutating func finish(_ end: StepEnd = .done) {
        if case .update(let language, let reasons) = running {
            if end == .cancelled {
                staleReasons[language, default: []].formUnion(reasons)
                if isRunningUrgent { urgentLanguages.insert(language) }
            } else {
                cancellations = 0
            }
            // What the update did not show is still to be shown, by the retry after a failure.
            if end != .done, let earlier = runningChanges {
                let last = max(earlier.upperBound, changes[language]?.upperBound ?? earlier.upperBound)
                changes[language] = earlier.lowerBound...last
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
