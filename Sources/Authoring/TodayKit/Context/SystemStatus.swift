import TodayProtocol

extension ProcessScoped {
    /// Asks how busy the computer is.
    ///
    /// The process needs the entitlement `org.today.system-status`; a widget has it only by its own Entitlements.plist.
    ///
    /// - Returns: The state of the computer at this moment.
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

/// How busy the computer on which Today runs is.
public struct SystemStatus: Hashable, Sendable {
    /// How much there is of something, and how much of it is left, in bytes.
    public struct Capacity: Hashable, Sendable {
        /// How much there is; 0 if the computer has none.
        public let total: Int
        /// How much is free, or would be if something asked for it.
        public let available: Int
        /// How much is in use.
        public var used: Int { total - available }
        /// The part that is in use, 0 to 1; 0 if there is none.
        public var usedFraction: Double { total > 0 ? Double(used) / Double(total) : 0 }

        /// Creates a capacity, for tests; `available` is brought into `0...total`.
        public init(total: Int, available: Int) {
            self.total = max(0, total)
            self.available = min(max(0, available), self.total)
        }

        init(_ wire: SystemStatusRequest.Capacity) { self.init(total: wire.total, available: wire.available) }
    }

    /// How many tasks ran or waited to run, on average over the last 1, 5 and 15 minutes.
    public let load: [Double]
    /// How many processors are online.
    public let processors: Int
    /// The main memory.
    public let memory: Capacity
    /// The swap space, of which a computer may have none.
    public let swap: Capacity
    /// The file system of the root folder.
    public let disk: Capacity
    /// For how long the computer has run.
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
