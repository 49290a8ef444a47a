import JSONRPC

/// Process to host: asks how busy the computer is.
///
/// Needs the entitlement `org.today.system-status`, which a widget has only by its own Entitlements.plist. A process sees
/// nothing of this from its sandbox; the host reads it when it is asked. At most 20 requests in ten seconds.
package struct SystemStatusRequest: RPCRequest {
    package static let method = "system/status"

    /// What is used, and what there is, in bytes.
    package struct Capacity: Codable, Hashable, Sendable {
        package var total: Int
        /// What is free, or would be if something asked for it.
        package var available: Int

        package init(total: Int, available: Int) {
            self.total = total
            self.available = available
        }
    }

    package struct Reply: Codable, Hashable, Sendable {
        /// How many tasks ran or waited to run, on average over the last 1, 5 and 15 minutes.
        package var load: [Double]
        /// How many processors are online.
        package var processors: Int
        package var memory: Capacity
        /// The swap space, of which a computer may have none.
        package var swap: Capacity
        /// The file system of the root folder.
        package var disk: Capacity
        /// For how long the computer has run, in seconds.
        package var uptime: Double

        package init(
            load: [Double],
            processors: Int,
            memory: Capacity,
            swap: Capacity,
            disk: Capacity,
            uptime: Double
        ) {
            self.load = load
            self.processors = processors
            self.memory = memory
            self.swap = swap
            self.disk = disk
            self.uptime = uptime
        }
    }

    package init() {}
}
