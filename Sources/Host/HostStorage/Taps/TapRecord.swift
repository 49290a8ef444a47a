package import FoundationEssentials
package import JSON
package import TodayProtocol

/// A recorded tap of a person on a surface.
package struct TapRecord: Hashable, Sendable {
    /// The id that the surface generated.
    package let id: TapID
    package let target: TapTarget
    /// The data from the surface: the action's data, the inputs and the URL of a scene.
    package let payload: JSONValue
    /// Time at which the host received it.
    package let received: Date
    package let state: TapState
}

package enum TapState: Hashable, Sendable {
    /// The process has not performed the tap.
    case pending
    /// The tap was performed.
    case done(TapResult)
    /// All attempts failed.
    case failed(TapResult)
}

/// The result of a finished tap.
package struct TapResult: Hashable, Sendable {
    /// The outcome that the page receives.
    package let outcome: JSONValue
    /// The commit that holds the tap's effects.
    package let effects: Revision
    package let finished: Date
}

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
