import Foundation
import Synchronization
import TodayProtocol
import TodayScreen

/// What browsers have sent to be shared, until the person has chosen an app; in memory only, and bounded.
///
/// Each session sees its own. A new one replaces the oldest of the session, and then the oldest of all.
final class ShareDrafts: Sendable {
    /// How long one is kept, in seconds.
    static let lifetime = 900.0
    /// How many are kept for one session.
    static let sessionLimit = 4
    /// How many are kept for all sessions; each has at most about 600 KiB.
    static let limit = 32

    /// Something that is to be shared, or was.
    struct Draft: Sendable {
        /// What is in its address.
        let id: String
        /// The hash of the token of the session that sent it.
        let session: String
        /// Until when it is kept.
        let end: Date
        /// What is shared; empty once it was.
        var content: SharedContent
        /// How many times an app has refused it; each attempt is a share of its own.
        var failures = 0
        var result: Result?

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

    private let drafts = Mutex<[Draft]>([])
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// Keeps what a session has sent.
    ///
    /// - Returns: What is in its address.
    func add(_ content: SharedContent, session: String) -> String {
        let end = now().addingTimeInterval(Self.lifetime)
        let draft = Draft(id: Token.random().text, session: session, end: end, content: content)
        drafts.withLock { drafts in
            removeOld(&drafts)
            drafts.append(draft)
            let own = drafts.indices.filter { drafts[$0].session == session }
            if own.count > Self.sessionLimit { drafts.remove(at: own[0]) }
            if drafts.count > Self.limit { drafts.removeFirst() }
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

    private func removeOld(_ drafts: inout [Draft]) {
        let date = now()
        drafts.removeAll { $0.end <= date }
    }
}
