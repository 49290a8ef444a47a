import FoundationEssentials
import Glibc
import HostModel
import SQLiteSupport
package import TodayProtocol

/// The files of the messages' bodies: `<app>/<id>/body.html`, `body.txt` and the pictures.
///
/// A body is completely on disk when ``write(_:of:in:)`` returns, and only then recorded in the store. ``run(on:)``
/// deletes it after the commit that removes the message.
package struct MessageFiles: Sendable {
    package static let imageLimit = 100

    package struct Body: Hashable, Sendable {
        /// A complete, sanitized document.
        package var html: [UInt8]
        package var text: String
        /// The pictures by name; a name has 1 to 64 characters of `A-Za-z0-9._-` and does not begin with a dot.
        package var images: [String: [UInt8]]

        package init(html: [UInt8], text: String, images: [String: [UInt8]] = [:]) {
            self.html = html
            self.text = text
            self.images = images
        }

        package var size: Int { html.count + text.utf8.count + images.values.reduce(0) { $0 + $1.count } }
    }

    private let folder: String

    package init(folder: String) throws(StoreError) {
        self.folder = folder
        try PrivateFile<StoreError>.makeFolder(at: folder)
    }

    // MARK: - Writing and reading

    /// Writes a body in place of an earlier one, which may be gone after an error; it is on disk when this returns.
    ///
    /// Refused with code `invalid` if an id or a picture's name is malformed or there are too many pictures.
    @concurrent
    package func write(_ body: Body, of id: MessageID, in app: AppID) async throws(StoreError) {
        let target = try folder(of: id, in: app)
        guard body.images.count <= Self.imageLimit, body.images.keys.allSatisfy(Self.isImageName) else {
            throw StoreError(.invalid, "A picture of the message \(id) has no name that a file can have.")
        }
        let parent = "\(folder)/\(app)"
        try PrivateFile<StoreError>.makeFolder(at: parent)
        // Hidden until it is complete; leftovers are removed when the host starts.
        let draft = "\(parent)/.\(id)-\(UInt64.random(in: .min ... .max))"
        do throws(StoreError) {
            try PrivateFile<StoreError>.makeFolder(at: draft)
            try PrivateFile<StoreError>.write(body.html, to: "\(draft)/body.html")
            try PrivateFile<StoreError>.write(Array(body.text.utf8), to: "\(draft)/body.txt")
            for (name, bytes) in body.images { try PrivateFile<StoreError>.write(bytes, to: "\(draft)/image-\(name)") }
            try PrivateFile<StoreError>.synchronize(draft)
            Self.remove(target)
            guard rename(draft, target) == 0 else { throw PrivateFile<StoreError>.failure("keep the message \(id)") }
            try PrivateFile<StoreError>.synchronize(parent)
        } catch {
            Self.remove(draft)
            throw error
        }
    }

    /// Reads the document of a body; `nil` if there is none, and refused with code `invalid` if an id is malformed.
    @concurrent
    package func html(of id: MessageID, in app: AppID) async throws(StoreError) -> [UInt8]? {
        try PrivateFile<StoreError>.read("\(folder(of: id, in: app))/body.html")
    }

    /// Reads the text of a body, like ``html(of:in:)``.
    @concurrent
    package func text(of id: MessageID, in app: AppID) async throws(StoreError) -> String? {
        try PrivateFile<StoreError>.read("\(folder(of: id, in: app))/body.txt").map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Reads a picture of a body, like ``html(of:in:)``; `nil` also if the name is malformed.
    @concurrent
    package func image(_ name: String, of id: MessageID, in app: AppID) async throws(StoreError) -> [UInt8]? {
        guard Self.isImageName(name) else { return nil }
        return try PrivateFile<StoreError>.read("\(folder(of: id, in: app))/image-\(name)")
    }

    // MARK: - Removing

    /// Deletes bodies without messages until the task is cancelled: leftovers first, then after each commit.
    package func run(on store: DurableStore) async {
        let (gone, continuation) = AsyncStream<(AppID, MessageID)>.makeStream()
        // Bounded by the number of messages.
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
            // Fails if the folder is not empty, as intended.
            rmdir("\(folder)/\(app)")
        }
    }

    @concurrent
    private func remove(_ id: MessageID, of app: AppID, on store: DurableStore) async {
        guard let target = try? folder(of: id, in: app) else { return }
        let isKept = try? await store.read { try $0.keepsBody(of: id, in: app) }
        if isKept == false { Self.remove(target) }
    }

    // MARK: - Paths

    private func folder(of id: MessageID, in app: AppID) throws(StoreError) -> String {
        guard id.isWellFormed, Self.isName(app.rawValue, bytes: 255) else {
            throw StoreError(.invalid, "\(id.rawValue.prefix(128)) of \(app.rawValue.prefix(255)) names no message.")
        }
        return "\(folder)/\(app)/\(id)"
    }

    private static func isImageName(_ name: String) -> Bool { isName(name, bytes: 64) }

    private static func isName(_ name: String, bytes: Int) -> Bool {
        (1...bytes).contains(name.utf8.count) && !name.hasPrefix(".")
            && name.isPlain(besides: "_-.")
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
