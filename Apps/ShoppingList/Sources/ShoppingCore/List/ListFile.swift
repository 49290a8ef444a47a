public import TodayKit

/// The file in the group's folder that stores the list; the app and the widget read and write it.
public struct ListFile: Sendable {
    /// The content of the file.
    public enum Content: Hashable, Sendable {
        /// A list, which is empty if there is no file.
        case list(ItemList)
        /// Something else than a list, with a message that describes it.
        case unreadable(String)
    }

    /// The largest size of a file in bytes.
    private static let sizeLimit = 4 << 20

    private let file: AtomicFile
    private let texts: Texts

    /// Creates the file's description for a folder.
    public init(folder: String, _ texts: Texts) {
        file = AtomicFile(folder: folder, name: "shopping-list", suffix: ".json", texts: texts)
        self.texts = texts
    }

    /// Creates the file's description for the folder of the process's group.
    ///
    /// - Throws: A `Failure` if the process does not have the group.
    public init(_ context: some ProcessScoped) throws {
        let texts = Texts(context.language)
        guard let group = context.groups.first(where: { $0.id == .shopping }) else { throw Failure(texts.noGroup) }
        self.init(folder: group.path, texts)
    }

    /// The file's name.
    public var name: String { file.fullName }

    /// Reads the file.
    ///
    /// - Throws: A `Failure` if it exists and cannot be opened or read.
    public func read() throws -> Content {
        switch try file.read(limit: Self.sizeLimit) {
        case .missing: return .list(ItemList())
        case .tooLarge: return .unreadable(texts.unreadable(name, reason: texts.tooLarge))
        case .bytes(let bytes):
            do throws(ItemList.Mistake) {
                return .list(try ItemList(json: bytes))
            } catch {
                return .unreadable(texts.unreadable(name, reason: texts.phrase(error)))
            }
        }
    }

    /// Changes the list atomically; the change is on disk when this returns.
    ///
    /// Another process that changes the list at the same time waits, so that no change is lost.
    ///
    /// A file that contains no list is quarantined under another name, and a new list is started.
    ///
    /// - Parameters:
    ///   - id: The id of the change; a change that was applied before is not applied again.
    ///   - change: Applies the change.
    /// - Throws: An error of `change`, or a `Failure` if the file cannot be read or written; the file is unchanged
    ///   then.
    public func change(_ id: String, _ change: (inout ItemList) throws -> Void) throws {
        try file.withLock { try changeLocked(id, change) }
    }

    private func changeLocked(_ id: String, _ change: (inout ItemList) throws -> Void) throws {
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

    /// Returns the names of the quarantined files.
    public func quarantinedFiles() -> [String] { file.quarantinedFiles() }
}
