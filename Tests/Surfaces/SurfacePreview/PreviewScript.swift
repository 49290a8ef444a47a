import Foundation
import Host
import HostModel
import HostStorage
import Notifications
import SurfaceTestSupport
import TodayProtocol

/// Makes things happen in a preview, a line each; every line is answered with one.
///
/// `reminder [TITLE]` and `forecast` deliver a notification and `fill COUNT` many, quietly; `withdraw ID` takes one
/// back; `badge NUMBER`, `question`, `settings`, `failure`, `passcode [WORD]`, `link [PATH]` and `answers` do what they
/// say.
struct PreviewScript: Sendable {
    let host: StubHost
    let makeLink: @Sendable (String) -> String

    /// Follows the standard input on a thread of its own, until it ends.
    func start() {
        let thread = Thread {
            while let line = readLine() {
                print(run(line.split(separator: " ").map(String.init)))
                fflush(nil)
            }
        }
        thread.start()
    }

    private func run(_ words: [String]) -> String {
        let rest = words.dropFirst().joined(separator: " ")
        let number = Int64(rest) ?? 0
        switch words.first {
        case "reminder":
            let title = rest.isEmpty ? "Time to go shopping" : rest
            return host.deliver(Samples.reminder(title: title, ago: 0, from: Date())).description
        case "forecast": return host.deliver(Samples.forecast(from: Date())).description
        case "fill":
            for place in 0..<number {
                let reminder = Samples.reminder(
                    title: "Reminder \(place)",
                    ago: Double(number - place) * 60,
                    from: Date()
                )
                host.deliver(reminder, arrives: false)
            }
        case "withdraw": host.withdraw(DeliveredID(rawValue: number))
        case "badge": host.changeNotifications { $0.badges[Samples.shopping] = Int(number) }
        case "settings": host.changeNotifications { $0.settings = Array(Samples.permissions.dropFirst()) }
        case "question": host.changeNotifications { $0.settings = Samples.permissions }
        case "failure": host.changeNotifications { $0.failures.append(Samples.failure) }
        case "passcode": host.changeNotifications { $0.passcode = rest.isEmpty ? nil : rest }
        case "link": return makeLink(rest.isEmpty ? "/" : rest)
        case "answers":
            return host.with(\.notifications.answers).map { "\($0.answer.action) \($0.answer.text ?? "-")" }
                .joined(separator: ", ")
        default: return "unknown"
        }
        return "done"
    }
}
