import HostStorage
import JSONRPC
package import ProcessHost
package import TodayProtocol

/// Asks what the processes of apps and widgets may use.
package struct GetProcessLimitsRequest: HostRequest {
    /// Makes a request.
    package init() {}

    package func reply(from host: TodayHost) async throws -> ProcessLimits {
        let (store, apps) = (host.components.store.durable, host.components.registry.all.map(\.id))
        let stored = try await store.search { reader in
            try apps.map { ($0.rawValue, try reader.storedBytes(of: $0)) }
        }
        return ProcessLimits(
            budget: ProcessBudget(),
            groups: host.components.groupLimit.limit,
            enforcement: host.components.gateway.enforcement,
            databaseBytes: store.appBytes,
            stored: Dictionary(stored) { first, _ in first }
        )
    }
}

/// What the processes of apps and widgets may use.
package struct ProcessLimits: Codable, Hashable, Sendable {
    /// The memory of an app's process with everything that it started, and of the app and its widgets together, in bytes.
    package var appMemory: Int
    /// The memory of a widget's process with everything that it started, in bytes.
    package var widgetMemory: Int
    /// The processor time for one request, in seconds.
    package var processorSeconds: Double
    /// How many processes one may have started, with itself.
    package var processes: Int
    /// How many processes an app and its widgets may have together.
    package var appProcesses: Int
    /// How many requests of an app and its widgets together may wait for the host's answers.
    package var appRequests: Int
    /// The share of one processor of the host that a process may always take, from 0 to 1.
    package var hostShare: Double
    /// How many files its temporary folders may hold.
    package var temporaryFiles: Int
    /// What the folder of a group may take on the disk, in bytes.
    package var groupBytes: Int
    /// How many files the folder of a group may have.
    package var groupFiles: Int
    /// What an app may have in the host's database, in bytes.
    package var databaseBytes: Int
    /// What each app has there, by its identifier.
    package var stored: [String: Int]
    /// How these limits are enforced.
    package var enforcement: LimitEnforcement

    /// Describes the limits in force.
    package init(
        budget: ProcessBudget,
        groups: GroupLimit,
        enforcement: LimitEnforcement,
        databaseBytes: Int = DurableStore.defaultAppBytes,
        stored: [String: Int] = [:]
    ) {
        self.enforcement = enforcement
        self.databaseBytes = databaseBytes
        self.stored = stored
        appProcesses = budget.appProcesses
        appRequests = budget.appRequests
        appMemory = budget.appMemory
        widgetMemory = budget.widgetMemory
        processorSeconds = budget.cpuPerRequest / .seconds(1)
        processes = budget.processes
        hostShare = budget.hostShare
        temporaryFiles = budget.temporaryFiles
        groupBytes = groups.bytes
        groupFiles = groups.files
    }
}

/// Charges processes with the time in which a surface has drawn their cards, so that those wait that have too much drawn.
package struct ChargeDrawingRequest: HostRequest {
    /// What was drawn.
    package enum Drawing: Hashable, Sendable {
        /// A widget.
        case widget(WidgetID)
        /// A page of an app.
        case page(of: AppID)
    }

    /// The processor time of what was drawn.
    package var times: [Drawing: Duration]

    /// Makes a request.
    package init(_ times: [Drawing: Duration]) { self.times = times }

    package func reply(from host: TodayHost) async throws {
        let registry = host.components.registry
        for (drawing, time) in times {
            let program =
                switch drawing {
                case .widget(let widget): registry.widget(widget)?.program
                case .page(let app): registry.app(app)?.program
                }
            if let program { host.components.gateway.charge(time, to: program.identity) }
        }
    }

    /// Draws something, and measures the processor time that this takes.
    ///
    /// - Parameter draw: Draws it, on the thread that calls.
    /// - Returns: What `draw` returns, and the time.
    /// - Throws: What `draw` throws.
    package static func measure<Drawn>(_ draw: () throws -> Drawn) rethrows -> (drawn: Drawn, time: Duration) {
        let start = ReadingMeter.threadTime
        let drawn = try draw()
        return (drawn, ReadingMeter.threadTime - start)
    }
}

extension HostAccess {
    /// Draws something of a process, and charges it with the processor time that this takes.
    ///
    /// - Parameters:
    ///   - drawing: What is drawn.
    ///   - draw: Draws it.
    /// - Returns: What `draw` returns.
    /// - Throws: What `draw` throws.
    package func charging<Drawn>(
        _ drawing: ChargeDrawingRequest.Drawing,
        _ draw: () throws -> Drawn
    ) async throws -> Drawn {
        let (drawn, time) = try ChargeDrawingRequest.measure(draw)
        try await send(ChargeDrawingRequest([drawing: time]))
        return drawn
    }
}

/// Sets what the folder of each group may take, for processes that run too.
///
/// Fails with `invalid` for a number outside of ``sizes`` or ``files``, and for none at all.
package struct SetGroupLimitRequest: HostRequest {
    /// The sizes that can be set, in mebibytes.
    package static let sizes = 1...65_536
    /// The numbers of files and folders that can be set; counting more would take too long.
    package static let files = 1...1_000_000

    /// The size in mebibytes; `nil` to leave it as it is.
    package var mebibytes: Int?
    /// The number of files and folders; `nil` to leave it as it is.
    package var files: Int?

    /// Makes a request.
    package init(mebibytes: Int? = nil, files: Int? = nil) { (self.mebibytes, self.files) = (mebibytes, files) }

    package func reply(from host: TodayHost) async throws {
        guard mebibytes != nil || files != nil, mebibytes.map(Self.sizes.contains) ?? true,
            files.map(Self.files.contains) ?? true
        else {
            throw HostError(
                .invalid,
                "The folder of a group may have 1 to \(Self.sizes.upperBound) MiB, and 1 to \(Self.files.upperBound) files."
            )
        }
        try await host.components.groupLimit.set(mebibytes: mebibytes, files: files)
    }
}
