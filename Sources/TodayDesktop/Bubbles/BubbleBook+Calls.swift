import HostStore
import Notifications

extension BubbleBook {
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
