package import TodayProtocol

/// Who made a change.
package enum ChangeOrigin: Hashable, Sendable {
    /// The host itself.
    case host
    /// The person, on a surface or on the command line.
    case person
    /// An app's process.
    case app(AppID)
    /// A widget's process.
    case widget(WidgetID)
}
