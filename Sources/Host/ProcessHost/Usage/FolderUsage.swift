import Glibc

/// The space that a folder takes with everything in it, in which a file with several names counts once.
package struct FolderUsage: Hashable, Sendable {
    /// The bytes that are allocated for its files and folders; holes in files do not count.
    package var bytes = 0
    var files = 0
    /// `true` if folders in it are nested deeper than ``depthLimit``, so that not all was counted.
    var isTooDeep = false

    static let depthLimit = 32

    /// Measures a folder to which processes may write meanwhile; one that does not exist takes nothing.
    ///
    /// No link is followed. A folder that its owner may not read or search is made accessible, since a process could
    /// otherwise hide files in it. Counting stops after `filesLimit` files.
    package init(of path: String, filesLimit: Int) {
        var count = Count(filesLimit: filesLimit)
        let descriptor = Count.open(path, in: AT_FDCWD)
        if descriptor >= 0 { count.add(descriptor, depth: 1) }
        self = count.usage
    }

    init() {}
}

extension FolderUsage {
    private struct Count {
        let filesLimit: Int
        var usage = FolderUsage()
        /// The inodes of counted files with several names.
        var linked: Set<UInt64> = []

        /// Adds the contents of a folder, and closes its descriptor.
        mutating func add(_ descriptor: Int32, depth: Int) {
            guard let stream = fdopendir(descriptor) else {
                close(descriptor)
                return
            }
            defer { closedir(stream) }
            while usage.files <= filesLimit, let entry = readdir(stream) {
                // A name can be any bytes, so it is not converted to a String.
                FileTree.withName(of: entry) { name in
                    if strcmp(name, ".") != 0, strcmp(name, "..") != 0 { add(name, in: descriptor, depth: depth) }
                }
            }
        }

        private mutating func add(_ name: UnsafePointer<CChar>, in folder: Int32, depth: Int) {
            var status = stat()
            var result = fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW)
            if result != 0, errno == EACCES {
                fchmod(folder, 0o700)
                result = fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW)
            }
            guard result == 0 else { return }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            if !isFolder, status.st_nlink > 1, !linked.insert(UInt64(status.st_ino)).inserted { return }
            usage.files += 1
            usage.bytes += Int(status.st_blocks) * 512
            guard isFolder else { return }
            guard depth < depthLimit else {
                usage.isTooDeep = true
                return
            }
            let descriptor = Self.open(name, in: folder)
            if descriptor >= 0 { add(descriptor, depth: depth + 1) }
        }

        /// Opens a folder for listing, if necessary after changing its mode; returns -1 if that is impossible.
        static func open(_ name: UnsafePointer<CChar>, in folder: Int32) -> Int32 {
            let flags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
            let descriptor = openat(folder, name, O_RDONLY | flags)
            guard descriptor < 0, errno == EACCES else { return descriptor }
            guard FileTree.unlock(name, in: folder) else { return -1 }
            return openat(folder, name, O_RDONLY | flags)
        }
    }

    /// Adds the deleted files on a device that processes, whose folders in `/proc` are given, still have open.
    mutating func addDeletedFiles(on device: dev_t, openIn processes: [String]) {
        var counted: Set<UInt64> = []
        for process in processes {
            for name in (try? FileTree.names(in: "\(process)/fd")) ?? [] {
                var status = stat()
                guard stat("\(process)/fd/\(name)", &status) == 0, status.st_nlink == 0, status.st_dev == device,
                    status.st_mode & S_IFMT == S_IFREG, counted.insert(UInt64(status.st_ino)).inserted
                else { continue }
                bytes += Int(status.st_blocks) * 512
                files += 1
            }
        }
    }
}
