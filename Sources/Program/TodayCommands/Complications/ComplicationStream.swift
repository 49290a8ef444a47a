package import Host
package import TodayProtocol

/// The lines of `today complication --follow`; a pure value.
///
/// There is one line for each change of the app's complication, also if the line is as the one before, since the format
/// may not show what changed. There is none for an event that changes nothing for this app.
package struct ComplicationStream: Sendable {
    /// Writes the lines.
    package let formatter: ComplicationFormatter
    /// The app; `nil` until a host was reached.
    package var app: AppID?
    /// What the last line shows; `.none` before the first line.
    private var last: ShownComplication??
    /// The app as it is shown now; `nil` if it has no complication, or if the host is not reached.
    package var shown: ShownComplication? { last ?? nil }

    /// Makes a stream that has written nothing.
    package init(_ formatter: ComplicationFormatter) { self.formatter = formatter }

    /// Receives an event of the host.
    ///
    /// - Returns: The line to write; `nil` if nothing has changed for the app.
    package mutating func receive(_ event: ComplicationEvent) -> String? {
        switch event.change {
        case .all(let state): return showIfNew(app.flatMap { state[$0] })
        case .removed(let removed): return removed == app ? showIfNew(nil) : nil
        case .set(let complication):
            guard complication.app == app else { return nil }
            last = .some(complication)
            return formatter.line(complication, of: app, isInStream: true)
        }
    }

    /// Notes that the host cannot be reached: nothing is shown until it can.
    ///
    /// - Returns: The line to write; `nil` if nothing is shown already.
    package mutating func disconnect() -> String? { showIfNew(nil) }

    private mutating func showIfNew(_ shown: ShownComplication?) -> String? {
        guard last != .some(shown) else { return nil }
        last = .some(shown)
        return formatter.line(shown, of: app, isInStream: true)
    }
}
