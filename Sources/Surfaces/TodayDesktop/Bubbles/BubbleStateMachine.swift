import HostModel
import SessionBus
import TodayProtocol

/// The state of all bubbles on the notification server.
///
/// A value without a clock or a connection: it takes events and returns the steps to perform. At most ``waitingLimit``
/// bubbles wait for the server, or ``absentLimit`` while there is none; beyond that the oldest are dropped, since the
/// pages list the notifications anyway. At most ``callLimit`` calls are in flight, and at most ``limit`` bubbles are
/// known; beyond that the oldest one is closed.
struct BubbleStateMachine: Sendable {
    static let limit = 500
    static let waitingLimit = 200
    static let absentLimit = 20
    static let callLimit = 64
    /// Number of times that the server may go away before it answers the call; then the bubble is dropped.
    static let lossLimit = 2

    enum Purpose: Hashable, Sendable {
        case rule
        case owner
        case capabilities
        case bubble(DeliveredID)
        case close
    }

    var bubbles: [DeliveredID: Bubble] = [:]
    /// Notifications of the shown bubbles, by the server's numbers.
    var numbers: [UInt32: DeliveredID] = [:]
    /// Bubbles that wait to be sent, oldest first.
    var waiting: [DeliveredID] = []
    var calls: [BusToken: Purpose] = [:]
    var lastToken = BusToken(number: 0)
    /// Unique name of the server on the bus; `nil` if there is no server.
    var owner: String?
    /// Capabilities of the server; `nil` until it has listed them.
    var capabilities: ServerCapabilities?
    var isConnected = false
    var images = BundleImageIndex.empty
    private let language: String
    private var seen: Revision?

    /// Makes a state without bubbles; of the first list, notifications that are newer than `seen` are shown, and none
    /// if that is `nil`.
    init(seen: Revision? = nil, language: String) {
        self.seen = seen
        self.language = language
    }

    /// Handles an event of the host; of later lists than the first, notifications that are new were missed, and are
    /// shown.
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
            // A list holds only the newest notifications, and never those that are not to be listed.
            let oldest = state.older > 0 ? shown.first?.id : nil
            let gone = bubbles.values.filter { bubble in
                let id = bubble.notification.id
                return bubble.notification.isListed && !standing.contains(id) && oldest.map { id > $0 } ?? true
            }
            return gone.map(\.notification.id).sorted().flatMap { withdraw($0) }
                + shown.filter { $0.revision > seen }.flatMap { show($0, arrives: $0.arrived) }
        }
    }

    mutating func closeAll() -> [BubbleStep] { bubbles.keys.sorted().flatMap { withdraw($0) } }

    private mutating func show(_ notification: ShownNotification, arrives: Bool) -> [BubbleStep] {
        let id = notification.id
        guard var bubble = bubbles[id] else {
            guard arrives else { return [] }
            bubbles[id] = Bubble(notification)
            waiting.append(id)
            return trim() + sendWaiting(wakesServer: true)
        }
        // The id of a withdrawn notification is never reused.
        guard !bubble.isWithdrawn else { return [] }
        bubble.notification = notification
        bubble.arrives = bubble.arrives || arrives
        // A bubble closes when the person chooses an action; a change of the text alone does not show it again.
        let isOver = bubble.isActedOn && !arrives
        if arrives { bubble.isActedOn = false }
        if bubble.call != nil { bubble.isOutdated = !isOver }
        bubbles[id] = bubble
        guard bubble.call == nil, bubble.number != nil, !isOver else { return sendWaiting(wakesServer: arrives) }
        return send(id)
    }

    /// Closes a bubble: now, or when its pending call is answered.
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

/// The bubble of one notification, from its arrival until it is closed.
struct Bubble: Sendable {
    var notification: ShownNotification
    /// `true` if the bubble draws attention when it is sent next.
    var arrives = true
    /// Number that the server gave the bubble; `nil` while it is not shown.
    var number: UInt32?
    /// The pending call that shows the bubble; `nil` if there is none.
    var call: BusToken?
    var message: BubbleMessage?
    /// `true` if the notification has changed since the call.
    var isOutdated = false
    /// `true` if the bubble is to be closed as soon as the call is answered.
    var isWithdrawn = false
    /// `true` if the person chose an action on the bubble; later signals, such as its closing, are then ignored.
    var isActedOn = false
    /// Number of servers that went away before they answered.
    var losses = 0
    /// Activation token of the desktop, with which a program that the action opens may raise its window.
    var activationToken: String?

    init(_ notification: ShownNotification) { self.notification = notification }
}

enum BubbleStep: Hashable, Sendable {
    /// Call the bus; the reply comes back as an event with the token.
    case call(BusCall, BusToken)
    case perform(DesktopAction)
    /// Log that the server refused to show a bubble.
    case refused(DeliveredID, error: String)
    /// Log that there is no notification server, with the error that says so.
    case noServer(error: String)
    /// Log that there is a notification server, with its capabilities.
    case server(ServerCapabilities)
}

/// An action for the host or the person's browser, after the person used a bubble.
enum DesktopAction: Hashable, Sendable {
    /// The host performs the chosen action; a program that it opens may raise its window with the token.
    case answer(DeliveredID, action: String, text: String?, activation: String?)
    /// The browser opens the page that asks for the passcode or a text, since a bubble cannot.
    case ask(DeliveredID, action: String, activation: String?)
    case dismiss(DeliveredID)
    /// The host records that the desktop shows the bubble of a notification.
    case trace(DeliveredID)
}

extension BubbleStateMachine {
    /// Returns the step for a call, and remembers its purpose.
    mutating func call(_ call: BusCall, for purpose: Purpose) -> BubbleStep {
        lastToken = lastToken.next
        calls[lastToken] = purpose
        return .call(call, lastToken)
    }

    /// Closes the bubble with a number of the server; ignores later signals about that number.
    mutating func close(_ number: UInt32) -> BubbleStep {
        numbers[number] = nil
        return call(NotificationServer.close(number), for: .close)
    }

    mutating func forget(_ id: DeliveredID) {
        guard let bubble = bubbles.removeValue(forKey: id) else { return }
        if let number = bubble.number, numbers[number] == id { numbers[number] = nil }
        if let token = bubble.call { calls[token] = nil }
        waiting.removeAll { $0 == id }
    }

    /// Sends the waiting bubbles to the server, up to ``callLimit``; `wakesServer` lets the bus start one if none runs.
    mutating func sendWaiting(wakesServer: Bool) -> [BubbleStep] {
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

    /// Asks the server for its capabilities, unless that call is pending.
    mutating func askCapabilities() -> [BubbleStep] {
        guard isConnected, !calls.values.contains(.capabilities) else { return [] }
        return [call(NotificationServer.getCapabilities, for: .capabilities)]
    }

    /// Asks the server to show a bubble, in place of its earlier version.
    mutating func send(_ id: DeliveredID) -> [BubbleStep] {
        guard var bubble = bubbles[id], let capabilities else { return [] }
        let message = BubbleMessage(
            bubble.notification,
            for: capabilities,
            in: language,
            replaces: bubble.number ?? 0,
            arrives: bubble.arrives,
            icon: images.iconFile(of: bubble.notification.app)
        )
        let step = call(NotificationServer.notify(message), for: .bubble(id))
        bubble.message = message
        bubble.arrives = false
        bubble.isOutdated = false
        bubble.call = lastToken
        bubbles[id] = bubble
        return [step]
    }

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

extension ShownNotification {
    /// `true` if the notification drew attention when it was delivered.
    fileprivate var arrived: Bool { alertStyle != .none && level != .passive }
}
