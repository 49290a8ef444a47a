import TodayProtocol

extension ProcessScoped {
    /// Returns the load, the memory and the storage of the computer at this moment.
    ///
    /// The process needs the entitlement `org.today.system-status`; a widget has it only by its own Entitlements.plist.
    ///
    /// - Throws: ``RequestError``: `notEntitled` without the entitlement, or after the person has revoked the right;
    ///   `limitExceeded` after 20 requests in ten seconds; `refused` if the host cannot read the state.
    public func systemStatus() async throws -> SystemStatus {
        let reply = try await process.session.ask(SystemStatusRequest())
        return SystemStatus(
            load: reply.load,
            processors: reply.processors,
            memory: SystemStatus.Capacity(reply.memory),
            swap: SystemStatus.Capacity(reply.swap),
            disk: SystemStatus.Capacity(reply.disk),
            uptime: .seconds(reply.uptime)
        )
    }
}

/// The load, the memory and the storage of the computer on which Today runs.
public struct SystemStatus: Hashable, Sendable {
    /// An amount of memory or storage, and the part of it that is available, in bytes.
    public struct Capacity: Hashable, Sendable {
        /// The whole amount; 0 if the computer has none.
        public let total: Int
        /// The amount that is free or can be freed on demand.
        public let available: Int
        /// The amount in use.
        public var used: Int { total - available }
        /// The fraction in use, 0 to 1; 0 if ``total`` is 0.
        public var usedFraction: Double { total > 0 ? Double(used) / Double(total) : 0 }

        /// Creates a capacity, for tests; `available` is clamped to `0...total`.
        public init(total: Int, available: Int) {
            self.total = max(0, total)
            self.available = min(max(0, available), self.total)
        }

        init(_ wire: SystemStatusRequest.Capacity) { self.init(total: wire.total, available: wire.available) }
    }

    /// The load averages over the last 1, 5 and 15 minutes: the number of tasks that ran or waited to run.
    public let load: [Double]
    /// The number of processors that are online.
    public let processors: Int
    /// The main memory.
    public let memory: Capacity
    /// The swap space; its total is 0 if the computer has none.
    public let swap: Capacity
    /// The file system of the root directory.
    public let disk: Capacity
    /// The time since the computer started.
    public let uptime: Duration

    /// Creates a status, for tests.
    public init(
        load: [Double] = [0, 0, 0],
        processors: Int = 1,
        memory: Capacity,
        swap: Capacity = Capacity(total: 0, available: 0),
        disk: Capacity,
        uptime: Duration = .zero
    ) {
        self.load = load
        self.processors = processors
        self.memory = memory
        self.swap = swap
        self.disk = disk
        self.uptime = uptime
    }
}
