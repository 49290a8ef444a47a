public import TodayKit

/// The file in the group's folder that holds the list; the app writes it, the widget reads it.
public struct ListFile: Sendable {
    /// What the file holds.
    public enum Content: Hashable, Sendable {
        /// A list; an empty one if there is no file.
        case list(ItemList)
        /// Something that is no list; a sentence says what.
        case unreadable(String)
    }

    /// The largest file that is read, in bytes.
    private static let sizeLimit = 1 << 20

    private let file: AtomicFile

    /// Names the file in a folder.
    public init(folder: String) { file = AtomicFile(folder: folder, name: "shopping-list", suffix: ".json") }

    /// Names the file in the folder of the process's group.
    ///
    /// - Throws: A `Failure` if the process has no such group.
    public init(_ context: some ProcessScoped) throws {
        guard let group = context.groups.first(where: { $0.id == .shopping }) else { throw Failure(Texts.noGroup) }
        self.init(folder: group.path)
    }

    /// The file's name.
    public var name: String { file.fullName }

    /// Reads the file.
    ///
    /// - Throws: A `Failure` if it is there and cannot be opened or read.
    public func read() throws -> Content {
        switch try file.read(limit: Self.sizeLimit) {
        case .missing: return .list(ItemList())
        case .tooLarge: return .unreadable(Texts.unreadable(name, Texts.tooLarge))
        case .bytes(let bytes):
            do throws(ItemList.Mistake) {
                return .list(try ItemList(json: bytes))
            } catch {
                return .unreadable(Texts.unreadable(name, error.phrase))
            }
        }
    }

    /// Changes the list: all of it or nothing is on disk when this returns.
    ///
    /// A file that is no list is kept under another name, and a new list begins.
    ///
    /// - Parameters:
    ///   - id: The change's own name; one that was made before is not made again.
    ///   - change: Makes the change.
    /// - Throws: What `change` throws, or a `Failure` if the file cannot be read or written; then it is as it was.
    public func change(_ id: String, _ change: (inout ItemList) throws -> Void) throws {
        var list: ItemList
        var needsQuarantine = false
        switch try read() {
        case .list(let found): list = found
        case .unreadable: (list, needsQuarantine) = (ItemList(), true)
        }
        guard !list.includes(id) else { return }
        try change(&list)
        list.note(id)
        let bytes = Array(try list.json().jsonText.utf8)
        if needsQuarantine { try file.quarantine() }
        try file.replace(with: bytes)
    }

    /// The names of files that were no lists and were kept.
    public func quarantinedFiles() -> [String] { file.quarantinedFiles() }
}
