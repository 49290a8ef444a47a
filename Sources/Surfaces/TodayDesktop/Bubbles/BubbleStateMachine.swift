import Host
import HostStorage
import Notifications
import SessionBus
import TodayProtocol

/// The state of all bubbles on the notification server.
///
/// It is a value without a clock or a connection: each event goes in, and the steps to perform come out. At most
/// ``waitingLimit`` bubbles wait for the server, ``absentLimit`` while there is none; beyond that the oldest are dropped,
/// since the pages list the notifications anyway. At most ``callLimit`` are sent at a time, and at most ``limit`` are
/// known; beyond that the oldest is closed.
struct BubbleStateMachine: Sendable {
    /// How many bubbles may be shown or wait.
    static let limit = 500
    /// How many may wait while there is a server.
    static let waitingLimit = 200
    /// How many may wait while there is no server.
    static let absentLimit = 20
    /// How many may be sent to the server and not answered.
    static let callLimit = 64
    /// How often the server may go away while it is asked to show a bubble before the bubble is dropped.
    static let lossLimit = 2

    /// The purpose of a call to the bus.
    enum Purpose: Hashable, Sendable {
        case rule
        case owner
        case capabilities
        case bubble(DeliveredID)
        case close
    }

    var bubbles: [DeliveredID: Bubble] = [:]
    /// The notifications of the bubbles that are shown, by the server's numbers.
    var numbers: [UInt32: DeliveredID] = [:]
    /// The bubbles that wait to be sent, oldest first.
    var waiting: [DeliveredID] = []
    var calls: [BusToken: Purpose] = [:]
    var lastToken = BusToken(number: 0)
    /// The server's unique name on the bus; `nil` if there is no server.
    var owner: String?
    /// The server's capabilities, once it has listed them.
    var capabilities: ServerCapabilities?
    var isConnected = false
    /// The images of the installed bundles.
    var images = BundleImageIndex.empty
    /// The BCP 47 tag of the person's language.
    private let language: String
    /// The newest commit that an event named; `nil` before the first event.
    private var seen: Revision?

    /// Makes a state without bubbles.
    ///
    /// - Parameters:
    ///   - seen: The newest commit before the surface was there: what was delivered since then is shown. If it is `nil`,
    ///     nothing of the first list is shown.
    ///   - language: The BCP 47 tag of the person's language, for the texts that are not the app's.
    init(seen: Revision? = nil, language: String) {
        self.seen = seen
        self.language = language
    }

    /// Handles an event of the host.
    ///
    /// Notifications of the first list are not shown again. Those that are new in a later list were missed, and are shown.
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
            // A list holds only the newest notifications, and none that are never listed.
            let oldest = state.older > 0 ? shown.first?.id : nil
            let gone = bubbles.values.filter { bubble in
                let id = bubble.notification.id
                return bubble.notification.isListed && !standing.contains(id) && oldest.map { id > $0 } ?? true
            }
            return gone.map(\.notification.id).sorted().flatMap { withdraw($0) }
                + shown.filter { $0.revision > seen }.flatMap { show($0, arrives: $0.arrived) }
        }
    }

    /// Closes every bubble.
    mutating func closeAll() -> [BubbleStep] { bubbles.keys.sorted().flatMap { withdraw($0) } }

    private mutating func show(_ notification: ShownNotification, arrives: Bool) -> [BubbleStep] {
        let id = notification.id
        guard var bubble = bubbles[id] else {
            guard arrives else { return [] }
            bubbles[id] = Bubble(notification)
            waiting.append(id)
            return trim() + sendWaiting(wakesServer: true)
        }
        // The id of a withdrawn notification is never used again.
        guard !bubble.isWithdrawn else { return [] }
        bubble.notification = notification
        bubble.arrives = bubble.arrives || arrives
        // After a choice the bubble closes; a changed text alone does not show it again.
        let isOver = bubble.isActedOn && !arrives
        if arrives { bubble.isActedOn = false }
        if bubble.call != nil { bubble.isOutdated = !isOver }
        bubbles[id] = bubble
        guard bubble.call == nil, bubble.number != nil, !isOver else { return sendWaiting(wakesServer: arrives) }
        return send(id)
    }

    /// Closes a bubble, at once or when its call is answered.
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
    /// Whether it draws attention when it is sent next.
    var arrives = true
    /// The server's number for it while it is shown.
    var number: UInt32?
    /// The call that shows it, until it is answered.
    var call: BusToken?
    /// The message that the server got last.
    var message: BubbleMessage?
    /// Whether the notification has changed since the call.
    var isOutdated = false
    /// Whether it is to be closed as soon as the call is answered.
    var isWithdrawn = false
    /// Whether the person chose something on it; later signals, such as its closing, are then ignored.
    var isActedOn = false
    /// How often the server went away before it answered.
    var losses = 0
    /// The desktop's token with which a program that the choice opens may raise its window.
    var activationToken: String?

    /// Makes a bubble that is not shown yet.
    init(_ notification: ShownNotification) { self.notification = notification }
}

/// A step to perform after an event.
enum BubbleStep: Hashable, Sendable {
    /// Call the bus; the reply is passed in again with the token.
    case call(BusCall, BusToken)
    /// Have the host or the browser perform an action.
    case perform(DesktopAction)
    /// Tell the host that a bubble is on the desktop.
    case shown(DeliveredID)
    /// Log that the server refused to show a bubble.
    case refused(DeliveredID, error: String)
    /// Log that there is no notification server, with the error that says so.
    case noServer(error: String)
    /// Log that there is a notification server, with its capabilities.
    case server(ServerCapabilities)
}

/// What the host or the person's browser must do after the person used a bubble.
enum DesktopAction: Hashable, Sendable {
    /// The host performs the chosen action; what then opens may raise its window with the token.
    case answer(DeliveredID, action: String, text: String?, activation: String?)
    /// The browser opens the page that asks for the passcode or a text, which a bubble cannot.
    case ask(DeliveredID, action: String, activation: String?)
    /// The host dismisses a notification.
    case dismiss(DeliveredID)
    /// The host notes that the bubble of a notification is on the desktop.
    case trace(DeliveredID)
}

extension BubbleStateMachine {
    /// Makes the step for a call, and remembers its purpose.
    mutating func call(_ call: BusCall, for purpose: Purpose) -> BubbleStep {
        lastToken = lastToken.next
        calls[lastToken] = purpose
        return .call(call, lastToken)
    }

    /// Closes the bubble with a number of the server; later signals about that number are ignored.
    mutating func close(_ number: UInt32) -> BubbleStep {
        numbers[number] = nil
        return call(NotificationServer.close(number), for: .close)
    }

    /// Removes a bubble from the state.
    mutating func forget(_ id: DeliveredID) {
        guard let bubble = bubbles.removeValue(forKey: id) else { return }
        if let number = bubble.number, numbers[number] == id { numbers[number] = nil }
        if let token = bubble.call { calls[token] = nil }
        waiting.removeAll { $0 == id }
    }

    /// Sends the waiting bubbles to the server, up to ``callLimit``.
    ///
    /// - Parameter wakesServer: Whether the bus starts a server if none runs.
    /// - Returns: The steps to perform.
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

    /// Asks the server for its capabilities, unless that call is under way.
    mutating func askCapabilities() -> [BubbleStep] {
        guard isConnected, !calls.values.contains(.capabilities) else { return [] }
        return [call(NotificationServer.getCapabilities, for: .capabilities)]
    }

    /// Asks the server to show a bubble, in place of the one that is shown.
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

    /// Drops the oldest bubbles beyond the limits.
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
    /// Whether it drew attention when it was delivered.
    fileprivate var arrived: Bool { alertStyle != .none && level != .passive }
}
