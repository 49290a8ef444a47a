import Synchronization

/// Lines that a reader delivers.
final class Collected: Sendable {
    private let storage = Mutex<[String]>([])

    var lines: [String] { storage.withLock(\.self) }

    func add(_ line: [UInt8]) { storage.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
}
