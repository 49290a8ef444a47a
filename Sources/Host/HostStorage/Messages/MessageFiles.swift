import FoundationEssentials
import Glibc
import SQLiteSupport
import Synchronization
package import TodayProtocol

/// The bodies of messages with their pictures, as files: `<app>/<id>/body.html`, `body.txt` and the pictures.
///
/// A body is on disk, whole, when ``write(_:of:in:)`` returns; only then is the store told that it arrived. It goes after
/// the commit that removes the message, by ``run(on:)``.
package struct MessageFiles: Sendable {
    /// How many pictures one body has at most.
    package static let imageLimit = 100

    /// A body as it is kept.
    package struct Body: Hashable, Sendable {
        /// A whole document that is safe to show.
        package var html: [UInt8]
        /// What it says, as text.
        package var text: String
        /// The pictures that it names, by name: 1 to 64 of `A-Za-z0-9._-`, without a dot at the front.
        package var images: [String: [UInt8]]

        /// Makes a body.
        package init(html: [UInt8], text: String, images: [String: [UInt8]] = [:]) {
            self.html = html
            self.text = text
            self.images = images
        }

        /// How much room it takes, in bytes.
        package var size: Int { html.count + text.utf8.count + images.values.reduce(0) { $0 + $1.count } }
    }

    private let folder: String

    /// Keeps bodies in a folder, which is made if it is missing.
    ///
    /// - Throws: ``StoreError`` if it cannot be made.
    package init(folder: String) throws(StoreError) {
        self.folder = folder
        try PrivateFile.makeFolder(at: folder)
    }

    // MARK: - Writing and reading

    /// Writes a body, in place of an earlier one; it is on disk when this returns.
    ///
    /// - Throws: ``StoreError`` with code `invalid` if the id, the app's or a picture's name is malformed or there are too
    ///   many pictures, `diskFull` or `unavailable` if it cannot be written; then an earlier one may be gone.
    @concurrent
    package func write(_ body: Body, of id: MessageID, in app: AppID) async throws(StoreError) {
        let place = try place(of: id, in: app)
        guard body.images.count <= Self.imageLimit, body.images.keys.allSatisfy(Self.isImageName) else {
            throw StoreError(.invalid, "A picture of the message \(id) has no name that a file can have.")
        }
        let parent = "\(folder)/\(app)"
        try PrivateFile.makeFolder(at: parent)
        // Hidden until it is whole; a leftover goes when the host starts.
        let draft = "\(parent)/.\(id)-\(UInt64.random(in: .min ... .max))"
        do throws(StoreError) {
            try PrivateFile.makeFolder(at: draft)
            try PrivateFile.write(body.html, to: "\(draft)/body.html")
            try PrivateFile.write(Array(body.text.utf8), to: "\(draft)/body.txt")
            for (name, bytes) in body.images { try PrivateFile.write(bytes, to: "\(draft)/image-\(name)") }
            try PrivateFile.synchronize(draft)
            Self.remove(place)
            guard rename(draft, place) == 0 else { throw PrivateFile.failure("keep the message \(id)") }
            try PrivateFile.synchronize(parent)
        } catch {
            Self.remove(draft)
            throw error
        }
    }

    /// Reads a body's document; `nil` if it is not here.
    ///
    /// - Throws: ``StoreError`` with code `invalid` if the id or the app's is malformed.
    @concurrent
    package func html(of id: MessageID, in app: AppID) async throws(StoreError) -> [UInt8]? {
        try PrivateFile.read("\(place(of: id, in: app))/body.html")
    }

    /// Reads what a body says, as text; `nil` if it is not here.
    ///
    /// - Throws: ``StoreError`` with code `invalid` if the id or the app's is malformed.
    @concurrent
    package func text(of id: MessageID, in app: AppID) async throws(StoreError) -> String? {
        try PrivateFile.read("\(place(of: id, in: app))/body.txt").map { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads a picture of a body; `nil` if it is not here, or no picture can have that name.
    ///
    /// - Throws: ``StoreError`` with code `invalid` if the id or the app's is malformed.
    @concurrent
    package func image(_ name: String, of id: MessageID, in app: AppID) async throws(StoreError) -> [UInt8]? {
        guard Self.isImageName(name) else { return nil }
        return try PrivateFile.read("\(place(of: id, in: app))/image-\(name)")
    }

    // MARK: - Removing

    /// Removes what no message has any more, until the task is cancelled: leftovers of earlier runs first, then what each
    /// commit makes superfluous.
    package func run(on store: DurableStore) async {
        let (gone, continuation) = AsyncStream<(AppID, MessageID)>.makeStream()
        // Bounded by the messages that there are.
        let observation = store.observe { commit in
            for case .messageRemoved(let app, let id) in commit.changes { continuation.yield((app, id)) }
        }
        defer { observation.cancel() }
        await withTaskCancellationHandler {
            await sweep(on: store)
            for await (app, id) in gone { await remove(id, of: app, on: store) }
        } onCancel: {
            continuation.finish()
        }
    }

    @concurrent
    private func sweep(on store: DurableStore) async {
        for name in Self.names(in: folder) {
            let app = AppID(name)
            for name in Self.names(in: "\(folder)/\(app)") {
                if Task.isCancelled { return }
                if name.hasPrefix(".") {
                    Self.remove("\(folder)/\(app)/\(name)")
                } else {
                    await remove(MessageID(name), of: app, on: store)
                }
            }
            // Stays unless it is empty.
            rmdir("\(folder)/\(app)")
        }
    }

    /// Removes a body unless its message has come again.
    @concurrent
    private func remove(_ id: MessageID, of app: AppID, on store: DurableStore) async {
        guard let place = try? place(of: id, in: app) else { return }
        let isKept = try? await store.read { try $0.keepsBody(of: id, in: app) }
        if isKept == false { Self.remove(place) }
    }

    // MARK: - Places

    private func place(of id: MessageID, in app: AppID) throws(StoreError) -> String {
        guard id.isWellFormed, Self.isName(app.rawValue, bytes: 255) else {
            throw StoreError(.invalid, "\(id.rawValue.prefix(128)) of \(app.rawValue.prefix(255)) names no message.")
        }
        return "\(folder)/\(app)/\(id)"
    }

    private static func isImageName(_ name: String) -> Bool { isName(name, bytes: 64) }

    /// Whether something can be the name of a file, and of no other place.
    private static func isName(_ name: String, bytes: Int) -> Bool {
        (1...bytes).contains(name.utf8.count) && !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
                default: false
                }
            }
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private static func remove(_ place: String) { try? FileManager.default.removeItem(atPath: place) }
}
