import HostStore
import Notifications
import TodayProtocol

/// Which bubbles are up, on which server, and what is to be done when something happens to them.
///
/// A value without any clock or connection: it is told what happens, one thing after the other, and says what is to be
/// done. At most ``waitingLimit`` bubbles wait for the server, ``absentLimit`` while there is none; the oldest ones give
/// way, since the notifications stand on the pages all the same. At most ``callLimit`` are asked for at a time, and at
/// most ``limit`` known; the oldest is closed then.
struct BubbleBook: Sendable {
    /// How many bubbles may be up or wait.
    static let limit = 500
    /// How many may wait for a server that is there.
    static let waitingLimit = 200
    /// How many may wait for a server to come.
    static let absentLimit = 20
    /// How many may be asked for at a time.
    static let callLimit = 64
    /// How often a server may go away over a bubble before that one is given up.
    static let lossLimit = 2

    /// What a call was for.
    enum Purpose: Hashable, Sendable {
        case rule
        case owner
        case capabilities
        case bubble(DeliveredID)
        case close
    }

    var bubbles: [DeliveredID: Bubble] = [:]
    /// The notifications of the bubbles that are up, by the server's numbers.
    var numbers: [UInt32: DeliveredID] = [:]
    /// The bubbles that wait to be asked for, oldest first.
    var waiting: [DeliveredID] = []
    var calls: [BusToken: Purpose] = [:]
    var lastToken = BusToken(number: 0)
    /// The connection of the server, if one is there.
    var owner: String?
    /// What the server can do, once it has said so.
    var capabilities: ServerCapabilities?
    var isConnected = false
    /// The newest commit that was heard of; none before the first event.
    private var seen: Revision?

    /// Makes a book without bubbles.
    ///
    /// - Parameter seen: The newest commit before the surface was there: what was delivered since then is shown. Without
    ///   it the first list says what was there.
    init(seen: Revision? = nil) { self.seen = seen }

    /// Takes an event of the host.
    ///
    /// What stands in the list at the start is not shown again; what a later list has beyond that was missed and is.
    mutating func apply(_ event: NotificationEvent) -> [BubbleStep] {
        defer { seen = max(seen ?? event.revision, event.revision) }
        switch event.change {
        case .shown(let notification, let arrives): return show(notification, arrives: arrives)
        case .withdrawn(let id): return withdraw(id)
        case .summary: return []
        case .all(let state):
            guard let seen else { return [] }
            let shown = state.groups.flatMap(\.notifications).sorted { $0.id < $1.id }
            let standing = Set(shown.map(\.id))
            // A list names only its newest ones, and no bubble of a notification that is not listed at all.
            let oldest = state.older > 0 ? shown.first?.id : nil
            let gone = bubbles.values.filter { bubble in
                let id = bubble.notification.id
                return bubble.notification.isListed && !standing.contains(id) && oldest.map { id > $0 } ?? true
            }
            return gone.map(\.notification.id).sorted().flatMap { withdraw($0) }
                + shown.filter { $0.revision > seen }.flatMap { show($0, arrives: $0.level != .passive) }
        }
    }

    /// Takes every bubble away; for the end.
    mutating func closeAll() -> [BubbleStep] { bubbles.keys.sorted().flatMap { withdraw($0) } }

    private mutating func show(_ notification: ShownNotification, arrives: Bool) -> [BubbleStep] {
        let id = notification.id
        guard var bubble = bubbles[id] else {
            guard arrives else { return [] }
            bubbles[id] = Bubble(notification)
            waiting.append(id)
            return trim() + pump(wakesServer: true)
        }
        // A number that was withdrawn never comes again.
        guard !bubble.isWithdrawn else { return [] }
        bubble.notification = notification
        bubble.arrives = bubble.arrives || arrives
        // After a choice the bubble goes away; new words alone do not bring it back.
        let isOver = bubble.isActedOn && !arrives
        if arrives { bubble.isActedOn = false }
        if bubble.call != nil { bubble.isOutdated = !isOver }
        bubbles[id] = bubble
        guard bubble.call == nil, bubble.number != nil, !isOver else { return pump(wakesServer: arrives) }
        return send(id)
    }

    /// Takes a bubble away.
    mutating func withdraw(_ id: DeliveredID) -> [BubbleStep] {
        guard let bubble = bubbles[id] else { return [] }
        if bubble.call != nil {
            bubbles[id]?.isWithdrawn = true
            return []
        }
        forget(id)
        return bubble.number.map { [close($0)] } ?? []
    }
}
