import Glibc
import HostStorage
import Logging

/// Writes with eight writers until it is killed, and acknowledges each write on standard output as `WRITER NUMBER`.
///
/// Takes a state folder, and what to write: `defaults`, `notifications` or `messages`. Each writer goes on from the number it finds.
@main
struct CrashHelper {
    static func main() async throws {
        let logger = Logger(label: "crash") { _ in SwiftLogNoOpLogHandler() }
        let store = try HostStore(folder: CommandLine.arguments[1], logger: logger)
        let subject = CommandLine.arguments.dropFirst(2).first
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    switch subject {
                    case "notifications": try await NotificationWriter(number: writer, store: store.durable).run()
                    case "messages": try await MessageWriter(number: writer, store: store.durable).run()
                    default: try await DefaultsWriter(number: writer, store: store.durable).run()
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Says that a writer's number is on disk.
    ///
    /// - Returns: Whether anybody reads it.
    static func acknowledge(_ number: Int, by writer: Int) -> Bool {
        let line = Array("\(writer) \(number)\n".utf8)
        return Glibc.write(1, line, line.count) == line.count
    }
}
