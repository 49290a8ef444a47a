/// What a device may do on the pages; each step includes the ones before it.
package enum DeviceRights: String, Codable, Hashable, Sendable, CaseIterable, Comparable {
    /// It shows the screen, notifications and messages.
    case view
    /// It also taps, answers notifications, and decides about queued actions.
    case act
    /// It also changes settings, the screen, apps and devices.
    case change

    package static func < (left: DeviceRights, right: DeviceRights) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .view: 0
        case .act: 1
        case .change: 2
        }
    }
}
