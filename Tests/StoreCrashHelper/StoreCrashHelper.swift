import Glibc
import HostStore
import Logging
import TodayProtocol

/// Writes with eight writers until it is killed, and acknowledges each write on standard output as `WRITER NUMBER`.
///
/// Each goes on from the number it finds. Every transaction sets `last` and one of a hundred slots to its number.
@main
struct StoreCrashHelper {
    static func main() async throws {
        let logger = Logger(label: "crash") { _ in SwiftLogNoOpLogHandler() }
        let store = try HostStore(folder: CommandLine.arguments[1], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask { try await write(as: writer, to: store.promises) }
            }
            try await group.waitForAll()
        }
    }

    @concurrent private static func write(as writer: Int, to store: PromiseStore) async throws {
        let group = GroupID("group.writer\(writer)")
        var number = 0
        if case .integer(let last) = try await store.read({ try $0.defaultsEntry(for: "last", of: group) })?.value {
            number = last
        }
        while true {
            number += 1
            try await store.commit(
                .defaults(.set(group: group, key: "last", value: .integer(number))),
                .defaults(.set(group: group, key: "slot\(number % 100)", value: .integer(number)))
            )
            let line = Array("\(writer) \(number)\n".utf8)
            guard Glibc.write(1, line, line.count) == line.count else { return }
        }
    }
}
