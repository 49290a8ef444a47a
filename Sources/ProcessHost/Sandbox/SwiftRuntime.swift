import Glibc

/// Finds the Swift runtime that a dynamically linked program needs.
///
/// Its run path is absolute and names the toolchain. A bundle must not be able to name any folder it likes and so see
/// it in its sandbox: only a folder that is a Swift runtime's by name and content counts.
enum SwiftRuntime {
    /// The folders to show to a program, beyond `/usr`.
    static func folders(of executable: String) -> [String] {
        let descriptor = Glibc.open(executable, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        let image = ELFImage { offset, count in
            guard let place = off_t(exactly: offset), count > 0 else { return [] }
            var bytes = [UInt8](repeating: 0, count: count)
            let read = pread(descriptor, &bytes, count, place)
            return Array(bytes.prefix(max(read, 0)))
        }
        var folders: [String] = []
        for path in image.runPaths where path.hasPrefix("/") && !folders.contains(path) {
            if isRuntime(path) { folders.append(path) }
        }
        return folders
    }

    private static func isRuntime(_ path: String) -> Bool {
        guard path.hasSuffix("/usr/lib/swift/linux"), BundleNames.isInnerPath(String(path.dropFirst())),
            BundleFolder.resolved(path) != nil, !path.hasPrefix("/usr/")
        else { return false }
        var information = stat()
        return lstat("\(path)/libswiftCore.so", &information) == 0 && information.st_mode & S_IFMT == S_IFREG
    }
}
