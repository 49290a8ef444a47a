import Glibc
import HostModel

/// Copies, compares and removes folders without following links.
package struct FileTree {
    /// The identity of a file, independent of its names.
    private struct FileID: Hashable {
        var device: dev_t
        var number: ino_t
    }

    let limits: BundleLimits

    private var bytes = 0
    private var entries = 0
    /// The copies of files with several names, and their sizes.
    private var copies: [FileID: (path: String, bytes: Int)] = [:]

    init(limits: BundleLimits) { self.limits = limits }

    /// Gives the owner of a folder, but not of a link, full access to it; returns `true` if that changed its mode.
    @discardableResult
    static func unlock(_ name: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD) -> Bool {
        // The mode is changed through a descriptor, since the name may meanwhile have become a link to something else.
        let descriptor = openat(folder, name, openAsPath | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return chmod("/proc/self/fd/\(descriptor)", 0o700) == 0
    }

    private static let openAsPath: Int32 = 0o10000000

    static func status(of path: String) throws(BundleError) -> stat {
        var information = stat()
        guard lstat(path, &information) == 0 else { throw failure("look at \(path)") }
        return information
    }

    /// Copies a folder's contents to a new folder and forces them to disk.
    ///
    /// Files and folders are copied with default permissions; executables stay executable. A link is copied as a link
    /// if it is relative and leads to something inside `source`; every other link and every special file is refused. A
    /// file with several names in `source` is one file in `target` too, and counts once for each name.
    ///
    /// The path of the source has no links, and the target must not exist.
    ///
    /// - Throws: ``BundleError``; the caller must remove the incomplete copy.
    mutating func copy(_ source: String, to target: String) throws(BundleError) {
        try copyFolder(source, to: target, root: source, depth: 0)
    }

    /// Checks that a folder could be copied, without copying it.
    ///
    /// - Throws: ``BundleError`` as ``copy(_:to:)`` does.
    static func check(_ folder: String, limits: BundleLimits) throws(BundleError) {
        var tree = FileTree(limits: limits)
        try tree.copyFolder(folder, to: nil, root: folder, depth: 0)
    }

    /// Copies a folder, or only checks it if there is no target.
    private mutating func copyFolder(
        _ source: String,
        to target: String?,
        root: String,
        depth: Int
    ) throws(BundleError) {
        let depthLimit = limits.folderDepth
        try BundleError.check(depth, atMost: depthLimit, .bundleNestedTooDeep(root, limit: depthLimit))
        if let target, mkdir(target, 0o755) != 0 { throw Self.failure("create the folder \(target)") }
        for name in try Self.names(in: source) {
            entries += 1
            let limit = limits.entries
            try BundleError.check(entries, atMost: limit, .bundleHasTooManyFiles(root, limit: limit))
            let (from, to) = ("\(source)/\(name)", target.map { "\($0)/\(name)" })
            let information = try Self.status(of: from)
            switch information.st_mode & S_IFMT {
            case S_IFDIR: try copyFolder(from, to: to, root: root, depth: depth + 1)
            case S_IFREG:
                if let to {
                    try copyFile(from, to: to, root: root)
                } else {
                    try count(Int(information.st_size), root: root)
                }
            case S_IFLNK: try copyLink(from, to: to, root: root)
            default: throw BundleError(.copyFailed, .neitherFileNorFolder(from))
            }
        }
        if let target { try Self.synchronize(target) }
    }

    private mutating func copyFile(_ source: String, to target: String, root: String) throws(BundleError) {
        let input = try FileChunks(source)
        var information = stat()
        guard fstat(input.descriptor, &information) == 0 else { throw Self.failure("look at \(source)") }
        let id = FileID(device: information.st_dev, number: information.st_ino)
        if let copy = copies[id], link(copy.path, target) == 0 { return try count(copy.bytes, root: root) }
        let mode: mode_t = information.st_mode & S_IXUSR != 0 ? 0o755 : 0o644
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard output >= 0 else { throw Self.failure("create \(target)") }
        defer { close(output) }
        let before = bytes
        while true {
            let chunk = try input.next()
            if chunk.isEmpty { break }
            try count(chunk.count, root: root)
            try Self.write(chunk[...], to: output, named: target)
        }
        guard fchmod(output, mode) == 0, fsync(output) == 0 else { throw Self.failure("write \(target)") }
        if information.st_nlink > 1 { copies[id] = (target, bytes - before) }
    }

    /// Counts bytes of the copy.
    private mutating func count(_ more: Int, root: String) throws(BundleError) {
        bytes += more
        let limit = limits.bundleBytes
        try BundleError.check(bytes, atMost: limit, .bundleTooLarge(root, limit: limit >> 20))
    }

    private func copyLink(_ source: String, to target: String?, root: String) throws(BundleError) {
        let bytes = Self.destination(of: source)
        guard !bytes.isEmpty else { throw Self.failure("read the link \(source)") }
        let destination = String(decoding: bytes, as: UTF8.self)
        guard !destination.hasPrefix("/"), let resolved = BundleFolder.resolved(source), resolved.hasPrefix(root + "/")
        else {
            throw BundleError(.copyFailed, .linkLeadsOutOrNowhere(source))
        }
        if let target, symlink(destination, target) != 0 { throw Self.failure("create the link \(target)") }
    }

    static func write(_ bytes: ArraySlice<UInt8>, to output: Int32, named name: String) throws(BundleError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw failure("write \(name)")
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Forces a folder's entries to disk.
    static func synchronize(_ folder: String) throws(BundleError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open \(folder)") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("write \(folder)") }
    }

    /// Creates a folder and its missing parents; an existing folder stays as it is.
    static func makeFolders(_ path: String) throws(BundleError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw failure("create the folder \(path)")
        }
        try makeFolders(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("create the folder \(path)") }
    }

    /// Returns the names in a folder, sorted, without `.` and `..`.
    static func names(in folder: String) throws(BundleError) -> [String] {
        guard let stream = opendir(folder) else { throw failure("read the folder \(folder)") }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = name(of: entry)
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        withName(of: entry) { String(cString: $0) }
    }

    /// Passes the name in a directory entry, which may be any bytes, to `body` without copying it: an entry is only as
    /// long as its name, and a copy of the whole field would read past its end.
    static func withName<Value>(
        of entry: UnsafeMutablePointer<dirent>,
        _ body: (UnsafePointer<CChar>) -> Value
    ) -> Value {
        withUnsafePointer(to: &entry.pointee.d_name) { field in
            field.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { body($0) }
        }
    }

    /// Removes a file, a link or a folder with its contents; a path that does not exist is not an error.
    static func remove(_ path: String) throws(BundleError) {
        var information = stat()
        guard lstat(path, &information) == 0 else {
            if errno == ENOENT { return }
            throw failure("look at \(path)")
        }
        guard information.isFolder else {
            guard unlink(path) == 0 || errno == ENOENT else { throw failure("remove \(path)") }
            return
        }
        for name in try names(in: path) { try remove("\(path)/\(name)") }
        guard rmdir(path) == 0 || errno == ENOENT else { throw failure("remove \(path)") }
    }

    /// Returns a random name for a new file or folder.
    static func uniqueName() -> String { String(UInt64.random(in: 0 ... .max), radix: 36) }

    static func failure(_ action: String) -> BundleError {
        BundleError(.copyFailed, .couldNotDo(action, reason: String(cString: strerror(errno))))
    }
}

extension stat {
    var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
    var isFile: Bool { st_mode & S_IFMT == S_IFREG }
}
