package import AdaptiveCards
import AsyncPrimitives
package import Foundation
import HostClock
import HostStorage
import Logging
import Synchronization
package import TodayProtocol

extension Screen {
    /// Records that a widget's process was ended while nothing was asked of it.
    ///
    /// The widget keeps its content, says why it is not up to date, and is updated again like after a failed update.
    ///
    /// - Parameters:
    ///   - widget: The widget.
    ///   - reason: Why it was ended, as a sentence for the person.
    ///   - peakMemory: Its greatest memory in bytes, if it was measured.
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

    /// Why a widget's last update failed, in the language in which it was updated last; `nil` if it did not.
    package func newestProblem(of widget: WidgetID) -> WidgetContentState.Problem? {
        contents.withLock { $0.newestState(of: widget)?.problem }
    }

    /// The mistakes in what a widget answered, in the language in which it was updated last.
    package func newestMistakes(of widget: WidgetID) -> [CardWarning] {
        contents.withLock { $0.newestState(of: widget)?.mistakes ?? [] }
    }

    /// When a widget's last update began that failed, in whichever language; `nil` if none did.
    package func lastAttempt(of widget: WidgetID) -> Date? { contents.withLock { $0.lastAttempt(of: widget) } }

    /// Why a widget's last update failed, in a language, or in any if it was not updated in that; `nil` if it did not.
    package func problem(of widget: WidgetID, in language: String? = nil) -> String? {
        contents.withLock { contents in
            let state = language.flatMap { contents.contentStates[widget]?[$0] } ?? contents.newestState(of: widget)
            return state?.problem?.sentence
        }
    }
}
