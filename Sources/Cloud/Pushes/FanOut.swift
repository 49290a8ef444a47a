import CloudStore
import Foundation
import Logging
import Waiting

/// Brings accepted pushes to their audience, in the order in which they were accepted.
///
/// How far each has come is in the store, in the same commit as what it brought: a push goes on where it was however
/// the cloud ends, and reaches nobody twice.
package struct FanOut: Sendable {
    /// How many channels are looked at in one step.
    package static let pageSize = 500
    /// How many pushes share a step at most.
    static let batchSize = 32
    /// How long it waits after the store has failed.
    static let pause = Duration.seconds(1)

    let store: CloudStore
    let hint: Signal
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
    let notice: @Sendable (String) -> EventContent
    let logger: Logger

    /// Works until the task is cancelled.
    @concurrent
    func run() async throws {
        while true {
            try Task.checkCancellation()
            do {
                if try await step() { continue }
                try await clock.pause(for: nil, or: hint)
            } catch let error as CloudStoreError {
                logger.error("Pushes wait, since the store failed", metadata: ["error": "\(error)"])
                try await clock.sleep(for: Self.pause)
            }
        }
    }

    /// Takes the oldest pushes one step further.
    ///
    /// Several go along if each is done with this step; else a later push would overtake an earlier one.
    ///
    /// - Returns: Whether there was anything to do.
    package func step() async throws -> Bool {
        let pushes = try await store.pendingPushes(limit: Self.batchSize)
        var pages: [PushPage] = []
        var count = 0
        for push in pushes {
            let page = try await page(of: push)
            pages.append(page)
            count += page.deliveries.count
            if page.place != nil || count >= Self.pageSize { break }
        }
        guard !pages.isEmpty else { return false }
        try await store.deliver(pages)
        return true
    }

    private func page(of push: PendingPush) async throws -> PushPage {
        let notice = notice(push.appName)
        let ended = PushPage(push: push, deliveries: [], place: nil, notice: notice)
        guard push.hasMessage || push.expires > now() else { return ended }
        let selection: PushSelection
        do {
            selection = try PushSelection(text: push.selection)
        } catch {
            logger.error("A push has an audience that cannot be read", metadata: ["push": "\(push.number.value)"])
            return ended
        }
        let candidates = try await store.candidates(
            of: push.app,
            leaves: selection.audience.leaves,
            after: push.place,
            limit: Self.pageSize,
            attributes: selection.audience.attributeKeys
        )
        return PushPage(
            push: push,
            deliveries: candidates.filter(selection.includes).map { Delivery(device: $0.device, inbox: $0.inbox) },
            place: candidates.count < Self.pageSize ? nil : candidates.last?.channel,
            notice: notice
        )
    }
}
