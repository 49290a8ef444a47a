import Crypto
import Glibc

extension FileTree {
    /// Number of bytes of a file that are read at a time.
    private static let bufferSize = 256 * 1024

    /// Returns `true` if two folders have the same names, links and bytes, and the same files are executable.
    ///
    /// - Throws: ``BundleError`` if something cannot be read.
    package static func isSame(_ first: String, _ second: String) throws(BundleError) -> Bool {
        let buffers = (makeBuffer(), makeBuffer())
        defer {
            buffers.0.deallocate()
            buffers.1.deallocate()
        }
        return try isSameFolder(first, second, buffers)
    }

    /// Two buffers of ``bufferSize`` bytes, which all files of a comparison share.
    private typealias Buffers = (UnsafeMutableRawPointer, UnsafeMutableRawPointer)

    private static func makeBuffer() -> UnsafeMutableRawPointer {
        .allocate(byteCount: bufferSize, alignment: MemoryLayout<UInt>.alignment)
    }

    private static func isSameFolder(
        _ first: String,
        _ second: String,
        _ buffers: Buffers
    ) throws(BundleError) -> Bool {
        let names = try names(in: first)
        guard try names == Self.names(in: second) else { return false }
        for name in names {
            guard try isSameEntry("\(first)/\(name)", "\(second)/\(name)", buffers) else { return false }
        }
        return true
    }

    private static func isSameEntry(_ first: String, _ second: String, _ buffers: Buffers) throws(BundleError) -> Bool {
        var (a, b) = (stat(), stat())
        guard lstat(first, &a) == 0 else { throw failure("look at \(first)") }
        guard lstat(second, &b) == 0 else { throw failure("look at \(second)") }
        guard a.st_mode & S_IFMT == b.st_mode & S_IFMT else { return false }
        switch a.st_mode & S_IFMT {
        case S_IFDIR: return try isSameFolder(first, second, buffers)
        case S_IFLNK: return destination(of: first) == destination(of: second)
        case S_IFREG:
            guard a.st_size == b.st_size, a.st_mode & S_IXUSR == b.st_mode & S_IXUSR else { return false }
            return try hasSameBytes(first, second, buffers)
        default: return false
        }
    }

    /// Returns the destination of a link, as bytes; empty if it cannot be read.
    static func destination(of link: String) -> [CChar] {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(link, &buffer, Int(PATH_MAX))
        return Array(buffer.prefix(max(0, count)))
    }

    private static func hasSameBytes(
        _ first: String,
        _ second: String,
        _ buffers: Buffers
    ) throws(BundleError) -> Bool {
        let files = [open(first, O_RDONLY | O_NOFOLLOW | O_CLOEXEC), open(second, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)]
        defer { for file in files where file >= 0 { close(file) } }
        guard files[0] >= 0 else { throw failure("read \(first)") }
        guard files[1] >= 0 else { throw failure("read \(second)") }
        while true {
            let count = try fill(buffers.0, from: files[0], first)
            guard try fill(buffers.1, from: files[1], second) == count else { return false }
            if count == 0 { return true }
            guard memcmp(buffers.0, buffers.1, count) == 0 else { return false }
        }
    }

    /// Returns the SHA-256 of a file's bytes.
    ///
    /// - Throws: ``BundleError`` with code `copyFailed` if it cannot be read.
    static func digest(of path: String) throws(BundleError) -> SHA256.Digest {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw failure("read \(path)") }
        defer { close(file) }
        let buffer = makeBuffer()
        defer { buffer.deallocate() }
        var hash = SHA256()
        while true {
            let count = try fill(buffer, from: file, path)
            if count == 0 { return hash.finalize() }
            hash.update(bufferPointer: UnsafeRawBufferPointer(start: buffer, count: count))
        }
    }

    /// Reads the next bytes of a file until the buffer is full or the file ends.
    ///
    /// - Returns: Number of bytes read; zero at the end of the file.
    private static func fill(
        _ buffer: UnsafeMutableRawPointer,
        from file: Int32,
        _ name: String
    ) throws(BundleError) -> Int {
        var count = 0
        while count < bufferSize {
            let more = read(file, buffer + count, bufferSize - count)
            if more == 0 { break }
            guard more > 0 else {
                if errno == EINTR { continue }
                throw failure("read \(name)")
            }
            count += more
        }
        return count
    }
}
