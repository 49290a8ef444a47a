import JSONRPC

/// Process to host: asks for the load, the memory and the storage of the computer.
///
/// Needs the entitlement `org.today.system-status`, which a widget has only by its own Entitlements.plist. A process
/// cannot read these values in its sandbox; the host reads them for each request. At most 20 requests in ten seconds.
package struct SystemStatusRequest: RPCRequest {
    package static let method = "system/status"

    /// An amount of memory or storage, and the part of it that is available, in bytes.
    package struct Capacity: Codable, Hashable, Sendable {
        package var total: Int
        /// The amount that is free or can be freed on demand.
        package var available: Int

        package init(total: Int, available: Int) {
            self.total = total
            self.available = available
        }
    }

    package struct Reply: Codable, Hashable, Sendable {
        /// The load averages over the last 1, 5 and 15 minutes: the number of tasks that ran or waited to run.
        package var load: [Double]
        /// The number of processors that are online.
        package var processors: Int
        package var memory: Capacity
        /// The swap space; its total is 0 if the computer has none.
        package var swap: Capacity
        /// The file system of the root directory.
        package var disk: Capacity
        /// The time since the computer started, in seconds.
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
