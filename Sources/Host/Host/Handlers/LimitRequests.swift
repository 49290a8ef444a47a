import Foundation
package import HostModel
import HostStorage
package import ProcessHost
import TodayProtocol

extension GetProcessLimitsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> ProcessLimits {
        let (store, apps) = (host.store, host.registry.all.map(\.id))
        let stored = try await store.search { reader in
            try apps.map { ($0.rawValue, try reader.storedBytes(of: $0)) }
        }
        return ProcessLimits(
            budget: ProcessBudget(),
            groups: host.groupLimit.limit,
            enforcement: host.gateway.enforcement,
            databaseBytes: store.appBytes,
            stored: Dictionary(stored) { first, _ in first }
        )
    }
}

extension ProcessLimits {
    package init(
        budget: ProcessBudget,
        groups: GroupLimit,
        enforcement: LimitEnforcement,
        databaseBytes: Int = DurableStore.defaultAppBytes,
        stored: [String: Int] = [:]
    ) {
        self.init(enforcement: enforcement)
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

extension ChargeDrawingRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        let registry = host.registry
        for (drawing, time) in times {
            let program =
                switch drawing {
                case .widget(let widget): registry.widget(widget)?.program
                case .page(let app): registry.app(app)?.program
                }
            if let program { host.gateway.charge(time, to: program.identity) }
        }
    }
}

extension SetGroupLimitRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        guard mebibytes != nil || files != nil, mebibytes.map(Self.sizes.contains) ?? true,
            files.map(Self.files.contains) ?? true
        else {
            throw HostError(
                .invalid,
                "The folder of a group may have 1 to \(Self.sizes.upperBound) MiB, and 1 to \(Self.files.upperBound) files."
            )
        }
        try await host.groupLimit.set(mebibytes: mebibytes, files: files)
    }
}

extension GetStorageUsageRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> Int {
        await Self.bytes(in: host.services.configuration.stateDirectory)
    }

    @concurrent
    private static func bytes(in folder: URL) async -> Int {
        FolderUsage(of: folder.path, filesLimit: .max).bytes
    }
}
