import TodayProtocol

/// What the ways are called in which an app may ask for attention.
enum PermissionNames {
    /// The ways, in the order in which they are shown.
    static let order: [NotificationAuthorizationOption] = [.alert, .sound, .badge]

    /// The name of a switch.
    static func title(_ option: NotificationAuthorizationOption) -> String {
        switch option {
        case .alert: "Alerts"
        case .sound: "Sounds"
        case .badge: "Badges"
        }
    }

    /// Several in a sentence: “alerts, sounds and icon badges”.
    static func sentence(_ options: Set<NotificationAuthorizationOption>) -> String {
        let names = order.filter(options.contains).map { option in
            switch option {
            case .alert: "alerts"
            case .sound: "sounds"
            case .badge: "icon badges"
            }
        }
        guard let last = names.last, names.count > 1 else { return names.last ?? "nothing yet" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    /// Several in an attribute, separated by spaces.
    static func identifiers(_ options: Set<NotificationAuthorizationOption>) -> String {
        order.filter(options.contains).map(\.rawValue).joined(separator: " ")
    }
}
