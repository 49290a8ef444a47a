import HostModel
import SessionBus
import TodayProtocol

extension BubbleStateMachine {
    mutating func apply(_ event: BusEvent) -> [BubbleStep] {
        switch event {
        case .connected:
            isConnected = true
            return NotificationServer.rules.map { call(BusNames.addMatch($0), for: .rule) }
                + [call(BusNames.owner(of: NotificationServer.name), for: .owner)]
        case .replied(let token, let reply): return take(reply, to: token)
        case .signal(let signal):
            guard let known = ServerSignal(signal) else { return [] }
            if case .owner(let owner) = known { return take(owner: owner) }
            // Any program may send such a signal; only the server's are valid.
            guard signal.sender == owner else { return [] }
            return take(known)
        }
    }

    /// Handles the loss of the connection to the bus, which also ends all bubbles.
    mutating func disconnect() -> [BubbleStep] {
        isConnected = false
        owner = nil
        forgetServer()
        return trim()
    }

    private mutating func take(_ reply: BusReply, to token: BusToken) -> [BubbleStep] {
        switch calls.removeValue(forKey: token) {
        case nil, .rule?, .close?: return []
        case .owner?:
            if case .values(let values) = reply, case .string(let name)? = values.first { return take(owner: name) }
            return sendWaiting(wakesServer: true)
        case .capabilities?: return take(capabilities: reply)
        case .bubble(let id)?: return take(reply, to: token, for: id)
        }
    }

    private mutating func take(owner name: String?) -> [BubbleStep] {
        guard name != owner else { return [] }
        let isStarted = owner == nil && capabilities == nil && calls.values.contains(.capabilities)
        owner = name
        // A server that the bus starts for a call acquires its name before it answers the call.
        if isStarted { return [] }
        forgetServer()
        return trim() + (name == nil ? [] : askCapabilities())
    }

    private mutating func take(capabilities reply: BusReply) -> [BubbleStep] {
        switch reply {
        case .values(let values):
            guard case .strings(let names)? = values.first else {
                return [.noServer(error: "GetCapabilities has no list")]
            }
            let known = Set(names.compactMap(ServerCapability.init))
            capabilities = known
            return [.server(known)] + sendWaiting(wakesServer: false)
        case .failure(let error): return [.noServer(error: error)] + trim()
        }
    }

    /// Removes the bubbles that the server shows; those that it has not answered yet wait for the next server.
    private mutating func forgetServer() {
        capabilities = nil
        numbers = [:]
        calls = [:]
        for (id, bubble) in bubbles where !waiting.contains(id) {
            guard bubble.call != nil, bubble.number == nil, !bubble.isWithdrawn else {
                bubbles[id] = nil
                continue
            }
            putBack(id)
        }
        waiting.sort()
    }

    private mutating func putBack(_ id: DeliveredID) {
        guard let bubble = bubbles[id], bubble.losses + 1 < Self.lossLimit else { return forget(id) }
        bubbles[id]?.losses += 1
        bubbles[id]?.call = nil
        bubbles[id]?.arrives = true
        waiting.append(id)
    }

    private mutating func take(_ reply: BusReply, to token: BusToken, for id: DeliveredID) -> [BubbleStep] {
        guard var bubble = bubbles[id], bubble.call == token else { return sendWaiting(wakesServer: false) }
        bubble.call = nil
        bubbles[id] = bubble
        switch reply {
        case .values(let values):
            guard case .uint32(let number)? = values.first, number != 0 else {
                forget(id)
                return [.refused(id, error: "Notify has no number")] + sendWaiting(wakesServer: false)
            }
            return up(id, as: number) + sendWaiting(wakesServer: false)
        case .failure(let error)
        where BusReply.unreachableErrors.contains(error) && bubble.number == nil && !bubble.isWithdrawn:
            // The server is gone; the bus reports the next one.
            capabilities = nil
            putBack(id)
            return [.noServer(error: error)] + trim()
        case .failure(let error):
            let old = bubble.number
            forget(id)
            return [.refused(id, error: error)] + (old.map { [close($0)] } ?? []) + sendWaiting(wakesServer: false)
        }
    }

    private mutating func up(_ id: DeliveredID, as number: UInt32) -> [BubbleStep] {
        guard let bubble = bubbles[id] else { return [] }
        if let old = bubble.number, old != number { numbers[old] = nil }
        bubbles[id]?.number = nil
        if let other = numbers[number], other != id { forget(other) }
        if bubble.isWithdrawn {
            forget(id)
            return [close(number)]
        }
        bubbles[id]?.number = number
        numbers[number] = id
        return [.perform(.trace(id))] + (bubble.isOutdated ? send(id) : [])
    }
}

extension BubbleStateMachine {
    /// Handles a signal of the server; ignores the numbers of other programs' bubbles.
    mutating func take(_ signal: ServerSignal) -> [BubbleStep] {
        switch signal {
        case .owner: return []
        case .activationToken(let number, let token):
            if let id = numbers[number] { bubbles[id]?.activationToken = token }
            return []
        case .actionInvoked(let number, let key):
            guard let (id, bubble) = open(number), let message = bubble.message else { return [] }
            let action = message.choices[key]
            if let action, action.needsAuthentication || action.textInput != nil {
                return act(id, .ask(id, action: action.identifier, activation: bubble.activationToken))
            }
            let isDefault = key == BubbleMessage.defaultKey
            guard let name = isDefault ? NotificationAction.defaultIdentifier : action?.identifier else { return [] }
            return act(id, .answer(id, action: name, text: nil, activation: bubble.activationToken))
        case .replied(let number, let text):
            guard let (id, bubble) = open(number), let action = bubble.message?.reply, !text.isEmpty else { return [] }
            return act(id, .answer(id, action: action.identifier, text: text, activation: bubble.activationToken))
        case .closed(let number, let isDismissal):
            guard let id = numbers.removeValue(forKey: number), let bubble = bubbles[id] else { return [] }
            if bubble.call != nil {
                // A newer version was already sent and will show in a bubble of its own.
                bubbles[id]?.number = nil
                return []
            }
            forget(id)
            return isDismissal && !bubble.isActedOn ? [.perform(.dismiss(id))] : []
        }
    }

    /// Returns the bubble with a number; `nil` if it is unknown, withdrawn, or already acted on.
    private func open(_ number: UInt32) -> (DeliveredID, Bubble)? {
        guard let id = numbers[number], let bubble = bubbles[id], !bubble.isActedOn, !bubble.isWithdrawn else {
            return nil
        }
        return (id, bubble)
    }

    private mutating func act(_ id: DeliveredID, _ action: DesktopAction) -> [BubbleStep] {
        bubbles[id]?.isActedOn = true
        return [.perform(action)]
    }
}
