import Foundation
import Testing

@testable import ProcessHost

/// The memory of a process counts what the kernel keeps for it.
@Suite struct ProcessTreeTests {
    /// Reading one byte of each 2 MiB of an empty mapping takes no memory but for a page table each, 4 KiB.
    @Test(.timeLimit(.minutes(1))) func pageTablesCountAsMemory() throws {
        let program = """
            import mmap, sys
            memory = mmap.mmap(-1, 4 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)
            memory.madvise(mmap.MADV_NOHUGEPAGE)
            for place in range(0, 4 << 30, 2 << 20): memory[place]
            print(flush=True)
            sys.stdin.read()
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        defer {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
        #expect(try output.fileHandleForReading.read(upToCount: 1)?.count == 1)
        let members = try #require(ProcessTree(root: process.processIdentifier).members())
        #expect(members[0].kernelMemory > 8 << 20)
    }
}
