import Foundation
import Host
import Logging
import TodayTestSupport

/// Runs a test with a host on an empty state folder that is not running, so it starts no process.
///
/// - Parameter body: Receives the host, and a folder for what the test writes.
/// - Throws: What `body` throws, or why the host cannot be made.
func withIdleHost(_ body: (TodayHost, String) async throws -> Void) async throws {
    try await withTemporaryDirectory(isInMemory: true) { folder in
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let configuration = HostConfiguration(
            stateDirectory: URL(filePath: "\(folder)/state"),
            sandbox: .off,
            version: "1"
        )
        try await body(try await TodayHost(configuration: configuration, logger: logger), folder)
    }
}
