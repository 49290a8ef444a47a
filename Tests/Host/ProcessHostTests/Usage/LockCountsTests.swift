import Foundation
import Glibc
import Synchronization
import Testing

@testable import ProcessHost

/// The locks of files of all processes are read once for all programs.
@Suite struct LockCountsTests {
    @Test func oneReadingServesAllProgramsOfAMoment() {
        let time = Mutex(Duration.zero)
        let readings = Mutex(0)
        let list = """
            1: POSIX  ADVISORY  WRITE 41 08:01:3 0 0
            1: -> POSIX  ADVISORY  WRITE 42 08:01:3 0 0
            2: POSIX  ADVISORY  READ  42 08:01:3 4 4
            3: OFDLCK ADVISORY  WRITE -1 08:01:3 4 4
            4: FLOCK

            """
        let counts = LockCounts(elapsed: { time.withLock { $0 } }) {
            readings.withLock { $0 += 1 }
            return Array(list.utf8)
        }
        #expect(counts.count(of: [41]) == 1 && counts.count(of: [42, 43]) == 2 && counts.count(of: []) == 0)
        #expect(readings.withLock { $0 } == 1)
        time.withLock { $0 += LockCounts.age }
        #expect(counts.count(of: [41, 42]) == 3)
        #expect(readings.withLock { $0 } == 2)
    }

    @Test func theLocksOfThisProcessAreCounted() throws {
        let file = try #require(tmpfile())
        defer { fclose(file) }
        for place in 0..<5 {
            var lock = flock()
            (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(F_WRLCK), 0, off_t(2 * place), 1)
            let result = fcntl(fileno(file), F_SETLK, &lock)
            #expect(result == 0)
        }
        #expect(LockCounts().count(of: [getpid()]) >= 5)
    }
}
