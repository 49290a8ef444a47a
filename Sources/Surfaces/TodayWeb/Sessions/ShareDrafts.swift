import AsyncPrimitives
import Foundation
import HostModel
import Synchronization
import TodayProtocol

/// The content that browsers have sent to be shared, until the person has chosen an app; bounded, and in memory only.
///
/// Each session has its own drafts. A new one replaces the oldest of the session, and then the oldest of all.
///
/// Images that are too large to be shared wait here until the page's script has made them smaller: those of one draft
/// in each session, for a short time, and at most ``largeBytes`` in all sessions.
final class ShareDrafts: Sendable {
    /// Lifetime of a draft, in seconds.
    static let lifetime = 900.0
    /// Maximum number of drafts in one session.
    static let sessionLimit = 4
    /// Maximum number of drafts in all sessions; each has at most about 600 KiB, except for large ones.
    static let limit = 32
    /// Lifetime of a draft with images that are too large, in seconds.
    static let largeLifetime = 120.0
    /// Maximum size of the images in all such drafts together, in bytes.
    static let largeBytes = 64 * 1024 * 1024

    /// Content to be shared, or the result of sharing it.
    struct Draft: Sendable {
        /// Id in its URL.
        let id: String
        /// Hash of the token of the session that sent it.
        let session: String
        /// Expiration time.
        var end: Date
        /// Content to be shared; empty once it was.
        var content: SharedContent
        /// Number of times that an app has refused it; each attempt is a new share.
        var failures = 0
        var result: Result?

        /// `true` if its images must be made smaller before it can be shared.
        var isLarge: Bool { content.hasLargeImages }
        /// Id under which it is shared; the same when the person sends the form again.
        var share: TapID { TapID("\(id).\(failures)") }
    }

    /// The result of sharing a draft.
    struct Result: Sendable {
        var app: AppID
        /// Id of the share.
        var share: TapID
        /// Message of the app.
        var message: String?
        /// Offer to undo the share.
        var undo: UndoOffer?
        var isUndone = false
    }

    /// Limits the number of potentially large forms that are read at a time to two.
    ///
    /// Each needs memory for its body and for a copy of its images.
    let reading = AsyncSemaphore(permits: 2, waitingLimit: 4)

    private let drafts = Mutex<[Draft]>([])
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// Adds the content that a session has sent.
    ///
    /// - Returns: The id for its URL.
    func add(_ content: SharedContent, session: String) -> String {
        let end = now().addingTimeInterval(content.hasLargeImages ? Self.largeLifetime : Self.lifetime)
        let draft = Draft(id: Token.random().text, session: session, end: end, content: content)
        drafts.withLock { drafts in
            removeOld(&drafts)
            if draft.isLarge { drafts.removeAll { $0.isLarge && $0.session == session } }
            drafts.append(draft)
            let own = drafts.indices.filter { drafts[$0].session == session }
            if own.count > Self.sessionLimit { drafts.remove(at: own[0]) }
            if drafts.count > Self.limit { drafts.removeFirst() }
            while Self.largeBytes(of: drafts) > Self.largeBytes, let oldest = drafts.firstIndex(where: \.isLarge) {
                drafts.remove(at: oldest)
            }
        }
        return draft.id
    }

    /// Returns a draft of a session; `nil` if it does not exist or has expired.
    func draft(_ id: String, session: String) -> Draft? {
        drafts.withLock { drafts in
            removeOld(&drafts)
            return drafts.first { $0.id == id && $0.session == session }
        }
    }

    /// Changes a draft, if it still exists.
    func change(_ draft: Draft, _ body: (inout Draft) -> Void) {
        drafts.withLock { drafts in
            guard let index = drafts.firstIndex(where: { $0.id == draft.id }) else { return }
            body(&drafts[index])
        }
    }

    /// Replaces images that are too large with smaller ones; the draft then has the usual lifetime.
    ///
    /// Returns `false` if the draft no longer exists or is no longer large.
    func replaceImages(of draft: Draft, with images: [SharedImage]) -> Bool {
        drafts.withLock { drafts in
            removeOld(&drafts)
            guard let index = drafts.firstIndex(where: { $0.id == draft.id && $0.isLarge }) else { return false }
            drafts[index].content.images = images
            drafts[index].end = now().addingTimeInterval(Self.lifetime)
            return true
        }
    }

    /// Removes a draft of a session, if it still exists.
    func remove(_ id: String, session: String) {
        drafts.withLock { drafts in drafts.removeAll { $0.id == id && $0.session == session } }
    }

    /// Frees the memory of expired drafts, until its task is cancelled.
    func run(clock: some Clock<Duration> = ContinuousClock()) async {
        while (try? await clock.sleep(for: .seconds(Self.largeLifetime))) != nil { drafts.withLock { removeOld(&$0) } }
    }

    private static func largeBytes(of drafts: [Draft]) -> Int {
        drafts.filter(\.isLarge).flatMap(\.content.images).reduce(0) { $0 + $1.data.count }
    }

    private func removeOld(_ drafts: inout [Draft]) {
        let date = now()
        drafts.removeAll { $0.end <= date }
    }
}
