import AsyncPrimitives
import CloudStorage
import Logging
import Synchronization

/// Delivers accepted pushes to their audience: the pushes of an app in order, and the apps in turn.
///
/// Both the number of channels and the number of tested terms limit a step, so its cost is bounded for any audience.
/// The cursor of each push is stored in the same transaction as its deliveries, so a push continues after a crash where
/// it was, and no channel receives it twice.
package struct FanOut: Sendable {
    /// The number of channels of a push that one step considers, unless its audience has many terms.
    package static let pageSize = 1000
    /// The smallest number of channels of a push that a step considers, however many terms its audience has.
    static let smallestPage = 10
    /// The number of terms that one step tests, over all channels; its last push may exceed the limit.
    package static let termLimit = 50_000
    static let batchSize = 32

    let cloud: Cloud
    private var store: CloudStore { cloud.store }

    @concurrent
    func run() async throws {
        try await cloud.repeatWork(
            .pushes,
            retryDelay: .seconds(1),
            failureMessage: "Pushes wait, since the store failed"
        ) { try await step() ? .zero : nil }
    }

    /// Delivers one page of the oldest push of the app whose turn it is; returns `true` if there was a push.
    ///
    /// If that page is the last one of its push, the step continues with the app's next push, and then with those of
    /// the following apps, until the limits of a step are reached. It stops after a push that needs further steps, so
    /// that no later push of the app overtakes it.
    package func step() async throws -> Bool {
        let last = cloud.fanOutPosition.withLock { $0 }
        let pushes = try await store.pendingPushes(after: last, limit: Self.batchSize)
        guard let first = pushes.first else { return false }
        // The turn passes on even if this step fails, so that a failing push does not hold up other apps.
        cloud.fanOutPosition.withLock { $0 = first.app }
        var pages: [PushPage] = []
        var deliveries = 0
        var terms = 0
        for push in pushes {
            let (page, tested) = try await page(of: push)
            pages.append(page)
            deliveries += page.recipients.count
            terms += tested
            if page.cursor != nil || deliveries >= Self.pageSize || terms >= Self.termLimit { break }
        }
        // Gives the event loop time to serve requests between the events of two steps.
        await cloud.hub.waitForWrites()
        if try await store.deliver(pages) { cloud.wake(.outbox) }
        return true
    }

    /// Returns the number of channels of a push that one step considers, by the number of terms of its audience.
    package static func pageSize(terms: Int) -> Int {
        min(pageSize, max(smallestPage, termLimit / max(1, terms)))
    }

    /// Finds the next recipients of a push; also returns the number of tested terms.
    private func page(of push: UnfinishedPush) async throws -> (PushPage, Int) {
        let notice = cloud.inboxNotice(app: push.appName)
        let ended = (PushPage(push: push, recipients: [], cursor: nil, notice: notice), 0)
        guard push.hasMessage || push.expires > cloud.now() else { return ended }
        let selection: PushSelection
        do {
            selection = try PushSelection(text: push.selection)
        } catch {
            cloud.logger.error("A push has an audience that cannot be read", metadata: ["push": "\(push.number.value)"])
            return ended
        }
        let terms = selection.audience.termCount
        let limit = Self.pageSize(terms: terms)
        let candidates = try await store.candidates(
            of: push.app,
            leaves: selection.audience.leaves,
            after: push.cursor,
            limit: limit,
            needsTags: selection.audience.asksForTags,
            lists: selection.audience.staticLists,
            attributes: selection.audience.attributeKeys
        )
        guard try await hasItsStaticLists(selection.audience, of: push) else { return ended }
        let page = PushPage(
            push: push,
            recipients: try candidates.filter { member in
                try Task.checkCancellation()
                return selection.includes(member)
            },
            cursor: candidates.count < limit ? nil : candidates.last?.channel,
            notice: notice
        )
        // Finding candidates has a cost even if there are none.
        return (page, terms * max(Self.smallestPage, candidates.count))
    }

    /// Returns `true` if every static list of an audience still exists, and was not replaced by one of the same name.
    ///
    /// Must be called after the candidates were read: an audience may exclude the members of a list, who must not
    /// receive the push if the list is removed meanwhile.
    private func hasItsStaticLists(_ audience: Audience, of push: UnfinishedPush) async throws -> Bool {
        let missing = audience.staticLists.subtracting(
            try await store.knownStaticLists(among: audience.staticLists, of: push.app, before: push.number)
        )
        guard !missing.isEmpty else { return true }
        cloud.logger.notice(
            "A push is delivered to no further device, since a list of its audience is gone",
            metadata: ["app": "\(push.app.value)", "push": "\(push.number.value)", "lists": "\(missing.sorted())"]
        )
        return false
    }
}
