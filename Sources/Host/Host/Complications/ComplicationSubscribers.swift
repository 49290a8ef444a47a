import AsyncPrimitives
import HostModel
import HostStorage
import Logging
import Synchronization
import TodayProtocol
import TodayScreen

/// The subscriptions of surfaces to complications; each receives the changes in order.
final class ComplicationSubscribers: HostPart {
    private let services: HostDependencies
    private let subscriptions = SubscriptionList<String, UndeliveredComplications>()
    /// The revision of the last change that concerned surfaces.
    private let last: Mutex<Revision>

    init(_ services: HostDependencies) {
        self.services = services
        last = Mutex(services.durable.revision)
    }

    func didCommit(_ commit: Commit) {
        guard !UndeliveredComplications.changes(of: commit).isEmpty else { return }
        update(at: commit.revision) { $0.add(commit) }
    }

    /// Makes every surface reload everything, since apps or their names changed.
    func appsDidChange(_ registry: AppRegistry) {
        update(at: services.durable.nextRevision()) { pending in
            pending.addEverything()
            return true
        }
    }

    private func update(at revision: Revision, _ change: (inout UndeliveredComplications) -> Bool) {
        last.withLock { $0 = max($0, revision) }
        subscriptions.update(change)
    }

    func run() async {
        await Signal().wait()
        subscriptions.finish()
    }

    func state(in language: String) async throws(StoreError) -> ComplicationsState {
        let (revision, records) = try await services.durable.read { ($0.revision, try $0.complications()) }
        let all = records.compactMap { shown($0.complication, of: $0.app, in: language) }
        return ComplicationsState(
            revision: revision,
            complications: all.sorted { ($0.title.lowercased(), $0.app) < ($1.title.lowercased(), $1.app) }
        )
    }

    /// Adds the app's name and address to its complication; `nil` if the app is not installed or cannot be read.
    private func shown(_ complication: Complication, of app: AppID, in language: String) -> ShownComplication? {
        guard let app = services.registry.app(app) else { return nil }
        return ShownComplication(
            app: app.id,
            title: app.title.text(in: language),
            url: app.url,
            complication: complication
        )
    }

    /// Returns the changes that a surface does not show yet, followed by later ones; the first event has everything if
    /// the position is `nil` or of another run of the host, or if something has changed since.
    func events(in language: String, after position: ScreenPosition?) -> AsyncStream<ComplicationEvent> {
        let subscription = subscriptions.add(language, pending: UndeliveredComplications())
        // Compared after the subscription was added, so that a commit in between is not missed.
        let last = self.last.withLock(\.self)
        let isCurrent = position.map { $0.epoch == services.screen.epoch && $0.revision >= last } ?? false
        if !isCurrent {
            subscription.update { pending in
                pending.addEverything()
                return true
            }
        }
        return AsyncStream {
            await subscription.next { pending in
                pending.takeEvent { self.shown($1, of: $0, in: language) }
            } load: {
                await self.load(subscription)
            }
        }
    }

    /// Reads all complications if a subscription needs them; `true` if they were read, or if the stream has ended.
    private func load(_ subscription: Subscription<String, UndeliveredComplications>) async -> Bool {
        var isNeeded = false
        subscription.update { pending in
            isNeeded = pending.needsEverything
            pending.beginReading()
            return false
        }
        guard isNeeded else { return false }
        do throws(StoreError) {
            let state = try await state(in: subscription.subscriber)
            subscription.update { pending in
                pending.finishReading(state)
                return false
            }
            return true
        } catch {
            if error.code == .closed {
                subscription.finish()
                // The store is closed, so the stream ends without the complications.
                return true
            }
            subscription.update { pending in
                pending.addEverything()
                return false
            }
            services.logger.error("Complications cannot be read", metadata: ["error": "\(error)"])
            return false
        }
    }
}
