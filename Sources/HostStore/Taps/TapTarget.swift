package import TodayProtocol

/// What a person tapped.
package enum TapTarget: Hashable, Sendable {
    /// A widget on the screen.
    case widget(WidgetID)
    /// An app's scene.
    case app(AppID)

    var kind: String {
        switch self {
        case .widget: "widget"
        case .app: "app"
        }
    }

    var name: String {
        switch self {
        case .widget(let id): id.rawValue
        case .app(let id): id.rawValue
        }
    }

    init?(kind: String, name: String) {
        switch kind {
        case "widget": self = .widget(WidgetID(name))
        case "app": self = .app(AppID(name))
        default: return nil
        }
    }
}
