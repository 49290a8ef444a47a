package import AdaptiveCards
package import HostModel
import Synchronization
package import TodayProtocol

package protocol WidgetProcesses: Sendable {
    /// Asks a widget for content, starting its process if necessary, for one update of a widget at a time, and never
    /// during ``perform(_:on:viewer:)`` for it; a superseded update is cancelled with the cancellation, and the process
    /// may then stop early with ``WidgetUpdateResult/cancelled``.
    func update(_ request: WidgetUpdateRequest, of widget: WidgetID, cancellation: UpdateCancellation) async
        -> WidgetUpdateResult

    /// Performs a tap: calls the process, again if it dies, and commits its effects together with the completion of the
    /// tap; returns the outcome, which is on disk, or `nil` if the host stops first.
    func perform(_ tap: Tap, on widget: WidgetID, viewer: Viewer) async -> TapOutcome?

    /// Returns the peak resident memory of the widget's process in bytes, for the ledger; `nil` if it is unknown.
    func peakMemory(of widget: WidgetID) -> Int?
}

package enum WidgetUpdateResult: Sendable {
    /// The widget sent content that passed every check, with the mistakes in its cards by their paths in the content.
    case content(WidgetContent, mistakes: [CardWarning] = [])
    /// The widget has no new data; the value lists the mistakes in its answer.
    case noData(mistakes: [CardWarning] = [])
    /// The widget stopped early because the update was superseded.
    case cancelled
    /// The update failed, with a sentence for the person; `retryAfter` is set if the widget could not be asked,
    /// `isOfWidget` is `true` if its process wrote the sentence, and `language` is then the sentence's language if the
    /// bundle has it.
    case failed(LocalizableText, retryAfter: Duration? = nil, isOfWidget: Bool = false, language: String? = nil)
}

/// Cancels a running update that is superseded.
package final class UpdateCancellation: Sendable {
    private enum State {
        case idle
        case cancelled
        case waiting(@Sendable () -> Void)
    }

    private let state = Mutex(State.idle)

    package init() {}

    package var isCancelled: Bool {
        state.withLock { state in
            if case .cancelled = state { true } else { false }
        }
    }

    /// Calls a closure when the update is cancelled, or at once if it already was.
    package func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .waiting(action)
            return false
        }
        if isCancelled { action() }
    }

    package func cancel() {
        let action: (@Sendable () -> Void)? = state.withLock { state in
            defer { state = .cancelled }
            guard case .waiting(let action) = state else { return nil }
            return action
        }
        action?()
    }
}
