package import FoundationEssentials
package import JSON
package import TodayProtocol

/// Something a person did on a surface, as the host recorded it.
package struct TapRecord: Hashable, Sendable {
    /// The id that the surface made.
    package let id: TapID
    /// What was tapped.
    package let target: TapTarget
    /// What the surface sent with it: the action's data, inputs, a scene's URL.
    package let payload: JSONValue
    /// When the host received it.
    package let received: Date
    /// How far it has come.
    package let state: TapState
}

/// How far a tap has come.
package enum TapState: Hashable, Sendable {
    /// It waits for its process's answer.
    case pending
    /// It was performed.
    case done(TapResult)
    /// It was given up.
    case failed(TapResult)
}

/// What a finished tap left behind.
package struct TapResult: Hashable, Sendable {
    /// What the page is told.
    package let outcome: JSONValue
    /// The commit that holds the tap's effects.
    package let effects: Revision
    /// When it was finished.
    package let finished: Date
}

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
