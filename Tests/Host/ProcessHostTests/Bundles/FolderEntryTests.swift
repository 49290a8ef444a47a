import Glibc
import Testing

@testable import ProcessHost

@Suite struct FolderEntryTests {
    /// The system hands out entries that are only as long as their names; the page behind the last one may not be there.
    @Test(arguments: ["a", "Info.plist", String(repeating: "n", count: Int(NAME_MAX))])
    func aNameIsReadWithoutWhatLiesBehindIt(name: String) throws {
        let page = sysconf(Int32(_SC_PAGESIZE))
        let pages = try #require(
            mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            "no memory"
        )
        defer { munmap(pages, 2 * page) }
        #expect(mprotect(pages + page, page, PROT_NONE) == 0)
        let offset = try #require(MemoryLayout<dirent>.offset(of: \.d_name))
        let length = (offset + name.utf8.count + 8) & ~7
        let entry = pages + page - length
        (entry + offset).copyMemory(from: Array(name.utf8) + [0], byteCount: name.utf8.count + 1)
        #expect(FileTree.name(of: entry.assumingMemoryBound(to: dirent.self)) == name)
    }
}
