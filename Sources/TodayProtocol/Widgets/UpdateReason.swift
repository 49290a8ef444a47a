/// Why a widget is asked for content.
public enum UpdateReason: String, Codable, Hashable, CaseIterable, Sendable {
    /// The widget is on the screen for the first time.
    case added
    /// A surface began to show the screen.
    case opened
    /// The time passed that the widget itself named.
    case refreshTime
    /// A new day began, or the clock or the zone changed.
    case dayChanged
    /// Shared defaults of one of its groups changed.
    case groupChanged
    /// Its app or the person asked.
    case reload
    /// A tap was performed.
    case tap
    /// It has content again.
    case hasContent
    /// It answered that it has no new data while the host had none at all, or failed; this is another try.
    case retry
}
