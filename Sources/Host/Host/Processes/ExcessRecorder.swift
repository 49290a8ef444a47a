import Foundation
import HostStorage
import ProcessHost
import TodayProtocol
import TodayScreen

/// Makes known why a process was ended that exceeded a limit while nothing was asked of it.
///
/// If something was asked, the request failed, and whoever asked says why.
struct ExcessRecorder: Sendable {
    let registry: AppRegistry
    let screen: Screen
    let caches: CacheStore
    /// The time of day, for the ledger.
    let now: @Sendable () -> Date

    /// Writes the end to the ledger; a widget also shows it until its next update, and an open page of an app until it is
    /// drawn again.
    ///
    /// - Parameters:
    ///   - identity: Whose process it was.
    ///   - reason: Why it was ended.
    ///   - peakMemory: Its greatest memory in bytes, if it was measured.
    func record(_ identity: ProcessIdentity, _ reason: EndReason, peakMemory: Int?) async {
        switch identity {
        case .widget(let widget, _):
            guard let program = registry.widget(widget)?.program else { return }
            await screen.processDidEnd(widget, "\(program.title) \(reason.predicate).", peakMemory: peakMemory)
        case .app(let id):
            guard let app = registry.app(id) else { return }
            let sentence = "\(app.program.title) \(reason.predicate)."
            caches.record(
                BackgroundRun(
                    app: id,
                    date: now(),
                    reason: .idle,
                    outcome: .overran,
                    milliseconds: 0,
                    peakMemory: peakMemory,
                    message: sentence
                )
            )
            screen.processDidEnd(id, sentence)
        case .candidate: break
        }
    }
}
