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
