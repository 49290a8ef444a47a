import Foundation
import Testing
import TodayProtocol
import TodayTestSupport

@testable import ProcessHost

@Suite struct GroupQuotaTests {
    private static let group = GroupID("group.com.example")

    /// Why a process must end that has nothing in its group's folder when it begins.
    private func excess(in folder: String, _ limit: GroupLimit, openIn processes: [String]) -> EndReason? {
        GroupQuota(groups: [Self.group: folder], start: [:], limit: { limit }).excess { processes }
    }

    @Test func deletedFilesThatAProcessHasOpenCount() async throws {
        try await withTemporaryDirectory { folder in
            let file = URL(filePath: "\(folder)/file")
            try Data(count: 2 << 20).write(to: file)
            let handle = try FileHandle(forReadingFrom: file)
            try FileManager.default.removeItem(at: file)
            let (size, count) = (GroupLimit(bytes: 1 << 20), GroupLimit(bytes: .max, files: 0))
            for limit in [size, count] { #expect(excess(in: folder, limit, openIn: []) == nil) }
            // Other tests of this process may have deleted files open too.
            let processes = ["/proc/self"]
            guard case .groupSize(Self.group, let used, limit: 1 << 20) = excess(in: folder, size, openIn: processes),
                used >= 2 << 20
            else {
                Issue.record("the bytes of a deleted file that is open do not count")
                return
            }
            guard case .groupFiles(Self.group, _, limit: 0) = excess(in: folder, count, openIn: processes) else {
                Issue.record("a deleted file that is open does not count as a file")
                return
            }
            try handle.close()
        }
    }
}
