import HostStorage
import Notifications
import TodayProtocol

/// Which bubbles are up, on which server, and what is to be done when something happens to them.
///
/// A value without any clock or connection: it is told what happens, one thing after the other, and says what is to be
/// done. At most ``waitingLimit`` bubbles wait for the server, ``absentLimit`` while there is none; the oldest ones give
/// way, since the notifications stand on the pages all the same. At most ``callLimit`` are asked for at a time, and at
/// most ``limit`` known; the oldest is closed then.
struct BubbleStateMachine: Sendable {
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

/// The bubble of one notification, from the wish to show it until it is closed.
struct Bubble: Sendable {
    /// What it shows, or is to show.
    var notification: ShownNotification
    /// Whether the next words draw attention.
    var arrives = true
    /// The server's number for it, while it is up.
    var number: UInt32?
    /// The call that shows it and was not answered yet.
    var call: BusToken?
    /// What the server was told last.
    var message: BubbleMessage?
    /// Whether there are newer words than those of the call.
    var isOutdated = false
    /// Whether it is to be closed as soon as the call is answered.
    var isWithdrawn = false
    /// Whether the person chose something on it: what comes after that, such as its closing, means nothing more.
    var isActedOn = false
    /// How often a server went away before it answered.
    var losses = 0
    /// What a program that the person's choice starts may raise its window with.
    var activationToken: String?

    /// Wishes for a bubble.
    init(_ notification: ShownNotification) { self.notification = notification }
}

/// What is to be done after something happened to the bubbles.
enum BubbleStep: Hashable, Sendable {
    /// Call the bus; the reply is to be handed in with the token.
    case call(BusCall, BusToken)
    /// Have the host or the browser do something.
    case work(DesktopAction)
    /// Note that a server refused to show a bubble.
    case refused(DeliveredID, error: String)
    /// Note that there is no notification server, with the error that says so.
    case noServer(error: String)
    /// Note that a notification server is there and can do so much.
    case server(ServerCapabilities)
}

/// What the host and the person's browser have to do because of what happened on a bubble.
enum DesktopAction: Hashable, Sendable {
    /// The host does what the person chose; what then opens may raise its window with the token.
    case answer(DeliveredID, action: String, text: String?, activation: String?)
    /// The page opens that asks for what a bubble cannot ask for: the passcode, or text.
    case ask(DeliveredID, action: String, activation: String?)
    /// The host dismisses a notification.
    case dismiss(DeliveredID)
}

extension BubbleStateMachine {
    /// Makes a call's step, and remembers what it is for.
    mutating func call(_ call: BusCall, for purpose: Purpose) -> BubbleStep {
        lastToken = lastToken.next
        calls[lastToken] = purpose
        return .call(call, lastToken)
    }

    /// Closes what the server has under a number; what it says of that is not for us any more.
    mutating func close(_ number: UInt32) -> BubbleStep {
        numbers[number] = nil
        return call(NotificationServer.close(number), for: .close)
    }

    /// Forgets a bubble.
    mutating func forget(_ id: DeliveredID) {
        guard let bubble = bubbles.removeValue(forKey: id) else { return }
        if let number = bubble.number, numbers[number] == id { numbers[number] = nil }
        if let token = bubble.call { calls[token] = nil }
        waiting.removeAll { $0 == id }
    }

    /// Asks for the bubbles that wait, as many as may be asked for.
    ///
    /// - Parameter wakesServer: Whether the bus is to start a server where none is there.
    /// - Returns: What is to be done.
    mutating func pump(wakesServer: Bool) -> [BubbleStep] {
        guard isConnected, !waiting.isEmpty else { return [] }
        guard capabilities != nil else {
            return wakesServer || owner != nil ? askCapabilities() : []
        }
        var steps: [BubbleStep] = []
        var count = calls.values.count { if case .bubble = $0 { true } else { false } }
        while count < Self.callLimit, !waiting.isEmpty {
            steps += send(waiting.removeFirst())
            count += 1
        }
        return steps
    }

    /// Asks the server what it can do, unless it was asked.
    mutating func askCapabilities() -> [BubbleStep] {
        guard isConnected, !calls.values.contains(.capabilities) else { return [] }
        return [call(NotificationServer.getCapabilities, for: .capabilities)]
    }

    /// Asks the server to show a bubble, in the place of the one that is up.
    mutating func send(_ id: DeliveredID) -> [BubbleStep] {
        guard var bubble = bubbles[id], let capabilities else { return [] }
        let message = BubbleMessage(
            bubble.notification,
            for: capabilities,
            replaces: bubble.number ?? 0,
            arrives: bubble.arrives
        )
        let step = call(NotificationServer.notify(message), for: .bubble(id))
        bubble.message = message
        bubble.arrives = false
        bubble.isOutdated = false
        bubble.call = lastToken
        bubbles[id] = bubble
        return [step]
    }

    /// Lets the oldest bubbles give way.
    mutating func trim() -> [BubbleStep] {
        for id in waiting.prefix(max(0, waiting.count - (capabilities == nil ? Self.absentLimit : Self.waitingLimit))) {
            forget(id)
        }
        guard bubbles.count > Self.limit,
            let oldest = bubbles.filter({ $0.value.number != nil && $0.value.call == nil }).keys.min()
        else { return [] }
        return withdraw(oldest)
    }
}
