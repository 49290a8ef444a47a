import Foundation
import Host
import HostStorage
import Testing
import TodayTestSupport

/// What a host deletes when it starts.
@Suite struct SweepTests {
    @Test(arguments: [false, true])
    func copiesOfAppsStayAsLongAsTheStateBeforeARestore(isKept: Bool) async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let logger = RecordedLog().logger
            await (try HostStore(folder: folder, logger: logger)).close()
            // The database does not name it.
            let copy = "\(folder)/apps/org.example.App/1-a/App.app"
            let former = "\(folder)/before-restore-2026-11-21T080000Z"
            for place in isKept ? [copy, former] : [copy] {
                try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            }
            let configuration = HostConfiguration(
                stateDirectory: URL(filePath: folder, directoryHint: .isDirectory),
                sandbox: .off,
                version: "1"
            )
            _ = try await TodayHost(configuration: configuration, logger: logger)
            #expect(FileManager.default.fileExists(atPath: copy) == isKept)
        }
    }
}
