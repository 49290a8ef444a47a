import JSONRPC

/// Host to process: the day, the clock or the time zone changed.
package struct DayChangedNotification: RPCNotification {
    package static let method = "day/changed"

    /// The new day, zone and time.
    package var context: RequestContext

    package init(context: RequestContext) { self.context = context }
}
