import AsyncPrimitives
import Foundation
import HostClock
import HostModel
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
    package func processDidEnd(_ widget: WidgetID, _ reason: LocalizableText, peakMemory: Int?) async {
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
            message: reason.english
        )
        do {
            try await store.caches.append(entry.stored(of: widget))
        } catch {
            logger.error("The ledger cannot be kept", metadata: ["widget": "\(widget)", "error": "\(error)"])
        }
    }
}
