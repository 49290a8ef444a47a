import HostModel
import HostStorage
import Notifications
import SessionBus
import TodayProtocol

@testable import TodayDesktop

/// A state machine of bubbles, and the steps that it returned.
struct BubbleDriver {
    var machine: BubbleStateMachine
    private(set) var calls: [(call: BusCall, token: BusToken)] = []
    private(set) var actions: [DesktopAction] = []
    private(set) var notes: [BubbleStep] = []
    /// The notifications whose bubbles the server has, in order.
    private(set) var shown: [DeliveredID] = []

    /// A driver at a server that has these capabilities; nothing is listed.
    init(_ capabilities: ServerCapabilities? = [.actions, .body, .inlineReply], language: String = "en-US") {
        machine = BubbleStateMachine(language: language)
        take(BubbleSamples.event(.all(BubbleSamples.state([], revision: 1)), revision: 1))
        take(.connected)
        guard let capabilities else {
            answer("GetNameOwner", .failure("org.freedesktop.DBus.Error.NameHasNoOwner"))
            return
        }
        answer("GetNameOwner", .values([.string(BubbleSamples.server)]))
        answer("GetCapabilities", .values([.strings(capabilities.names)]))
        calls = []
        notes = []
    }

    mutating func take(_ event: NotificationEvent) { note(machine.apply(event)) }
    mutating func take(_ event: BusEvent) { note(machine.apply(event)) }
    mutating func disconnect() { note(machine.disconnect()) }
    mutating func closeAll() { note(machine.closeAll()) }

    mutating func show(_ notification: ShownNotification, arrives: Bool = true) {
        take(BubbleSamples.event(.shown(notification, arrives: arrives), revision: notification.revision.number))
    }

    mutating func withdraw(_ number: Int64) { take(BubbleSamples.event(.withdrawn(DeliveredID(rawValue: number)))) }

    /// Shows a notification in a bubble of a number.
    mutating func up(_ notification: ShownNotification, as number: UInt32) {
        show(notification)
        answer("Notify", .values([.uint32(number)]))
    }

    /// Answers the oldest call of a method that was not answered.
    mutating func answer(_ member: String, _ reply: BusReply) {
        guard let index = calls.firstIndex(where: { $0.call.member == member }) else { return }
        let token = calls.remove(at: index).token
        take(.replied(token, reply))
    }

    /// The methods that were called and not answered, with what tells one call from another.
    var open: [String] {
        calls.filter { $0.call.member != "AddMatch" }.map { call, _ in
            switch call.member {
            case "Notify":
                if case .uint32(let replaces) = call.arguments[1], case .string(let title) = call.arguments[3] {
                    return "Notify \(replaces) \(title)"
                }
                return "Notify ?"
            case "CloseNotification":
                if case .uint32(let number)? = call.arguments.first { return "Close \(number)" }
                return "Close ?"
            default: return call.member
            }
        }
    }

    /// Whether the last bubble that was asked for makes its sound.
    var isLoud: Bool {
        guard case .dictionary(let hints)? = calls.last(where: { $0.call.member == "Notify" })?.call.arguments[6] else {
            return false
        }
        return hints["suppress-sound"] == nil
    }

    private mutating func note(_ steps: [BubbleStep]) {
        for step in steps {
            switch step {
            case .call(let call, let token): calls.append((call, token))
            case .perform(.trace(let id)): shown.append(id)
            case .perform(let action): actions.append(action)
            case .refused, .noServer, .server: notes.append(step)
            }
        }
    }
}
