import AsyncPrimitives
import Foundation
import Synchronization
import TodayProtocol
import TodayScreen

/// What browsers have sent to be shared, until the person has chosen an app; in memory only, and bounded.
///
/// Each session sees its own. A new one replaces the oldest of the session, and then the oldest of all.
///
/// Images that are too large to be shared wait here until the page's script has made them smaller: those of one share for
/// each session, for a short time, and at most ``largeBytes`` of all sessions.
final class ShareDrafts: Sendable {
    /// How long one is kept, in seconds.
    static let lifetime = 900.0
    /// How many are kept for one session.
    static let sessionLimit = 4
    /// How many are kept for all sessions; each has at most about 600 KiB, but for those that are large.
    static let limit = 32
    /// How long a large one is kept, in seconds.
    static let largeLifetime = 120.0
    /// How many bytes the images of all large ones have together.
    static let largeBytes = 64 * 1024 * 1024

    /// Something that is to be shared, or was.
    struct Draft: Sendable {
        /// What is in its address.
        let id: String
        /// The hash of the token of the session that sent it.
        let session: String
        /// Until when it is kept.
        var end: Date
        /// What is shared; empty once it was.
        var content: SharedContent
        /// How many times an app has refused it; each attempt is a share of its own.
        var failures = 0
        var result: Result?

        /// Whether its images must be made smaller before it can be shared.
        var isLarge: Bool { content.hasLargeImages }
        /// The id under which it is shared: the same however often the person sends the form.
        var share: TapID { TapID("\(id).\(failures)") }
    }

    /// How it was shared.
    struct Result: Sendable {
        var app: AppID
        /// The id of the share.
        var share: TapID
        /// What the app says.
        var message: String?
        /// What can be undone.
        var undo: UndoOffer?
        var isUndone = false
    }

    /// Lets two forms be read at a time that may be large.
    ///
    /// Each needs the memory for its body and for a copy of its images.
    let reading = AsyncSemaphore(permits: 2, waitingLimit: 4)

    private let drafts = Mutex<[Draft]>([])
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// Keeps what a session has sent.
    ///
    /// - Returns: What is in its address.
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

    /// Something that a session has sent; `nil` if there is none, or it is too old.
    func draft(_ id: String, session: String) -> Draft? {
        drafts.withLock { drafts in
            removeOld(&drafts)
            return drafts.first { $0.id == id && $0.session == session }
        }
    }

    /// Changes something that is still kept.
    func change(_ draft: Draft, _ body: (inout Draft) -> Void) {
        drafts.withLock { drafts in
            guard let index = drafts.firstIndex(where: { $0.id == draft.id }) else { return }
            body(&drafts[index])
        }
    }

    /// Replaces the images of a large one with smaller ones, and keeps it from then on as any other.
    ///
    /// - Parameters:
    ///   - draft: The large one.
    ///   - images: The images, which are small enough.
    /// - Returns: `false` if it is no longer kept, or no longer large.
    func replaceImages(of draft: Draft, with images: [SharedImage]) -> Bool {
        drafts.withLock { drafts in
            removeOld(&drafts)
            guard let index = drafts.firstIndex(where: { $0.id == draft.id && $0.isLarge }) else { return false }
            drafts[index].content.images = images
            drafts[index].end = now().addingTimeInterval(Self.lifetime)
            return true
        }
    }

    /// Removes something that a session has sent, if it is still kept.
    func remove(_ id: String, session: String) {
        drafts.withLock { drafts in drafts.removeAll { $0.id == id && $0.session == session } }
    }

    /// Frees the memory of what is too old, until its task is cancelled.
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
