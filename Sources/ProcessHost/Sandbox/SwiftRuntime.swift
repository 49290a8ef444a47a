import Foundation
import Glibc

/// Finds the Swift runtime that a dynamically linked program needs.
///
/// Its run path is absolute and names the toolchain. A bundle must not be able to name any folder it likes and so see
/// it in its sandbox, not even one that looks like a runtime's when it is looked at: only the folder counts from which
/// the host itself has loaded the runtime, which no process can write to. A program built with another toolchain is
/// linked with the static standard library.
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
            if path == own, !path.hasPrefix("/usr/") { folders.append(path) }
        }
        return folders
    }

    /// The folder of the runtime that this process has loaded, as the kernel tells it, so free of links; `nil` where
    /// the host is linked with the static standard library.
    private static let own: String? = {
        // Read to its end: the file has no size that could be asked for.
        guard let data = try? FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd() else {
            return nil
        }
        let name = "/libswiftCore.so"
        let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first { $0.hasSuffix(name) }
        return line.flatMap { line in line.firstIndex(of: "/").map { String(line[$0...].dropLast(name.count)) } }
    }()
}
