import Foundation
import Glibc
import Testing

@testable import ProcessHost

/// Locks are counted at the descriptors of their files, of whatever kind these are.
@Suite struct DescriptorUsageTests {
    private func lock(_ descriptor: Int32, places: Range<Int>) {
        for place in places {
            var lock = flock()
            (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(F_WRLCK), 0, off_t(2 * place), 1)
            let result = fcntl(descriptor, F_SETLK, &lock)
            #expect(result == 0)
        }
    }

    private func locks(limit: Int?) -> Int {
        DescriptorUsage(of: ["/proc/self"], limit: 100_000, lockLimit: limit).locks
    }

    @Test func theLocksOfFilesAndPipesAreCounted() throws {
        let file = try #require(tmpfile())
        defer { fclose(file) }
        let pipe = Pipe()
        // Other tests of this process have locks too.
        lock(fileno(file), places: 0..<400)
        lock(pipe.fileHandleForWriting.fileDescriptor, places: 0..<200)
        #expect(locks(limit: 100_000) >= 600)
        #expect(locks(limit: nil) == 0)
        // Reading ends where there are too many, also within the lines of one file.
        #expect(locks(limit: 10) > 10)
        lock(fileno(file), places: 400..<3000)
        #expect(locks(limit: 100) > 100)
    }
}
