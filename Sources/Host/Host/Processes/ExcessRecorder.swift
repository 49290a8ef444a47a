import HostClock
import HostModel
import HostStorage
import ProcessHost
import TodayProtocol
import TodayScreen

/// Reports the end of processes that exceeded a limit while they handled no request.
///
/// If a process exceeds a limit while it handles a request, the request fails, and its sender reports the reason.
struct ExcessRecorder: HostPart {
    let services: HostServices
    let gateway: ProcessGateway

    func run() async { await gateway.run(self) }

    /// Writes the end to the ledger, with the peak memory in bytes; a widget also shows it until its next update, and
    /// an open page of an app until it is drawn again.
    func record(_ identity: ProcessIdentity, _ reason: EndReason, peakMemory: Int?) async {
        switch identity {
        case .widget(let widget, _):
            guard let program = services.registry.widget(widget)?.program else { return }
            await services.screen.processDidEnd(widget, reason.sentence(about: program.title), peakMemory: peakMemory)
        case .app(let id):
            guard let app = services.registry.app(id) else { return }
            let sentence = reason.sentence(about: app.program.title)
            services.store.caches.record(
                BackgroundRun(
                    app: id,
                    date: services.clock.now,
                    reason: .idle,
                    outcome: .overran,
                    milliseconds: 0,
                    peakMemory: peakMemory,
                    message: sentence.english
                )
            )
            services.screen.processDidEnd(id, sentence)
        case .candidate: break
        }
    }
}
