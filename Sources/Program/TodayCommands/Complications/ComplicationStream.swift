import Host
import TodayProtocol

/// The lines of `today complication --follow`; a pure value.
///
/// There is one line for each change of the app's complication, even if the line equals the previous one, since the
/// format may not show the change. An event that changes nothing for this app has no line.
struct ComplicationStream: Sendable {
    /// The formatter of the lines.
    let formatter: ComplicationFormatter
    /// The app; `nil` until the host was reached.
    var app: AppID?
    /// The complication in the last line; `.none` before the first line.
    private var last: ShownComplication??
    /// The current complication; `nil` if the app has none, or if the host cannot be reached.
    var shown: ShownComplication? { last ?? nil }

    init(_ formatter: ComplicationFormatter) { self.formatter = formatter }

    /// Receives an event of the host.
    ///
    /// - Returns: The line to write; `nil` if nothing has changed for the app.
    mutating func receive(_ event: ComplicationEvent) -> String? {
        switch event.change {
        case .all(let state): return showIfNew(app.flatMap { state[$0] })
        case .removed(let removed): return removed == app ? showIfNew(nil) : nil
        case .set(let complication):
            guard complication.app == app else { return nil }
            last = .some(complication)
            return formatter.line(complication, of: app, isInStream: true)
        }
    }

    /// Records that the host cannot be reached; nothing is shown until it can be.
    ///
    /// - Returns: The line to write; `nil` if nothing was shown.
    mutating func disconnect() -> String? { showIfNew(nil) }

    private mutating func showIfNew(_ shown: ShownComplication?) -> String? {
        guard last != .some(shown) else { return nil }
        last = .some(shown)
        return formatter.line(shown, of: app, isInStream: true)
    }
}
