package import Foundation
package import HostModel
import TodayProtocol

/// The path of the Unix socket on which the host of a state folder serves the person's own tools.
package struct SocketPath: Hashable, Sendable {
    /// Maximum length of a socket's path, in bytes: the size of `sun_path` without the terminating NUL.
    package static let limit = 107

    /// Folder of the socket, which only the person may enter.
    package let folder: String
    package let path: String

    /// Computes the path: `$XDG_RUNTIME_DIR/today/HASH.sock`, where HASH is a hash of the state folder's path.
    ///
    /// If that variable is unset, empty or not an absolute path, or if the path would be too long, it is
    /// `run/host.sock` in the state folder. Nothing is created.
    ///
    /// - Throws: `stateUnavailable` if either path would be too long.
    package static func resolve(
        stateDirectory: URL,
        environment: [String: String]
    ) throws(HostError) -> SocketPath {
        let state = canonicalPath(stateDirectory)
        var folders = [state + "/run"]
        if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
            folders.insert((runtime.hasSuffix("/") ? String(runtime.dropLast()) : runtime) + "/today", at: 0)
        }
        for folder in folders {
            let name = folder == state + "/run" ? "host" : hash(state)
            let path = "\(folder)/\(name).sock"
            if path.utf8.count <= limit { return SocketPath(folder: folder, path: path) }
        }
        throw HostError(
            .stateUnavailable,
            "The path of the state folder \(state) is too long for a socket in it; set XDG_RUNTIME_DIR or use a shorter one."
        )
    }

    /// Path of the file in the state folder to which a running host writes its socket's path.
    ///
    /// Tools read it first, since their environment may differ from the host's.
    package static func addressFile(in stateDirectory: URL) -> String { canonicalPath(stateDirectory) + "/socket" }

    private static func canonicalPath(_ directory: URL) -> String {
        let path = directory.standardizedFileURL.resolvingSymlinksInPath().path(percentEncoded: false)
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Returns the 64-bit FNV-1a hash in hexadecimal; good enough for names in a folder that only the person can write
    /// to.
    private static func hash(_ text: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
