import HostStorage
package import ProcessHost

/// Asks what the processes of apps and widgets may use.
package struct GetProcessLimitsRequest: HostRequest {
    /// Makes a request.
    package init() {}

    package func reply(from host: TodayHost) async throws -> ProcessLimits {
        ProcessLimits(budget: ProcessBudget(), groups: host.components.groupSize.limit)
    }
}

/// What the processes of apps and widgets may use.
package struct ProcessLimits: Codable, Hashable, Sendable {
    /// The memory of an app's process with everything that it started, in bytes.
    package var appMemory: Int
    /// The memory of a widget's process with everything that it started, in bytes.
    package var widgetMemory: Int
    /// The processor time for one request, in seconds.
    package var processorSeconds: Double
    /// How many processes one may have started, with itself.
    package var processes: Int
    /// The share of one processor of the host that a process may always take, from 0 to 1.
    package var hostShare: Double
    /// How many files its temporary folders may hold.
    package var temporaryFiles: Int
    /// What the folder of a group may take on the disk, in bytes.
    package var groupBytes: Int
    /// How many files the folder of a group may have.
    package var groupFiles: Int

    /// Describes the limits in force.
    package init(budget: ProcessBudget, groups: GroupLimit) {
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

/// Sets how large the folder of each group may be, for processes that run too.
///
/// Fails with `invalid` for a size outside of ``range``.
package struct SetGroupSizeRequest: HostRequest {
    /// The sizes that can be set, in mebibytes.
    package static let range = 1...65_536

    /// The size in mebibytes.
    package var mebibytes: Int

    /// Makes a request.
    package init(_ mebibytes: Int) { self.mebibytes = mebibytes }

    package func reply(from host: TodayHost) async throws {
        guard Self.range.contains(mebibytes) else {
            throw HostError(.invalid, "The folder of a group may have 1 to \(Self.range.upperBound) MiB.")
        }
        try await host.components.groupSize.set(mebibytes)
    }
}
