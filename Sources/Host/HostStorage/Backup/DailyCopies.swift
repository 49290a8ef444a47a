import Dispatch
package import FoundationEssentials
import Glibc
import SQLiteSupport

/// Copies of the durable store, one for each of the last days on which a host ran.
///
/// They are in the folder `copies` of the state folder and are named by the date in UTC: `promises-2026-11-23.sqlite`.
/// A person can replace a lost or damaged database with one of them (`today restore --daily-copy`).
package struct DailyCopies: Sendable {
    package struct Copy: Hashable, Sendable {
        package var path: String
        /// The date, such as `2026-11-23`.
        package var date: String
    }

    package static let count = 3
    private static let prefix = "promises-"
    private static let suffix = ".sqlite"

    private let state: String
    private var folder: String { "\(state)/copies" }

    /// Creates a value for the copies in a state folder, given its absolute path.
    package init(folder: String) { state = folder }

    package var all: [Copy] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted(by: >).compactMap { name in
            guard name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix) else { return nil }
            return Copy(
                path: "\(folder)/\(name)",
                date: String(name.dropFirst(Self.prefix.count).dropLast(Self.suffix.count))
            )
        }
    }

    /// Creates the copy of the day of a time and removes the oldest; an existing copy is replaced only if it is
    /// renewed; all copies are kept if the database cannot be copied, for example because it is damaged.
    package func make(now: Date, isRenewed: Bool = false) async throws(StoreError) {
        let date = now.formatted(Date.ISO8601FormatStyle().year().month().day())
        guard isRenewed || !all.contains(where: { $0.date == date }) else { return }
        // On a separate thread, because copying a large database would block a thread of the concurrency pool.
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(returning: Result { () throws(StoreError) in try makeNow(date) })
            }
        }
        try result.get()
    }

    private func makeNow(_ date: String) throws(StoreError) {
        try PrivateFile<StoreError>.makeFolder(at: folder)
        // A leftover of an interrupted copy has another name.
        let unfinished = "\(folder)/unfinished"
        unlink(unfinished)
        try DatabaseCopy.make(of: "\(state)/promises.sqlite", at: unfinished)
        try PrivateFile<StoreError>.move(unfinished, to: "\(folder)/\(Self.prefix)\(date)\(Self.suffix)")
        for copy in all.dropFirst(Self.count) { unlink(copy.path) }
    }
}
