import Synchronization
package import TodayProtocol

/// What the screen needs of widget processes; the host supplies it.
package protocol WidgetProcesses: Sendable {
    /// Asks a widget for content, starting its process if need be.
    ///
    /// Called for one update of a widget at a time, and never while a perform of it runs.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - widget: Who is asked.
    ///   - recall: Is recalled when the answer is overtaken; the process may then end early with ``WidgetUpdateResult/recalled``.
    /// - Returns: The answer; every failure is one.
    func update(_ request: WidgetUpdateRequest, of widget: WidgetID, recall: UpdateCancellation) async
        -> WidgetUpdateResult

    /// Does what was tapped: asks the process, repeats that when the process dies, and commits its effects together
    /// with the tap's end.
    ///
    /// - Returns: How the tap ended, which is on disk; none if the host stops before the end.
    func perform(_ tap: Tap, on widget: WidgetID, viewer: Viewer) async -> TapOutcome?

    /// What the widget's process has used, for the ledger: its greatest resident memory in bytes.
    func peakMemory(of widget: WidgetID) -> Int?
}

/// How an update ended.
package enum WidgetUpdateResult: Sendable {
    /// With content that passed every check.
    case content(WidgetContent)
    /// Without new data.
    case noData
    /// Early, since something newer had overtaken it.
    case recalled
    /// Not; with a sentence for the person.
    case failed(String)
}

/// Tells a running update that its answer is overtaken.
package final class UpdateCancellation: Sendable {
    private enum State {
        case idle
        case recalled
        case waiting(@Sendable () -> Void)
    }

    private let state = Mutex(State.idle)

    /// Makes a recall for one update.
    package init() {}

    /// Whether the answer is overtaken.
    package var isCancelled: Bool {
        state.withLock { state in
            if case .recalled = state { true } else { false }
        }
    }

    /// Calls a closure when the answer is overtaken; at once if it is already.
    package func onCancel(_ tell: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if case .recalled = state { return true }
            state = .waiting(tell)
            return false
        }
        if isCancelled { tell() }
    }

    /// Says that the answer is overtaken.
    package func recall() {
        let tell: (@Sendable () -> Void)? = state.withLock { state in
            defer { state = .recalled }
            guard case .waiting(let tell) = state else { return nil }
            return tell
        }
        tell?()
    }
}
