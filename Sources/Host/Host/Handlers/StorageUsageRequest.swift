import Foundation
import HostModel

extension GetStorageUsageRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> Int {
        await Self.bytes(in: host.services.configuration.stateDirectory)
    }

    /// Returns the total size of the files in a folder, in bytes, as far as they can be read.
    @concurrent
    private static func bytes(in folder: URL) async -> Int {
        let keys: Set<URLResourceKey> = [.isRegularFileKey, .fileSizeKey]
        guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: Array(keys)) else {
            return 0
        }
        var sum = 0
        while let file = files.nextObject() as? URL {
            let values = try? file.resourceValues(forKeys: keys)
            if values?.isRegularFile == true { sum += values?.fileSize ?? 0 }
        }
        return sum
    }
}
