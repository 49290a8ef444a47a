import AsyncPrimitives
import CloudStorage
import Foundation
import Logging
import Synchronization

/// Brings accepted pushes to their audience: those of one app in the order in which they were accepted, and each app in
/// its turn.
///
/// A step has an end that no sender can put off: so many channels are looked at, and so many terms are tested.
///
/// How far each has come is in the store, in the same commit as what it brought: a push goes on where it was however
/// the cloud ends, and reaches nobody twice.
package struct FanOut: Sendable {
    /// How many channels are looked at in one step for one push, unless its audience has many terms.
    package static let pageSize = 500
    /// How many channels are looked at for a push however many terms its audience has.
    static let smallestPage = 10
    /// How many terms are tested in one step, over all the channels that are looked at; the last push of the step may
    /// bring as many again.
    package static let termLimit = 50_000
    /// How many pushes share a step at most.
    static let batchSize = 32
    /// How long it waits after the store has failed.
    static let pause = Duration.seconds(1)

    let store: CloudStore
    let hint: Signal
    let turn: FanOutPosition
    let clock: any Clock<Duration>
    /// Waits until what was brought before, but for the last step, is on its way.
    let settled: @Sendable () async -> Void
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
                try logger.storeFailure("Pushes wait, since the store failed", error)
                try await clock.sleep(for: Self.pause)
            }
        }
    }

    /// Takes the oldest pushes of the app whose turn it is one step further.
    ///
    /// Several go along, then those of the apps after it, if each is done with this step; else a later push would
    /// overtake an earlier one, and a small one would wait for a large one.
    ///
    /// - Returns: Whether there was anything to do.
    package func step() async throws -> Bool {
        let pushes = try await store.pendingPushes(after: turn.last, limit: Self.batchSize)
        guard let first = pushes.first else { return false }
        // Also if its step fails: then the others have their turn first.
        turn.last = first.app
        var pages: [PushPage] = []
        var deliveries = 0
        var terms = 0
        for push in pushes {
            let (page, tested) = try await page(of: push)
            pages.append(page)
            deliveries += page.deliveries.count
            terms += tested
            if page.place != nil || deliveries >= Self.pageSize || terms >= Self.termLimit { break }
        }
        // So that between the events of steps the event loop hears those who ask.
        await settled()
        try await store.deliver(pages)
        return true
    }

    /// How many channels are looked at in one step for a push whose audience has so many terms.
    package static func pageSize(terms: Int) -> Int {
        min(pageSize, max(smallestPage, termLimit / max(1, terms)))
    }

    /// Looks for those whom a push goes to next, and tells how many terms that took.
    private func page(of push: UnfinishedPush) async throws -> (PushPage, Int) {
        let notice = notice(push.appName)
        let ended = (PushPage(push: push, deliveries: [], place: nil, notice: notice), 0)
        guard push.hasMessage || push.expires > now() else { return ended }
        let selection: PushSelection
        do {
            selection = try PushSelection(text: push.selection)
        } catch {
            logger.error("A push has an audience that cannot be read", metadata: ["push": "\(push.number.value)"])
            return ended
        }
        let terms = selection.audience.termCount
        let limit = Self.pageSize(terms: terms)
        let candidates = try await store.candidates(
            of: push.app,
            leaves: selection.audience.leaves,
            after: push.place,
            limit: limit,
            needsTags: selection.audience.asksForTags,
            lists: selection.audience.staticLists,
            attributes: selection.audience.attributeKeys
        )
        guard try await isWhole(selection.audience, of: push) else { return ended }
        let page = PushPage(
            push: push,
            deliveries: try candidates.filter { member in
                try Task.checkCancellation()
                return selection.includes(member)
            }.map { Delivery(device: $0.device, inbox: $0.inbox) },
            place: candidates.count < limit ? nil : candidates.last?.channel,
            notice: notice
        )
        // Looking for candidates is work too, if there are none.
        return (page, terms * max(Self.smallestPage, candidates.count))
    }

    /// Whether every static list that an audience names is still there, and no other of its name.
    ///
    /// To be asked after the candidates were read: what was to be left out must not be reached because a list is
    /// missing.
    private func isWhole(_ audience: Audience, of push: UnfinishedPush) async throws -> Bool {
        let gone = audience.staticLists.subtracting(
            try await store.knownStaticLists(among: audience.staticLists, of: push.app, before: push.number)
        )
        guard !gone.isEmpty else { return true }
        logger.notice(
            "A push is for nobody further, since a list of its audience is gone",
            metadata: ["app": "\(push.app.value)", "push": "\(push.number.value)", "lists": "\(gone.sorted())"]
        )
        return false
    }
}

/// Which app's pushes went first in the last step of the fan-out.
final class FanOutPosition: Sendable {
    private let app = Mutex(AppNumber(0))

    /// The app; the one with the number 0, which does not exist, before the first step.
    var last: AppNumber {
        get { app.withLock { $0 } }
        set { app.withLock { $0 = newValue } }
    }
}
