/// The rights of a device on the pages; each level includes the ones before it.
package enum DeviceRights: String, Codable, Hashable, Sendable, CaseIterable, Comparable {
    /// The device can view the screen, notifications and messages.
    case view
    /// The device can also tap, answer notifications, and decide about queued actions.
    case act
    /// The device can also change settings, the screen, apps and devices.
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
