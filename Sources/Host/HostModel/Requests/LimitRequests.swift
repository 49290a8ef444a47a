import AsyncPrimitives
package import TodayProtocol

/// Asks for the resource limits of the processes of apps and widgets.
package struct GetProcessLimitsRequest: HostRequest, RoutedRequest {
    package typealias Reply = ProcessLimits

    package static let routes = [Route(.get, "limits")]

    package init() {}
}

/// The resource limits of the processes of apps and widgets.
package struct ProcessLimits: Codable, Hashable, Sendable {
    /// The memory limit of an app's process, and of the app and its widgets together, in bytes.
    package var appMemory: Int = 0
    /// The memory limit of a widget's process with its child processes, in bytes.
    package var widgetMemory: Int = 0
    /// The processor time for one request, in seconds.
    package var processorSeconds: Double = 0
    /// The largest number of processes that a process may have started, including itself.
    package var processes: Int = 0
    /// The largest number of processes of an app and its widgets together.
    package var appProcesses: Int = 0
    /// The largest number of requests of an app and its widgets together that wait for the host's answers.
    package var appRequests: Int = 0
    /// The share of one processor that the host may always spend on a process, from 0 to 1.
    package var hostShare: Double = 0
    /// The largest number of files in a process's temporary folders.
    package var temporaryFiles: Int = 0
    /// The largest size of a group's folder on disk, in bytes.
    package var groupBytes: Int = 0
    /// The largest number of files in a group's folder.
    package var groupFiles: Int = 0
    /// The largest size of an app's data in the host's database, in bytes.
    package var databaseBytes: Int = 0
    /// The size of each app's data in the database, in bytes, by the app's identifier.
    package var stored: [String: Int] = [:]
    package var enforcement: LimitEnforcement

    /// Creates limits of zero, for the host to set.
    package init(enforcement: LimitEnforcement) { self.enforcement = enforcement }
}

/// Charges processes for the time that a surface has spent on drawing their cards, so that those with costly cards
/// wait.
package struct ChargeDrawingRequest: HostRequest {
    package enum Drawing: Hashable, Sendable {
        case widget(WidgetID)
        case page(of: AppID)
    }

    package var times: [Drawing: Duration]

    package init(_ times: [Drawing: Duration]) { self.times = times }

    /// Draws something on the thread that calls, and measures the processor time that this takes.
    package static func measure<Drawn>(_ draw: () throws -> Drawn) rethrows -> (drawn: Drawn, time: Duration) {
        let start = Duration.threadTime
        let drawn = try draw()
        return (drawn, .threadTime - start)
    }
}

/// Sets the size limits of groups' folders, also for running processes; fails with `invalid` unless one is given and
/// both are in their ranges.
package struct SetGroupLimitRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.put, "settings/group-limit")]

    /// The sizes that can be set, in mebibytes.
    package static let sizes = 1...65_536

    /// The numbers of files and folders that can be set; counting more would take too long.
    package static let files = 1...1_000_000

    /// The size in mebibytes; `nil` to leave it as it is.
    package var mebibytes: Int?
    /// The number of files and folders; `nil` to leave it as it is.
    package var files: Int?

    package init(mebibytes: Int? = nil, files: Int? = nil) { (self.mebibytes, self.files) = (mebibytes, files) }
}

/// Asks for the size of the host's folder on disk, in bytes: its databases, the installed bundles, and their data.
package struct GetStorageUsageRequest: HostRequest, RoutedRequest {
    package typealias Reply = Int

    package static let routes = [Route(.get, "storage")]

    package init() {}
}

extension HostAccess {
    package func charging<Drawn>(
        _ drawing: ChargeDrawingRequest.Drawing,
        _ draw: () throws -> Drawn
    ) async throws -> Drawn {
        let (drawn, time) = try ChargeDrawingRequest.measure(draw)
        try await send(ChargeDrawingRequest([drawing: time]))
        return drawn
    }
}
