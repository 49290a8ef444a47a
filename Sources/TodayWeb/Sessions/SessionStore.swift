import Foundation
import Host
import HostAPI
import JSON

/// The browsers that are signed in; they stay so when the host starts again.
///
/// A session ends 180 days after the browser was last seen, when the person signs out, or when more than 32 others
/// were seen after it. Only hashes of the tokens are kept.
actor SessionStore {
    /// How long a browser that is not seen stays signed in, in seconds.
    static let lifetime = 180 * 86_400
    /// How many browsers may be signed in.
    static let limit = 32

    private static let setting = "web.sessions"
    /// How old "last seen" may become before it is written anew, in seconds.
    private static let freshness = 86_400.0

    private let host: any HostFacade
    private let now: @Sendable () -> Date
    private var sessions: [WebSession]
    private var isWriting = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Reads the sessions.
    ///
    /// - Throws: What the host's database throws. Sessions that cannot be read are as if there were none.
    init(host: any HostFacade, now: @escaping @Sendable () -> Date = { Date() }) async throws(HostError) {
        self.host = host
        self.now = now
        let text = try await host.setting(Self.setting) ?? "[]"
        sessions = (try? JSONValue(parsing: text).decode([WebSession].self)) ?? []
    }

    /// Signs a browser in.
    ///
    /// - Parameter former: The token that the browser had until now; its session ends.
    /// - Returns: The token for its cookie; on disk when this returns.
    func begin(replacing former: Token?) async throws(HostError) -> Token {
        let token = Token.random()
        let date = now()
        if let former { remove(former) }
        sessions.append(WebSession(hash: token.hash, made: date, seen: date))
        try await write()
        return token
    }

    /// Whether a browser is signed in; it counts as seen.
    func isSignedIn(_ token: Token) async throws(HostError) -> Bool {
        let hash = token.hash
        let date = now()
        prune(at: date)
        guard let index = sessions.firstIndex(where: { Token.equal($0.hash, hash) }) else { return false }
        if date.timeIntervalSince(sessions[index].seen) > Self.freshness {
            sessions[index].seen = date
            try await write()
        }
        return true
    }

    /// Signs a browser out.
    func end(_ token: Token) async throws(HostError) {
        remove(token)
        try await write()
    }

    private func remove(_ token: Token) {
        let hash = token.hash
        sessions.removeAll { Token.equal($0.hash, hash) }
    }

    private func prune(at date: Date) {
        sessions.removeAll { date.timeIntervalSince($0.seen) > Double(Self.lifetime) }
        guard sessions.count > Self.limit else { return }
        sessions = Array(sessions.sorted { $0.seen > $1.seen }.prefix(Self.limit))
    }

    /// Writes what there is when it is this call's turn, one write after the other, so that the last one has it all.
    private func write() async throws(HostError) {
        while isWriting { await withCheckedContinuation { waiting.append($0) } }
        isWriting = true
        defer {
            isWriting = false
            if !waiting.isEmpty { waiting.removeFirst().resume() }
        }
        prune(at: now())
        let text: String
        do {
            text = try JSONValue(encoding: sessions).jsonText
        } catch {
            throw HostError(.internal, "The sessions cannot be written.", cause: error)
        }
        try await host.setSetting(Self.setting, text)
    }
}
