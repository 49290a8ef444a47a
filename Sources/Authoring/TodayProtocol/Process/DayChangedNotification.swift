import JSONRPC

/// Host to process: the day, the clock or the time zone changed.
package struct DayChangedNotification: RPCNotification {
    /// The method's name on the wire.
    package static let method = "day/changed"

    /// The new day, zone and time.
    package var context: RequestContext

    /// Tells of a context.
    package init(context: RequestContext) { self.context = context }
}
