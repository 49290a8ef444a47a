package import AdaptiveCards
import AsyncPrimitives
package import Foundation
import HostClock
import HostStorage
import Logging
import Synchronization
package import TodayProtocol

extension Screen {
    /// Records that a widget's process ended while it had no request.
    ///
    /// The widget keeps its content, shows why it is not up to date, and is updated again as after a failed update.
    ///
    /// - Parameters:
    ///   - widget: The widget.
    ///   - reason: The reason, as a sentence for the person.
    ///   - peakMemory: The process's peak memory in bytes, if it was measured.
    package func processDidEnd(_ widget: WidgetID, _ reason: String, peakMemory: Int?) async {
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
            message: reason
        )
        do {
            try await store.caches.append(entry.stored(of: widget))
        } catch {
            logger.error("The ledger cannot be kept", metadata: ["widget": "\(widget)", "error": "\(error)"])
        }
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
    package func problem(of widget: WidgetID, in language: String? = nil) -> String? {
        contents.withLock { contents in
            let state = language.flatMap { contents.contentStates[widget]?[$0] } ?? contents.newestState(of: widget)
            return state?.problem?.sentence
        }
    }
}
