import HostStore
import Notifications
import TodayProtocol

extension BubbleBook {
    /// Takes what the server tells of its bubbles; numbers that it does not have from us are passed over.
    mutating func take(_ signal: ServerSignal) -> [BubbleStep] {
        switch signal {
        case .owner: return []
        case .activationToken(let number, let token):
            if let id = numbers[number] { bubbles[id]?.activationToken = token }
            return []
        case .actionInvoked(let number, let key):
            guard let (id, bubble) = open(number), let message = bubble.message else { return [] }
            if key == BubbleMessage.defaultKey {
                return act(
                    id,
                    .answer(
                        id,
                        action: NotificationAction.defaultIdentifier,
                        text: nil,
                        activation: bubble.activationToken
                    )
                )
            }
            guard let action = message.choices[key] else { return [] }
            if action.needsAuthentication || action.textInput != nil {
                return act(id, .ask(id, action: action.identifier, activation: bubble.activationToken))
            }
            return act(id, .answer(id, action: action.identifier, text: nil, activation: bubble.activationToken))
        case .replied(let number, let text):
            guard let (id, bubble) = open(number), let action = bubble.message?.reply, !text.isEmpty else { return [] }
            return act(id, .answer(id, action: action.identifier, text: text, activation: bubble.activationToken))
        case .closed(let number, let isDismissal):
            guard let id = numbers.removeValue(forKey: number), let bubble = bubbles[id] else { return [] }
            if bubble.call != nil {
                // Newer words are on their way and come up in a bubble of their own.
                bubbles[id]?.number = nil
                return []
            }
            forget(id)
            return isDismissal && !bubble.isActedOn ? [.work(.dismiss(id))] : []
        }
    }

    /// The bubble under a number, if the person may still choose something on it.
    private func open(_ number: UInt32) -> (DeliveredID, Bubble)? {
        guard let id = numbers[number], let bubble = bubbles[id], !bubble.isActedOn, !bubble.isWithdrawn else {
            return nil
        }
        return (id, bubble)
    }

    private mutating func act(_ id: DeliveredID, _ work: DesktopWork) -> [BubbleStep] {
        bubbles[id]?.isActedOn = true
        return [.work(work)]
    }
}
