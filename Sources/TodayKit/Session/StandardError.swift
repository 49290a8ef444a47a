import Glibc

/// The log of a process while the host cannot be told.
enum StandardError {
    /// Writes one line; what cannot be written is lost.
    static func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            done += count
        }
    }
}
