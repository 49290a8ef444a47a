import Synchronization
import TodayProtocol

/// What went wrong in one request without its author being able to notice, since reading defaults does not throw.
final class RequestScope: Sendable {
    /// Why what was read is not to be trusted.
    enum Problem: Hashable, Sendable {
        /// The process has no such group.
        case notEntitled(GroupID)
        /// A group could not be read; a sentence says why.
        case failed(String)

        /// Says that a group is missing, where the host cannot be asked for its own sentence.
        static func sentence(_ group: GroupID, _ facts: InitializeRequest) -> String {
            "\(facts.id) may not use the group \"\(group)\": name it under com.apple.security.application-groups in the "
                + "Entitlements.plist of the app and of the widget, spelt alike, and install the app again."
        }
    }

    private let first = Mutex<Problem?>(nil)

    /// The first problem, if there was one.
    var problem: Problem? { first.withLock(\.self) }

    func note(_ problem: Problem) { first.withLock { $0 = $0 ?? problem } }
}
