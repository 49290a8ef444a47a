package import AdaptiveCards
import Synchronization
package import TodayProtocol

/// The widgets' processes, as the screen uses them.
package protocol WidgetProcesses: Sendable {
    /// Asks a widget for content; starts its process if need be.
    ///
    /// Called for one update of a widget at a time, and never while ``perform(_:on:viewer:)`` runs for it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - widget: The widget.
    ///   - cancellation: Cancelled when the update is superseded; the process may then end early, with
    ///     ``WidgetUpdateResult/cancelled``.
    /// - Returns: The result; failures are results too.
    func update(_ request: WidgetUpdateRequest, of widget: WidgetID, cancellation: UpdateCancellation) async
        -> WidgetUpdateResult

    /// Performs a tap: calls the process, again if it dies, and commits its effects together with the tap's completion.
    ///
    /// - Returns: How the tap ended, which is on disk; `nil` if the host stops first.
    func perform(_ tap: Tap, on widget: WidgetID, viewer: Viewer) async -> TapOutcome?

    /// The greatest resident memory of the widget's process in bytes, for the ledger; `nil` if it is not known.
    func peakMemory(of widget: WidgetID) -> Int?
}

/// How an update ended.
package enum WidgetUpdateResult: Sendable {
    /// The widget sent content that passed every check, and the mistakes in its cards, with their paths in the content.
    case content(WidgetContent, mistakes: [CardWarning] = [])
    /// The widget has no new data; the mistakes in its answer.
    case noData(mistakes: [CardWarning] = [])
    /// The widget stopped early, since the update was superseded.
    case cancelled
    /// The update failed, with a sentence for the person; when the widget can be asked again, if it could not be asked; whether
    /// the process wrote the sentence; and its language then, if it is one of those of its bundle.
    case failed(String, retryAfter: Duration? = nil, isOfWidget: Bool = false, language: String? = nil)
}

/// Cancels a running update that is superseded.
package final class UpdateCancellation: Sendable {
    private enum State {
        case idle
        case cancelled
        case waiting(@Sendable () -> Void)
    }

    private let state = Mutex(State.idle)

    /// Makes the cancellation of one update.
    package init() {}

    /// Whether the update was cancelled.
    package var isCancelled: Bool {
        state.withLock { state in
            if case .cancelled = state { true } else { false }
        }
    }

    /// Calls a closure when the update is cancelled, or at once if it was already.
    package func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .waiting(action)
            return false
        }
        if isCancelled { action() }
    }

    /// Cancels the update.
    package func cancel() {
        let action: (@Sendable () -> Void)? = state.withLock { state in
            defer { state = .cancelled }
            guard case .waiting(let action) = state else { return nil }
            return action
        }
        action?()
    }
}
